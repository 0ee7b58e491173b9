"""Minimal puzzles whose chances are known, and fair samples of all minimal puzzles."""

from operator import index
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine.batch.boards import Boards, check_complete, check_seed, size_of
from engine.batch.carving import carve
from engine.board.shape import Shape
from engine.native import core

FAIR_SIZES = (4, 9)
"""Sizes of which `fair_puzzles` and `carve_weighted` make puzzles."""


class FairSample(NamedTuple):
    """What `fair_puzzles` makes, one row a puzzle."""

    boards: Boards
    puzzles: Boards
    weights: NDArray[np.float64]
    attempts: NDArray[np.int32]


def carve_weighted(boards: ArrayLike, *, seed: int) -> tuple[Boards, NDArray[np.float64]]:
    """Make the puzzles of `carve` with this seed, and say how many minimal puzzles of its board each counts for.

    Carving favours some puzzles, mostly those with few clues. The weight corrects that: for any figure of a puzzle,
    the mean of figure times weight over many seeds is the sum of the figure over all minimal puzzles of the board, and
    the mean weight is how many there are. Where m clues went, and r(t) could go alone after t had gone, it is
    r(0) * r(1) * ... * r(m-1) / m! (Horvitz and Thompson 1952; Knuth 1975). Weights differ by many powers of ten: at
    size 9, means over 1,000 puzzles are about as good as over two or three of `fair_puzzles`.

    Returns the puzzles in the shape given and `float64 (n,)`, or a scalar array for a single board. ValueError for a
    board that is not full, a size other than 4 and 9, or a seed outside 0 .. 2**63 - 1.
    """
    checked = check_complete(boards)
    size = size_of(checked)
    if size not in FAIR_SIZES:
        raise ValueError(f"weights are for sizes 4 and 9, not {size}")
    puzzles = carve(checked, seed=seed)
    weights = np.empty(checked.shape[:-1])
    core.weigh(Shape.of(size), np.atleast_2d(checked), np.atleast_2d(puzzles), seed, np.atleast_1d(weights))
    return puzzles.reshape(np.shape(boards)), weights


def fair_puzzles(count: int, *, size: int = 9, seed: int, start: int = 0) -> FairSample:
    """Make the puzzles `start .. start+count-1` of a seed: a fair sample of all minimal puzzles there are.

    An attempt carves a uniform random board (method "uniform" of `generate`), and is accepted with a probability in
    proportion to its weight (`carve_weighted`). Attempts heavier than a bound are always accepted, and `weights` says
    how many times each puzzle counts because of that: 1 for most, never less. Means over the sample need the weights.
    `attempts` says how many attempts each puzzle took, about 220 at size 9.

    Puzzle k depends on the seed and k alone. All puzzles are minimal, and their boards are their only solutions. The
    boards are not uniform: each is as likely as it has minimal puzzles.

    ValueError for a size other than 4 and 9, or a seed or puzzles outside 0 .. 2**63 - 1.
    """
    if size not in FAIR_SIZES:
        raise ValueError(f"fair samples are for sizes 4 and 9, not {size}")
    check_seed(seed)
    count, start = index(count), index(start)
    if count < 0 or start < 0 or start + count > 2**63:
        raise ValueError(f"start {start} and count {count} do not stay within 0 .. 2**63 - 1")
    sample = FairSample(
        np.empty((count, size * size), np.uint8),
        np.empty((count, size * size), np.uint8),
        np.empty(count, np.float64),
        np.empty(count, np.int32),
    )
    core.fair_puzzles(Shape.of(size), seed, start, *sample)
    return sample
