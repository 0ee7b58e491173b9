"""What an import reports: while it runs, and at its end."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

DUPLICATE = "duplicate"
NO_SOLUTION = "no solution"
SEVERAL_SOLUTIONS = "several solutions"
WRONG_SOLUTION = "another solution than the file says"


class Refusal(NamedTuple):
    """A puzzle that was not imported."""

    line: int
    reason: str
    """`DUPLICATE` or another reason named in this module."""
    number: str | None
    """Of the puzzle in the catalogue that a duplicate equals."""
    puzzle: str


@dataclass(frozen=True)
class ImportProgress:
    """A running import: how many puzzles of how many are done and committed, and how many of them were refused."""

    done: int
    wanted: int
    refused: int
    seconds: float


@dataclass(frozen=True)
class ImportReport:
    """What an import of one file has done."""

    name: str
    format: str
    skipped: int
    """Puzzles that an earlier import of the file, which was interrupted, had looked at."""
    looked_at: int
    new: int
    new_boards: int
    """Boards that were not in the catalogue; the other new puzzles are further ones of boards that were."""
    duplicates: int
    unsound: int
    """Puzzles without exactly one solution, or with another one than the file says."""
    refusals: Sequence[Refusal]
    """The first ones."""
    boards: int
    """In the catalogue now; a dry run counts those that it would have added."""
    interrupted: bool
    clues: Counter[int]
    stages: Counter[str]
    seconds: float
