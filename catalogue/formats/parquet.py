"""`.parquet`: columns with types, compressed. It needs pyarrow, the extra `parquet`."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, BinaryIO

from catalogue.errors import CatalogueError
from catalogue.formats.rows import chunks, kind_of, records
from engine.reading_tables import Record

_BATCH = 8192


def is_parquet(head: bytes) -> bool:
    """Whether it begins as every such file does."""
    return head.startswith(b"PAR1")


def read_parquet(file: BinaryIO) -> Iterator[Record]:
    """Yield the puzzle of each row. CatalogueError without pyarrow."""
    pyarrow = _pyarrow()
    if not file.seekable():
        raise ValueError("Parquet cannot be read from a pipe; name a file")
    try:
        source = pyarrow.parquet.ParquetFile(file)
        batches = source.iter_batches(batch_size=_BATCH)
        yield from records(source.schema_arrow.names, (row for batch in batches for row in _rows(batch)))
    except pyarrow.ArrowException as error:
        raise ValueError(f"row 1: not a Parquet file: {error}") from None


def _rows(batch: Any) -> Iterator[tuple[object, ...]]:
    return zip(*(column.to_pylist() for column in batch.columns), strict=True)


def write_parquet(
    rows: Iterable[Sequence[Any]], columns: Sequence[str], file: BinaryIO, about: Mapping[str, str] | None = None
) -> None:
    """Write the rows, and what they are about into the metadata of the file. CatalogueError without pyarrow."""
    pyarrow = _pyarrow()
    pieces = chunks(rows, columns)
    first = next(pieces, [() for _ in columns])
    schema = _schema(columns, first, about)
    with pyarrow.parquet.ParquetWriter(file, schema, compression="zstd") as writer:
        for values in chain([first], pieces) if first[0] else ():
            writer.write_table(_piece(values, schema))


def table(rows: Iterable[Sequence[Any]], columns: Sequence[str]) -> Any:
    """Return the rows as a `pyarrow.Table` of the types that a file has. CatalogueError without pyarrow."""
    pyarrow = _pyarrow()
    pieces = chunks(rows, columns)
    first = next(pieces, [() for _ in columns])
    schema = _schema(columns, first)
    return pyarrow.concat_tables(_piece(values, schema) for values in chain([first], pieces))


def _schema(columns: Sequence[str], first: Sequence[Sequence[Any]], about: Mapping[str, str] | None = None) -> Any:
    """The types of columns, some of whose values are given."""
    pyarrow = _pyarrow()
    types = {int: pyarrow.int64(), float: pyarrow.float64(), bool: pyarrow.bool_(), str: pyarrow.string()}
    fields = [(name, types[kind_of(name, values)]) for name, values in zip(columns, first, strict=True)]
    return pyarrow.schema(fields, metadata=dict(about or {}))


def _piece(values: Sequence[Sequence[Any]], schema: Any) -> Any:
    """A table of some rows, given column by column."""
    pyarrow = _pyarrow()
    arrays = [pyarrow.array(each, type) for each, type in zip(values, schema.types, strict=True)]
    return pyarrow.Table.from_arrays(arrays, schema=schema)


def _pyarrow() -> Any:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise CatalogueError("Parquet needs pyarrow; install it with: pip install 'board-catalogue[parquet]'") from None
    return pyarrow
