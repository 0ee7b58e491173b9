"""Arrays of boards, checked here so that the kernels need not check them."""

from operator import index
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine.board.cell import cell_name
from engine.native import core

Boards = NDArray[np.uint8]

SIZES = (4, 9, 16, 25)
"""The sizes of board that every kernel supports."""

_size_of_cells = {size * size: size for size in SIZES}


def check_size(size: int) -> int:
    """Return the size; ValueError unless it is one of SIZES."""
    if size not in SIZES:
        raise ValueError(f"size {size} is not one of {', '.join(map(str, SIZES))}")
    return size


def check_seed(seed: int) -> int:
    """Return the seed; ValueError unless it is in 0 .. 2**63 - 1 (what a database column holds)."""
    if not 0 <= index(seed) < 2**63:
        raise ValueError(f"seed {seed} is not in 0 .. 2**63 - 1")
    return index(seed)


def size_of(boards: Boards) -> int:
    """Board size S of an array whose last axis has S*S cells."""
    return _size_of_cells[boards.shape[-1]]


def check_puzzles(boards: ArrayLike) -> Boards:
    """Return boards with or without empty cells as C-contiguous `uint8`, `(n, S*S)`, or `(S*S,)` for a single one.

    Square boards are taken too: `(n, S, S)`, and `(S, S)`. One shape fits both: `(16, 16)` is sixteen boards of size 4,
    as a batch always is; a single board of size 16 is `(256,)`, or a `Grid`.

    ValueError for a wrong shape or dtype; it names the first board, by its index from 0, with a value outside 0 .. S.
    """
    given = _in_rows(np.asarray(boards))
    if given.ndim not in (1, 2) or given.shape[-1] not in _size_of_cells:
        lengths = ", ".join(map(str, _size_of_cells))
        raise ValueError(
            f"boards have shape {given.shape}, not (n, S*S), (S*S,), (n, S, S) or (S, S) with S*S one of {lengths}"
        )
    if given.dtype.kind not in "ui":
        raise ValueError(f"boards have dtype {given.dtype}, not uint8")
    size = size_of(given)
    if given.size and (given.max() > size or given.min() < 0):
        batch = np.atleast_2d(given)
        row, cell = np.argwhere((batch > size) | (batch < 0))[0]
        name = cell_name(*divmod(int(cell), size))
        raise ValueError(f"board [{row}]: {name} is {batch[row, cell]}, not in 0..{size}")
    return np.ascontiguousarray(given, dtype=np.uint8)


def _in_rows(given: NDArray[Any]) -> NDArray[Any]:
    """Square boards with the cells of each in one axis; anything else as it is."""
    *batch, rows, columns = given.shape if given.ndim in (2, 3) else (0, 0)
    is_square = rows == columns and columns in SIZES
    has_rows_already = not batch and columns in _size_of_cells
    return given.reshape(*batch, rows * columns) if is_square and not has_rows_already else given


def check_complete(boards: ArrayLike) -> Boards:
    """Like `check_puzzles`, for full boards: ValueError names the first that breaks a rule or has an empty cell."""
    checked = check_puzzles(boards)
    row = core.first_incomplete(size_of(checked), np.atleast_2d(checked))
    if row >= 0:
        raise ValueError(f"board [{row}] is not a full board: some row, column or block lacks a digit")
    return checked
