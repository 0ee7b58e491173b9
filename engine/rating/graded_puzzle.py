"""One puzzle of a grade."""

from typing import NamedTuple

import numpy as np

from engine.batch.boards import Boards
from engine.batch.carving import carve
from engine.batch.generation import generate
from engine.batch.measuring import measure
from engine.board.shape import Shape
from engine.rating.grades import BOUNDS, Grade
from engine.rating.rater import rate

CARVED = {4: 4.3, 9: 24.4, 16: 94, 25: 278}
"""How many clues `carve` leaves, on average, by the size of a board of square blocks."""

FACTORS = {Grade.easy: 1.56, Grade.medium: 1.27}
"""The clues of a grade as a multiple of CARVED; puzzles of the other grades are carved as far as `carve` goes."""

MOST_BATCHES = 100
"""How many batches of 32 puzzles `puzzle_of_grade` rates before it gives up."""


_RATED = Shape.of(9)


class GradedPuzzle(NamedTuple):
    """A puzzle of a grade, and how it was found."""

    puzzle: Boards
    """`uint8 (S*S,)`."""
    position: int
    """The number of its board among those of the seed."""
    tried: int
    """Puzzles that were made and compared."""


def puzzle_of_grade(grade: str, *, size: int | None = None, blocks: str | None = None, seed: int) -> Boards:
    """Make a puzzle of a grade, `uint8 (S*S,)`, with one solution; the same seed always gives the same puzzle.

    Easy and medium puzzles have FACTORS times the clues that carving leaves at their shape, at 9x9 38 and 31. The
    others have as few as carving leaves. `size` and `blocks` are as in `Shape.of`.

    At 9x9 the puzzle is the first of the seed whose rating by `engine.rate` is within the BOUNDS of the grade. At other
    shapes the grade is relative: of 32 puzzles, above size 12 of 4, a puzzle has the fewest guesses of the reference
    search (`engine.measure`) if it is easy, medium or hard, the median if it is fiendish, the most if it is diabolical.

    ValueError for an unknown grade, if the first 3,200 puzzles of the seed have none of the grade, and as in
    `engine.generate`.
    """
    return find_puzzle(grade, size=size, blocks=blocks, seed=seed).puzzle


def find_puzzle(grade: str, *, size: int | None = None, blocks: str | None = None, seed: int) -> GradedPuzzle:
    """Make the puzzle of `puzzle_of_grade`, and say how it was found. Errors as there."""
    if grade not in BOUNDS:
        raise ValueError(f"grade {grade!r} is not one of {', '.join(BOUNDS)}")
    wanted, shape = Grade(grade), Shape.of(size, blocks)
    return _rated(wanted, seed) if shape == _RATED else _by_guesses(wanted, shape, seed)


def _rated(grade: Grade, seed: int) -> GradedPuzzle:
    low, high = BOUNDS[grade]
    for batch in range(MOST_BATCHES):
        puzzles = _batch(grade, _RATED, seed, batch)
        # Above the ceiling a puzzle has the rating 0, so no rating is too high.
        ratings = rate(puzzles, ceiling=None if high is None else high / 10)["rating"]
        if (ratings >= low).any():
            place = int((ratings >= low).argmax())
            return GradedPuzzle(puzzles[place], batch * len(puzzles) + place, (batch + 1) * len(puzzles))
    raise ValueError(
        f"no {grade} puzzle among the first {MOST_BATCHES * _batch_size(_RATED):,} of seed {seed}: try another seed"
    )


def _by_guesses(grade: Grade, shape: Shape, seed: int) -> GradedPuzzle:
    puzzles = _batch(grade, shape, seed, 0)
    order = measure(puzzles, blocks=shape.blocks)["guesses"].argsort(kind="stable")
    place = {Grade.fiendish: len(order) // 2, Grade.diabolical: -1}.get(grade, 0)
    return GradedPuzzle(puzzles[order[place]], int(order[place]), len(puzzles))


def _batch(grade: Grade, shape: Shape, seed: int, number: int) -> Boards:
    count = _batch_size(shape)
    boards = generate(count, size=shape.size, blocks=shape.blocks, seed=seed, start=number * count)
    if grade in FACTORS and shape.rows == shape.columns and shape.size in CARVED:
        return carve(boards, blocks=shape.blocks, seed=seed, clues=round(FACTORS[grade] * CARVED[shape.size]))
    carved = carve(boards, blocks=shape.blocks, seed=seed)
    if grade not in FACTORS:
        return carved
    clues = round(FACTORS[grade] * np.count_nonzero(carved) / count)
    return carve(boards, blocks=shape.blocks, seed=seed, clues=min(clues, shape.cells))


def _batch_size(shape: Shape) -> int:
    return 32 if shape.size <= 12 else 4  # a puzzle of 16x16 or 25x25 takes up to a second
