"""Boards drawn: box characters for a terminal, the same in colour, SVG for a notebook."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import isqrt
from typing import TYPE_CHECKING

from engine.board.symbols import DIGITS

if TYPE_CHECKING:
    from rich.text import Text

    from engine.board.grid import Grid

GIVEN = "bold blue"
FILLED = "green"
CONFLICT = "bold white on red"


Paint = Callable[[int, int], tuple[str, str]]
"""Says how the cell of a row and a column is drawn: its text, and a style of rich."""


def draw(symbols: Sequence[Sequence[str]]) -> str:
    """Draw a square of symbols, all of one width, with a double line around each block."""
    return "".join(text for text, _ in _pieces(len(symbols), lambda row, column: (symbols[row][column], "")))


def boxes(grid: Grid) -> str:
    """Draw a board with box characters, one character a cell."""
    return draw([[DIGITS[grid.get(row, column)] for column in range(grid.size)] for row in range(grid.size)])


def painted(size: int, paint: Paint) -> Text:
    """Draw a board in colour; `paint` says what stands in each cell, in texts of one width."""
    from rich.text import Text  # takes a while to import, and only colour needs it

    text = Text(no_wrap=True, overflow="ignore", end="")
    for piece, style in _pieces(size, paint):
        text.append(piece, style or None)
    return text


def coloured(grid: Grid, *, filled: str = FILLED) -> Text:
    """Draw a board for a terminal with colours: givens, what was filled in, and cells in conflict.

    `filled` is the style of rich for values that are no givens.
    """

    def paint(row: int, column: int) -> tuple[str, str]:
        value = grid.get(row, column)
        if not value:
            return DIGITS[0], "dim"
        if not grid.fits(row, column, value):
            return DIGITS[value], CONFLICT
        return DIGITS[value], GIVEN if grid.is_locked(row, column) else filled

    return painted(grid.size, paint)


def _pieces(size: int, paint: Paint) -> Iterator[tuple[str, str]]:
    """The drawing from left to right and top to bottom, in pieces of one style each."""
    box = isqrt(size)
    width = len(paint(0, 0)[0])
    edge = "═" * ((width + 1) * box + 1)
    rule = {side: ends[0] + ends[1].join([edge] * box) + ends[2] for side, ends in _CORNERS.items()}
    yield rule["top"] + "\n", ""
    for row in range(size):
        if row and row % box == 0:
            yield rule["between"] + "\n", ""
        for column in range(size):
            yield ("║ " if column % box == 0 else ""), ""
            yield paint(row, column)
            yield " ", ""
        yield "║\n", ""
    yield rule["bottom"], ""


_CORNERS = {"top": "╔╦╗", "between": "╠╬╣", "bottom": "╚╩╝"}


# --- SVG ----------------------------------------------------------------------------------------------------

_CELL = 36  # pixels
_MARGIN = 4
_INK = {"given": "#1a4fa3", "filled": "#1d7a35", "conflict": "#c4161c"}
_CONFLICT_GROUND = "#fbdada"


def svg(grid: Grid) -> str:
    """Draw a board as an SVG image: givens bold and blue, filled cells green, cells in conflict on red."""
    side = grid.size * _CELL
    whole = side + 2 * _MARGIN
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{whole}" height="{whole}" viewBox="0 0 {whole} {whole}">',
            f'<rect width="{whole}" height="{whole}" fill="#ffffff"/>',
            f'<g transform="translate({_MARGIN} {_MARGIN})" font-family="sans-serif" font-size="{_CELL * 0.55:g}"'
            ' text-anchor="middle">',
            *_svg_cells(grid),
            *_svg_lines(grid.size, side),
            "</g>",
            "</svg>",
        ]
    )


def _svg_cells(grid: Grid) -> Iterator[str]:
    for row, column, value, locked in grid:
        if not value:
            continue
        left, top = column * _CELL, row * _CELL
        kind = "given" if locked else "filled"
        if not grid.fits(row, column, value):
            kind = "conflict"
            yield f'<rect x="{left}" y="{top}" width="{_CELL}" height="{_CELL}" fill="{_CONFLICT_GROUND}"/>'
        weight = ' font-weight="bold"' if locked else ""
        yield (
            f'<text x="{left + _CELL / 2:g}" y="{top + _CELL * 0.7:g}" fill="{_INK[kind]}"{weight}>'
            f"{DIGITS[value]}</text>"
        )


def _svg_lines(size: int, side: int) -> Iterator[str]:
    """Thin lines between cells, then over them thick ones around blocks."""
    box = isqrt(size)
    inner = [i for i in range(1, size) if i % box]
    blocks = range(0, size + 1, box)
    for places, width, colour in ((inner, 1, "#9a9a9a"), (blocks, 2.5, "#111111")):
        path = " ".join(f"M0 {i * _CELL}h{side}M{i * _CELL} 0v{side}" for i in places)
        if path:
            yield f'<path d="{path}" stroke="{colour}" stroke-width="{width}" stroke-linecap="square"/>'
