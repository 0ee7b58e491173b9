"""Drawings in which an empty cell is blank, so that only its place shows it.

Bars around each cell show the places: `| 5 |   | 3 |`. Bars around blocks, or none, leave them to the columns of the
text, which are as far apart in all blocks: `| 5   3 |`.
"""

from collections.abc import Iterator, Sequence

from engine.board.reading.source import Line, Source, as_number, in_range, value_of
from engine.board.reading.wanted import Wanted
from engine.shape import LARGEST_SIZE

_WIDEST_PITCH = 6  # columns of text from one cell to the next


def read(source: Source, asked: Wanted) -> list[int]:
    """The cells of a board; ValueError where there is none, or where the places can be understood in two ways."""
    size = len(source.lines)
    if not 1 < size <= LARGEST_SIZE:
        raise ValueError("not a drawing with blank cells")
    shape = asked.shape(size, source.drawn_blocks(size))
    rows = [line.parts for line in source.lines]
    widths = {len(pieces) for pieces in rows}
    if (
        len({line.has_edges for line in source.lines}) != 1
        or len(widths) != 1
        or not widths <= {size, len(shape.stacks), 1}
    ):
        raise ValueError("not a drawing with blank cells")
    return in_range(_cells(source.lines, rows, size))


def _cells(lines: Sequence[Line], rows: list[list[str]], size: int) -> list[int]:
    if len(rows[0]) == size:
        return [_cell(piece.strip(), line.number) for line, pieces in zip(lines, rows, strict=True) for piece in pieces]
    blocks = _squared(rows)
    boards = {
        tuple(
            _cell(piece[place].strip(), line.number)
            for line, pieces in zip(lines, blocks, strict=True)
            for piece in pieces
            for place in places
        )
        for places in _places(blocks, size)
    }
    if len(boards) != 1:
        raise ValueError("the places of the cells do not show: write empty ones as . or 0")
    return list(boards.pop())


def _cell(text: str, line: int) -> int:
    """The value of a cell, 0 for a blank one."""
    if not text:
        return 0
    return int(text) if as_number(text) else value_of(text, line)


def _squared(rows: list[list[str]]) -> list[list[str]]:
    """The pieces of all lines in one width, each where it was beside its bars: the first of several may begin later."""
    width = max(len(piece) for pieces in rows for piece in pieces)
    if len(rows[0]) == 1:
        indent = min(len(piece) - len(piece.lstrip()) for (piece,) in rows)
        return [[piece[indent:].ljust(width - indent)] for (piece,) in rows]
    return [[first.rjust(width), *(piece.ljust(width) for piece in others)] for first, *others in rows]


def _places(rows: list[list[str]], size: int) -> Iterator[range]:
    """The ways to place the cells of a piece so that each symbol is in one, as columns of the piece."""
    width, cells = len(rows[0][0]), size // len(rows[0])
    used = {column for pieces in rows for piece in pieces for column, symbol in enumerate(piece) if symbol != " "}
    if cells == size and max(used) != width - 1:
        return  # the last column is blank, so its place does not show
    for pitch in range(1, _WIDEST_PITCH):
        for first in range(pitch):
            last = first + (cells - 1) * pitch
            if last < width <= last + max(pitch, first + 1) and used <= set(range(first, last + 1, pitch)):
                yield range(first, last + 1, pitch)
