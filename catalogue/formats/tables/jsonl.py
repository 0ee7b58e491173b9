"""Rows as JSON objects, one a line and nothing around them (JSON Lines)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, BinaryIO, TextIO

from catalogue.formats.lines import head_lines, lines_of
from catalogue.formats.registry import Record
from catalogue.formats.tables.json import record


def is_like(head: bytes) -> bool:
    """Whether the first line is an object."""
    first = next((line for line in head_lines(head) if line.strip()), "")
    try:
        return isinstance(json.loads(first), dict)
    except ValueError:
        return False


def read(file: BinaryIO) -> Iterator[Record]:
    """Yield the puzzle of each line; values that are no text as JSON writes them."""
    for number, line in lines_of(file):
        if line.isspace():
            continue
        try:
            yield record(number, json.loads(line))
        except json.JSONDecodeError as error:
            raise ValueError(f"line {number}: {error.msg}: not JSON") from None
        except ValueError as error:
            raise ValueError(f"line {number}: {error}") from None


def write(rows: Iterable[Sequence[Any]], columns: Sequence[str], file: TextIO) -> None:
    """Write an object a line."""
    for row in rows:
        file.write(json.dumps(dict(zip(columns, row, strict=True))) + "\n")
