"""Solutions of puzzles, and how many there are."""

from operator import index

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine.batch.boards import Boards, puzzles_and_shape
from engine.batch.threads import in_pieces
from engine.native import core


def solve(puzzles: ArrayLike, *, blocks: str | None = None, threads: int = 1) -> Boards:
    """Return a solution of each puzzle, in the same shape; all zeros for a puzzle without a solution.

    Of several solutions it is always the same one, on any processor and with any number of `threads`. No known method
    solves every puzzle above size 9 in a short time: some 25x25 puzzles take seconds, minutes or longer, and
    `engine.time_limit` sets a limit. ValueError as in `engine.batch.boards.check_puzzles`.
    """
    checked, shape = puzzles_and_shape(puzzles, blocks)
    solutions = np.zeros_like(checked)
    counts = np.empty(len(np.atleast_2d(checked)), np.int32)
    batch, out = np.atleast_2d(checked), np.atleast_2d(solutions)
    in_pieces(lambda some: core.solve(shape, batch[some], 1, out[some], counts[some]), len(batch), threads)
    return solutions.reshape(np.shape(puzzles))


def count_solutions(
    puzzles: ArrayLike, *, limit: int = 2, blocks: str | None = None, threads: int = 1
) -> NDArray[np.int32]:
    """Count the solutions of each puzzle up to `limit`: `int32 (n,)`, or a scalar array for a single puzzle.

    With the default limit, 1 proves that a puzzle has one solution. Time as in `solve`.
    ValueError for a limit below 1, and as in `engine.batch.boards.check_puzzles`.
    """
    if index(limit) < 1:
        raise ValueError(f"limit {limit} is below 1")
    checked, shape = puzzles_and_shape(puzzles, blocks)
    counts = np.empty(checked.shape[:-1], np.int32)
    batch, out, most = np.atleast_2d(checked), np.atleast_1d(counts), min(limit, 2**31 - 1)
    unwritten = np.empty(0, np.uint8)
    in_pieces(lambda some: core.solve(shape, batch[some], most, unwritten, out[some]), len(batch), threads)
    return counts
