"""Boards from text, in the formats that people use.

| format | looks like |
| --- | --- |
| line | S*S characters, 1..9 then A..P, `.` or `0` for empty; spaces anywhere |
| rows | S lines of S numbers with spaces between, 0 for empty: the files `N.txt` |
| drawing | a line or rows in a frame of box characters or of `|`, `+`, `-` |
| triples | a line `row column value` for each clue, rows and columns counted from 0 |
"""

import os
import re
from collections.abc import Sequence
from math import isqrt
from os import PathLike
from typing import NamedTuple

from engine.board.cell import cell_name
from engine.board.symbols import GRID_SIZES, VALUES

MOST_BYTES = 65_536
"""Longer files hold no board: a drawing of the largest takes some 6,000 bytes."""

_BOX_CHARACTERS = range(0x2500, 0x2580)
_FRAME = dict.fromkeys((*_BOX_CHARACTERS, ord("|"), ord("+")), " ")
_is_rule = re.compile(r"[-=\s]+").fullmatch
_as_number = re.compile(r"[+-]?[0-9]{1,6}", re.ASCII).fullmatch


class _Line(NamedTuple):
    number: int  # in the text, from 1
    words: list[str]


def read_text(path: str | PathLike[str] | int) -> str:
    """Return the text of a file or an open descriptor.

    ValueError where that cannot be a board; OSError where it cannot be read. It reads no more than a board can take, so
    a file of a gigabyte costs nothing, and it does not wait for a pipe without a writer, which is empty.
    """
    with open(path, "rb", opener=_open_without_waiting) as file:
        content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise ValueError(f"longer than {MOST_BYTES:,} bytes, more than any board takes")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError("not a text file") from None


def _open_without_waiting(path: str, flags: int) -> int:
    descriptor = os.open(path, flags | os.O_NONBLOCK)
    os.set_blocking(descriptor, True)  # a writer that exists may take its time
    return descriptor


def cells_of(text: str, size: int | None = None) -> list[int]:
    """The S*S values of a board in a text, row by row, 0 for empty.

    `size` is the size of a board of triples, 9 by default. The other formats show their size, and one that differs from
    `size` is an error. ValueError says what is wrong, and in which line.
    """
    if size is not None and size not in GRID_SIZES:
        raise ValueError(f"size {size} is not one of {', '.join(map(str, GRID_SIZES))}")
    lines = _lines(text)
    if not lines:
        raise ValueError("empty: no board in it")
    if _are_triples(lines):
        return _from_triples(lines, size or 9)
    cells = _from_numbers(lines) if _are_rows_of_numbers(lines) else _from_symbols(lines)
    found = isqrt(len(cells))
    if size not in (None, found):
        raise ValueError(f"a board of size {found}, not {size}")
    return cells


def _lines(text: str) -> list[_Line]:
    """The words of each line that has any, without the frame of a drawing."""
    bare = text.translate(_FRAME).splitlines()
    return [_Line(number, line.split()) for number, line in enumerate(bare, 1) if line.strip() and not _is_rule(line)]


def _are_triples(lines: Sequence[_Line]) -> bool:
    """Whether most lines have three words that are not the thirds of a row."""
    widths = {len(word) for line in lines for word in line.words}
    characters = sum(len(word) for line in lines for word in line.words)
    in_groups = len(widths) == 1 and widths != {1} and characters in {size**2 for size in GRID_SIZES}
    return not in_groups and 2 * sum(len(line.words) == 3 for line in lines) >= len(lines)


def _are_rows_of_numbers(lines: Sequence[_Line]) -> bool:
    as_many_words_as_lines = len(lines) in GRID_SIZES and all(len(line.words) == len(lines) for line in lines)
    return as_many_words_as_lines and all(len(word) <= 2 for line in lines for word in line.words)


def _from_triples(lines: Sequence[_Line], size: int) -> list[int]:
    cells = [0] * size**2
    line_of: dict[tuple[int, int], int] = {}
    for number, words in lines:
        if len(words) != 3 or not all(map(_as_number, words)):
            raise ValueError(f"line {number}: {_shown(' '.join(words))} is not a triple: row column value")
        row, column, value = map(int, words)
        for name, found, least, most in (
            ("row", row, 0, size - 1),
            ("column", column, 0, size - 1),
            ("value", value, 1, size),
        ):
            if not least <= found <= most:
                larger = "; give the size of a larger board" if most < found and size <= 9 else ""
                raise ValueError(f"line {number}: {name} {found} is not in {least}..{most}{larger}")
        if before := line_of.get((row, column)):
            raise ValueError(f"line {number}: {cell_name(row, column)} already has a value from line {before}")
        line_of[row, column] = number
        cells[row * size + column] = value
    return cells


def _from_numbers(lines: Sequence[_Line]) -> list[int]:
    """Rows of numbers, or of single characters as in a drawing."""
    return _in_range(
        [int(word) if _as_number(word) else _value(word, line.number) for line in lines for word in line.words]
    )


def _from_symbols(lines: Sequence[_Line]) -> list[int]:
    cells = [_value(symbol, line.number) for line in lines for word in line.words for symbol in word]
    if len(cells) not in (size**2 for size in GRID_SIZES):
        raise ValueError(
            f"{len(cells)} cells are not a board, which has {', '.join(str(size**2) for size in GRID_SIZES)}"
        )
    return _in_range(cells)


def _value(symbol: str, line: int) -> int:
    if symbol not in VALUES:
        raise ValueError(f"line {line}: {_shown(symbol)} is not a digit of a board")
    return VALUES[symbol]


def _in_range(cells: list[int]) -> list[int]:
    size = isqrt(len(cells))
    for cell, value in enumerate(cells):
        if not 0 <= value <= size:
            raise ValueError(f"{cell_name(*divmod(cell, size))}: value {value} is not in 1..{size}")
    return cells


def _shown(text: str) -> str:
    """Text in quotes, with escapes for unusual characters, cut where it is long."""
    return ascii(text if len(text) <= 30 else text[:30] + "...")
