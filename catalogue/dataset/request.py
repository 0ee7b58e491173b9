"""What a data set is asked for, and what it holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import engine
from catalogue.game import game_of
from catalogue.kinds import Depth
from catalogue.request import FAIR, SAMPLINGS, Recipe, Source
from engine.grades import Grade
from engine.shape import Shape

SIZE = 9
MOST_TOGETHER = {"carved": 4096, FAIR: 256}
"""Most positions of a ticket: a few seconds of one thread."""

TICKETS = 64
"""A small data set has about as many tickets, so that all threads have work."""

TRIES_EACH = 1_000
"""Positions that are tried for each row that is wanted."""

PARTS, UNFINISHED, REQUEST, SUMS = ".parts", ".unfinished", "dataset.json", "SHA256SUMS"


@dataclass(frozen=True, kw_only=True)
class DatasetRequest:
    """Which puzzles a data set holds.

    `count` rows in all splits together, of the puzzles of a `seed`: carved to minimal or to `clues` clues, or with
    `sampling` "fair" a fair sample of all minimal puzzles. `grades` gives a number of rows for each grade in place of
    `count`. A class of solutions belongs to one split: `validation` and `test` are their shares of the classes; with
    `hard`, a rating, another share as large as that of `test` holds only puzzles of that rating or above. `score` adds
    HoDoKu's score and level, `textbook` what the textbook search counts, `steps` the path of each puzzle.

    ValueError for numbers out of range and options that do not go together.
    """

    count: int
    seed: int
    sampling: str = "carved"
    clues: int | None = None
    grades: Mapping[str, int] = field(default_factory=dict)
    validation: float = 0.05
    test: float = 0.05
    hard: float | None = None
    score: bool = False
    textbook: bool = False
    steps: bool = False

    def __post_init__(self) -> None:
        if self.count < 1:
            raise ValueError(f"count {self.count} is below 1")
        if self.sampling not in SAMPLINGS:
            raise ValueError(f"sampling {self.sampling!r} is not {' or '.join(SAMPLINGS)}")
        if self.sampling == FAIR and self.clues is not None:
            raise ValueError("a fair sample has minimal puzzles: leave out clues")
        if self.grades and sum(self.grades.values()) != self.count:
            raise ValueError("the count is not the sum of the grades")
        for grade in self.grades:
            Grade(grade)
        if min(self.validation, self.test) < 0 or self.validation + 2 * self.test > 1:
            raise ValueError("the shares of validation and test do not leave a train split")

    @property
    def splits(self) -> Sequence[tuple[str, float]]:
        """The splits with their shares of the classes."""
        hard = self.test if self.hard is not None else 0.0
        shares = {"validation": self.validation, "test": self.test, "test_hard": hard}
        rest = 1 - sum(shares.values())
        return [("train", rest), *((name, share) for name, share in shares.items() if share)]

    @property
    def batch(self) -> int:
        """Positions of a ticket. The files do not depend on it."""
        return min(MOST_TOGETHER[self.sampling], max(16, -(-self.count // TICKETS)))

    @property
    def plan(self) -> tuple[Source, Recipe]:
        """How its puzzles are made."""
        method = FAIR if self.sampling == FAIR else engine.default_method(SIZE)
        source = Source(self.seed, game_of(Shape.of(SIZE)), method, 0, self.batch)
        return source, Recipe(clues=self.clues, depth=Depth.full, textbook=self.textbook)

    def spelled(self) -> dict[str, Any]:
        """All that the rows depend on."""
        versions = {"metrics": engine.METRICS_VERSION, "rating": engine.RATING_VERSION}
        return {**asdict(self), "grades": dict(self.grades), "versions": versions}


@dataclass(frozen=True)
class DatasetReport:
    """What a data set holds."""

    rows: Mapping[str, int]
    """Of each split."""
    positions: int
    """How many positions of the seed were tried."""
    duplicates: int
    """Puzzles among them that are an earlier one up to symmetry."""
