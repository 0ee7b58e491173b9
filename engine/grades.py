"""Grades, levels, and how ratings end. No numpy here, so that a command line can offer grades without importing it."""

from enum import IntEnum, StrEnum


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


class Level(StrEnum):
    """The levels of HoDoKu, easy ones first; a level is stored as its place here."""

    easy = "easy"
    medium = "medium"
    hard = "hard"
    unfair = "unfair"
    extreme = "extreme"


RATING_VERSION = 2
"""Goes up when a puzzle may get another rating than before, because ratings are stored."""

SCORE_VERSION = 1
"""Goes up when a puzzle may get another score or level than before, because scores are stored."""

# --- Which puzzles have ratings, and how these end -----------------------------------------------------------------

LARGEST_RATED_SIZE = 12
"""The size of the largest boards whose puzzles are rated."""


def why_unrated(size: int) -> str | None:
    """Return why puzzles of boards of a size have no rating; None if they have one."""
    if size <= LARGEST_RATED_SIZE:
        return None
    largest = f"{LARGEST_RATED_SIZE}x{LARGEST_RATED_SIZE}"
    return f"puzzles of size {size} have no rating: only those up to {largest} have one"


class RatingStatus(IntEnum):
    """How the rating of a puzzle ended. The numbers are stored and never change."""

    RATED = 0
    ABOVE = 1
    """It needs a step above the ceiling."""
    NO_SOLUTION = 2
    SEVERAL_SOLUTIONS = 3
    BEYOND = 4
    """No technique that is known here solves it (Explainer would say 20.0)."""


class ScoreStatus(IntEnum):
    """How the scoring of a puzzle ended."""

    SCORED = 0
    NO_SOLUTION = 1
    SEVERAL_SOLUTIONS = 2
    STUCK = 3
    """No rule of the table applies; score and level are those of the steps up to there."""


class Style(StrEnum):
    """Whose techniques a path takes, named after the number that it leads to."""

    score = "score"
    """HoDoKu's, as people solve."""
    rating = "rating"
    """Sudoku Explainer's."""
    eye = "eye"
    """HoDoKu's, but first what eyes find without candidates: the last cell of a unit, then hidden singles of blocks,
    then of lines, then naked ones. It leads to no number."""


SCORED_BLOCKS = "3x3"
"""The blocks of the boards whose plain puzzles have HoDoKu's scores: those of 9x9."""

SCORED_SIZES = range(4, 17)
"""The sizes of the boards whose puzzles have scores, HoDoKu's or those of people."""


def why_unscored(size: int) -> str | None:
    """Return why puzzles of boards of a size have no score; None if they have one."""
    if size in SCORED_SIZES:
        return None
    return f"puzzles of size {size} have no score: only sizes {SCORED_SIZES[0]} to {SCORED_SIZES[-1]} have one"


def style_for(style: Style | None, blocks: str) -> Style:
    """Return the style of a path: the one asked for, or the one that a person can follow best.

    At 9x9 that is HoDoKu's. Boards without ratings have scores alone.
    """
    return style or (Style.score if blocks == SCORED_BLOCKS else Style.rating)


def spelled(tenths: int) -> str:
    """A rating as people write it, such as 7.1."""
    return f"{tenths / 10:.1f}"
