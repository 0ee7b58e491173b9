"""All solutions of one puzzle, one after another."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import ArrayLike

from engine.batch.boards import Boards, puzzles_and_shape
from engine.batch.solving import count_solutions, solve
from engine.board.shape import Shape
from engine.deadline import check_time


def solutions(puzzle: ArrayLike, *, blocks: str | None = None) -> Iterator[Boards]:
    """Yield every solution of one puzzle, `uint8 (S*S,)`, each once; `blocks` as in `engine.solve`.

    The first is that of `engine.solve`; next come those that differ from it in the last empty cells only, and so on
    towards the first empty cell. The kernel says which branches have a solution, so no branch is searched in vain.
    TimeoutError once `engine.time_limit` has passed; ValueError for more than one puzzle, and as in
    `engine.batch.boards.check_puzzles`.
    """
    checked, shape = puzzles_and_shape(puzzle, blocks)
    if checked.ndim != 1:
        raise ValueError(f"one puzzle has shape (S*S,), not {checked.shape}")
    solution = solve(checked, blocks=shape.blocks)
    if not solution.all():
        return
    yield solution
    check_time()
    if count_solutions(checked, blocks=shape.blocks) > 1:
        for other in _others(checked, solution, shape):
            yield from solutions(other, blocks=shape.blocks)


def _others(puzzle: Boards, solution: Boards, shape: Shape) -> Iterator[Boards]:
    """Puzzles with solutions that differ from this one in some empty cell, and agree with it in the cells before."""
    for cell in np.flatnonzero(puzzle == 0)[::-1]:
        agreeing = np.where(np.arange(len(puzzle)) < cell, solution, puzzle)
        digits = np.arange(1, shape.size + 1)
        ways = np.repeat(agreeing[np.newaxis], len(digits) - 1, axis=0)
        ways[:, cell] = digits[digits != solution[cell]]
        yield from ways[count_solutions(ways, limit=1, blocks=shape.blocks) > 0]
