"""What an audit reports about a file."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from engine.names import SYMMETRIES

DUPLICATES = ("exact", *SYMMETRIES)
"""What makes two rows duplicates: the same givens, or the same puzzle up to a symmetry."""


@dataclass
class FileReport:
    """What one file holds. Counts are of rows; a row counts in one of the first five kinds, or is sound."""

    file: str
    rows: int = 0
    broken: int = 0
    """Rows without a readable puzzle of the size of the others."""
    no_solution: int = 0
    several_solutions: int = 0
    wrong_solution: int = 0
    """Rows with one solution, for which the file gives another."""
    not_minimal: int = 0
    duplicates: dict[str, int] = field(default_factory=lambda: dict.fromkeys(DUPLICATES, 0))
    """Rows that repeat an earlier row of the file, by each of DUPLICATES."""
    near_copies: int = 0
    """Puzzles from which another of the file differs, up to symmetry, by one clue that is moved to another cell."""
    singles_only: int = 0
    """Puzzles that naked and hidden singles solve."""
    classes: int = 0
    """Different solutions, up to symmetry."""
    shared: dict[str, int] = field(default_factory=dict)
    """How many of them each other file has too."""
    clues: dict[int, int] = field(default_factory=dict)
    """How many puzzles have each number of clues."""
    ratings: dict[str, Any] = field(default_factory=dict)
    """Of a sample: `rated`, `least`, `median`, `greatest`, and `counts` by the rating."""
    label: dict[str, Any] | None = None
    """The column that says how hard a puzzle is, and its rank correlation with figures of ours, of the same sample."""
    kept: int | None = None
    """Rows that were written; None where none were to be."""
