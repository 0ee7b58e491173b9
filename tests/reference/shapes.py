"""Blocks, units and peers of a board, and all full boards of a small size.

Boards of a size have the blocks that BLOCKS says; for others ask within `with reference.blocks(3, 2):`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from math import isqrt

BLOCKS = {
    size: (rows, size // rows) for size, rows in ((1, 1), (4, 2), (6, 2), (8, 2), (9, 3), (12, 3), (16, 4), (25, 5))
}
"""Rows and columns of a block, by size; of one row in a Latin square, where the blocks are the rows."""


@contextmanager
def blocks(rows: int, columns: int) -> Iterator[None]:
    """Blocks of rows x columns for the boards of that size."""
    size = rows * columns
    before = BLOCKS.get(size)
    BLOCKS[size] = (rows, columns)
    try:
        yield
    finally:
        if before:
            BLOCKS[size] = before
        else:
            del BLOCKS[size]


def units(size: int) -> list[list[int]]:
    """The cells of every row, column and block."""
    return units_of_blocks(*BLOCKS[size])


def peers(size: int) -> list[set[int]]:
    """For each cell the others that share a row, column or block with it."""
    return peers_of_blocks(*BLOCKS[size])


def keeps_shape_transposed(size: int) -> bool:
    """Whether blocks stay of the same shape when rows become columns."""
    high, wide = BLOCKS[size]
    return high in (1, wide)


@cache
def units_of_blocks(high: int, wide: int) -> list[list[int]]:
    size = high * wide
    rows = [[row * size + column for column in range(size)] for row in range(size)]
    columns = [[row * size + column for row in range(size)] for column in range(size)]
    blocks = [
        [(top + row) * size + left + column for row in range(high) for column in range(wide)]
        for top in range(0, size, high)
        for left in range(0, size, wide)
    ]
    return rows + columns + (blocks if high > 1 else [])


@cache
def peers_of_blocks(high: int, wide: int) -> list[set[int]]:
    units = units_of_blocks(high, wide)
    return [{other for unit in units if cell in unit for other in unit} - {cell} for cell in range((high * wide) ** 2)]


def size_of(board: list[int]) -> int:
    return isqrt(len(board))


def rows_of(board: list[int]) -> list[list[int]]:
    size = size_of(board)
    return [board[start : start + size] for start in range(0, size * size, size)]


def fits(board: list[int], cell: int, digit: int) -> bool:
    return all(board[peer] != digit for peer in peers(size_of(board))[cell])


def is_full_board(board: list[int]) -> bool:
    size = size_of(board)
    return all({board[cell] for cell in unit} == set(range(1, size + 1)) for unit in units(size))


def all_boards(size: int) -> list[list[int]]:
    """Every full board in ascending order, grown cell by cell."""
    boards: list[list[int]] = [[]]
    for cell in range(size * size):
        earlier = [peer for peer in peers(size)[cell] if peer < cell]
        boards = [
            [*board, digit]
            for board in boards
            for digit in range(1, size + 1)
            if all(board[peer] != digit for peer in earlier)
        ]
    return boards
