"""`.npz`: an array of numpy for each column; boards as `uint8 (n, S*S)`, 0 for an empty cell."""

import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from tempfile import TemporaryFile
from typing import IO, Any, BinaryIO, NamedTuple

import numpy as np
from numpy.typing import NDArray

from catalogue.formats.cells import from_lines
from catalogue.formats.rows import CHUNK, chunks, kind_of
from engine.boards import as_lines
from engine.reading_tables import SOLUTION_COLUMNS, Record, as_text, has_puzzles, places_of
from engine.shape import SIZE_OF_CELLS

_ABOUT = "about"
"""The array that says what a file is about: a text for each row, name and value."""


def is_npz(head: bytes) -> bool:
    """Whether it is an archive whose first member is an array."""
    return head.startswith(b"PK\x03\x04") and b".npy" in head[:200]


def read_npz(file: BinaryIO) -> Iterator[Record]:
    """Yield the puzzle of each row; the arrays are never in memory as a whole."""
    if not file.seekable():
        raise ValueError("an npz file cannot be read from a pipe; name a file")
    try:
        with zipfile.ZipFile(file) as archive, ExitStack() as stack:
            names = [name for name in archive.namelist() if name != f"{_ABOUT}.npy"]
            arrays = [_opened(stack.enter_context(archive.open(name)), name) for name in names]
            yield from _records([name.removesuffix(".npy") for name in names], arrays)
    except (zipfile.BadZipFile, EOFError, OSError) as error:
        raise ValueError(f"row 1: not an npz file: {error}") from None


class _Array(NamedTuple):
    """An array of which the header has been read."""

    name: str
    file: IO[bytes]
    shape: tuple[int, ...]
    dtype: np.dtype[Any]

    def rows(self, count: int) -> NDArray[Any]:
        """Read the next rows."""
        shape = (count, *self.shape[1:])
        size = int(np.prod(shape)) * self.dtype.itemsize
        content = self.file.read(size)
        if len(content) != size:
            raise ValueError(f"{self.name} ends before its last row")
        return np.frombuffer(content, self.dtype).reshape(shape)


def _opened(file: IO[bytes], name: str) -> _Array:
    try:
        version = np.lib.format.read_magic(file)
        read_header = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
        shape, by_columns, dtype = read_header(file)
    except ValueError as error:
        raise ValueError(f"{name} is not an array: {error}") from None
    if by_columns and len(shape) > 1:
        raise ValueError(f"{name} is in Fortran order; write it by rows")
    if dtype.hasobject or not shape:
        raise ValueError(f"{name} is not an array of numbers or texts in rows")
    return _Array(name, file, shape, dtype)


def _records(names: Sequence[str], arrays: Sequence[_Array]) -> Iterator[Record]:
    puzzle, solution, others = places_of(names)
    count = arrays[puzzle].shape[0]
    if any(array.shape[0] != count for array in arrays):
        raise ValueError(f"the arrays have {' and '.join(str(array.shape[0]) for array in arrays)} rows")
    for start in range(0, count, CHUNK):
        pieces = [array.rows(min(CHUNK, count - start)) for array in arrays]
        boards = _lines(pieces[puzzle], start)
        solutions = [None] * len(boards) if solution is None else _lines(pieces[solution], start)
        texts = {name: list(map(as_text, pieces[place].tolist())) for name, place in others.items()}
        for row, (board, answer) in enumerate(zip(boards, solutions, strict=True)):
            about = {name: values[row] for name, values in texts.items()}
            yield Record(board, answer, start + row + 1, about)


def _lines(boards: NDArray[Any], start: int) -> list[str]:
    """Boards as texts; ValueError names the row of what is none."""
    flat = boards.reshape(len(boards), -1)
    size = SIZE_OF_CELLS.get(flat.shape[1], 0)
    if flat.dtype.kind not in "ui" or size < 2:
        raise ValueError(f"row {start + 1}: {flat.dtype} {boards.shape[1:]} is not a board of whole numbers")
    wrong = ((flat < 0) | (flat > size)).any(axis=1)
    if wrong.any():
        raise ValueError(f"row {start + int(wrong.argmax()) + 1}: a value is not in 0..{size}")
    return as_lines(flat.astype(np.uint8))


def write_npz(
    rows: Iterable[Sequence[Any]], columns: Sequence[str], file: BinaryIO, about: Mapping[str, str] | None = None
) -> None:
    """Write an array for each column. The rows wait in temporary files, because a header says how many there are."""
    with ExitStack() as stack:
        spools = [_Spool(name, stack.enter_context(TemporaryFile())) for name in columns]
        for values in chunks(rows, columns):
            for spool, each in zip(spools, values, strict=True):
                spool.add(each)
        with zipfile.ZipFile(file, "w") as archive:
            for spool in spools:
                with archive.open(f"{spool.name}.npy", "w", force_zip64=True) as member:
                    spool.write(member)
            if about:
                with archive.open(f"{_ABOUT}.npy", "w") as member:
                    np.lib.format.write_array(member, np.array(list(about.items())), allow_pickle=False)


class _Spool:
    """A column in a temporary file."""

    def __init__(self, name: str, file: IO[bytes]) -> None:
        self.name = name
        self._file = file
        self._is_board = has_puzzles([name]) or name.lower() in SOLUTION_COLUMNS
        self._pieces = 0
        self._rows = 0
        self._dtype: np.dtype[Any] | None = None

    def add(self, values: Sequence[Any]) -> None:
        array = from_lines(values) if self._is_board else _array(self.name, values)
        np.lib.format.write_array(self._file, array, allow_pickle=False)
        self._pieces += 1
        self._rows += len(array)
        self._dtype = array.dtype if self._dtype is None else np.result_type(self._dtype, array.dtype)
        self._shape = array.shape[1:]

    def write(self, member: IO[bytes]) -> None:
        """Write the whole column as one array."""
        dtype = np.dtype(np.uint8 if self._is_board else str) if self._dtype is None else self._dtype
        shape = (self._rows, *(self._shape if self._pieces else (81,) if self._is_board else ()))
        header = {"descr": np.lib.format.dtype_to_descr(dtype), "fortran_order": False, "shape": shape}
        np.lib.format.write_array_header_1_0(member, header)
        self._file.seek(0)
        for _ in range(self._pieces):
            piece = np.lib.format.read_array(self._file, allow_pickle=False)
            member.write(piece.astype(dtype, copy=False).tobytes())


def _array(name: str, values: Sequence[Any]) -> NDArray[Any]:
    """Numbers, with nan where one is missing, or texts."""
    kind = kind_of(name, values)
    if kind is str:
        return np.array(["" if value is None else str(value) for value in values])
    if None in values:
        return np.array([np.nan if value is None else float(value) for value in values])
    return np.array(values, kind)
