"""Rows with a heading, separated by commas; by semicolons or tabs they are read as well."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, BinaryIO, TextIO

from catalogue.formats.cells import normalised
from catalogue.formats.column_names import has_puzzles, places_of
from catalogue.formats.lines import head_lines, lines_of
from catalogue.formats.registry import Record

_DELIMITERS = ",;\t"


def is_like(head: bytes, delimiters: str = ",;") -> bool:
    """Whether the first line is a heading that names a column of puzzles."""
    first = next(iter(head_lines(head)), "")
    return any(mark in first and has_puzzles(_cut(first, mark)) for mark in delimiters) or (
        "," in delimiters and has_puzzles([first])
    )


def read(file: BinaryIO) -> Iterator[Record]:
    """Yield the puzzle of each row; the other columns as the file has them."""
    lines = lines_of(file)
    first = next(lines, (1, ""))[1]
    delimiter = next((mark for mark in _DELIMITERS if mark in first), ",")
    names = _cut(first, delimiter)
    try:
        puzzle, solution, others = places_of(names)
    except ValueError as error:
        raise ValueError(f"line 1: {error}") from None
    number = 2
    rows = csv.reader((line for _, line in lines), delimiter=delimiter, strict=True)
    try:
        for row in rows:
            if row:
                if len(row) != len(names):
                    raise ValueError(f"{len(row)} values for {len(names)} columns")
                answer = None if solution is None else row[solution]
                yield Record(
                    normalised(row[puzzle]),
                    normalised(answer) if answer else None,
                    number,
                    {name: row[place] for name, place in others.items()},
                )
            number = rows.line_num + 2
    except (ValueError, csv.Error) as error:
        message = str(error)
        raise ValueError(message if message.startswith("line ") else f"line {number}: {message}") from None


def _cut(heading: str, delimiter: str) -> list[str]:
    try:
        return next(csv.reader([heading], delimiter=delimiter), [])
    except csv.Error:  # a line end within the line
        return []


def write(rows: Iterable[Sequence[Any]], columns: Sequence[str], file: TextIO, delimiter: str = ",") -> None:
    """Write comma-separated values (RFC 4180, but for line ends of one character)."""
    writer = csv.writer(file, delimiter=delimiter, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
