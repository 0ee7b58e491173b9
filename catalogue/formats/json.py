"""Rows as JSON objects: in one array (`json`), or one a line and nothing around them (`jsonl`)."""

import codecs
import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, BinaryIO, TextIO

from catalogue.formats.lines import head_lines, lines_of
from engine.reading_tables import Record, json_line_puzzles, json_puzzles
from engine.reading_tables import is_json as begins_as_json

_CHUNK = 65_536


def is_json(head: bytes) -> bool:
    """Whether a file begins with an array of objects, or with an object of several lines."""
    text = head.decode("utf-8-sig", "replace")
    return begins_as_json(text) and not _is_object(text.lstrip().partition("\n")[0])


def is_jsonl(head: bytes) -> bool:
    """Whether the first line is an object."""
    return _is_object(next((line for line in head_lines(head) if line.strip()), ""))


def _is_object(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def read_json(file: BinaryIO) -> Iterator[Record]:
    """Yield the puzzle of each object; values that are no text as JSON writes them."""
    decode = codecs.getincrementaldecoder("utf-8-sig")().decode

    def more() -> str:
        while chunk := file.read(_CHUNK):
            if text := decode(chunk):
                return text
        return decode(b"", final=True)

    return json_puzzles(more)


def read_jsonl(file: BinaryIO) -> Iterator[Record]:
    """Yield the puzzle of each line; values that are no text as JSON writes them."""
    return json_line_puzzles(lines_of(file))


def write_json(rows: Iterable[Sequence[Any]], columns: Sequence[str], file: TextIO) -> None:
    """Write one array, an object a line."""
    before = "[\n"
    for row in rows:
        file.write(before + json.dumps(dict(zip(columns, row, strict=True))))
        before = ",\n"
    file.write("[]\n" if before == "[\n" else "\n]\n")


def write_jsonl(rows: Iterable[Sequence[Any]], columns: Sequence[str], file: TextIO) -> None:
    """Write an object a line."""
    for row in rows:
        file.write(json.dumps(dict(zip(columns, row, strict=True))) + "\n")
