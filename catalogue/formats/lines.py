"""Files in lines: `line` and `sdm` with a puzzle in each, and values in `csv`, `tsv`, `json`, `jsonl` and `table`.

`lines_of` and `checked` are for all formats of text.
"""

from __future__ import annotations

import codecs
import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from types import SimpleNamespace
from typing import Any, BinaryIO, TextIO

from ...engine.reading.budget import RECORD
from ...engine.reading.files import HEAD_BYTES
from ...engine.reading.forms import has_clash
from ...engine.reading.reader import is_list as is_list_of_boards
from ...engine.reading.reader import line_puzzles
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
from ...engine.shape import VALUES, cell_name
from ..puzzles.columns import TABLE


def checked(given: Given) -> Given:
    """Return a puzzle. ValueError names the first cell that has the value of one of its peers, and that peer."""
    cells, peers_of = given.puzzle, given.shape.peers
    if not has_clash([VALUES[symbol] for symbol in cells], given.shape):
        return given
    clashes = ((cell, peer) for cell, symbol in enumerate(cells) for peer in peers_of[cell] if symbol == cells[peer])
    one, other = next((cell, peer) for cell, peer in clashes if cells[cell] != ".")
    names = " and ".join(cell_name(*divmod(cell, given.size)) for cell in (one, other))
    raise ValueError(f"{names} contradict each other: both are {VALUES[cells[one]]}")


def lines_of(file: BinaryIO, refuse: Refuse = stop_at_line, most_bytes: int = RECORD) -> Iterator[tuple[int, str]]:
    """Yield the lines of a file with their numbers from 1, ends included; those are refused that are not UTF-8."""
    number = blank = 0
    while line := file.readline(most_bytes):
        number += 1
        blank = blank + 1 if line in (b"\n", b"\r\n") else 0
        if blank > _BLANK:
            number += _passed(file)
        if len(line) == most_bytes and not line.endswith(b"\n"):
            refuse(number, ValueError(f"longer than {most_bytes:,} bytes, more than any puzzle takes"))
            while (rest := file.readline(RECORD)) and not rest.endswith(b"\n"):
                pass
            continue
        try:
            text = line.decode()
        except UnicodeDecodeError:
            refuse(number, ValueError("not UTF-8 text: name its encoding, such as cp1252"))
            continue
        yield number, text.removeprefix("\ufeff") if number == 1 else text


_BLANK = 100
"""Empty lines in a row that a reader gets: it needs no more to know that something ends."""


def _passed(file: BinaryIO) -> int:
    """Read on past empty lines, and return how many there were."""
    lines = 0
    while isinstance(file, io.BufferedReader):
        ahead = file.peek()
        empty = ahead[: len(ahead) - len(ahead.lstrip(b"\r\n"))]
        whole = empty[: empty.rfind(b"\n") + 1]
        if not whole:
            break
        lines += whole.count(b"\n")
        file.read(len(whole))
    return lines


def head_lines(head: bytes) -> list[str]:
    """The complete lines at the beginning of a file; none if it is no text."""
    if b"\0" in head:
        return []
    whole = head if b"\n" not in head else head[: head.rindex(b"\n")]
    return re.split("\r?\n", whole.decode("utf-8-sig", "replace"))


def begins(read: Callable[[BinaryIO], Iterator[Given]], head: bytes) -> bool:
    """Whether a puzzle can be read from the first bytes of a file: for formats that have no mark of their own."""
    try:
        return next(read(io.BytesIO(head)), None) is not None
    except ValueError:
        return False


# --- line, sdm ------------------------------------------------------------------------------------------------------


SOLVED_BY_HODOKU = re.compile(rb"([.0-9]{81}) #\d+ (Easy|Medium|Hard|Unfair|Extreme) \((\d+)\)")
"""The line that HoDoKu prints of a puzzle that it solves: the puzzle, its level and its score."""


def is_list(head: bytes) -> bool:
    """Whether every line begins with a board, with no more of HoDoKu after it than a note."""
    return is_list_of_boards(head_lines(head)) and not SOLVED_BY_HODOKU.match(head)


read_list = line_puzzles


def text_line(row: Sequence[Any], columns: Sequence[str]) -> str:
    """The values of a row with a space between them, and no heading."""
    return " ".join(map(str, row)) + "\n"


def text_sdm(row: Sequence[str], columns: Sequence[str]) -> str:
    """The puzzle, 0 for an empty cell, and nothing else (SudoCue, HoDoKu, OpenSudoku)."""
    return row[0].replace(".", "0") + "\n"


# --- csv, tsv, table ----------------------------------------------------------------------------------------------


def is_csv(head: bytes, delimiters: str = ",;") -> bool:
    """Whether the first line is a heading above puzzles, or a row with one; semicolons are read as well."""
    return is_table(head_lines(head)[:2], delimiters)


is_tsv = partial(is_csv, delimiters="\t")

read_csv = read_tsv = separated_puzzles


def write_csv(rows: Iterable[Sequence[Any]], columns: Sequence[str], file: TextIO, delimiter: str = ",") -> None:
    """Write comma-separated values (RFC 4180, except for line ends of one character)."""
    # A writer that ends lines by one character itself leaves a text with the other one without quotes.
    own_lines = SimpleNamespace(write=lambda line: file.write(line[:-2] + "\n"))
    writer = csv.writer(own_lines, delimiter=delimiter, lineterminator="\r\n")
    writer.writerow(columns)
    writer.writerows(flat(rows, columns))


write_tsv = partial(write_csv, delimiter="\t")


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


def is_json(head: bytes) -> bool:
    """Whether a file begins with an array of objects, or with an object of several lines."""
    text = head.decode("utf-8-sig", "replace")
    return begins_as_json(text) and not is_jsonl(head)


def is_jsonl(head: bytes) -> bool:
    """Whether the first line is an object, or begins as one and goes on after what is known of the file."""
    first = next((line for line in head_lines(head) if line.strip()), "")
    try:
        is_object = isinstance(json.loads(first), dict)
    except (ValueError, RecursionError):
        is_object = False
    return is_object or (len(first) >= HEAD_BYTES and first.lstrip().startswith("{"))


def read_json(file: BinaryIO, column: str | None = None, refuse: Refuse = stop_at_line) -> Iterator[Given]:
    """Yield the puzzle of each object; values other than text as JSON writes them."""
    decode = codecs.getincrementaldecoder("utf-8-sig")().decode

    def more() -> str:
        while chunk := file.read(_CHUNK):
            if text := decode(chunk):
                return text
        return decode(b"", final=True)

    return json_puzzles(more, column=column, refuse=refuse)


read_jsonl = json_line_puzzles


def text_jsonl(row: Sequence[Any], columns: Sequence[str]) -> str:
    """An object on one line. A row may be an object of its own, such as an error in its place."""
    return json.dumps(row if isinstance(row, dict) else dict(zip(columns, row, strict=True))) + "\n"


def write_json(rows: Iterable[Sequence[Any]], columns: Sequence[str], file: TextIO) -> None:
    """Write one array, one object per line."""
    before = "[\n"
    for row in rows:
        file.write(before + text_jsonl(row, columns).rstrip("\n"))
        before = ",\n"
    file.write("[]\n" if before == "[\n" else "\n]\n")
