"""Arrays of boards: checked so that the kernels need not check them, shared out among threads, as text and back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import index
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .native import StopSign, begin_thread, core, current_deadline
from .shape import DIGITS, NO_BLOCKS, SIZE_OF_CELLS, USUAL_BLOCKS, Shape, cell_name

Boards = NDArray[np.uint8]

_usual_cells = [size * size for size in USUAL_BLOCKS]


def check_seed(seed: int, name: str = "seed") -> int:
    """Return the seed; ValueError unless it is in 0 .. 2**63 - 1 (what a database column holds)."""
    if not 0 <= index(seed) < 2**63:
        raise ValueError(f"{name} {seed} is not in 0 .. 2**63 - 1")
    return index(seed)


def check_range(start: int, count: int) -> tuple[int, int]:
    """Return the numbers of a first board and of boards; ValueError unless all are in 0 .. 2**63 - 1."""
    start, count = index(start), index(count)
    if count < 0 or start < 0 or start + count > 2**63:
        raise ValueError(f"start {start} and count {count} do not stay within 0 .. 2**63 - 1")
    return start, count


def check_within(name: str, value: int, least: int, most: int) -> int:
    """Return the value of an argument; ValueError unless it is in least .. most."""
    if not least <= index(value) <= most:
        raise ValueError(f"{name} {value} is not in {least} .. {most}")
    return index(value)


def check_at_least_one(name: str, value: int, most: int = 2**31 - 1) -> int:
    """Return the value of an argument, `most` for a greater one; ValueError below 1."""
    if index(value) < 1:
        raise ValueError(f"{name} {value} is below 1")
    return min(index(value), most)


def size_of(boards: Boards) -> int:
    """Board size S of an array whose last axis has S*S cells."""
    return SIZE_OF_CELLS[boards.shape[-1]]


def check_puzzles(boards: ArrayLike, blocks: str | None = None) -> Boards:
    """Return boards with or without empty cells as C-contiguous `uint8`, `(n, S*S)`, or `(S*S,)` for a single one.

    `blocks` are as in `engine.shape.Shape.of`: the usual ones of the size by default, a `Grid`'s own if it is
    one. Square boards are taken too: `(n, S, S)`, and `(S, S)`; `(16, 16)` is sixteen boards of size 4, and a single
    board of size 16 is `(256,)`, or a `Grid`. Boards may be text too, a character for each cell: one string, a list, or
    a column of pandas or Arrow. The array is a copy, so that no other thread changes what was checked.

    ValueError for a wrong shape or dtype, or blocks that the size cannot have; it names the first board, by its index
    from 0, with a value outside 0 .. S.
    """
    return puzzles_and_shape(boards, blocks)[0]


def puzzles_and_shape(boards: ArrayLike, blocks: str | None) -> tuple[Boards, Shape]:
    """Like `check_puzzles`, and the shape of the boards."""
    if blocks is None and isinstance(of_grid := getattr(boards, "board_shape", None), Shape):
        blocks = of_grid.blocks
    lengths = _usual_cells
    if blocks is not None:
        lengths = [*SIZE_OF_CELLS] if blocks == NO_BLOCKS else [Shape.of(blocks=blocks).cells]
    given = _in_rows(cells_of(boards), lengths)
    if given.ndim not in (1, 2) or given.shape[-1] not in lengths:
        one_of = ", ".join(map(str, lengths))
        raise ValueError(
            f"boards have shape {given.shape}, not (n, S*S), (S*S,), (n, S, S) or (S, S) with S*S one of {one_of}"
        )
    return _check_values(given), Shape.of(size_of(given), blocks)


def cells_of(boards: ArrayLike) -> NDArray[Any]:
    """The cells of boards, also from text: one string, a list of strings, or a column of them of pandas or Arrow.

    ValueError for texts among which one is no board of the size of the first.
    """
    given = np.asarray(boards)
    texts = given.reshape(-1).tolist() if given.dtype.kind in "UOT" and given.ndim < 2 else []
    if not any(isinstance(text, str) for text in texts):
        return given
    strange = next((place for place, text in enumerate(texts) if not isinstance(text, str)), None)
    if strange is not None:
        raise ValueError(f"board [{strange}] is {texts[strange]!r}, not a text of one character per cell")
    cells = from_lines([text.translate(_IN_CAPITALS) for text in texts])
    return cells[0] if given.ndim == 0 else cells


def reshaped(answer: NDArray[Any], boards: ArrayLike) -> NDArray[Any]:
    """Return boards in the shape of those that were given; boards that were given as text stay in rows."""
    shape = np.shape(boards)
    return answer.reshape(shape) if np.prod(shape, dtype=int) == answer.size and shape else answer


def _check_values(given: NDArray[Any]) -> Boards:
    if given.dtype.kind not in "ui":
        raise ValueError(f"boards have dtype {given.dtype}, not uint8")
    given, size = np.array(given, order="C"), size_of(given)  # a copy: another thread may change what was given
    if given.size and (given.max() > size or given.min() < 0):
        batch = np.atleast_2d(given)
        row, cell = np.argwhere((batch > size) | (batch < 0))[0]
        name = cell_name(*divmod(int(cell), size))
        raise ValueError(f"board [{row}]: {name} is {batch[row, cell]}, not in 0..{size}")
    return given.astype(np.uint8, copy=False)


def _in_rows(given: NDArray[Any], lengths: list[int]) -> NDArray[Any]:
    """Square boards with the cells of each in one axis; anything else as it is."""
    *batch, rows, columns = given.shape if given.ndim in (2, 3) else (0, 0)
    is_square = rows == columns and rows * columns in lengths
    has_rows_already = not batch and columns in lengths
    return given.reshape(*batch, rows * columns) if is_square and not has_rows_already else given


@dataclass(slots=True)
class Batch:
    """Boards of one shape as the kernels take them, and the axes that their answers get."""

    rows: Boards
    """`uint8 (n, S*S)`, C-contiguous."""
    shape: Shape
    axes: tuple[int, ...]
    """`(n,)`, or none for a single board."""

    @staticmethod
    def of(boards: ArrayLike, blocks: str | None = None) -> Batch:
        """Return boards that may have empty cells; ValueError as in `check_puzzles`."""
        checked, shape = puzzles_and_shape(boards, blocks)
        return Batch(checked.reshape(-1, checked.shape[-1]), shape, checked.shape[:-1])

    @staticmethod
    def full(boards: ArrayLike, blocks: str | None = None) -> Batch:
        """Return full boards; ValueError too for the first that breaks a rule or has an empty cell."""
        batch = Batch.of(boards, blocks)
        batch.refuse_incomplete()
        return batch

    @property
    def first_incomplete(self) -> int:
        """The first board that breaks a rule or has an empty cell; below 0 if all are full."""
        return int(core.first_incomplete(self.shape, self.rows))

    def refuse_incomplete(self) -> None:
        """ValueError for the first board that breaks a rule or has an empty cell."""
        if (row := self.first_incomplete) >= 0:
            raise ValueError(f"board [{row}] is not a full board: some row, column or block lacks a digit")

    def __len__(self) -> int:
        return len(self.rows)

    def shaped(self, answers: NDArray[Any]) -> NDArray[Any]:
        """Return answers, one for each board, without the first axis if a single board was given."""
        return answers.reshape(self.axes + answers.shape[1:])

    def run(self, kernel: Callable[..., object], *given: object, threads: int = 1) -> None:
        """Call a kernel with the shape, the boards, and what else it takes, as `run` does."""
        run(kernel, self.shape, self.rows, *given, threads=threads)

    def only(self, what: str) -> Boards:
        """Return the single board of size 9; ValueError, which says that one such `what` is taken, for others."""
        shape = (*self.axes, self.shape.cells)
        if shape != (81,):
            raise ValueError(f"boards have shape {shape}; this takes one {what} of size 9, shape (81,)")
        return self.rows.reshape(81)


# --- Threads -------------------------------------------------------------------------------------------------------

_MOST = 1024  # rows in a piece: enough that a call costs nothing, few enough that the threads end together


def in_pieces(work: Callable[[slice], object], rows: int, threads: int) -> None:
    """Call `work` for slices that together are all rows, in several threads; raises what the first failed call raises.

    ValueError for less than one thread; RuntimeError and MemoryError if no more threads can be started.
    """
    check_at_least_one("threads", threads)
    if threads == 1:
        work(slice(0, rows))
        return
    from .threads import ThreadPool  # slow to import, and most calls use one thread

    length = max(1, min(_MOST, -(-rows // (4 * threads))))
    sign = StopSign()
    with ThreadPool(threads, initializer=begin_thread, initargs=(current_deadline(), sign)) as pool:
        try:
            pieces = [pool.submit(work, slice(first, first + length)) for first in range(0, rows, length)]
            for piece in pieces:
                piece.result()
        finally:  # after a failure, or Ctrl-C, the others are not needed
            sign.put_up()
            pool.shutdown(cancel_futures=True)


class Whole(NamedTuple):
    """An array that every piece of a call gets whole."""

    array: NDArray[Any]


def run(kernel: Callable[..., object], *given: object, threads: int = 1) -> None:
    """Call a kernel with pieces of all arrays, which have a row for each board, in several threads.

    Records are passed as bytes. Of a range it gets the first number of the piece, of a `Whole` the array; anything else
    it gets as it is.
    """
    if check_at_least_one("threads", threads) == 1:
        kernel(*(_for_kernel(each, slice(None)) for each in given))
        return
    rows = next(len(each) for each in given if isinstance(each, np.ndarray))
    in_pieces(lambda some: kernel(*(_for_kernel(each, some) for each in given)), rows, threads)


def _for_kernel(given: object, some: slice) -> object:
    if isinstance(given, np.ndarray):
        return given[some].view(np.uint8) if given.dtype.names else given[some]
    if isinstance(given, range):
        return given[some].start
    return given.array if isinstance(given, Whole) else given


# --- Boards as lines of one character per cell -----------------------------------------------------------------------

_SYMBOLS = np.frombuffer(DIGITS.encode(), np.uint8)
_NONE = 255  # the value of a character that no board has
_VALUES = np.full(256, _NONE, np.uint8)
_VALUES[_SYMBOLS] = np.arange(len(DIGITS))
_IN_CAPITALS = {ord(letter.lower()): letter for letter in DIGITS[10:]} | dict.fromkeys(map(ord, "0*_-"), ".")
"""Other characters that people write for a digit above 9 and for an empty cell."""


def as_lines(boards: Boards) -> list[str]:
    """Return one string per board for boards of shape `(n, S*S)`: 1..9 then A..P, a full stop for an empty cell."""
    width = boards.shape[1]
    whole = _SYMBOLS[boards].tobytes().decode()
    return [whole[i : i + width] for i in range(0, len(whole), width)]


def from_lines(lines: Sequence[str]) -> Boards:
    """Return the boards that `as_lines` was given, `uint8 (n, S*S)`, all of one size; `(0, 0)` for no lines.

    ValueError if a line is not a board of the size of the first; values above that size are not checked.
    """
    if not lines:
        return np.empty((0, 0), np.uint8)
    boards = _VALUES[np.frombuffer("".join(lines).encode("latin-1", "replace"), np.uint8)]
    cells = len(lines[0])
    if set(map(len, lines)) != {cells} or cells not in SIZE_OF_CELLS or boards.max() == _NONE:
        raise ValueError("a line is not a board of the size of the first")
    return boards.reshape(len(lines), -1)
