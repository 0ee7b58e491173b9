"""Columns with types: `npz`, an array of numpy for each, and `parquet`, which needs pyarrow, the extra `parquet`."""

import json
import math
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from io import SEEK_END
from itertools import chain, islice
from tempfile import TemporaryFile
from typing import IO, Any, BinaryIO, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...engine.boards import as_lines
from ...engine.reading.budget import FREE, check_record, check_unpacked, over
from ...engine.reading.tables import (
    SOLUTION_COLUMNS,
    Given,
    Places,
    Refuse,
    as_text,
    has_puzzles,
    places_of,
    stop_at_row,
    taken,
)
from ...engine.shape import SIZE_OF_CELLS, USUAL_BLOCKS
from ..errors import CatalogueError
from ..puzzles.columns import TABLE
from ..puzzles.stored import from_lines

CHUNK = 65_536
"""So many rows are in memory."""

_KINDS: dict[str, type] = {each.name: each.kind for each in TABLE if each.kind in (int, bool, float)}


def kind_of(name: str, values: Sequence[Any]) -> type:
    """The type of a column: the one that it always has, or else that of its first value."""
    first = next((value for value in values if value is not None), None)
    known = _KINDS.get(name)
    if known and (first is None or isinstance(first, int | float | bool)):
        return known
    return type(first) if isinstance(first, bool | int | float) else str


def chunks(
    rows: Iterable[Sequence[Any]], columns: Sequence[str], *, nested: bool = False
) -> Iterator[list[Sequence[Any]]]:
    """Yield the values of each column of many rows, again and again, with text in place of numbers N.1.

    Lists and objects become JSON, unless `nested` keeps them.
    """
    source = iter(rows)
    while chunk := list(islice(source, CHUNK)):
        found: list[Sequence[Any]] = []
        for name, values in zip(columns, zip(*chunk, strict=True), strict=True):
            first = next((value for value in values if value is not None), None)
            if name == "id":
                found.append(list(map(str, values)))
            elif not nested and isinstance(first, dict | list):
                found.append([None if value is None else json.dumps(value) for value in values])
            else:
                found.append(values)
        yield found


def records(
    columns: Sequence[str],
    rows: Iterable[Sequence[object]],
    column: str | None = None,
    refuse: Refuse = stop_at_row,
) -> Iterator[Given]:
    """Yield the puzzle of each row of a table without lines; the rows count from 1. `column` is as for `places_of`."""
    numbered = enumerate(rows, 1)
    first = next(numbered, None)
    places = places_of(columns, first[1] if first else (), column)
    if first:
        yield from taken(chain([first], numbered), places.record, refuse)


# --- npz: boards as `uint8 (n, S*S)`, 0 for an empty cell ----------------------------------------------------------

_ABOUT = "about"
"""The array that says what a file is about: a text for each row, name and value."""


_ALONE = b"\x93NUMPY"
"""The first bytes of an array that is in no archive: `.npy`, which is read as the puzzles."""


def read_npz(
    file: BinaryIO, column: str | None = None, refuse: Refuse = stop_at_row, *, trust: bool = False
) -> Iterator[Given]:
    """Yield the puzzle of each row; the arrays are never in memory as a whole."""
    if not file.seekable():
        raise ValueError("an npz file cannot be read from a pipe; name a file")
    is_alone = file.read(len(_ALONE)) == _ALONE
    file.seek(0)
    try:
        if is_alone:
            yield from _records_of(["puzzles"], [_opened(file, "the file", trust)], column, refuse)
            return
        with zipfile.ZipFile(file) as archive, ExitStack() as stack:
            names = [name for name in archive.namelist() if name != f"{_ABOUT}.npy"]
            if not trust:
                check_unpacked(file.seek(0, SEEK_END), sum(each.file_size for each in archive.infolist()))
            arrays = [_opened(stack.enter_context(archive.open(name)), name, trust) for name in names]
            yield from _records_of([name.removesuffix(".npy") for name in names], arrays, column, refuse)
    except (zipfile.BadZipFile, EOFError, OSError, NotImplementedError, zlib.error) as error:
        raise ValueError(f"row 1: not an npz file: {error}") from None


class _Array(NamedTuple):
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


def _opened(file: IO[bytes], name: str, trust: bool) -> _Array:
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
    if not trust:
        check_record(dtype.itemsize * math.prod(shape[1:]), name)
    return _Array(name, file, shape, dtype)


