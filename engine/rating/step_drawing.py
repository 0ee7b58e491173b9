"""A position drawn with its candidates, and the next step marked among them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.board.drawing import CLUE, FILLED
from engine.rating.path import Step
from engine.rating.position import Position

if TYPE_CHECKING:
    from rich.text import Text

PLACED, REMOVED, PATTERN = "+", "-", "*"
"""The mark before a candidate that the step places, that it removes, or that belongs to its pattern."""

_STYLES = {PLACED: "bold green", REMOVED: "bold red", PATTERN: "bold yellow", " ": "dim"}
_BLANK = " " * 6  # the width of three candidates with their marks
_RULES = {"top": tuple("╔═╤╦╗"), "thin": tuple("╟─┼╫╢"), "thick": tuple("╠═╪╬╣"), "bottom": tuple("╚═╧╩╝")}

Piece = tuple[str, str]
"""A text, and a style of rich."""


def draw_step(position: Position, step: Step) -> Text:
    """Draw a position in 73 columns and 37 lines: each cell its value, or its candidates in three rows of three.

    A candidate is marked `+` where the step places it, `-` where the step removes it, and `*` where it is part of the
    step's pattern; each mark has its own colour.
    """
    from rich.text import Text  # slow to import

    text = Text(no_wrap=True, overflow="ignore", end="")
    text.append(_rule("top"))
    for row in range(9):
        if row:
            text.append(_rule("thin" if row % 3 else "thick"))
        for line in range(3):
            for column in range(9):
                text.append("│" if column % 3 else "║")
                for piece, style in _cell(position, step, 9 * row + column, line):
                    text.append(piece, style or None)
                text.append(" ")
            text.append("║\n")
    text.append(_rule("bottom").rstrip("\n"))
    return text


def _rule(kind: str) -> str:
    left, edge, thin, thick, right = _RULES[kind]
    return left + thick.join([thin.join([edge * (len(_BLANK) + 1)] * 3)] * 3) + right + "\n"


def _cell(position: Position, step: Step, cell: int, line: int) -> list[Piece]:
    """One of the three lines of a cell, always six characters wide."""
    row, column = divmod(cell, 9)
    if value := position.grid.get(row, column):
        style = CLUE if position.grid.is_locked(row, column) else FILLED
        return [(f"   {value}  " if line == 1 else _BLANK, style)]
    candidates = position.candidates(cell)
    return [_candidate(step, cell, digit, digit in candidates) for digit in range(3 * line + 1, 3 * line + 4)]


def _candidate(step: Step, cell: int, digit: int, there: bool) -> Piece:
    if not there:
        return "  ", ""
    if step.placement == (cell, digit):
        mark = PLACED
    elif (cell, digit) in step.eliminations:
        mark = REMOVED
    else:
        mark = PATTERN if cell in step.cells and digit in step.digits else " "
    return f"{mark}{digit}", _STYLES[mark]
