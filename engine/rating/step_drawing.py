"""A position drawn with its candidates, and the next step marked among them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import TYPE_CHECKING

from engine.board.drawing import CLUE, FILLED
from engine.rating.path import Step
from engine.rating.position import Position

if TYPE_CHECKING:
    from rich.text import Text

PLACED, REMOVED, PATTERN = "+", "-", "*"
"""The mark before a candidate that the step places, that it removes, or that belongs to its pattern."""

_STYLES = {PLACED: "bold green", REMOVED: "bold red", PATTERN: "bold yellow", "": "dim"}
_MOST_COLUMNS = 80
_MARGIN = 3  # columns, for the labels of the rows
_TOP, _BETWEEN, _BOTTOM = tuple("╔╦╗"), tuple("╠╬╣"), tuple("╚╩╝")

_Pieces = Sequence[tuple[str, str]]
"""Texts that follow each other, each with a style of rich."""


def draw_step(position: Position, step: Step) -> Text:
    """Draw a position with labels, r1 to r9 and c1 to c9: each cell its candidates, or its value in brackets.

    A candidate is marked `+` where the step places it, `-` where the step removes it, and `*` where it is part of the
    step's pattern; each mark has its own colour. The drawing has 14 lines of up to 80 columns. If there are too many
    candidates for that, each cell gets a second line, which makes 23.
    """
    from rich.text import Text  # slow to import

    lines_of_cells, widths = _layout([_cell(position, step, cell) for cell in range(81)])
    text = Text(no_wrap=True, overflow="ignore", end="")
    text.append(_labels(widths) + "\n" + _rule(_TOP, widths) + "\n")
    for row in range(9):
        if row in (3, 6):
            text.append(_rule(_BETWEEN, widths) + "\n")
        for line, cells in enumerate(zip(*lines_of_cells[9 * row : 9 * row + 9], strict=True)):
            text.append(("" if line else f"r{row + 1}").ljust(_MARGIN))
            _append_line(text, cells, widths)
    text.append(_rule(_BOTTOM, widths))
    return text


def _cell(position: Position, step: Step, cell: int) -> _Pieces:
    """The candidates of a cell with their marks, or its value."""
    row, column = divmod(cell, 9)
    if value := position.grid.get(row, column):
        return [(f"[{value}]", CLUE if position.grid.is_locked(row, column) else FILLED)]
    marks = [(_mark(step, cell, digit), digit) for digit in position.candidates(cell)]
    return [(f"{mark}{digit}", _STYLES[mark]) for mark, digit in marks]


def _mark(step: Step, cell: int, digit: int) -> str:
    if step.placement == (cell, digit):
        return PLACED
    if (cell, digit) in step.eliminations:
        return REMOVED
    return PATTERN if cell in step.cells and digit in step.digits else ""


def _layout(cells: Sequence[_Pieces]) -> tuple[list[list[_Pieces]], list[int]]:
    """The lines of each cell, as few as fit, and the width of each column."""
    for number in count(1):
        lines = [_split(pieces, number) for pieces in cells]
        widths = [max(_width(line) for cell in lines[column::9] for line in cell) for column in range(9)]
        if len(_rule(_TOP, widths)) <= _MOST_COLUMNS:
            break
    return lines, widths


def _split(pieces: _Pieces, number: int) -> list[_Pieces]:
    """Pieces in that many lines; the last ones may be shorter."""
    each = -(-len(pieces) // number)
    return [pieces[line * each : (line + 1) * each] for line in range(number)]


def _width(pieces: _Pieces) -> int:
    return sum(len(piece) for piece, _ in pieces)


def _labels(widths: Sequence[int]) -> str:
    labels = [f"c{column + 1}".ljust(width) for column, width in enumerate(widths)]
    blocks = [" ".join(labels[start : start + 3]) for start in (0, 3, 6)]
    return (" " * (_MARGIN + 2) + "   ".join(blocks)).rstrip()


def _rule(corners: Sequence[str], widths: Sequence[int]) -> str:
    left, middle, right = corners
    blocks = ["═" * (sum(widths[start : start + 3]) + 4) for start in (0, 3, 6)]
    return " " * _MARGIN + left + middle.join(blocks) + right


def _append_line(text: Text, cells: Sequence[_Pieces], widths: Sequence[int]) -> None:
    """One line of the nine cells of a row."""
    for column, (pieces, width) in enumerate(zip(cells, widths, strict=True)):
        text.append("" if column % 3 else "║ ")
        for piece, style in pieces:
            text.append(piece, style)
        text.append(" " * (width - _width(pieces) + 1))
    text.append("║\n")
