"""Puzzles carved from full boards."""

from operator import index

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine.batch.boards import Boards, check_complete, check_puzzles, check_seed, size_of
from engine.batch.patterns import pattern_images
from engine.batch.solving import count_solutions, solve
from engine.native import core

MINIMAL_SIZES = (4, 9, 16)
"""Sizes at which `carve` stops only when every clue is proven necessary."""


def carve(boards: ArrayLike, *, seed: int, clues: int | None = None, pattern: str | None = None) -> Boards:
    """Make one puzzle from each full board, with that board as its only solution, in the same shape.

    Clues are tried in random order, and each is removed if the solution stays unique. In the end no clue can be
    removed: the puzzle is *minimal*. At size 25 that proof takes too long (MINIMAL_SIZES): there a clue is removed if
    it takes no guess to prove that it can be, so the puzzle has one solution but need not be minimal.

    With `clues` the carving stops at that many. If an order ends above it, up to 100 orders are tried (10 at sizes 16
    and 25, where each takes some 0.1 s), and the puzzle with the fewest clues is returned: count them.

    With `pattern`, one of PATTERNS, the clues keep that symmetry: clues that its turns and mirrors map to each other
    are removed together or not at all. No such group can then be removed, though a single clue often could (ask
    `minimal`); and where groups cannot meet a number of clues, the puzzle has a few more.

    The puzzle depends on the board and the arguments alone.

    ValueError for a board that is not full, `clues` outside 1 .. S*S, a seed outside 0 .. 2**63 - 1, or an unknown
    pattern.
    """
    checked = check_complete(boards)
    check_seed(seed)
    cells = checked.shape[-1]
    if clues is not None and not 1 <= index(clues) <= cells:
        raise ValueError(f"clues {clues} is not in 1 .. {cells}")
    images = pattern_images(pattern)
    puzzles = np.empty_like(checked)
    core.carve(size_of(checked), np.atleast_2d(checked), seed, clues or 0, images, np.atleast_2d(puzzles))
    return puzzles.reshape(np.shape(boards))


def minimal(puzzles: ArrayLike) -> NDArray[np.bool_]:
    """Whether each puzzle is minimal: it has one solution, and more without any one of its clues.

    `bool (n,)`, or a scalar array for a single puzzle. At size 25 it is True only if the proof takes no guess, which is
    rare. ValueError as in `engine.batch.boards.check_puzzles`.
    """
    checked = check_puzzles(puzzles)
    batch = np.atleast_2d(checked)
    answer: NDArray[np.bool_] = count_solutions(batch) == 1
    proper = batch[answer]
    answer[answer] = ((proper == 0) | _necessary(proper)).all(axis=1)
    return answer.reshape(checked.shape[:-1])


def _necessary(puzzles: Boards) -> NDArray[np.bool_]:
    """Which clues of puzzles with one solution are proven necessary, `bool (n, S*S)`; False for empty cells."""
    necessary = np.zeros(puzzles.shape, np.bool_)
    if size_of(puzzles) > 9:  # most searches are long there, and knowing the solution makes them shorter
        core.necessary(size_of(puzzles), puzzles, solve(puzzles), necessary)
        return necessary
    row, cell = np.nonzero(puzzles)
    without = puzzles[row]
    without[np.arange(len(row)), cell] = 0
    necessary[row, cell] = count_solutions(without) == 2
    return necessary
