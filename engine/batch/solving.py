"""Solve puzzles, and prove how many solutions they have."""

from operator import index

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine.batch.boards import Boards, check_puzzles, size_of
from engine.native import core


def solve(puzzles: ArrayLike) -> Boards:
    """Return a solution of each puzzle, in the shape given; a row of zeros where there is none.

    Of several solutions it is any one, and always the same one, on any processor. Nothing is known that solves every
    puzzle of size 16 or 25 in a short time: one that was made to be hard may keep the call for hours. ValueError as in
    `engine.batch.boards.check_puzzles`.
    """
    checked = check_puzzles(puzzles)
    solutions = np.zeros_like(checked)
    counts = np.empty(len(np.atleast_2d(checked)), np.int32)
    core.solve(size_of(checked), np.atleast_2d(checked), np.atleast_2d(solutions), counts)
    return solutions


def count_solutions(puzzles: ArrayLike, *, limit: int = 2) -> NDArray[np.int32]:
    """How many solutions each puzzle has, counted up to `limit`: `int32 (n,)`, or a scalar array for a single puzzle.

    With the default a 1 is the proof that a puzzle is proper. Time as in `solve`. ValueError for a limit below 1, else
    as in `engine.batch.boards.check_puzzles`.
    """
    if index(limit) < 1:
        raise ValueError(f"limit {limit} is below 1")
    checked = check_puzzles(puzzles)
    counts = np.empty(checked.shape[:-1], np.int32)
    core.count_solutions(size_of(checked), np.atleast_2d(checked), min(limit, 2**31 - 1), np.atleast_1d(counts))
    return counts
