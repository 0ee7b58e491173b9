"""Rows of data sets of any origin, in every format that `import` reads, as batches of Arrow.

The readers of `catalogue.formats` refuse a file at its first wrong line. A data set is looked at as it is: a row that
cannot be read has empty values, and every column is kept, so that the rows that are sound can be written again. So
tables and lists have readers of their own here, which open files as those do.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as arrow_csv
import pyarrow.parquet as parquet
from numpy.typing import NDArray

from ....engine.reading.tables import DELIMITERS, is_board
from ...errors import CatalogueError
from ...formats import CONSTRAINTS, Format, How
from ...formats.opening import STRANGE, content_of, said_of
from ...storage.whole_files import ending_of

BATCH = 16_384
"""Rows that are looked at together."""

LABELS = ("rating", "difficulty", "level", "grade", "score", "label")
"""The names of columns that say how hard a puzzle is, the most exact first."""

EMPTY, SYMBOLS = b"0.*_-xX ", "0123456789ABCDEFGHIJKLMNOP"
_UNKNOWN = 255

_DIGIT = np.full(256, _UNKNOWN, np.uint8)
_DIGIT[list(EMPTY)] = 0
for _value, _symbol in enumerate(SYMBOLS):
    if _value:
        _DIGIT[[ord(_symbol), ord(_symbol.lower())]] = _value


class Columns(NamedTuple):
    """The columns of a data set that have a meaning here."""

    puzzle: str
    solution: str | None
    label: str | None
    cells: int
    """How many cells a puzzle has."""


@dataclass(frozen=True)
class DataFile:
    """A file of a data set: batches of its rows, in order, which can be read several times."""

    path: Path
    format: Format
    encoding: str | None = None
    """Of text, such as "cp1252"; None: as it is detected."""

    @classmethod
    def of(cls, path: Path, format: str | None = None, encoding: str | None = None) -> DataFile:
        """Find the format, unless it is named. CatalogueError if there is no such file."""
        if not path.exists():
            raise CatalogueError(f"{path}: there is no such file")
        with content_of(path, How(format=format, encoding=encoding)) as (found, _):
            return cls(path, found, encoding)

    def batches(self) -> Iterator[pa.RecordBatch]:
        """Yield the rows. CatalogueError if the file cannot be read."""
        read = _READERS.get(self.format.name, _of_records)
        with self.content() as file, said_of(self.path):
            try:
                yield from read(file, self)
            except (pa.ArrowException, csv.Error) as error:
                raise ValueError(str(error).splitlines()[0]) from error

    def rows_about(self) -> int:
        """About how many rows there are, without reading them."""
        with self.content() as file, said_of(self.path):
            if self.format.name == "parquet":
                rows: int = parquet.read_metadata(file).num_rows
                return rows
            start = file.read(1 << 20)
        return self.path.stat().st_size * start.count(b"\n") // max(1, len(start))

    @contextmanager
    def content(self) -> Iterator[BinaryIO]:
        """Give what the file holds, as `content_of` does."""
        with content_of(self.path, How(format=self.format.name, encoding=self.encoding)) as (_, file):
            yield file

    @contextmanager
    def written(self, path: Path, schema: pa.Schema) -> Iterator[Any]:
        """Give a function that writes a batch to a new file: Parquet and TSV as they were, anything else as CSV."""
        if self.format.name == "parquet":
            with parquet.ParquetWriter(path, schema) as writer:
                yield writer.write_batch
        else:
            delimiter = "\t" if self.format.name == "tsv" else ","
            options = arrow_csv.WriteOptions(delimiter=delimiter, quoting_style="needed")
            with arrow_csv.CSVWriter(path, schema, write_options=options) as csv_writer:
                yield csv_writer.write_batch

    @property
    def cleaned_name(self) -> str:
        """A name for the file that `written` writes."""
        name = self.format.name if self.format.name in ("parquet", "tsv") else "csv"
        return f"{self.path.name.removesuffix(ending_of(self.path))}.{name}"


# --- A reader for each format that can hold wrong rows ---------------------------------------------------------


def _csv(file: BinaryIO, of: DataFile) -> Iterator[pa.RecordBatch]:
    delimiter, names, has_heading = _columns_in(of)
    if not names:
        return
    wrong = 0

    def pass_over(row: Any) -> str:
        nonlocal wrong
        wrong += 1
        return "skip"

    reader = arrow_csv.open_csv(
        file,
        arrow_csv.ReadOptions(block_size=1 << 22, column_names=None if has_heading else names),
        # A row of another width does not belong to this table: it counts as a row with empty values.
        arrow_csv.ParseOptions(delimiter=delimiter, newlines_in_values=False, invalid_row_handler=pass_over),
        arrow_csv.ConvertOptions(column_types=dict.fromkeys(names, pa.string()), strings_can_be_null=False),
    )
    for batch in reader:
        yield from (batch.slice(start, BATCH) for start in range(0, batch.num_rows, BATCH))
    if wrong:
        yield pa.RecordBatch.from_pydict({name: pa.array([""] * wrong, pa.string()) for name in names})


def _columns_in(table: DataFile) -> tuple[str, list[str], bool]:
    """Return the separator of the columns, their names, and whether the first line has these: else 1, 2, 3, ..."""
    with table.content() as file:
        first = file.readline().decode("utf-8-sig")
    delimiter = next((mark for mark in DELIMITERS if mark in first), ",")
    names = next(csv.reader([first], delimiter=delimiter), [])
    has_heading = not any(map(is_board, names))
    return delimiter, names if has_heading else [str(place) for place in range(1, len(names) + 1)], has_heading


def _parquet(file: BinaryIO, of: DataFile) -> Iterator[pa.RecordBatch]:
    with parquet.ParquetFile(file) as content:
        yield from content.iter_batches(BATCH)


def _jsonl(file: BinaryIO, of: DataFile) -> Iterator[pa.RecordBatch]:
    yield from _tables(map(_object, filter(str.strip, _lines(file))))


def _npz(file: BinaryIO, of: DataFile) -> Iterator[pa.RecordBatch]:
    try:
        arrays = np.load(file, allow_pickle=False)
    except (ValueError, OSError, *STRANGE):  # numpy speaks of pickles
        raise ValueError("not a file of arrays, as numpy.savez writes them") from None
    columns = {"puzzles": arrays} if isinstance(arrays, np.ndarray) else {name: arrays[name] for name in arrays.files}
    rows = max((len(column) for column in columns.values() if column.ndim), default=0)
    kept = {name: column for name, column in columns.items() if column.ndim and len(column) == rows}
    for start in range(0, rows, BATCH):
        some = {name: _texts(column[start : start + BATCH]) for name, column in kept.items()}
        yield pa.RecordBatch.from_pydict(some)


def _list(file: BinaryIO, of: DataFile) -> Iterator[pa.RecordBatch]:
    lines = map(str.strip, _lines(file))
    yield from _tables(_listed(line) for line in lines if line and not line.startswith("#"))


def _of_records(file: BinaryIO, of: DataFile) -> Iterator[pa.RecordBatch]:
    """The puzzles of any other format, as an import reads them."""
    yield from _tables(_rows(of.format, file))


def _rows(format: Format, file: BinaryIO) -> Iterator[dict[str, str]]:
    wrong: list[dict[str, str]] = []
    for record in format.read(file, How(refuse=lambda line, error: wrong.append({}))):
        yield from wrong
        wrong.clear()
        rules = {CONSTRAINTS: ""} if format.name == CONSTRAINTS else {}  # the first row names all columns
        yield {"puzzle": record.puzzle, "solution": record.solution or "", **rules, **record.columns}
    yield from wrong


_READERS = {"csv": _csv, "tsv": _csv, "parquet": _parquet, "jsonl": _jsonl, "npz": _npz, "line": _list}


def _lines(file: BinaryIO) -> Iterator[str]:
    return iter(io.TextIOWrapper(file, encoding="utf-8-sig", newline="\n"))


def _object(line: str) -> dict[str, str]:
    """A line of JSON as texts; an empty one if it is not an object."""
    try:
        found = json.loads(line)
        return {name: _text(value) for name, value in found.items()} if isinstance(found, dict) else {}
    except (ValueError, RecursionError):
        return {}


def _listed(line: str) -> dict[str, str]:
    puzzle, _, rest = line.replace(",", " ").replace("\t", " ").partition(" ")
    solution, _, label = rest.strip().partition(" ")
    if len(solution) != len(puzzle):
        solution, label = "", rest.strip()
    return {"puzzle": puzzle, "solution": solution, "label": label}


def _tables(rows: Iterable[dict[str, str]]) -> Iterator[pa.RecordBatch]:
    """Rows as batches with the columns of the first one."""
    rows = iter(rows)
    names: list[str] = []
    while some := list(islice(rows, BATCH)):
        names = names or list(next(filter(None, some), {}))
        yield pa.RecordBatch.from_pydict(
            {name: pa.array([row.get(name, "") for row in some], pa.string()) for name in names}
        )


def _text(value: Any) -> str:
    """A value of JSON as text; digits that stand in lists, one after the other."""
    if isinstance(value, list):
        return "".join(map(_text, value))
    return "" if value is None else str(value)


def _texts(column: NDArray[Any]) -> Sequence[str]:
    """A column of numpy as texts; arrays of digits become one character per cell."""
    if column.ndim == 1:
        return [str(value) for value in column]
    cells = column.reshape(len(column), -1)
    symbols = np.frombuffer(SYMBOLS.encode(), "S1")
    known = np.where((cells >= 0) & (cells < len(symbols)), cells, 0).astype(np.intp)
    return [row.tobytes().decode() for row in symbols[known]]


# --- What the columns mean ------------------------------------------------------------------------------------


def columns_of(
    file: DataFile, *, puzzle: str | None = None, solution: str | None = None, label: str | None = None
) -> Columns:
    """Find the columns of a file by their contents, unless they are named.

    The puzzle is the column of boards with empty cells, the solution the one without. CatalogueError if there is
    none, and for a name that no column has.
    """
    head = next(file.batches(), None)
    if head is None or not head.num_rows:
        raise CatalogueError(f"{file.path}: no row in it")
    names = head.schema.names
    for name in filter(None, (puzzle, solution, label)):
        if name not in names:
            raise CatalogueError(f"{file.path}: no column is called {name}; there are {', '.join(names)}")
    boards = {name: found for name in names if (found := _board_cells(head.column(name)))}
    puzzle = puzzle or next((name for name, (_, has_empty) in boards.items() if has_empty), next(iter(boards), None))
    if puzzle is None or puzzle not in boards:
        raise CatalogueError(f"{file.path}: no column holds puzzles; the columns are {', '.join(names)}")
    cells = boards[puzzle][0]
    full = (name for name, (count, has_empty) in boards.items() if count == cells and not has_empty and name != puzzle)
    known = {name.strip().lower(): name for name in names}
    return Columns(
        puzzle,
        solution or next(full, None),
        label or next((known[name] for name in LABELS if name in known), None),
        cells,
    )


def _board_cells(column: pa.Array) -> tuple[int, bool] | None:
    """How many cells the boards in a column have, and whether most have an empty one; None for another column."""
    sample = [text for value in column.slice(0, 1000).to_pylist() if (text := _text(value).strip())]
    lengths, counts = np.unique([len(text) for text in sample] or [0], return_counts=True)
    cells = int(lengths[counts.argmax()])
    if cells < 16 or round(cells**0.5) ** 2 != cells:
        return None
    texts = [text for text in sample if len(text) == cells and text.isascii()]
    values = _DIGIT[np.frombuffer("".join(texts).encode(), np.uint8)].reshape(-1, cells)
    readable = (values != _UNKNOWN).all(axis=1)
    if 2 * np.count_nonzero(readable) <= len(sample):
        return None
    return cells, bool(np.mean((values[readable] == 0).any(axis=1)) > 0.5)


def boards_of(column: pa.Array, cells: int) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """Return the boards in a column, `uint8 (n, cells)`, and which of its rows hold one, `bool (n,)`.

    A row that holds none has an empty board.
    """
    if pa.types.is_nested(column.type):
        column = pa.array([_text(value) for value in column.to_pylist()], pa.string())
    texts = pc.fill_null(pc.utf8_trim_whitespace(column.cast(pa.string())), "")
    fits = pc.equal(pc.binary_length(texts), cells)
    whole = pc.if_else(fits, texts, "." * cells)
    values = _DIGIT[np.frombuffer(whole.buffers()[2], np.uint8)].reshape(len(column), cells)
    known = fits.to_numpy(zero_copy_only=False) & (values <= round(cells**0.5)).all(axis=1)
    return np.where(known[:, None], values, 0).astype(np.uint8), known


def texts_of(column: pa.Array) -> list[str]:
    """The values of a column as texts."""
    return [_text(value) for value in column.to_pylist()]
