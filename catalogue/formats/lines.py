"""Puzzles as characters, one a cell: stored ones, checked before they are used, and `line` and `sdm`, one a line."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, BinaryIO, TextIO

from ...engine.reading.forms import has_clash
from ...engine.reading.reader import is_list as is_list_of_boards
from ...engine.reading.reader import line_puzzles
from ...engine.reading.tables import Given, Refuse, stop_at_line
from ...engine.shape import VALUES, Shape, cell_name


def check_common(line: str, blocks: str | None, application: str) -> None:
    """ValueError for another board than 9x9 with blocks of 3x3; None: the usual blocks of its size."""
    if len(line) != 81 or blocks not in (None, Shape.of(9).blocks):
        raise ValueError(f"{application} has boards of 9x9 only, with blocks of 3x3")


def checked(given: Given) -> Given:
    """Return a puzzle. ValueError names the first cell that has the value of one of its peers, and that peer."""
    cells, peers_of = given.puzzle, given.shape.peers
    if not has_clash([VALUES[symbol] for symbol in cells], given.shape):
        return given
    clashes = ((cell, peer) for cell, symbol in enumerate(cells) for peer in peers_of[cell] if symbol == cells[peer])
    one, other = next((cell, peer) for cell, peer in clashes if cells[cell] != ".")
    names = " and ".join(cell_name(*divmod(cell, given.size)) for cell in (one, other))
    raise ValueError(f"{names} contradict each other: both are {VALUES[cells[one]]}")


MOST_BYTES = 262_144
"""A longer line holds no puzzle: it takes about 2,000 bytes, and its title, author and description 65,536 each."""


def lines_of(file: BinaryIO, refuse: Refuse = stop_at_line, most_bytes: int = MOST_BYTES) -> Iterator[tuple[int, str]]:
    """Yield the lines of a file with their numbers from 1, ends included; those are refused that are not UTF-8."""
    number = 0
    while line := file.readline(most_bytes):
        number += 1
        if len(line) == most_bytes and not line.endswith(b"\n"):
            refuse(number, ValueError(f"longer than {most_bytes:,} bytes, more than any puzzle takes"))
            while (rest := file.readline(MOST_BYTES)) and not rest.endswith(b"\n"):
                pass
            continue
        try:
            text = line.decode()
        except UnicodeDecodeError:
            refuse(number, ValueError("not UTF-8 text: name its encoding, such as cp1252"))
            continue
        yield number, text.removeprefix("\ufeff") if number == 1 else text


def content_lines(file: BinaryIO, refuse: Refuse = stop_at_line) -> Iterator[tuple[int, str]]:
    """Yield the lines that are neither blank nor a comment, without what follows a `#`."""
    for number, line in lines_of(file, refuse):
        text = line.partition("#")[0].strip()
        if text:
            yield number, text


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


def read_list(file: BinaryIO, refuse: Refuse = stop_at_line) -> Iterator[Given]:
    """Yield the puzzle of each line, with the solution and the note after it."""
    return line_puzzles(lines_of(file, refuse), refuse)


def write_line(rows: Iterable[Sequence[Any]], columns: Sequence[str], file: TextIO) -> None:
    """Write the values of a row with a space between them, and no heading."""
    for row in rows:
        file.write(" ".join(map(str, row)) + "\n")


def write_sdm(rows: Iterable[Sequence[str]], columns: Sequence[str], file: TextIO) -> None:
    """Write the puzzle of each row, 0 for an empty cell, and nothing else (SudoCue, HoDoKu, OpenSudoku)."""
    for row in rows:
        file.write(row[0].replace(".", "0") + "\n")
