"""What a fill is asked for."""

from dataclasses import dataclass

from catalogue.fill.finishing import Recipe
from catalogue.fill.generator import FAIR
from catalogue.rating.grades import Depth
from catalogue.rating.target import Kind
from catalogue.store import Settings
from engine.batch.boards import check_seed
from engine.batch.carving import EFFORT
from engine.batch.patterns import pattern_images


@dataclass(frozen=True, kw_only=True)
class FillRequest:
    """How many boards to add, which ones, and by how many threads.

    Give either `boards`, how many to add, or `total`, how many the catalogue then holds. `seed` is the catalogue's own
    by default. `clues` asks for puzzles with that many clues instead of minimal ones, searched for with `effort`, and
    `pattern` for symmetric ones, as in `engine.carve`. `rate` says how far puzzles are rated. With a `kind`, only
    boards with a puzzle of that kind are kept, all rated in full; the fill gives up after `max_tries` boards.

    ValueError for a number out of range, an unknown pattern, and unless exactly one of `boards` and `total` is given.
    """

    boards: int | None = None
    total: int | None = None
    seed: int | None = None
    clues: int | None = None
    effort: int = EFFORT
    pattern: str | None = None
    rate: Depth = Depth.none
    kind: Kind | None = None
    max_tries: int | None = None
    generators: int = 1
    checkers: int = 2

    def __post_init__(self) -> None:
        if (self.boards is None) == (self.total is None):
            raise ValueError("give either the number of boards to add or the total")
        for name, least in (
            ("boards", 0),
            ("total", 0),
            ("clues", 1),
            ("effort", 1),
            ("generators", 1),
            ("checkers", 1),
            ("max_tries", 1),
        ):
            number = getattr(self, name)
            if number is not None and number < least:
                raise ValueError(f"{name} {number} is below {least}")
        pattern_images(self.pattern)
        if self.seed is not None:
            check_seed(self.seed)

    @property
    def recipe(self) -> Recipe:
        """Which puzzles are made of the boards."""
        return Recipe(self.clues, self.effort, self.pattern, self.rate, self.kind)

    @property
    def rates(self) -> bool:
        """Whether puzzles are rated."""
        return self.kind is not None or self.rate is not Depth.none

    def check_against(self, settings: Settings) -> None:
        """ValueError where a catalogue with these settings cannot hold such puzzles."""
        if self.clues is not None and self.clues > settings.size**2:
            raise ValueError(f"clues {self.clues} is more than the {settings.size**2} cells of a board")
        if settings.method == FAIR and (self.clues is not None or self.pattern is not None):
            raise ValueError("a fair sample has minimal puzzles of any pattern: leave out clues and pattern")
        if self.rates and settings.size != 9:
            raise ValueError(f"puzzles of size {settings.size} have no rating")

    def wanted(self, existing: int) -> int:
        """How many boards to add to those that exist."""
        return max(0, self.total - existing) if self.total is not None else self.boards or 0
