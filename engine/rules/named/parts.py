"""Parts of a word of constraint text: the cells, lines, numbers and values that stand between its tildes."""

from __future__ import annotations

import re
from base64 import b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterable
from itertools import groupby, pairwise
from typing import NamedTuple
from urllib.parse import quote, unquote

from ..frame import Cells, Frame, columns, rows
from .rule import Use, Value, table_code, table_in

Parts = list[str]
"""What stands between the tildes after a word."""


class Names:
    """The cells that parts of words name, moved by what is replicated."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self.shift = (0, 0)
        """Rows and columns that Replicate moves cells by."""
        self.shifted: str | None = None
        """The group of cells that it moves."""

    def cells(self, parts: Iterable[str]) -> Cells:
        """Return the cells of parts. ValueError for a part that is no cell."""
        return tuple(map(self.cell, parts))

    def cell(self, name: str) -> int:
        """Return the cell of a name. ValueError for another name, and for a cell that is moved off the board."""
        cell = self.frame.cell(name)
        if self.shifted is None:
            return cell
        group, row, column = self.frame.place(cell)
        moved = self.frame.at(group, row + self.shift[0], column + self.shift[1])
        if group != self.shifted or moved is None:
            raise ValueError(f"Replicate moves {name} off the board")
        return moved

    def groups(self, parts: Parts) -> tuple[Cells, ...]:
        """Return groups of cells with a dash, or an empty part, between them."""
        breaks = [-1, *(place for place, part in enumerate(parts) if part in ("-", "")), len(parts)]
        return tuple(self.cells(parts[before + 1 : after]) for before, after in pairwise(breaks))

    def line(self, word: str, which: str) -> Cells:
        """Return a row or a column. ValueError for a part that names none."""
        match = re.fullmatch(r"([RC])([1-9a-g]|1\d)(?:,-?1)?", which)
        number = int(match[2], 10 if match[2].isdecimal() else 17) - 1 if match else -1
        lines = (rows if match and match[1] == "R" else columns)(self.frame.rows, self.frame.columns)
        if not 0 <= number < len(lines):
            raise ValueError(f"{word} has line {shortened(which)!r}, which is not on the board")
        return lines[number]


def named_lines(parts: Parts) -> list[tuple[str, Parts]]:
    """Return lines of cells with an empty part between them, and the name that stands before them."""
    title, lines = "", []
    for is_title, some in groupby(parts, lambda part: part.startswith("_")):
        if is_title:
            title = unquote(list(some)[-1][1:])
        else:
            lines += [(title, list(line)) for is_line, line in groupby(some, bool) if is_line]
    if not lines:
        raise IndexError
    return lines


def no_more(word: str, parts: Parts) -> None:
    """ValueError for what a rule does not take: nothing is dropped."""
    if any(parts):
        raise ValueError(f"{word} does not take {shortened('~'.join(parts))!r}")


def shortened(text: str) -> str:
    """Return what an error quotes of a text."""
    return text if len(text) <= 40 else text[:39] + "…"


def integer_in(word: str, text: str) -> int:
    """Return the number of a part. ValueError for anything else."""
    if not re.fullmatch(r"-?\d{1,6}", text):
        raise ValueError(f"{word} has {shortened(text)!r} where a number is needed")
    return int(text)


def integers_in(word: str, text: str) -> tuple[int, ...]:
    """Return the numbers of a part. ValueError for anything else."""
    return tuple(integer_in(word, each) for each in text.split("_"))


def said(word: str, *parts: object) -> str:
    """Return a word with its parts as it is written."""
    return "~".join([f".{word}", *map(str, parts)])


def quoted(name: str) -> str:
    """Return a name without what separates words and parts: blanks, dots and tildes are escaped as in addresses."""
    return quote(name, safe="").replace(".", "%2E").replace("~", "%7E")


def texts_of(cells: Cells, frame: Frame) -> list[str]:
    """Return the names of cells."""
    return [frame.cell_text(cell) for cell in cells]


def groups_of(use: Use, frame: Frame) -> list[str]:
    """Return the names of cells with a dash between groups, as one part."""
    return ["~-~".join("~".join(texts_of(group, frame)) for group in use.groups)]


def line_of(use: Use, frame: Frame) -> str:
    """The name of the row or column that a clue sees. ValueError for a part of one."""
    line = use.cells
    first, along_row = min(line[0], line[-1]), abs(line[1] - line[0]) == 1
    if len(line) != (frame.columns if along_row else frame.rows):
        raise ValueError(f"constraint text has no words for {use.rule} on a part of a line")
    name = frame.cell_text(first)
    return name[:2] if along_row else name[2:4]


def joined(value: object) -> str:
    """Return a number or several as one part."""
    return "_".join(map(str, value if isinstance(value, tuple) else (value,)))


# --- What rules take, in the first part after a word --------------------------------------------------------------


class Coded(NamedTuple):
    """How a value is read from a word, a part and the size of the board; and written, None where the word has none."""

    read: Callable[[str, str, int], Value]
    write: Callable[[Value], object] = lambda value: value


def _read_sum(word: str, part: str, size: int) -> Value:
    total, _, factors = part.partition("_=_")
    value = integer_in(word, total)
    return (value, *integers_in(word, factors)) if factors else value


def _write_sum(value: Value) -> object:
    return f"{value[0]}_=_{joined(value[1:])}" if isinstance(value, tuple) else value


def _read_expression(word: str, part: str, size: int) -> str:
    try:
        return b64decode(part + "=" * (-len(part) % 4), altchars=b"-_", validate=True).decode()
    except ValueError:
        raise ValueError(f"the expression of {word}, {part[:10]!r}, is not in base64") from None


def _if_several(write: Callable[[tuple[int, ...]], str]) -> Callable[[Value], object]:
    return lambda value: write(value) if isinstance(value, tuple) else None


VALUES = {
    "number": Coded(lambda word, part, size: integer_in(word, part)),
    "sum": Coded(_read_sum, _write_sum),
    "sum or none": Coded(lambda word, part, size: integer_in(word, part or "0") or None, lambda value: value or 0),
    "text": Coded(lambda word, part, size: part),
    "digits": Coded(lambda word, part, size: integers_in(word, part), _if_several(joined)),
    "table": Coded(lambda word, part, size: table_in(part, size), _if_several(table_code)),
    "older table": Coded(lambda word, part, size: table_in(part.translate(str.maketrans("-_", "_-")), size)),
    "expression": Coded(_read_expression, lambda value: urlsafe_b64encode(str(value).encode()).decode().rstrip("=")),
}
PLACES: dict[str, Callable[[Use, Frame], Iterable[object]]] = {
    "": lambda use, frame: (),
    "cells": lambda use, frame: texts_of(use.cells, frame),
    "groups": lambda use, frame: groups_of(use, frame),
    "line": lambda use, frame: [line_of(use, frame)],
}
