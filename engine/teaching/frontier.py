"""The memory of a search that holds many boards, or all solutions: why `engine.teaching.search` goes depth first.

`frontier` searches breadth first; `band_levels` computes the sizes of levels that no memory can hold; `solutions` lists
every solution of a puzzle, one after another, and holds one.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import chain, islice
from math import factorial, perm

import numpy as np
from numpy.typing import ArrayLike

from ..boards import Boards, puzzles_and_shape
from ..grid import Grid
from ..native import check_time
from ..shape import Shape
from ..solving import count_solutions, solve


def frontier(grid: Grid) -> Iterator[list[Grid]]:
    """Yield the frontier of each level of a breadth-first search, row by row.

    Level k has every way to fill the first k empty cells that breaks no rule; the last level has the solutions. The
    iteration ends early if a level is empty. Only one level is held at a time, but it can outgrow the memory: stop
    in time.
    """
    boards = [grid.copy()] if grid.is_valid else []
    while boards:
        yield boards
        if boards[0].first_empty() is None:
            return
        boards = [filled for board in boards for filled in _filled(board)]


def frontier_sizes(grid: Grid, most: int) -> Iterator[int]:
    """Yield how many boards each level of `frontier` has, up to the first that has more than `most`.

    No more than two levels of `most` boards are held: of the last level, which may be many times as large, the boards
    are only counted.
    """
    boards = [grid.copy()] if grid.is_valid else []
    count = len(boards)
    while count:
        yield count
        if count > most or boards[0].first_empty() is None:
            return
        below = chain.from_iterable(map(_filled, boards))
        following = list(islice(below, most))
        count = len(following) + sum(1 for _ in below)
        boards = following


def _filled(board: Grid) -> Iterator[Grid]:
    """The board with each value that fits in its first empty cell."""
    cell = board.first_empty()
    assert cell is not None
    for value in board.candidates(*cell):
        filled = board.copy()
        filled.set(*cell, value)
        yield filled


def can_count_band(shape: Shape) -> bool:
    """Whether `band_levels` counts the first band of this shape, in a second or less."""
    return shape.rows <= 2 or shape.rows * shape.size <= 36


def band_levels(size: int | None = None, *, blocks: str | None = None) -> list[int]:
    """Return how many boards the levels 0 .. R*S of an empty board have: all ways to fill its first band cell by cell.

    R is the number of rows of a block, 1 in a Latin square. Within a band two cells of a column also share a block, so
    only the digits of the row and of the blocks matter; boards with the same sets of digits are counted together. At
    size 9 the last number is 948,109,639,680 (Felgenhauer and Jarvis, "Enumerating possible Sudoku grids", 2005).
    ValueError for a shape that `can_count_band` excludes, and as in `Shape.of`.
    """
    shape = Shape.of(size, blocks)
    if not can_count_band(shape):
        raise ValueError(f"the bands of {shape} are too many to count; use a smaller size, or blocks of two rows")
    size, columns = shape.size, shape.columns
    levels = [perm(size, cell) for cell in range(size + 1)]
    # Renamed, every first row is 1 .. S, so the first block has the digits 1 .. C, as bits 0 .. C-1.
    first_row = tuple(((1 << columns) - 1) << start for start in range(0, size, columns))
    boards = Counter({(0, first_row): factorial(size)})  # by the digits in the row and in each block
    for cell in range(size, shape.rows * size):
        block = cell % size // columns
        following: Counter[tuple[int, tuple[int, ...]]] = Counter()
        for (row, used), count in boards.items():
            taken = (row if cell % size else 0) | used[block]
            for digit in range(size):
                if not taken >> digit & 1:
                    bit = 1 << digit
                    now = (*used[:block], used[block] | bit, *used[block + 1 :])
                    following[(row if cell % size else 0) | bit, now] += count
        boards = following
        levels.append(sum(boards.values()))
    return levels


# --- All solutions of a puzzle -------------------------------------------------------------------------------------


def solutions(puzzle: ArrayLike, *, blocks: str | None = None) -> Iterator[Boards]:
    """Yield every solution of one puzzle, `uint8 (S*S,)`, each once; `blocks` as in `engine.solve`.

    The first is that of `engine.solve`; next come those that differ from it in the last empty cells only, and so on
    towards the first empty cell. The kernel says which branches have a solution, so no branch is searched for nothing.
    TimeoutError once `engine.time_limit` has passed; ValueError for more than one puzzle, and as in
    `engine.boards.check_puzzles`.
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
