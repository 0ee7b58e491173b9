"""What a fill is asked for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from catalogue.cluster.names import check_workers
from catalogue.fill.recipe import Recipe
from catalogue.fill.stages.generator import FAIR
from catalogue.processors import PROCESSORS
from catalogue.rating.grades import Depth
from catalogue.rating.target import Kind
from catalogue.store import Settings
from engine.batch.boards import check_seed
from engine.batch.carving import EFFORT
from engine.batch.patterns import check_pattern, pattern_images
from engine.rating.grades import Grade
from engine.rating.stored import why_unrated


@dataclass(frozen=True, kw_only=True)
class FillRequest:
    """How many boards to add, which ones, and by how many threads.

    Give either `boards`, how many to add, or `total`, how many the catalogue then holds. `seed` is the catalogue's own
    by default. `clues` asks for puzzles with that many clues instead of minimal ones, searched for with `effort`, and
    `pattern` for symmetric ones, as in `engine.carve`; boards take several patterns in turn. `rate` says how far
    puzzles are rated. With a `kind`, only boards with a puzzle of that kind are kept, all rated in full, and `boards`
    may say how many of each of its grades. With `strict`, only puzzles that reach the `clues` are kept. Such fills give
    up after `max_tries` boards. With `workers`, the batches are computed by a Dask cluster in place of `generators`:
    that of the scheduler at an address such as "tcp://host:8786", or "local:4", processes on this machine.

    ValueError for a number out of range, an unknown pattern, other `workers`, `strict` without `clues`, and unless
    exactly one of `boards` and `total` is given.
    """

    boards: int | Mapping[Grade, int] | None = None
    total: int | None = None
    seed: int | None = None
    clues: int | None = None
    effort: int = EFFORT
    pattern: str | Sequence[str] | None = None
    rate: Depth = Depth.none
    kind: Kind | None = None
    strict: bool = False
    max_tries: int | None = None
    generators: int = 1
    checkers: int = PROCESSORS
    workers: str | None = None

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
            if number is not None and not isinstance(number, Mapping) and number < least:
                raise ValueError(f"{name} {number} is below {least}")
        if isinstance(self.boards, Mapping) and (self.kind is None or self.kind.grades != tuple(self.boards)):
            raise ValueError("the grades of the boards are not those of the kind")
        if self.strict and self.clues is None:
            raise ValueError("strict needs a number of clues")
        if self.workers is not None:
            check_workers(self.workers)
        for pattern in self._patterns:
            pattern_images(pattern)
        if self.seed is not None:
            check_seed(self.seed)

    def recipe(self, files: bool = True) -> Recipe:
        """Return which puzzles are made of the boards, and whether the boards get files."""
        by_grade = isinstance(self.boards, Mapping)
        return Recipe(self.clues, self.effort, self._patterns, self.rate, self.kind, self.strict, by_grade, files)

    @property
    def rates(self) -> bool:
        """Whether puzzles are rated."""
        return self.recipe().rates

    def check_against(self, settings: Settings) -> None:
        """ValueError where a catalogue with these settings cannot hold such puzzles."""
        if settings.method == FAIR and (self.clues is not None or self.pattern is not None):
            raise ValueError("a fair sample has minimal puzzles of any pattern: leave out clues and pattern")
        if self.clues is not None and self.clues > settings.size**2:
            raise ValueError(f"clues {self.clues} is more than the {settings.size**2} cells of a board")
        for pattern in self._patterns:
            check_pattern(pattern, settings.shape)
        if self.rates and (reason := why_unrated(settings.size)):
            raise ValueError(f"{reason}; leave out rate, grade and technique")

    def quotas(self, existing: int) -> Sequence[int]:
        """Return how many boards to add to those that exist: of each grade of the kind, or in all."""
        if isinstance(self.boards, Mapping):
            return list(self.boards.values())
        return [max(0, self.total - existing) if self.total is not None else self.boards or 0]

    @property
    def _patterns(self) -> tuple[str | None, ...]:
        if self.pattern is None or isinstance(self.pattern, str):
            return (self.pattern,)
        return tuple(self.pattern) or (None,)
