"""A position, its candidates and a step as text for a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import TYPE_CHECKING

from ..drawing import CLUE, FILLED, framed
from ..shape import DIGITS, Shape
from .position import Position
from .record import Mark, Spot, Step, marks_of

if TYPE_CHECKING:
    from rich.text import Text


# Blue and orange differ for colour-blind people too; and each mark has its own sign.
_STYLES = {
    Mark.PLACED: "bold bright_blue",
    Mark.REMOVED: "bold reverse red",
    Mark.ASSUMED: "bold magenta",
    Mark.DENIED: "bold magenta",
    Mark.PATTERN: "bold yellow",
    Mark.ABSENT: "cyan",
    "": "dim",
}
_MOST_COLUMNS = 80
_TOP, _BETWEEN, _BOTTOM = tuple("╔╦╗"), tuple("╠╬╣"), tuple("╚╩╝")

_Pieces = Sequence[tuple[str, str]]
"""Texts that follow each other, each with a style of rich."""


def draw_step(position: Position, step: Step) -> Text:
    """Draw a position with labels, such as r1 to r9 and c1 to c9: each cell its candidates, or its value in brackets.

    A candidate is marked as `engine.paths.record.Mark` says: `+` if the step places it, `-` if the step removes
    it, `*` if it is part of the step's pattern; on a chain `?` if it is assumed, `!` if it is assumed false, `*` if it
    holds and `~` if it does not. Each mark has its own colour. Digits above 9 are letters. A drawing of 9x9 has 14
    lines of up to 80 columns. If there are too many candidates for that, each cell gets a second line, which makes 23.
    """
    from rich.text import Text  # slow to import

    shape = position.shape
    frame, marks = _Frame(shape), marks_of(step)
    lines_of_cells, widths = _layout([_cell(position, marks, cell) for cell in range(shape.cells)], frame)
    text = Text(no_wrap=True, overflow="ignore", end="")
    text.append(frame.labels(widths) + "\n" + frame.rule(_TOP, widths) + "\n")
    for row in range(shape.size):
        if row and row % frame.rows == 0:
            text.append(frame.rule(_BETWEEN, widths) + "\n")
        cells_of_row = lines_of_cells[shape.size * row : shape.size * (row + 1)]
        for line, cells in enumerate(zip(*cells_of_row, strict=True)):
            text.append(("" if line else f"r{row + 1}").ljust(frame.margin))
            frame.append_line(text, cells, widths)
    text.append(frame.rule(_BOTTOM, widths))
    return text


class _Frame:
    """The lines and labels around the cells: boxes of rows and columns, which are the blocks if there are any."""

    def __init__(self, shape: Shape) -> None:
        self.size = shape.size
        self.rows, self.columns = framed(shape)
        self.margin = len(f"r{shape.size} ")  # for the labels of the rows

    def labels(self, widths: Sequence[int]) -> str:
        """The labels of the columns."""
        labels = [f"c{column + 1}".ljust(width) for column, width in enumerate(widths)]
        boxes = [" ".join(labels[start : start + self.columns]) for start in range(0, self.size, self.columns)]
        return (" " * (self.margin + 2) + "   ".join(boxes)).rstrip()

    def rule(self, corners: Sequence[str], widths: Sequence[int]) -> str:
        """A line above, between or below boxes."""
        left, middle, right = corners
        starts = range(0, self.size, self.columns)
        boxes = ["═" * (sum(widths[start : start + self.columns]) + self.columns + 1) for start in starts]
        return " " * self.margin + left + middle.join(boxes) + right

    def append_line(self, text: Text, cells: Sequence[_Pieces], widths: Sequence[int]) -> None:
        """One line of the cells of a row."""
        for column, (pieces, width) in enumerate(zip(cells, widths, strict=True)):
            text.append("" if column % self.columns else "║ ")
            for piece, style in pieces:
                text.append(piece, style)
            text.append(" " * (width - _width(pieces) + 1))
        text.append("║\n")


def _cell(position: Position, marks_at: dict[Spot, Mark], cell: int) -> _Pieces:
    """The candidates of a cell with their marks, or its value."""
    if value := position.values[cell]:
        return [(f"[{DIGITS[value]}]", CLUE if position.is_clue(cell) else FILLED)]
    marks = [(marks_at.get((cell, digit), ""), digit) for digit in position.candidates(cell)]
    return [(f"{mark}{DIGITS[digit]}", _STYLES[mark]) for mark, digit in marks]


def _layout(cells: Sequence[_Pieces], frame: _Frame) -> tuple[list[list[_Pieces]], list[int]]:
    """The lines of each cell, as few as fit, and the width of each column."""
    for per_cell in count(1):
        lines = [_split(pieces, per_cell) for pieces in cells]
        columns = (lines[column :: frame.size] for column in range(frame.size))
        widths = [
            max(len(f"c{number}"), *(_width(line) for cell in column for line in cell))
            for number, column in enumerate(columns, 1)
        ]
        if len(frame.rule(_TOP, widths)) <= _MOST_COLUMNS:
            break
    return lines, widths


def _split(pieces: _Pieces, number: int) -> list[_Pieces]:
    """Pieces in that many lines; the last ones may be shorter."""
    each = -(-len(pieces) // number)
    return [pieces[line * each : (line + 1) * each] for line in range(number)]


def _width(pieces: _Pieces) -> int:
    return sum(len(piece) for piece, _ in pieces)
