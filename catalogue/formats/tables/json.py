"""Rows as JSON objects in one array."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, BinaryIO, TextIO

from catalogue.formats.cells import normalised
from catalogue.formats.column_names import places_of
from catalogue.formats.registry import Record

_CHUNK = 65_536
_MOST = 1_000_000
"""Characters of the longest object."""

_blank = re.compile(r"[\s,]*")


def is_like(head: bytes) -> bool:
    """Whether a file begins with an array of objects, or with an object of several lines."""
    start = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if start.startswith(b"{"):
        return not _is_object(start.partition(b"\n")[0])
    return start.startswith(b"[") and start[1:].lstrip()[:1] in (b"{", b"]", b"")


def _is_object(line: bytes) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except ValueError:
        return False


def read(file: BinaryIO) -> Iterator[Record]:
    """Yield the puzzle of each object; values that are no text as JSON writes them."""
    for number, content in _objects(file):
        try:
            yield record(number, content)
        except ValueError as error:
            raise ValueError(f"line {number}: {error}") from None


def record(line: int, content: object) -> Record:
    """The puzzle of one object; ValueError where it has none."""
    if not isinstance(content, Mapping):
        raise ValueError("not an object with names and values")
    names, values = list(content), list(content.values())
    puzzle, solution, others = places_of(names)
    answer = None if solution is None else values[solution]
    for value in (values[puzzle], answer or ""):
        if not isinstance(value, str):
            raise ValueError(f"{json.dumps(value)[:30]} is not a text of one character a cell")
    return Record(
        normalised(values[puzzle]),
        normalised(answer) if answer else None,
        line,
        {name: _text(values[place]) for name, place in others.items()},
    )


def _text(value: object) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value)


def _objects(file: BinaryIO) -> Iterator[tuple[int, object]]:
    """The values of an array with the numbers of their lines, each decoded as soon as all of it is read."""
    text = _Text(file)
    text.skip()
    is_array = text.takes("[")
    while True:
        text.skip()
        if is_array and text.takes("]"):
            text.skip()
            if not text.at_end:
                raise ValueError(f"line {text.line}: text after the array")
            return
        if text.at_end:
            if is_array:
                raise ValueError(f"line {text.line}: the array does not end")
            return
        yield text.line, text.value()


class _Text:
    """The text of a file, of which only a part is in memory."""

    def __init__(self, file: BinaryIO) -> None:
        self._decode = codecs.getincrementaldecoder("utf-8-sig")().decode
        self._file = file
        self._text = ""
        self._place = 0
        self._counted = 0  # up to here the lines are counted
        self._lines = 1
        self._ended = False

    @property
    def line(self) -> int:
        self._lines += self._text.count("\n", self._counted, self._place)
        self._counted = self._place
        return self._lines

    @property
    def at_end(self) -> bool:
        return self._ended and self._place == len(self._text)

    def skip(self) -> None:
        """Skip blanks and commas."""
        while True:
            match = _blank.match(self._text, self._place)
            self._place = match.end() if match else self._place
            if self._place < len(self._text) or not self._more():
                return

    def takes(self, symbol: str) -> bool:
        """Skip a character if it comes next."""
        found = self._text.startswith(symbol, self._place)
        self._place += found
        return found

    def value(self) -> object:
        """Decode the value that comes next."""
        while True:
            try:
                value, self._place = _decoder.raw_decode(self._text, self._place)
                return value
            except json.JSONDecodeError as error:
                if len(self._text) - self._place < _MOST and self._more():
                    continue
                line = self.line + self._text.count("\n", self._place, error.pos)
                raise ValueError(f"line {line}: {error.msg}: not JSON") from None

    def _more(self) -> bool:
        """Read on, and forget what has been used."""
        if self._ended:
            return False
        chunk = self._file.read(_CHUNK)
        self._ended = not chunk
        line = self.line
        try:
            self._text = self._text[self._place :] + self._decode(chunk, final=self._ended)
        except UnicodeDecodeError:
            raise ValueError(f"line {line}: not UTF-8 text from here on") from None
        self._place = self._counted = 0
        return True


_decoder = json.JSONDecoder()


def write(rows: Iterable[Sequence[Any]], columns: Sequence[str], file: TextIO) -> None:
    """Write one array, an object a line."""
    before = "[\n"
    for row in rows:
        file.write(before + json.dumps(dict(zip(columns, row, strict=True))))
        before = ",\n"
    file.write("[]\n" if before == "[\n" else "\n]\n")