def _records_of(names: Sequence[str], arrays: Sequence[_Array], column: str | None, refuse: Refuse) -> Iterator[Given]:
    count = arrays[0].shape[0] if arrays else 0
    if any(array.shape[0] != count for array in arrays):
        raise ValueError(f"the arrays have {' and '.join(str(array.shape[0]) for array in arrays)} rows")
    places: Places | None = None if count else places_of(names, (), column)
    row = sum(array.dtype.itemsize * math.prod(array.shape[1:]) for array in arrays)
    chunk = max(1, min(CHUNK, FREE // max(1, row)))
    for start in range(0, count, chunk):
        pieces = [array.rows(min(chunk, count - start)) for array in arrays]
        places = places or places_of(names, [_first_board(piece) for piece in pieces], column)
        boards = _lines(pieces[places.puzzle], start, refuse)
        answers = None if places.solution is None else _lines(pieces[places.solution], start, refuse)
        texts = {name: list(map(as_text, pieces[place].tolist())) for name, place in places.others.items()}
        for row, board in enumerate(boards):
            if board and (answers is None or answers[row]):
                about = {name: values[row] for name, values in texts.items()}
                yield Given(board, answers[row] if answers else None, start + row + 1, about)


def _flat(boards: NDArray[Any]) -> tuple[NDArray[Any], int]:
    """Boards in rows, and their size; 0 for one without usual blocks, which no format of plain puzzles says."""
    flat = boards.reshape(len(boards), int(np.prod(boards.shape[1:])))
    size = SIZE_OF_CELLS.get(flat.shape[1], 0)
    return flat, size if size in USUAL_BLOCKS and flat.dtype.kind in "ui" else 0


def _first_board(piece: NDArray[Any]) -> str | None:
    flat, size = _flat(piece[:1])
    is_board = size and len(flat) and int(flat.min()) >= 0 and int(flat.max()) <= size
    return as_lines(flat.astype(np.uint8))[0] if is_board else None


def _lines(boards: NDArray[Any], start: int, refuse: Refuse) -> list[str | None]:
    """Boards as texts, None for those that are refused because a value is out of range."""
    flat, size = _flat(boards)
    if not size:
        raise ValueError(f"row {start + 1}: {flat.dtype} {boards.shape[1:]} is not a board of whole numbers")
    wrong: NDArray[np.bool_] = np.any((flat < 0) | (flat > size), axis=1)
    for row in np.flatnonzero(wrong).tolist():
        refuse(start + row + 1, ValueError(f"a value is not in 0..{size}"))
    lines = as_lines(np.where(wrong[:, None], 0, flat).astype(np.uint8))
    return [None if is_wrong else line for line, is_wrong in zip(lines, wrong.tolist(), strict=True)]


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
    def __init__(self, name: str, file: IO[bytes]) -> None:
        self.name = name
        self._file = file
        self._is_board = has_puzzles([name]) or name.lower() in SOLUTION_COLUMNS
        self._pieces = self._rows = 0
        self._dtype: np.dtype[Any] = np.dtype(np.uint8 if self._is_board else str)
        self._shape: tuple[int, ...] = (81,) if self._is_board else ()

    def add(self, values: Sequence[Any]) -> None:
        array = from_lines(values) if self._is_board else _array(self.name, values)
        np.lib.format.write_array(self._file, array, allow_pickle=False)
        self._dtype = np.result_type(self._dtype, array.dtype) if self._pieces else array.dtype
        self._pieces += 1
        self._rows += len(array)
        self._shape = array.shape[1:]

    def write(self, member: IO[bytes]) -> None:
        """Write the whole column as one array."""
        descr, shape = np.lib.format.dtype_to_descr(self._dtype), (self._rows, *self._shape)
        header = {"descr": descr, "fortran_order": False, "shape": shape}
        np.lib.format.write_array_header_1_0(member, header)
        self._file.seek(0)
        for _ in range(self._pieces):
            piece = np.lib.format.read_array(self._file, allow_pickle=False)
            member.write(piece.astype(self._dtype, copy=False).tobytes())


def _array(name: str, values: Sequence[Any]) -> NDArray[Any]:
    """Numbers, with nan if one is missing, or texts."""
    kind = kind_of(name, values)
    if kind is str:
        return np.array(["" if value is None else str(value) for value in values])
    if None in values:
        return np.array([np.nan if value is None else float(value) for value in values])
    return np.array(values, kind)


# --- parquet ----------------------------------------------------------------------------------------------------

_BATCH = 8192


def read_parquet(
    file: BinaryIO, column: str | None = None, refuse: Refuse = stop_at_row, *, trust: bool = False
) -> Iterator[Given]:
    """Yield the puzzle of each row. CatalogueError without pyarrow."""
    pyarrow = with_parquet()
    if not file.seekable():
        raise ValueError("Parquet cannot be read from a pipe; name a file")
    try:
        source = pyarrow.parquet.ParquetFile(file)
        batches = source.iter_batches(batch_size=_BATCH if trust else _rows_within(file, source.metadata))
        rows = (row for batch in batches for row in zip(*map(_values_of, batch.columns), strict=True))
        yield from records(source.schema_arrow.names, rows, column, refuse)
    except pyarrow.ArrowException as error:
        raise ValueError(f"row 1: not a Parquet file: {error}") from None


def _rows_within(file: BinaryIO, about: Any) -> int:
    """How many rows can be read together. ValueError for columns that unpack to far more than their size.

    Each row of a batch may repeat the longest text of the dictionary of its column.
    """
    longest = 1
    for group in map(about.row_group, range(about.num_row_groups)):
        for column in map(group.column, range(group.num_columns)):
            check_unpacked(column.total_compressed_size, column.total_uncompressed_size)
            check_record(column.total_uncompressed_size / max(1, column.num_values), column.path_in_schema)
            if column.has_dictionary_page:
                longest = max(longest, _dictionary_bytes(file, column.dictionary_page_offset))
    if longest > FREE:
        raise over(f"a dictionary of {longest:,} bytes")
    return max(16, min(_BATCH, (1 << 28) // longest))


def _dictionary_bytes(file: BinaryIO, offset: int) -> int:
    """The size of a dictionary, by the head of its page: a type and this size, in the compact form of Thrift."""
    file.seek(offset)
    head, place, numbers = file.read(16), 0, []
    for _ in range(2):
        number, shift, place = 0, 0, place + 1
        while place < len(head):
            number |= (head[place] & 127) << shift
            shift, place = shift + 7, place + 1
            if head[place - 1] < 128:
                break
        numbers.append(number >> 1)
    return numbers[1]


def _values_of(column: Any) -> list[Any]:
    found: list[Any] = column.to_pylist()
    return found


def write_parquet(
    rows: Iterable[Sequence[Any]], columns: Sequence[str], file: BinaryIO, about: Mapping[str, str] | None = None
) -> None:
    """Write the rows, and what they are about into the metadata of the file. CatalogueError without pyarrow."""
    pyarrow, tables = with_parquet(), _tables(rows, columns, about or {})
    first = next(tables)
    with pyarrow.parquet.ParquetWriter(file, first.schema, compression="zstd") as writer:
        for each in chain([first], tables):
            if each.num_rows:
                writer.write_table(each)


def table(rows: Iterable[Sequence[Any]], columns: Sequence[str]) -> Any:
    """Return the rows as a `pyarrow.Table` of the types that a file has. CatalogueError without pyarrow."""
    return with_parquet().concat_tables(_tables(rows, columns, {}))


def _tables(rows: Iterable[Sequence[Any]], columns: Sequence[str], about: Mapping[str, str]) -> Iterator[Any]:
    """Tables of many rows, again and again, with the types that the first ones show; an empty one for no rows."""
    pyarrow = with_parquet()
    pieces = chunks(rows, columns, nested=True)
    first = next(pieces, [() for _ in columns])
    types = {int: pyarrow.int64(), float: pyarrow.float64(), bool: pyarrow.bool_(), str: pyarrow.string()}
    nested = {"tags": pyarrow.list_(pyarrow.string()), "techniques": pyarrow.map_(pyarrow.string(), pyarrow.int64())}
    kinds = [nested.get(name) or types[kind_of(name, values)] for name, values in zip(columns, first, strict=True)]
    schema = pyarrow.schema(zip(columns, kinds, strict=True), metadata=about)
    for values in chain([first], pieces):
        arrays = [pyarrow.array(_pairs(each), kind) for each, kind in zip(values, kinds, strict=True)]
        yield pyarrow.Table.from_arrays(arrays, schema=schema)


def _pairs(values: Sequence[Any]) -> Sequence[Any]:
    """A column of objects as pyarrow takes maps, any other one as it is."""
    has_objects = any(isinstance(value, dict) for value in values)
    return [value and list(value.items()) for value in values] if has_objects else values


def with_parquet() -> Any:
    """Return pyarrow, with its module `parquet`; CatalogueError if it is not installed."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise CatalogueError("Parquet needs pyarrow; install it with: pip install 'board-catalogue[parquet]'") from None
    return pyarrow
