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

The number of cells shows the size. The blocks are those of the frame of a drawing, and elsewhere the usual ones of the
size; a Latin square, or another shape, has to be asked for. Three lines of three numbers are triples unless a board of
size 3 is asked for.
"""

from collections.abc import Callable
from typing import NamedTuple

from engine.board.reading import drawing, rows, symbols, tables, triples
from engine.board.reading.files import MOST_BYTES, read_text
from engine.board.reading.source import Source, sources_of
from engine.board.reading.wanted import Wanted
from engine.shape import SIZE_OF_CELLS, Shape

__all__ = ["MOST_BYTES", "Reading", "read", "read_text"]


_BYTE_ORDER_MARK = "\ufeff"


class Reading(NamedTuple):
    """A board, and how its text was understood."""

    cells: list[int]
    """S*S values, row by row, 0 for empty."""
    format: str
    """A name for people, such as "triples counted from 1"."""
    is_certain: bool
    """Whether the text itself shows size and places; triples do not."""
    shape: Shape
    """Size and blocks."""


def read(text: str, size: int | None = None, blocks: str | None = None) -> Reading:
    """Read a board from a text.

    `size` is the size of a board of triples, 9 by default. The other formats show their size, and one that differs from
    `size` is an error, as is a drawing with other blocks than `blocks`. ValueError says what is wrong, and in which
    line.
    """
    asked = Wanted.of(size, blocks)
    text = text.removeprefix(_BYTE_ORDER_MARK)
    if tables.is_like(text):
        return _reading(tables.read(text, asked), "a table", asked)
    readings: list[Reading] = []
    faults: list[ValueError] = []
    for source in sources_of(text):
        for reader in _readers(source, asked):
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


def _readers(source: Source, asked: Wanted) -> list[Callable[[], Reading]]:
    """The formats that a text may have; the most similar first. Where none fits, the error is that one's."""
    if not source.lines:
        return []
    readers: dict[str, Callable[[], Reading]] = {
        "symbols": lambda: _reading(symbols.read(source, asked), "one character a cell", asked, source),
        "rows": lambda: _reading(rows.read(source, asked), "rows of numbers", asked, source),
        "triples": lambda: _of_triples(source, asked),
        "drawing": lambda: _reading(drawing.read(source, asked), "a drawing", asked, source),
    }
    order = ["triples", "drawing"] if triples.is_like(source, asked) else ["symbols", "triples", "drawing"]
    if rows.is_like(source, asked):
        is_certain = len(source.lines) == len(source.lines[0].words)
        order = ["rows"] if is_certain else ["rows", *order]
    return [readers[name] for name in order]


def _reading(cells: list[int], form: str, asked: Wanted, source: Source | None = None) -> Reading:
    size = SIZE_OF_CELLS[len(cells)]
    return Reading(cells, form, True, asked.shape(size, source.drawn_blocks(size) if source else None))


def _of_triples(source: Source, asked: Wanted) -> Reading:
    cells, base = triples.read(source, asked)
    return Reading(cells, f"triples counted from {base}", False, asked.shape(SIZE_OF_CELLS[len(cells)]))
