"""Drawings of boards: box characters for a terminal, the same in colour, SVG for a notebook."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Protocol

from .shape import CLUE_MARK, DIGITS, Cell, RowColumn, Shape

if TYPE_CHECKING:
    from rich.text import Text as Text

CLUE = "bold blue"
FILLED = "green"
CONFLICT = "bold white on red"

Paint = Callable[[int, int], tuple[str, str]]
"""Maps row and column of a cell to its text and a style of rich."""


class _Grid(Protocol):
    """The part of a `Grid` that a drawing needs."""

    @property
    def size(self) -> int: ...
    @property
    def board_shape(self) -> Shape: ...
    def __iter__(self) -> Iterator[Cell]: ...
    def get(self, row: int, column: int) -> int: ...
    def is_locked(self, row: int, column: int) -> bool: ...
    def fits(self, row: int, column: int, value: int) -> bool: ...


def boxes(grid: _Grid) -> str:
    """Draw a board with box characters, one character per cell."""
    return _drawn(grid, lambda row, column: (DIGITS[grid.get(row, column)], ""))


def ruled(grid: _Grid) -> str:
    """Draw a board with lines between all cells, double ones around blocks."""
    rows, columns = framed(grid.board_shape)
    size = grid.size

    def line(left: str, inner: str, outer: str, right: str, fill: str) -> str:
        joints = [outer if column % columns == 0 else inner for column in range(1, size)]
        return left + "".join(fill * 3 + joint for joint in joints) + fill * 3 + right

    drawn = [line("╔", "╤", "╦", "╗", "═")]
    for row in range(size):
        if row:
            drawn.append(line("╠", "╪", "╬", "╣", "═") if row % rows == 0 else line("╟", "┼", "╫", "╢", "─"))
        cells = [DIGITS[grid.get(row, column)] for column in range(size)]
        sides = ["║" if column % columns == 0 else "│" for column in range(size)]
        drawn.append("".join(f"{side} {cell} " for side, cell in zip(sides, cells, strict=True)) + "║")
    return "\n".join([*drawn, line("╚", "╧", "╩", "╝", "═")])


def marked(grid: _Grid) -> str:
    """Draw a board as `boxes` does, with a `CLUE_MARK` after each clue."""

    def paint(row: int, column: int) -> tuple[str, str]:
        return DIGITS[grid.get(row, column)] + (CLUE_MARK if grid.is_locked(row, column) else " "), ""

    return _drawn(grid, paint, gap="")


def _drawn(grid: _Grid, paint: Paint, gap: str = " ") -> str:
    return "".join(text for text, _ in _pieces(grid.board_shape, paint, gap))


def painted(shape: Shape, paint: Paint) -> Text:
    """Draw a board in colour; the texts of `paint` all have the same width."""
    from rich.text import Text  # takes a while to import, and only colour needs it

    text = Text(no_wrap=True, overflow="ignore", end="")
    for piece, style in _pieces(shape, paint):
        text.append(piece, style or None)
    return text


def coloured(grid: _Grid, *, filled: str = FILLED, chosen: RowColumn | None = None) -> Text:
    """Draw a board for a terminal with colours: clues, values filled in, and cells in conflict.

    `filled` is the style of rich for values that are not clues; the chosen cell is in reverse.
    """

    def paint(row: int, column: int) -> tuple[str, str]:
        value = grid.get(row, column)
        if not value:
            style = "dim"
        elif not grid.fits(row, column, value):
            style = CONFLICT
        else:
            style = CLUE if grid.is_locked(row, column) else filled
        return DIGITS[value], f"{style} reverse" if (row, column) == chosen else style

    return painted(grid.board_shape, paint)


def framed(shape: Shape) -> tuple[int, int]:
    """Rows and columns of the parts with a frame around them: the blocks, or a Latin square as a whole."""
    return (shape.rows, shape.columns) if shape.rows > 1 else (shape.size, shape.size)


def _pieces(shape: Shape, paint: Paint, gap: str = " ") -> Iterator[tuple[str, str]]:
    """The drawing from left to right and top to bottom, in pieces of one style each; a gap follows each cell."""
    rows, columns = framed(shape)
    width = len(paint(0, 0)[0] + gap)
    edges = ["═" * (width * columns + 1)] * (shape.size // columns)
    rule = {side: ends[0] + ends[1].join(edges) + ends[2] for side, ends in _CORNERS.items()}
    yield rule["top"] + "\n", ""
    for row in range(shape.size):
        if row and row % rows == 0:
            yield rule["between"] + "\n", ""
        for column in range(shape.size):
            yield ("║ " if column % columns == 0 else ""), ""
            yield paint(row, column)
            yield gap, ""
        yield "║\n", ""
    yield rule["bottom"], ""


_CORNERS = {"top": "╔╦╗", "between": "╠╬╣", "bottom": "╚╩╝"}


# --- SVG ----------------------------------------------------------------------------------------------------

_CELL = 36  # pixels
_MARGIN = 4
INK = {"clue": "#1a4fa3", "filled": "#1d7a35", "conflict": "#c4161c"}
CONFLICT_GROUND = "#fbdada"


def svg(grid: _Grid) -> str:
    """Draw a board as an SVG image: clues bold and blue, filled cells green, cells in conflict on red."""
    side = grid.size * _CELL
    whole, font = side + 2 * _MARGIN, _CELL * 0.55
    inside = "\n".join([*_svg_cells(grid), *_svg_lines(grid.board_shape, side)])
    return f'''\
<svg xmlns="http://www.w3.org/2000/svg" width="{whole}" height="{whole}" viewBox="0 0 {whole} {whole}">
<rect width="{whole}" height="{whole}" fill="#ffffff"/>
<g transform="translate({_MARGIN} {_MARGIN})" font-family="sans-serif" font-size="{font:g}" text-anchor="middle">
{inside}
</g>
</svg>'''


def _svg_cells(grid: _Grid) -> Iterator[str]:
    for row, column, value, locked in grid:
        if not value:
            continue
        left, top = column * _CELL, row * _CELL
        kind = "clue" if locked else "filled"
        if not grid.fits(row, column, value):
            kind = "conflict"
            yield f'<rect x="{left}" y="{top}" width="{_CELL}" height="{_CELL}" fill="{CONFLICT_GROUND}"/>'
        weight = ' font-weight="bold"' if locked else ""
        yield (
            f'<text x="{left + _CELL / 2:g}" y="{top + _CELL * 0.7:g}" fill="{INK[kind]}"{weight}>'
            f"{DIGITS[value]}</text>"
        )


def _svg_lines(shape: Shape, side: int) -> Iterator[str]:
    """Thin lines between cells, then over them thick ones around blocks."""
    rows, columns = framed(shape)
    edges = range(shape.size + 1)
    for is_thick, width, colour in ((False, 1, "#9a9a9a"), (True, 2.5, "#111111")):
        across = [f"M0 {edge * _CELL}h{side}" for edge in edges if (edge % rows == 0) == is_thick]
        down = [f"M{edge * _CELL} 0v{side}" for edge in edges if (edge % columns == 0) == is_thick]
        path = "".join(across + down)
        if path:
            yield f'<path d="{path}" stroke="{colour}" stroke-width="{width}" stroke-linecap="square"/>'
