"""Boards from text, in the formats that people use, one module a format.

| format | looks like |
| --- | --- |
| symbols | S*S characters, 1..9 then A..P, in any lines and groups, or in a frame of box characters, `|`, `+`, `-` |
| rows | S lines of S numbers with spaces between, 0 for empty: the files `N.txt` |
| triples | a line `row column value` for each clue, rows and columns counted from 0 or from 1 |
| drawing | a frame around cells or blocks, with blanks for empty cells |
| tables | CSV, TSV or JSON with one puzzle in its column `givens` |

An empty cell is one of `. 0 * x _ -`. What follows a `#` is a comment, and a heading may come first. A puzzle that its
solution follows, as `export` writes them, is read as the puzzle. A text that two formats read as different boards is
refused.
"""

from collections.abc import Callable
from math import isqrt
from typing import NamedTuple

from engine.board.reading import drawing, rows, symbols, tables, triples
from engine.board.reading.files import MOST_BYTES, read_text
from engine.board.reading.source import Source, sources_of
from engine.board.symbols import GRID_SIZES

__all__ = ["MOST_BYTES", "Reading", "cells_of", "read", "read_text"]


class Reading(NamedTuple):
    """A board, and how its text was understood."""

    cells: list[int]
    """S*S values, row by row, 0 for empty."""
    format: str
    """A name for people, such as "triples counted from 1"."""
    is_certain: bool
    """Whether the text itself shows size and places; triples do not."""


def cells_of(text: str, size: int | None = None) -> list[int]:
    """The S*S values of a board in a text, row by row, 0 for empty: `read` without the rest."""
    return read(text, size).cells


def read(text: str, size: int | None = None) -> Reading:
    """Read a board from a text.

    `size` is the size of a board of triples, 9 by default. The other formats show their size, and one that differs from
    `size` is an error. ValueError says what is wrong, and in which line.
    """
    if size is not None and size not in GRID_SIZES:
        raise ValueError(f"size {size} is not one of {', '.join(map(str, GRID_SIZES))}")
    found = _found(text, size)
    if size not in (None, isqrt(len(found.cells))):
        raise ValueError(f"a board of size {isqrt(len(found.cells))}, not {size}")
    return found


def _found(text: str, size: int | None) -> Reading:
    if tables.is_like(text):
        return Reading(tables.read(text), "a table", True)
    readings: list[Reading] = []
    faults: list[ValueError] = []
    for source in sources_of(text):
        for reader in _readers(source, size):
            try:
                readings.append(reader())
            except ValueError as fault:
                faults.append(fault)
    if not faults and not readings:
        raise ValueError("empty: no board in it")
    if not readings:
        raise faults[0]
    first = readings[0]
    other = next((each for each in readings if each.cells != first.cells), None)
    if other:
        raise ValueError(f"it can be read as {first.format} and as {other.format}: write empty cells as . or 0")
    return first


def _readers(source: Source, size: int | None) -> list[Callable[[], Reading]]:
    """The formats that a text may have; the most similar first. Where none fits, the error is that one's."""
    if not source.lines:
        return []
    readers: dict[str, Callable[[], Reading]] = {
        "symbols": lambda: Reading(symbols.read(source), "one character a cell", True),
        "rows": lambda: Reading(rows.read(source), "rows of numbers", True),
        "triples": lambda: _of_triples(source, size),
        "drawing": lambda: Reading(drawing.read(source), "a drawing", True),
    }
    if rows.is_like(source):
        order = ["rows"]
    elif triples.is_like(source):
        order = ["triples", "drawing"]
    else:
        order = ["symbols", "triples", "drawing"]
    return [readers[name] for name in order]


def _of_triples(source: Source, size: int | None) -> Reading:
    cells, base = triples.read(source, size)
    return Reading(cells, f"triples counted from {base}", False)
