"""Puzzles of a level, by their clues and by what a person needs for them."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.batch.boards import Boards, check_size
from engine.batch.carving import carve
from engine.batch.generation import generate
from engine.batch.measuring import measure
from engine.rating.rater import rate


class Level(NamedTuple):
    """What is asked of a puzzle."""

    clues: float
    """As a multiple of what carving leaves at its size: CARVED."""
    hardest: int
    """What its hardest step may be rated by `engine.rate`, in tenths. Only puzzles of size 9 are rated."""


LEVELS = {
    "easy": Level(1.56, 12),  # the only place of a digit in a block
    "normal": Level(1.27, 15),  # or in a row or column
    "hard": Level(0, 60),  # up to Explainer's fiendish
}
"""The levels by name; at size 9 they have 38 clues, 31, and as few as carving leaves."""

CARVED = {4: 4.3, 9: 24.4, 16: 94, 25: 278}
"""How many clues `carve` leaves, on average, by the size of the board."""


def puzzle_of_level(level: str, *, size: int = 9, seed: int) -> Boards:
    """Make a puzzle with one solution, `uint8 (S*S,)`, of one of the LEVELS.

    Easy and normal ones have 1.56 and 1.27 times the clues that carving leaves at their size; a hard one is carved as
    far as `carve` goes. At size 9 it is one out of 32 such puzzles: the highest rated by `engine.rate` that is still no
    higher than the level allows. Easy ones need no more than hidden singles in blocks (1.2), normal ones hidden singles
    (1.5), hard ones nothing above 6.0: the bounds of Sudoku Explainer's easy, medium and fiendish. At other sizes
    nothing tells what a person needs; there it is the one for which the reference search guesses least, of 32 at size
    4, of 4 at sizes 16 and 25. ValueError for another level, and as in `generate`.
    """
    if level not in LEVELS:
        raise ValueError(f"level {level!r} is not one of {', '.join(LEVELS)}")
    factor, hardest = LEVELS[level]
    boards = generate(_CANDIDATES[check_size(size)], size=size, seed=seed)
    puzzles = carve(boards, seed=seed, clues=round(factor * CARVED[size]) or None)
    merits = _merits(puzzles, hardest) if size == 9 else -measure(puzzles)["guesses"]
    best: Boards = puzzles[merits.argmax()]
    return best


_CANDIDATES = {4: 32, 9: 32, 16: 4, 25: 4}  # as many as take a second at the most


def _merits(puzzles: Boards, hardest: int) -> NDArray[np.int16]:
    """Ratings; those that are too high behind all others, the least of them first."""
    ratings: NDArray[np.int16] = rate(puzzles)["rating"]
    return np.where(ratings <= hardest, ratings, -ratings)
