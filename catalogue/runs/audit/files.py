"""Rows of data sets of any origin: CSV, TSV, JSON lines, Parquet, npz and lists of puzzles, as batches of Arrow.

The readers of `catalogue.formats` refuse a file at its first wrong line. A data set is looked at as it is: a row that
cannot be read has empty values, and every column is kept, so that the rows that are sound can be written again.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from board_catalogue.catalogue.errors import CatalogueError
from board_catalogue.catalogue.formats import CONSTRAINTS, MORE_RULES
from board_catalogue.catalogue.formats.lines import head_lines
from board_catalogue.catalogue.formats.sqlite import is_sqlite
from board_catalogue.engine.rules.reading import is_variant

if TYPE_CHECKING:
    import pyarrow as pa

BATCH = 16_384
"""Rows that are looked at together."""

ENDINGS = {".csv": "csv", ".tsv": "tsv", ".parquet": "parquet", ".jsonl": "jsonl", ".ndjson": "jsonl", ".npz": "npz"}
"""The format of a file by its ending; any other file is a list, a puzzle at the beginning of each line."""

LABELS = ("rating", "difficulty", "level", "grade", "score", "label")
"""The names of columns that say how hard a puzzle is, the most exact first."""

EMPTY = b"0.*_-xX "
_UNKNOWN = 255


def _digits() -> NDArray[np.uint8]:
    table = np.full(256, _UNKNOWN, np.uint8)
    table[list(EMPTY)] = 0
    for value in range(1, 26):
        for symbol in (f"{value}",) if value < 10 else (chr(55 + value), chr(87 + value)):
            table[ord(symbol)] = value
    return table


_DIGIT = _digits()


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
    format: str

    @classmethod
    def of(cls, path: Path) -> DataFile:
        """Find the format by the ending of the name. CatalogueError if there is no such file, or no pyarrow."""
        try:
            import pyarrow  # noqa: F401
        except ImportError:
            raise CatalogueError(
                "audit needs pyarrow; install it with: pip install 'board-catalogue[parquet]'"
            ) from None
        if not path.is_file():
            raise CatalogueError(f"{path}: there is no such file")
        format = ENDINGS.get(path.suffix.lower(), "list")
        if format == "list":
            _check_list(path)
        return cls(path, format)

    def batches(self) -> Iterator[pa.RecordBatch]:
        """Yield the rows. CatalogueError if the file cannot be read."""
        import pyarrow as pa

        try:
            yield from getattr(self, f"_{self.format}")()
        except (pa.ArrowException, ValueError, csv.Error) as error:
            raise CatalogueError(f"{self.path}: {str(error).splitlines()[0]}") from error
        except OSError as error:
            raise CatalogueError(f"{self.path}: {error.strerror or error}") from error

    def rows_about(self) -> int:
        """About how many rows there are, without reading them."""
        if self.format == "parquet":
            import pyarrow.parquet as parquet

            return int(parquet.read_metadata(self.path).num_rows)
        with self.path.open("rb") as file:
            start = file.read(1 << 20)
        return self.path.stat().st_size * start.count(b"\n") // max(1, len(start))

    @contextmanager
    def written(self, path: Path, schema: pa.Schema) -> Iterator[Any]:
        """Give a function that writes a batch to a new file of the same format; JSON lines and npz become CSV."""
        if self.format == "parquet":
            import pyarrow.parquet as parquet

            with parquet.ParquetWriter(path, schema) as writer:
                yield writer.write_batch
        else:
            import pyarrow.csv as arrow_csv

            options = arrow_csv.WriteOptions(delimiter="\t" if self.format == "tsv" else ",", quoting_style="needed")
            with arrow_csv.CSVWriter(path, schema, write_options=options) as csv_writer:
                yield csv_writer.write_batch

    @property
    def cleaned_name(self) -> str:
        """A name for the file that `written` writes."""
        return f"{self.path.stem}.{self.format if self.format in ('parquet', 'tsv') else 'csv'}"

    # --- A reader for each format -----------------------------------------------------------------------------

    def _csv(self, delimiter: str = ",") -> Iterator[pa.RecordBatch]:
        import pyarrow as pa
        import pyarrow.csv as arrow_csv

        with self.path.open(encoding="utf-8-sig", errors="replace", newline="") as file:
            names = next(csv.reader(file, delimiter=delimiter), [])
        if not names:
            return
        wrong = 0

        def pass_over(row: Any) -> str:
            nonlocal wrong
            wrong += 1
            return "skip"

        reader = arrow_csv.open_csv(
            self.path,
            arrow_csv.ReadOptions(block_size=1 << 22),
            # A row of another width does not belong to this table: it counts as a row with empty values.
            arrow_csv.ParseOptions(delimiter=delimiter, newlines_in_values=False, invalid_row_handler=pass_over),
            arrow_csv.ConvertOptions(column_types=dict.fromkeys(names, pa.string()), strings_can_be_null=False),
        )
        for batch in reader:
            yield from _cut(batch)
        if wrong:
            yield pa.RecordBatch.from_pydict({name: pa.array([""] * wrong, pa.string()) for name in names})

    def _tsv(self) -> Iterator[pa.RecordBatch]:
        return self._csv("\t")

    def _parquet(self) -> Iterator[pa.RecordBatch]:
        import pyarrow.parquet as parquet

        with parquet.ParquetFile(self.path) as file:
            yield from file.iter_batches(BATCH)

    def _jsonl(self) -> Iterator[pa.RecordBatch]:
        with self.path.open(encoding="utf-8-sig", errors="replace") as file:
            yield from _tables(map(_object, filter(str.strip, file)))

    def _npz(self) -> Iterator[pa.RecordBatch]:
        import pyarrow as pa

        with np.load(self.path, allow_pickle=False) as arrays:
            columns = {name: arrays[name] for name in arrays.files}
        rows = max((len(column) for column in columns.values() if column.ndim), default=0)
        kept = {name: column for name, column in columns.items() if column.ndim and len(column) == rows}
        for start in range(0, rows, BATCH):
            some = {name: _texts(column[start : start + BATCH]) for name, column in kept.items()}
            yield pa.RecordBatch.from_pydict(some)

    def _list(self) -> Iterator[pa.RecordBatch]:
        with self.path.open(encoding="utf-8-sig", errors="replace") as file:
            lines = (line.strip() for line in file)
            yield from _tables(_listed(line) for line in lines if line and not line.startswith("#"))


def _check_list(path: Path) -> None:
    """CatalogueError for a file that is not a list of plain puzzles."""
    with path.open("rb") as file:
        head = file.read(1 << 12)
    if is_sqlite(head):
        raise CatalogueError(f"{path} is an SQLite file: audit what catalogue export --format csv writes of it")
    if is_variant(next((line for line in head_lines(head) if line and not line.startswith("#")), "")):
        raise CatalogueError(f"{path}: {MORE_RULES}")


def check_plain(path: Path, batch: pa.RecordBatch) -> None:
    """CatalogueError for rows with variants, whose rules allow other solutions."""
    import pyarrow.compute as compute

    if CONSTRAINTS in batch.schema.names:
        texts = batch.column(CONSTRAINTS).cast("string").fill_null("")
        if compute.any(compute.not_equal(texts, "")).as_py():
            raise CatalogueError(f"{path}: {MORE_RULES}")


def _cut(batch: pa.RecordBatch) -> Iterator[pa.RecordBatch]:
    for start in range(0, batch.num_rows, BATCH):
        yield batch.slice(start, BATCH)


def _object(line: str) -> dict[str, str]:
    """A line of JSON as texts; an empty one if it is not an object."""
    try:
        found = json.loads(line)
    except ValueError:
        return {}
    return {name: _text(value) for name, value in found.items()} if isinstance(found, dict) else {}


def _listed(line: str) -> dict[str, str]:
    puzzle, _, rest = line.replace(",", " ").replace("\t", " ").partition(" ")
    solution, _, label = rest.strip().partition(" ")
    if len(solution) != len(puzzle):
        solution, label = "", rest.strip()
    return {"puzzle": puzzle, "solution": solution, "label": label}


def _tables(rows: Iterable[dict[str, str]]) -> Iterator[pa.RecordBatch]:
    """Rows as batches with the columns of the first one."""
    import pyarrow as pa

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
    symbols = np.frombuffer(b"0123456789ABCDEFGHIJKLMNOP", "S1")
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
    import pyarrow as pa
    import pyarrow.compute as pc

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
