"""The scale of ratings as people use it: tenths of Sudoku Explainer's rating, named grades, and how far to rate.

Nothing here needs numpy, for the options of the commands come from here.
"""

from enum import StrEnum


class Grade(StrEnum):
    """The names that Sudoku Explainer's generator gives to ranges of its ratings."""

    easy = "easy"
    medium = "medium"
    hard = "hard"
    fiendish = "fiendish"
    diabolical = "diabolical"


BOUNDS: dict[Grade, tuple[int, int | None]] = {
    Grade.easy: (10, 12),
    Grade.medium: (13, 15),
    Grade.hard: (16, 25),
    Grade.fiendish: (26, 60),
    Grade.diabolical: (61, None),
}
"""Least and greatest rating of a grade, in tenths; its dialog ends diabolical at 11.0, though puzzles go on."""


class Depth(StrEnum):
    """How far puzzles are rated."""

    full = "full"
    fast = "fast"
    """Up to FAST_CEILING; a puzzle that needs more is marked as above."""
    none = "none"


FAST_CEILING = 4.5
DEFAULT_DEPTH = Depth.none
"""How far a fill rates by default."""


def grade_of(rating: int | None) -> Grade | None:
    """Return the grade of a rating in tenths; None for no rating, and for 0, that of a puzzle without an empty cell."""
    grades = (grade for grade, (low, high) in BOUNDS.items() if rating and low <= rating <= (high or rating))
    return next(grades, None)


def spelled(tenths: int) -> str:
    """A rating as people write it, such as 7.1."""
    return f"{tenths / 10:.1f}"
