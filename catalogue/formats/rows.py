"""Rows and columns: `csv`, `tsv`, the `table` for people, and the types of columns where a format has types."""

import csv
import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, BinaryIO, TextIO

from catalogue.formats.lines import head_lines, lines_of
from catalogue.numbers import PUZZLE_METRICS, TEXTBOOK_METRICS
from engine.reading_tables import Record, is_heading, places_of, separated_puzzles


def is_csv(head: bytes) -> bool:
    """Whether the first line is a heading that names a column of puzzles; semicolons are read as well."""
    return is_heading(next(iter(head_lines(head)), ""), ",;")


def is_tsv(head: bytes) -> bool:
    """Whether the first line is a heading, separated by tabs, that names a column of puzzles."""
    return is_heading(next(iter(head_lines(head)), ""), "\t")


def read_csv(file: BinaryIO) -> Iterator[Record]:
    """Yield the puzzle of each row; the other columns as the file has them."""
    return separated_puzzles(lines_of(file))


read_tsv = read_csv


def write_csv(rows: Iterable[Sequence[Any]], columns: Sequence[str], file: TextIO, delimiter: str = ",") -> None:
    """Write comma-separated values (RFC 4180, but for line ends of one character)."""
    writer = csv.writer(file, delimiter=delimiter, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)


def write_tsv(rows: Iterable[Sequence[Any]], columns: Sequence[str], file: TextIO) -> None:
    """Write tab-separated values."""
    write_csv(rows, columns, file, delimiter="\t")


def write_table(rows: Iterable[Sequence[Any]], columns: Sequence[str], file: TextIO) -> None:
    """Write a table with a heading; nothing where there are no rows."""
    import tabulate  # not for the other formats

    cells = list(rows)
    if cells:
        padding = tabulate.MIN_PADDING
        tabulate.MIN_PADDING = 0  # beside a heading: with the rating, eight columns are to fit into 80 characters
        texts = [place for place, name in enumerate(columns) if name == "id"]  # 7.10 is puzzle 10 of board 7, not 7.1
        table = tabulate.tabulate(
            [list(row) for row in cells],
            headers=list(columns),
            floatfmt=".1f",
            disable_numparse=texts,
            colalign=["right" if name == "id" else "global" for name in columns],
        )
        tabulate.MIN_PADDING = padding
        file.write(table + "\n")


# --- Columns with types --------------------------------------------------------------------------------------------

CHUNK = 65_536
"""So many rows are in memory."""

_KINDS: dict[str, type] = {
    **dict.fromkeys((*PUZZLE_METRICS, *TEXTBOOK_METRICS), int),
    "minimal": bool,
    **dict.fromkeys(("rating", "pearl", "diamond"), float),
}


def kind_of(name: str, values: Sequence[Any]) -> type:
    """The type of a column: the one that it always has, or else that of its first value."""
    first = next((value for value in values if value is not None), "")
    known = _KINDS.get(name)
    if known and isinstance(first, int | float | bool):
        return known
    return type(first) if isinstance(first, bool | int | float) else str


def chunks(rows: Iterable[Sequence[Any]], columns: Sequence[str]) -> Iterator[list[Sequence[Any]]]:
    """Yield the values of each column of many rows, again and again; text in place of objects and of numbers N.1."""
    source = iter(rows)
    while chunk := list(islice(source, CHUNK)):
        yield [_plain(name, values) for name, values in zip(columns, zip(*chunk, strict=True), strict=True)]


def _plain(name: str, values: Sequence[Any]) -> Sequence[Any]:
    if name == "id":
        return list(map(str, values))
    first = next((value for value in values if value is not None), None)
    if isinstance(first, dict | list):
        return [None if value is None else json.dumps(value) for value in values]
    return values


def records(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[Record]:
    """Yield the puzzle of each row of a table without lines; ValueError names the row, from 1."""
    places = places_of(columns)
    for number, row in enumerate(rows, 1):
        try:
            yield places.record(row, number)
        except ValueError as error:
            raise ValueError(f"row {number}: {error}") from None
