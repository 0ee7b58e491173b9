"""Breadth-first search, and how many boards it holds at a time: why `engine.teaching.search` goes depth first.

`frontier` searches breadth first; `band_levels` computes the sizes of levels that no memory can hold.
"""

from collections import Counter
from collections.abc import Iterator
from math import factorial, isqrt, perm

from engine.board.grid import Grid

BAND_SIZES = (1, 4, 9)
"""Sizes for which `band_levels` can count the boards of the first band."""


def frontier(grid: Grid) -> Iterator[list[Grid]]:
    """Yield the frontier of each level of a breadth-first search, row by row.

    Level k has every way to fill the first k empty cells that breaks no rule; the last level has the solutions. The
    iteration ends early where a level is empty. Only one level is held at a time, but it can outgrow the memory: stop
    in time.
    """
    boards = [grid.copy()] if grid.is_valid else []
    while boards:
        yield boards
        if boards[0].first_empty() is None:
            return
        boards = [filled for board in boards for filled in _filled(board)]


def _filled(board: Grid) -> Iterator[Grid]:
    """The board with each value that fits in its first empty cell."""
    cell = board.first_empty()
    assert cell is not None
    for value in board.candidates(*cell):
        filled = board.copy()
        filled.set(*cell, value)
        yield filled


def band_levels(size: int = 9) -> list[int]:
    """Return how many boards the levels 0 .. B*S of an empty board have: all ways to fill its first band cell by cell.

    B is the side of a block. Within a band two cells of a column also share a block, so only the digits of the row and
    of the blocks matter; boards with the same sets of digits are counted together. At size 9 the last number is
    948,109,639,680 (Felgenhauer and Jarvis, "Enumerating possible Sudoku grids", 2005). ValueError for a size outside
    BAND_SIZES.
    """
    if size not in BAND_SIZES:
        raise ValueError(f"the bands of size {size} are too many to count; use size 1, 4 or 9")
    box = isqrt(size)
    levels = [perm(size, cell) for cell in range(size + 1)]
    # Renamed, every first row is 1 .. S, so the first block has the digits 1 .. B, as bits 0 .. B-1.
    first_row = tuple(((1 << box) - 1) << start for start in range(0, size, box))
    boards = Counter({(0, first_row): factorial(size)})  # by the digits in the row and in each block
    for cell in range(size, box * size):
        block = cell % size // box
        following: Counter[tuple[int, tuple[int, ...]]] = Counter()
        for (row, blocks), count in boards.items():
            taken = (row if cell % size else 0) | blocks[block]
            for digit in range(size):
                if not taken >> digit & 1:
                    bit = 1 << digit
                    now = (*blocks[:block], blocks[block] | bit, *blocks[block + 1 :])
                    following[(row if cell % size else 0) | bit, now] += count
        boards = following
        levels.append(sum(boards.values()))
    return levels
