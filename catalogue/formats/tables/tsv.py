"""Rows with a heading, separated by tabs."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, BinaryIO, TextIO

from catalogue.formats.registry import Record
from catalogue.formats.tables import csv


def is_like(head: bytes) -> bool:
    """Whether the first line is a heading that names a column of puzzles."""
    return csv.is_like(head, delimiters="\t")


def read(file: BinaryIO) -> Iterator[Record]:
    """Yield the puzzle of each row; the other columns as the file has them."""
    return csv.read(file)


def write(rows: Iterable[Sequence[Any]], columns: Sequence[str], file: TextIO) -> None:
    """Write tab-separated values."""
    csv.write(rows, columns, file, delimiter="\t")
