"""How many symmetries map a puzzle to itself.

A symmetry of a puzzle with one solution is one of its solution, too. Most boards have none but the identity, which a
kernel counts. The few others are searched for here: a row arrangement and the column that comes first decide
which digits are renamed how, and then where every column goes.
"""

from collections.abc import Iterator, Sequence
from itertools import permutations, product
from math import factorial

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine.boards import Boards, puzzles_and_shape
from engine.shape import Shape
from engine.solving import solve
from engine.symmetry import automorphisms

MOST = 10_000
"""Row arrangements that are looked at. Boards of 9x9 with blocks of 3x3 have 1,296, larger ones millions."""


def puzzle_automorphisms(puzzles: ArrayLike, *, blocks: str | None = None) -> NDArray[np.int64]:
    """Count the symmetries that map each puzzle with one solution to itself, `int64 (n,)`, or `()` for one.

    They are those of `engine.automorphisms`, of the cells with the clues and the digits in them; the identity counts.
    ValueError where the solution has symmetries of its own and more than MOST row arrangements, as above size 9.
    """
    checked, shape = puzzles_and_shape(puzzles, blocks)
    batch = np.atleast_2d(checked)
    boards = np.atleast_2d(solve(batch, blocks=shape.blocks))
    counts = np.atleast_1d(automorphisms(boards, blocks=shape.blocks))
    for place in np.flatnonzero((counts > 1) & (batch == 0).any(axis=1)).tolist():
        if factorial(len(shape.bands)) * factorial(shape.rows) ** len(shape.bands) > MOST:
            raise ValueError(f"the solution of board [{place}] has symmetries, too many to look for at {shape}")
        clues = (batch[place] != 0).reshape(shape.size, shape.size)
        counts[place] = sum(
            np.array_equal(_moved(clues, *way), clues) for way in board_automorphisms(boards[place], shape)
        )
    return counts.reshape(checked.shape[:-1])


def board_automorphisms(board: Boards, shape: Shape) -> Iterator[tuple[bool, NDArray[np.intp], NDArray[np.intp]]]:
    """Yield each symmetry of a full board, `uint8 (S*S,)`: whether it transposes, then the rows, then the columns."""
    grid = board.reshape(shape.size, shape.size)
    own = {column.tobytes(): place for place, column in enumerate(grid.T.copy())}
    rows = _arrangements(shape.bands)
    stack_of = np.array([place for place, stack in enumerate(shape.stacks) for _ in stack])
    for transposes in (False, True) if shape.transposed == shape else (False,):
        turned = np.ascontiguousarray(grid.T if transposes else grid)
        for order in rows:
            moved = turned[order]
            for first in range(shape.size):
                names = np.zeros(shape.size + 1, np.uint8)
                names[moved[:, first]] = grid[:, 0]
                places = [own.get(column.tobytes()) for column in names[moved].T.copy()]
                if None in places:
                    continue
                columns = np.argsort(np.array(places, np.intp))
                if _keeps_stacks(stack_of[columns], shape):
                    yield transposes, order, columns


def _keeps_stacks(stacks: NDArray[np.intp], shape: Shape) -> bool:
    """Whether columns that were in one stack are in one stack again."""
    return all(len(set(stacks[part.start : part.stop].tolist())) == 1 for part in shape.stacks)


def _arrangements(parts: Sequence[range]) -> list[NDArray[np.intp]]:
    """Every order of lines in which those of a part stay together."""
    inner = list(product(*(permutations(part) for part in parts)))
    return [
        np.array([line for place in order for line in lines[place]], np.intp)
        for order in permutations(range(len(parts)))
        for lines in inner
    ]


def _moved(
    clues: NDArray[np.bool_], transposes: bool, rows: NDArray[np.intp], columns: NDArray[np.intp]
) -> NDArray[np.bool_]:
    return (clues.T if transposes else clues)[rows][:, columns]
