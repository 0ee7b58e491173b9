"""One board on a page, and the stars of a grade."""

from collections.abc import Iterable
from math import cos, pi, sin
from typing import Any, NamedTuple

from catalogue.book.contents import STARS
from catalogue.book.paper import Area
from engine.board.shape import Shape
from engine.rating.grades import Grade

REGULAR, BOLD = "Vera", "VeraBd"
_CAPITAL = 0.729
"""The height of digits and capitals, in the size of the font."""

BLACK, GREY = (0, 0, 0), (0.4, 0.4, 0.4)
_STAR_INNER = 0.42
"""How far the inner corners of a star are from its middle; the outer ones are 1."""


class Ink(NamedTuple):
    """How the lines and digits of a board look: widths and heights in cells."""

    thin: float
    thick: float
    digit: float
    line: tuple[float, float, float]


PUZZLE = Ink(thin=0.014, thick=0.062, digit=0.62, line=BLACK)
SOLUTION = Ink(thin=0.02, thick=0.085, digit=0.64, line=GREY)


def draw_board(canvas: Any, place: Area, shape: Shape, puzzle: str, solution: str | None = None) -> None:
    """Draw a puzzle, or its solution with the clues in bold."""
    ink = SOLUTION if solution else PUZZLE
    cell = place.width / shape.size
    canvas.saveState()
    _draw_lines(canvas, place, shape, cell, ink)
    size = cell * ink.digit
    for cell_number, (clue, value) in enumerate(zip(puzzle, solution or puzzle, strict=True)):
        if value == ".":
            continue
        row, column = divmod(cell_number, shape.size)
        is_filled = clue == "."
        canvas.setFont(REGULAR if is_filled or not solution else BOLD, size)
        canvas.setFillColorRGB(*(GREY if is_filled else BLACK))
        middle = place.top - (row + 0.5) * cell
        canvas.drawCentredString(place.left + (column + 0.5) * cell, middle - size * _CAPITAL / 2, value)
    canvas.restoreState()


def _draw_lines(canvas: Any, place: Area, shape: Shape, cell: float, ink: Ink) -> None:
    size = shape.size
    has_blocks = shape.has_blocks
    rows = {0, size, *(band.start for band in shape.bands if has_blocks)}
    columns = {0, size, *(stack.start for stack in shape.stacks if has_blocks)}
    canvas.setStrokeColorRGB(*ink.line)
    canvas.setLineCap(2)
    for width, across, down in (
        (ink.thin, set(range(size)) - rows, set(range(size)) - columns),
        (ink.thick, rows, columns),
    ):
        canvas.setLineWidth(width * cell)
        canvas.lines([(place.left, place.top - i * cell, place.right, place.top - i * cell) for i in sorted(across)])
        canvas.lines([(place.left + i * cell, place.bottom, place.left + i * cell, place.top) for i in sorted(down)])


def draw_stars(canvas: Any, right: float, baseline: float, size: float, grade: Grade) -> float:
    """Draw the stars of a grade, as many as it has filled, from a right edge on; return the left edge."""
    step = size * 1.08
    left = right - step * len(STARS)
    canvas.saveState()
    canvas.setLineWidth(size * 0.05)
    canvas.setStrokeColorRGB(*BLACK)
    canvas.setFillColorRGB(*BLACK)
    for place in range(len(STARS)):
        path = canvas.beginPath()
        corners = _star(left + (place + 0.5) * step, baseline + size * 0.36, size * 0.48)
        for number, (x, y) in enumerate(corners):
            (path.lineTo if number else path.moveTo)(x, y)
        path.close()
        canvas.drawPath(path, stroke=1, fill=place < STARS[grade])
    canvas.restoreState()
    return float(left)


def _star(x: float, y: float, radius: float) -> Iterable[tuple[float, float]]:
    for corner in range(10):
        length = radius * (_STAR_INNER if corner % 2 else 1)
        angle = pi / 2 + corner * pi / 5
        yield x + length * cos(angle), y + length * sin(angle)
