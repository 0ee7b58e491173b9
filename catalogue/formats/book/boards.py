"""The boards of a book: puzzles and solutions, and the cages, lines, dots and regions of variants."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from ....engine.rules.named.figures import Circle, Figure, Lines, Text
from ....engine.rules.picture import borders, figures, margin
from ....engine.shape import Shape
from .drawing import BLACK, BOLD, GREY, REGULAR, Area, BookPuzzle, Fonts

_PLAIN_INK = "#000000"
_CAPITAL = 0.729
"""The height of digits and capitals, in the size of the font."""


class Ink(NamedTuple):
    """How the lines and digits of a board look: widths and heights in cells."""

    thin: float
    thick: float
    digit: float
    line: tuple[float, float, float]


PUZZLE = Ink(thin=0.014, thick=0.062, digit=0.62, line=BLACK)
SOLUTION = Ink(thin=0.02, thick=0.085, digit=0.64, line=GREY)


def draw_board(canvas: Any, fonts: Fonts, place: Area, shape: Shape, puzzle: BookPuzzle, *, solved: bool) -> None:
    """Draw a puzzle, or its solution: grey clues, and bold what was to be found. Marks are drawn with the puzzle."""
    canvas.saveState()
    ink, cell, variant = SOLUTION if solved else PUZZLE, place.width / shape.size, puzzle.variant
    if variant and not solved:
        outside = margin(variant)
        some = figures(variant, clue_ink=_PLAIN_INK)
        _draw_figures(canvas, fonts, place, variant.size + 2 * outside, some, outside)
    elif variant:
        canvas.saveState()
        _draw_figures(canvas, fonts, place, variant.size, borders(variant), 0)
        canvas.restoreState()
        _draw_digits(canvas, fonts, place, cell, puzzle, ink, solved=solved)
    else:
        _draw_lines(canvas, place, shape, cell, ink)
        _draw_digits(canvas, fonts, place, cell, puzzle, ink, solved=solved)
    canvas.restoreState()


def _draw_digits(
    canvas: Any, fonts: Fonts, place: Area, cell: float, puzzle: BookPuzzle, ink: Ink, *, solved: bool
) -> None:
    size, across = cell * ink.digit, round(place.width / cell)
    shown = puzzle.solution if solved else puzzle.puzzle
    for cell_number, (clue, value) in enumerate(zip(puzzle.puzzle, shown, strict=True)):
        if value == ".":
            continue
        row, column = divmod(cell_number, across)
        is_found = clue == "."
        canvas.setFont(fonts[BOLD if is_found else REGULAR], size)
        canvas.setFillColorRGB(*(GREY if solved and not is_found else BLACK))
        middle = place.top - (row + 0.5) * cell
        canvas.drawCentredString(place.left + (column + 0.5) * cell, middle - size * _CAPITAL / 2, value)


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


# --- Figures of variants ---


def _draw_figures(canvas: Any, fonts: Fonts, place: Area, cells: float, some: Iterable[Figure], outside: int) -> None:
    """Draw figures in a square that is so many cells wide, with some of them outside the board on each side."""
    canvas.translate(place.left, place.top)
    canvas.scale(place.width / cells, -place.width / cells)
    canvas.translate(outside, outside)
    canvas.setLineJoin(1)
    for figure in some:
        if isinstance(figure, Lines):
            _draw_path(canvas, figure)
        elif isinstance(figure, Circle):
            fill, stroke = _colours(canvas, figure)
            canvas.circle(*figure.at, figure.radius, fill=fill, stroke=stroke)
        else:
            _write(canvas, fonts, figure)


def _draw_path(canvas: Any, figure: Lines) -> None:
    path = canvas.beginPath()
    for line in figure.lines:
        for number, (x, y) in enumerate(line):
            (path.lineTo if number else path.moveTo)(x, y)
    canvas.setLineCap(0 if figure.dashed else 1)
    canvas.setDash([0.08, 0.05] if figure.dashed else [])
    fill, stroke = _colours(canvas, figure)
    canvas.drawPath(path, fill=fill, stroke=stroke)


def _colours(canvas: Any, figure: Lines | Circle) -> tuple[int, int]:
    """Choose the colours of a figure; return whether it is filled, and whether its line is drawn."""
    from reportlab.lib.colors import HexColor

    if figure.fill:
        canvas.setFillColor(HexColor(figure.fill))
    if figure.stroke:
        canvas.setStrokeColor(HexColor(figure.stroke))
        canvas.setLineWidth(figure.width)
    return bool(figure.fill), bool(figure.stroke)


def _write(canvas: Any, fonts: Fonts, text: Text) -> None:
    from reportlab.lib.colors import HexColor

    (x, y), size = text.at, text.height
    canvas.saveState()
    canvas.translate(x, y)
    canvas.scale(1, -1)  # letters stand upright where y goes down
    canvas.setFont(fonts[BOLD if text.bold else REGULAR], size)
    canvas.setFillColor(HexColor(text.ink))
    (canvas.drawString if text.from_left else canvas.drawCentredString)(0, -size * _CAPITAL / 2, text.text)
    canvas.restoreState()
