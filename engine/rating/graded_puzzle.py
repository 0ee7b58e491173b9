"""One puzzle of a grade."""

from typing import NamedTuple

from engine.batch.boards import Boards
from engine.batch.carving import carve
from engine.batch.generation import generate
from engine.batch.measuring import measure
from engine.rating.grades import BOUNDS, Grade
from engine.rating.rater import rate

CARVED = {4: 4.3, 9: 24.4, 16: 94, 25: 278}
"""How many clues `carve` leaves, on average, by the size of the board."""

FACTORS = {Grade.easy: 1.56, Grade.medium: 1.27}
"""The clues of a grade as a multiple of CARVED; puzzles of the other grades are carved as far as `carve` goes."""

MOST_BATCHES = 100
"""How many batches of 32 puzzles `puzzle_of_grade` rates before it gives up."""


class GradedPuzzle(NamedTuple):
    """A puzzle of a grade, and how it was found."""

    puzzle: Boards
    """`uint8 (S*S,)`."""
    position: int
    """The number of its board among those of the seed."""
    tried: int
    """Puzzles that were made and compared."""


_BATCHES = {4: 32, 9: 32, 16: 4, 25: 4}  # puzzles in a batch: those of 16x16 and 25x25 take a second


def puzzle_of_grade(grade: str, *, size: int = 9, seed: int) -> Boards:
    """Make a puzzle of a grade, `uint8 (S*S,)`, with one solution; the same seed always gives the same puzzle.

    Easy and medium puzzles have FACTORS times the clues that carving leaves at their size, at 9x9 38 and 31. The others
    have as few as carving leaves.

    At 9x9 the puzzle is the first of the seed whose rating by `engine.rate` is within the BOUNDS of the grade. At other
    sizes there is no rating. There the grade is relative: of 32 puzzles at 4x4, of 4 at 16x16 and 25x25, a puzzle has
    the fewest guesses of the reference search (`engine.measure`) if it is easy, medium or hard, the median if it is
    fiendish, the most if it is diabolical.

    ValueError for an unknown grade, if the first 3,200 puzzles of the seed have none of the grade, and as in
    `engine.generate`.
    """
    return find_puzzle(grade, size=size, seed=seed).puzzle


def find_puzzle(grade: str, *, size: int = 9, seed: int) -> GradedPuzzle:
    """Make the puzzle of `puzzle_of_grade`, and say how it was found. Errors as there."""
    if grade not in BOUNDS:
        raise ValueError(f"grade {grade!r} is not one of {', '.join(BOUNDS)}")
    if size not in CARVED:
        raise ValueError(f"size {size} is not one of {', '.join(map(str, CARVED))}")
    wanted = Grade(grade)
    return _rated(wanted, seed) if size == 9 else _by_guesses(wanted, size, seed)


def _rated(grade: Grade, seed: int) -> GradedPuzzle:
    low, high = BOUNDS[grade]
    for batch in range(MOST_BATCHES):
        puzzles = _batch(grade, 9, seed, batch)
        # Above the ceiling a puzzle has the rating 0, so no rating is too high.
        ratings = rate(puzzles, ceiling=None if high is None else high / 10)["rating"]
        if (ratings >= low).any():
            place = int((ratings >= low).argmax())
            return GradedPuzzle(puzzles[place], batch * len(puzzles) + place, (batch + 1) * len(puzzles))
    raise ValueError(
        f"no {grade} puzzle among the first {MOST_BATCHES * _BATCHES[9]:,} of seed {seed}: try another seed"
    )


def _by_guesses(grade: Grade, size: int, seed: int) -> GradedPuzzle:
    puzzles = _batch(grade, size, seed, 0)
    order = measure(puzzles)["guesses"].argsort(kind="stable")
    place = {Grade.fiendish: len(order) // 2, Grade.diabolical: -1}.get(grade, 0)
    return GradedPuzzle(puzzles[order[place]], int(order[place]), len(puzzles))


def _batch(grade: Grade, size: int, seed: int, number: int) -> Boards:
    count = _BATCHES[size]
    clues = round(FACTORS[grade] * CARVED[size]) if grade in FACTORS else None
    return carve(generate(count, size=size, seed=seed, start=number * count), seed=seed, clues=clues)
