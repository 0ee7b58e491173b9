"""How many different boards there are, if that can be computed in a second, and how many of them a fill can add."""

from collections.abc import Iterator
from itertools import permutations
from math import factorial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import select

from ... import engine
from ...engine.names import CLASSES
from ...engine.shape import Shape
from ..puzzles.stored import from_lines
from ..storage.schema import boards as board_table
from ..storage.store import Store

_LARGEST = 6  # of the sizes whose rows are listed
_MOST = 200_000  # boards that are compared
_CHUNK = 2048  # unfinished boards that get their next row together


def distinct_boards(shape: Shape, symmetry: str) -> int | None:
    """Return how many different boards exist if they can be listed or are known, else None: too many to run out of.

    If digits may be renamed it is enough to compare the boards whose first row is 1, 2, 3 ..; if rows may be
    permuted as well, those whose first column ascends within each band, and from band to band.
    """
    if shape == Shape.of(9) and symmetry == "full":
        return CLASSES
    boards = _boards(shape, is_renamed=symmetry != "d4", is_permuted=symmetry == "full")
    if boards is None:
        return None
    return len(np.unique(engine.keys(boards, symmetry=symmetry, blocks=shape.blocks), axis=0))


def boards_left(store: Store, existing: int) -> int | None:
    """Return how many different boards a catalogue with so many boards still lacks; None: too many to run out of."""
    settings = store.settings
    if settings.rules:
        return None
    if settings.method == PERMUTATION:
        return permutation_boards(settings.shape, settings.symmetry) - _permutation_boards_in(store)
    space = distinct_boards(settings.shape, settings.symmetry)
    return None if space is None else space - existing


# --- Boards of the method permutation ------------------------------------------------------------------------------

PERMUTATION = "permutation"


def permutation_boards(shape: Shape, symmetry: str) -> int:
    """Return how many different boards the method makes: one with other digits.

    >>> permutation_boards(Shape.of(9), "d4"), permutation_boards(Shape.of(9), "full")
    (90720, 1)
    """
    if symmetry != "d4":
        return 1
    board = engine.permutation_grid(0, size=shape.size, blocks=shape.blocks).to_numpy()
    images = [board, board[::-1], board[:, ::-1], board[::-1, ::-1]]
    if shape == shape.transposed:
        images += [image.T for image in images]
    renamings = {frozenset(zip(board.flat, image.flat, strict=True)) for image in images}
    return factorial(shape.size) // sum(len(renaming) == shape.size for renaming in renamings)


def _permutation_boards_in(store: Store) -> int:
    """How many boards of a catalogue the method might have made, perhaps imported ones."""
    shape, symmetry = store.settings.shape, store.settings.symmetry
    up_to = "d4+relabel" if symmetry == "d4" else symmetry
    board = engine.permutation_grid(0, size=shape.size, blocks=shape.blocks).to_numpy().reshape(1, -1)
    own = engine.keys(board, symmetry=up_to, blocks=shape.blocks)
    lines = store.connection.execute(select(board_table.c.solution)).scalars()
    return sum(
        int((engine.keys(from_lines(some), symmetry=up_to, blocks=shape.blocks) == own).all(axis=1).sum())
        for some in lines.partitions(_CHUNK)
    )


# --- All boards of a small shape ------------------------------------------------------------------------------------


def _boards(shape: Shape, *, is_renamed: bool, is_permuted: bool) -> NDArray[np.uint8] | None:
    """The boards to compare, `(n, S*S)`, row by row from the rows that are possible; None if they are too many."""
    if shape.size > _LARGEST:
        return None
    rows = np.array(list(permutations(range(1, shape.size + 1))), np.uint8)
    boards = rows[:1] if is_renamed else rows
    for number in range(1, shape.size):
        parts: list[NDArray[np.uint8]] = []
        for longer in _with_another_row(boards, rows, number, shape, is_permuted):
            parts.append(longer)
            if sum(map(len, parts)) > _MOST:
                return None
        boards = np.concatenate(parts)
    return boards


def _with_another_row(
    boards: NDArray[np.uint8], rows: NDArray[np.uint8], number: int, shape: Shape, is_permuted: bool
) -> Iterator[NDArray[np.uint8]]:
    """The boards with each row that breaks no rule as the next one, some at a time."""
    of_rows = _places(rows, shape, number)
    for start in range(0, len(boards), _CHUNK):
        some = boards[start : start + _CHUNK]
        taken = np.zeros((len(some), 2), np.uint64)
        for earlier in range(number):
            digits = some[:, earlier * shape.size : (earlier + 1) * shape.size]
            in_band = earlier // shape.rows == number // shape.rows
            taken |= _places(digits, shape, number) * np.array([1, in_band], np.uint64)
        fits = (taken[:, None, 0] & of_rows[None, :, 0] | taken[:, None, 1] & of_rows[None, :, 1]) == 0
        if is_permuted and (before := _row_before(number, shape)) is not None:
            fits &= some[:, before * shape.size, None] < rows[None, :, 0]
        board, row = np.nonzero(fits)
        yield np.concatenate([some[board], rows[row]], axis=1)


def _row_before(number: int, shape: Shape) -> int | None:
    """The row that has a smaller first digit: the one above in the band, or the first one of the band above."""
    if number % shape.rows:
        return number - 1
    return number - shape.rows if number >= shape.rows else None


def _places(rows: NDArray[Any], shape: Shape, number: int) -> NDArray[np.uint64]:
    """Sets of digits in columns, and of digits in the blocks of a band, of each row: `uint64 (n, 2)`."""
    columns = np.arange(shape.size)
    digits = rows.astype(np.uint64) - 1
    of_columns = (columns * shape.size).astype(np.uint64)
    of_blocks = (columns // shape.columns * shape.size).astype(np.uint64)
    one = np.uint64(1)
    sets = [np.bitwise_or.reduce(one << (digits + places), axis=1) for places in (of_columns, of_blocks)]
    return np.stack(sets, axis=1)
