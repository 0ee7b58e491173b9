"""The five grades of puzzles. Nothing here needs numpy, so that command lines can offer grades without importing it."""

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
"""Least and greatest rating of each grade, in tenths; diabolical has no greatest.

The same at every shape, so that a grade means the same techniques; small boards seldom need those of the high grades.
"""


def grade_of(rating: int | None) -> Grade | None:
    """Return the grade of a rating in tenths; None for no rating, and for 0, that of a puzzle without an empty cell."""
    grades = (grade for grade, (low, high) in BOUNDS.items() if rating and low <= rating <= (high or rating))
    return next(grades, None)
