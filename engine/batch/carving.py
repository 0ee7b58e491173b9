"""Puzzles carved from full boards."""

from operator import index

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine.batch.boards import Boards, check_seed, complete_and_shape, puzzles_and_shape
from engine.batch.patterns import check_pattern
from engine.batch.solving import count_solutions, solve
from engine.batch.threads import in_pieces
from engine.board.shape import Shape
from engine.native import core

MINIMAL_SIZES = range(1, 17)
"""Sizes at which `carve` stops only when every clue is proven necessary."""

FEWEST_CLUES = 17
"""No 9x9 puzzle has fewer clues (McGuire, Tugemann, Civario, "There is no 16-Clue Sudoku", 2012)."""

CARVED_CLUES = 23
"""Down to here carving alone reaches a number of clues at 9x9; below it, search is quicker."""

EFFORT = 100_000
"""Exchanges of a clue that the search for few clues tries, unless asked for another number."""


def carve(
    boards: ArrayLike,
    *,
    blocks: str | None = None,
    seed: int,
    clues: int | None = None,
    pattern: str | None = None,
    effort: int = EFFORT,
    threads: int = 1,
) -> Boards:
    """Make one puzzle from each full board, with that board as its only solution, in the same shape.

    Clues are tried in random order, and each is removed if the solution stays unique. In the end no clue can be
    removed: the puzzle is *minimal*. Above size 16 that proof takes too long (MINIMAL_SIZES): there a clue is removed
    if it takes no guess to prove that it can be, so the puzzle has one solution but need not be minimal.

    With `clues` the carving stops at that many. If an order ends above it, up to 100 orders are tried (10 above size 9,
    where each takes up to some 0.1 s), and the puzzle with the fewest clues is returned: count them. At 9x9, without a
    pattern, that is not the end. A search exchanges clues until they have one in every unavoidable set that it knows,
    and takes a clue more when `effort` exchanges do not lead to a puzzle. By default nearly every board gets 19 clues
    if so many are asked for, and one in a few gets 18; more effort finds 18 more often, where there are such puzzles.

    With `pattern`, one of PATTERNS that fits the blocks (`engine.batch.patterns.patterns_of_shape`), the clues keep
    that symmetry: clues that its turns and mirrors map to each other are removed together or not at all. No such group
    can then be removed, though a single clue often could (ask `minimal`); and where groups cannot meet a number of
    clues, the puzzle has a few more.

    The puzzle depends on the board and the arguments alone, and not on the number of `threads`.

    ValueError for a board that is not full, `clues` outside 1 .. S*S, `effort` outside 1 .. 10**8, a seed outside
    0 .. 2**63 - 1, an unknown pattern or one that does not fit the blocks.
    """
    checked, shape = complete_and_shape(boards, blocks)
    check_seed(seed)
    cells = shape.cells
    if clues is not None and not 1 <= index(clues) <= cells:
        raise ValueError(f"clues {clues} is not in 1 .. {cells}")
    if not 1 <= index(effort) <= 10**8:
        raise ValueError(f"effort {effort} is not in 1 .. 10**8")
    images = check_pattern(pattern, shape)
    puzzles = np.empty_like(checked)
    batch, out = np.atleast_2d(checked), np.atleast_2d(puzzles)
    searched = clues if clues is not None and shape == Shape.of(9) and pattern is None else None
    above = np.ones(len(out), np.bool_)
    if searched is None or searched >= CARVED_CLUES:
        in_pieces(lambda some: core.carve(shape, batch[some], seed, clues or 0, images, out[some]), len(out), threads)
        above = np.count_nonzero(out, axis=1) > (searched or cells)
    if searched is not None and above.any():
        hard, found, few = batch[above], np.empty_like(out[above]), max(searched, FEWEST_CLUES)
        in_pieces(lambda some: core.few_clues(shape, hard[some], seed, few, effort, found[some]), len(found), threads)
        out[above] = found
    return puzzles.reshape(np.shape(boards))


def minimal(puzzles: ArrayLike, *, blocks: str | None = None, threads: int = 1) -> NDArray[np.bool_]:
    """Whether each puzzle is minimal: it has one solution, and more without any one of its clues.

    `bool (n,)`, or a scalar array for a single puzzle, the same for any number of `threads`. Above size 16 it is True
    only if the proof takes no guess, which is rare. ValueError as in `engine.batch.boards.check_puzzles`.
    """
    checked, shape = puzzles_and_shape(puzzles, blocks)
    batch = np.atleast_2d(checked)
    answer: NDArray[np.bool_] = count_solutions(batch, blocks=shape.blocks, threads=threads) == 1
    proper = batch[answer]
    answer[answer] = ((proper == 0) | _necessary(proper, shape, threads)).all(axis=1)
    return answer.reshape(checked.shape[:-1])


def _necessary(puzzles: Boards, shape: Shape, threads: int) -> NDArray[np.bool_]:
    """Which clues of puzzles with one solution are proven necessary, `bool (n, S*S)`; False for empty cells."""
    necessary = np.zeros(puzzles.shape, np.bool_)
    if shape.size > 9:  # most searches are long there, and knowing the solution makes them shorter
        solutions = solve(puzzles, blocks=shape.blocks, threads=threads)
        kernel = core.necessary
        in_pieces(lambda some: kernel(shape, puzzles[some], solutions[some], necessary[some]), len(puzzles), threads)
        return necessary
    row, cell = np.nonzero(puzzles)
    without = puzzles[row]
    without[np.arange(len(row)), cell] = 0
    necessary[row, cell] = count_solutions(without, blocks=shape.blocks, threads=threads) == 2
    return necessary
