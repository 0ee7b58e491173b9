"""Rows of values as text: `csv`, `tsv`, `json`, `jsonl`, and the `table` for people."""

import codecs
import csv
import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, BinaryIO, TextIO

from ...engine.reading.files import HEAD_BYTES
from ...engine.reading.tables import (
    Given,
    Refuse,
    is_table,
    json_line_puzzles,
    json_puzzles,
    separated_puzzles,
    stop_at_line,
)
from ...engine.reading.tables import is_json as begins_as_json
from ..puzzles.columns import TABLE
from .lines import head_lines, lines_of


def is_csv(head: bytes) -> bool:
    """Whether the first line is a heading above puzzles, or a row with one; semicolons are read as well."""
    return is_table(head_lines(head)[:2], ",;")


def is_tsv(head: bytes) -> bool:
    """Whether the same holds of a text separated by tabs."""
    return is_table(head_lines(head)[:2], "\t")


def read_csv(file: BinaryIO, column: str | None = None, refuse: Refuse = stop_at_line) -> Iterator[Given]:
    """Yield the puzzle of each row; the other columns as the file has them."""
    return separated_puzzles(lines_of(file, refuse), column=column, refuse=refuse)


read_tsv = read_csv


def write_csv(rows: Iterable[Sequence[Any]], columns: Sequence[str], file: TextIO, delimiter: str = ",") -> None:
    """Write comma-separated values (RFC 4180, except for line ends of one character)."""
    writer = csv.writer(_OwnLines(file), delimiter=delimiter, lineterminator="\r\n")
    writer.writerow(columns)
    writer.writerows(flat(rows, columns))


class _OwnLines:
    """Ends lines by one character: a writer that does so itself leaves a text with the other one without quotes."""

    def __init__(self, file: TextIO) -> None:
        self._write = file.write

    def write(self, line: str) -> int:
        return self._write(line[:-2] + "\n")


def write_tsv(rows: Iterable[Sequence[Any]], columns: Sequence[str], file: TextIO) -> None:
    """Write tab-separated values."""
    write_csv(rows, columns, file, delimiter="\t")


def tabulated(rows: Sequence[Sequence[object]], headers: Sequence[str], **style: Any) -> str:
    """Columns under their headings with two blanks between them, so that eight of them fit into 80 characters."""
    import tabulate  # not for the other formats

    padding, tabulate.MIN_PADDING = tabulate.MIN_PADDING, 0  # beside a heading; it has no option for that
    try:
        return tabulate.tabulate(rows, headers, **style)
    finally:
        tabulate.MIN_PADDING = padding


def write_table(rows: Iterable[Sequence[Any]], columns: Sequence[str], file: TextIO) -> None:
    """Write a table with a heading; nothing if there are no rows."""
    cells = list(flat(rows, columns))
    if cells:
        texts = [place for place, name in enumerate(columns) if name == "id"]  # 7.10 is puzzle 10 of board 7, not 7.1
        table = tabulated(
            [list(row) for row in cells],
            list(columns),
            floatfmt=".1f",
            disable_numparse=texts,
            colalign=["right" if name == "id" else "global" for name in columns],
        )
        file.write(table + "\n")


_NESTED = (*(each.name for each in TABLE if each.kind in (list, dict)), "steps")
"""The columns whose values may be lists or objects."""


def flat(rows: Iterable[Sequence[Any]], columns: Sequence[str]) -> Iterable[Sequence[Any]]:
    """The rows with text in place of lists, names with commas between, and of objects, as JSON."""
    places = [place for place, name in enumerate(columns) if name in _NESTED]
    if not places:
        return rows
    return ([as_cell(value) if place in places else value for place, value in enumerate(row)] for row in rows)


def as_cell(value: Any) -> Any:
    """Text in place of a list or an object, for a format that has no room for them."""
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return ", ".join(value)
    return json.dumps(value) if isinstance(value, list | dict) else value


# --- json, jsonl ----------------------------------------------------------------------------------------------------

_CHUNK = 65_536

_MOST_BYTES = 1 << 26
"""A longer line is no object: the steps of a hard puzzle take some megabytes."""


def is_json(head: bytes) -> bool:
    """Whether a file begins with an array of objects, or with an object of several lines."""
    text = head.decode("utf-8-sig", "replace")
    return begins_as_json(text) and not is_jsonl(head)


def is_jsonl(head: bytes) -> bool:
    """Whether the first line is an object, or begins as one and goes on after what is known of the file."""
    first = next((line for line in head_lines(head) if line.strip()), "")
    return _is_object(first) or (len(first) >= HEAD_BYTES and first.lstrip().startswith("{"))


def _is_object(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def read_json(file: BinaryIO, column: str | None = None, refuse: Refuse = stop_at_line) -> Iterator[Given]:
    """Yield the puzzle of each object; values other than text as JSON writes them."""
    decode = codecs.getincrementaldecoder("utf-8-sig")().decode

    def more() -> str:
        while chunk := file.read(_CHUNK):
            if text := decode(chunk):
                return text
        return decode(b"", final=True)

    return json_puzzles(more, column=column, refuse=refuse)


def read_jsonl(file: BinaryIO, column: str | None = None, refuse: Refuse = stop_at_line) -> Iterator[Given]:
    """Yield the puzzle of each line; values other than text as JSON writes them."""
    return json_line_puzzles(lines_of(file, refuse, _MOST_BYTES), column=column, refuse=refuse)


def write_json(rows: Iterable[Sequence[Any]], columns: Sequence[str], file: TextIO) -> None:
    """Write one array, one object per line."""
    before = "[\n"
    for row in rows:
        file.write(before + json.dumps(dict(zip(columns, row, strict=True))))
        before = ",\n"
    file.write("[]\n" if before == "[\n" else "\n]\n")


def write_jsonl(rows: Iterable[Sequence[Any]], columns: Sequence[str], file: TextIO) -> None:
    """Write one object per line."""
    for row in rows:
        file.write(json.dumps(dict(zip(columns, row, strict=True))) + "\n")
