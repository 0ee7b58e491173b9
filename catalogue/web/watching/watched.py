"""What a person asks to watch: a board that is made, or a puzzle that is searched."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from catalogue.web.boards.reading import read_puzzle
from catalogue.web.numbers import GREATEST_SEED, whole_in
from engine.grid import Grid
from engine.random_numbers import RandomNumbers
from engine.shape import LARGEST_SIZE, Shape
from engine.teaching.search import RULES

Query = Mapping[str, str]

METHODS = ("collapse", "search")
CLUES_OF_A_BOARD = 0.3
"""Which share of the cells are random clues, unless it is named: at 9x9 some such boards have solutions, some not."""


@dataclass(frozen=True)
class Watched:
    """A collapse that makes board `index` of a seed, or the search of a puzzle with a rule.

    The puzzle is pasted, or board `index` of a seed with some random `clues`.
    """

    method: str
    shape: Shape
    seed: int
    index: int
    rule: str
    clues: int
    pasted: str

    @classmethod
    def of(cls, query: Query, seed: int) -> "Watched":
        """Return what a query asks for; a `seed` of its own goes before. ValueError says what is wrong."""
        method, rule = query.get("method") or METHODS[0], query.get("rule") or "fewest"
        for name, known in ((method, METHODS), (rule, tuple(RULES))):
            if name not in known:
                raise ValueError(f"{name!r} is not one of {', '.join(known)}")
        shape = Shape.of(whole_in(query, "size", 0, 1, LARGEST_SIZE) or None, query.get("blocks") or None)
        usual_clues = round(CLUES_OF_A_BOARD * shape.cells)
        return cls(
            method,
            shape,
            whole_in(query, "seed", seed, 0, GREATEST_SEED),
            whole_in(query, "index", 0, 0, GREATEST_SEED),
            rule,
            whole_in(query, "clues", usual_clues, 0, shape.cells),
            query.get("puzzle", "").strip() if method == "search" else "",
        )

    def start(self) -> Grid:
        """The grid before the first step. ValueError for a text that is no puzzle, and clues that are too many."""
        if self.method == "collapse":
            return Grid.empty(self.shape.size, blocks=self.shape.blocks)
        if self.pasted:
            usual = None if self.shape.is_usual else self.shape.blocks
            return read_puzzle(self.pasted, blocks=usual)
        own = RandomNumbers(self.seed, self.index).below(2**32)
        return Grid.random(locked=self.clues, seed=own, size=self.shape.size, blocks=self.shape.blocks)

    def next_page(self) -> str | None:
        """The address of the page with the next board; None for a pasted puzzle, which has none."""
        if self.pasted:
            return None
        wanted = {
            "method": self.method,
            "size": self.shape.size,
            "blocks": self.shape.blocks,
            "seed": self.seed,
            "index": self.index + 1,
        }
        if self.method == "search":
            wanted |= {"clues": self.clues, "rule": self.rule}
        return f"/watch?{urlencode(wanted)}"
