"""The pen of a book: its texts, rules and stars, and its boards with the marks of their rules."""

from collections.abc import Iterable, Mapping, Sequence
from math import cos, pi, sin
from typing import Any, NamedTuple

from ....engine.grades import Grade, Level
from ....engine.rules.picture import Circle, Figure, Lines, Text, borders, figures, margin
from ....engine.shape import Shape
from .content import MOST_STARS, STARS, Area, BookPuzzle

REGULAR, BOLD = "Vera", "VeraBd"
"""The fonts that reportlab brings; a book may have others in their place."""

BLACK, GREY = (0, 0, 0), (0.45, 0.45, 0.45)

_MORE = "..."
_PLAIN_INK = "#000000"
_CAPITAL = 0.729
"""The height of digits and capitals, in the size of the font."""

SIGN_HEIGHT = 0.22
"""The height of the letters beside which a sign stands, in cells of a board with this sign."""

_STAR_INNER = 0.42
"""How far the inner corners of a star are from its middle; the outer ones are 1."""


class Font(NamedTuple):
    """A font in a size and a colour."""

    name: str
    """`REGULAR` or `BOLD`."""
    size: float
    colour: Sequence[float] = BLACK


class Ink(NamedTuple):
    """How the lines and digits of a board look: widths and heights in cells."""

    thin: float
    thick: float
    digit: float
    line: tuple[float, float, float]


PUZZLE = Ink(thin=0.014, thick=0.062, digit=0.62, line=BLACK)
SOLUTION = Ink(thin=0.02, thick=0.085, digit=0.64, line=GREY)


class Pen:
    """Draws on a canvas of reportlab."""

    def __init__(self, canvas: Any, fonts: Mapping[str, str], shape: Shape) -> None:
        """Take the names by which the PDF knows the fonts, and the shape of all boards."""
        self.canvas, self._fonts, self._shape = canvas, fonts, shape

    # --- Texts ---

    def text(self, x: float, baseline: float, text: str, font: Font, *, ends_there: bool = False) -> None:
        """Write a text from a point on, or up to it."""
        self.canvas.setFont(self._fonts[font.name], font.size)
        self.canvas.setFillColorRGB(*font.colour)
        (self.canvas.drawRightString if ends_there else self.canvas.drawString)(x, baseline, text)

    def lines(self, left: float, top: float, lines: Iterable[str], font: Font, step: float) -> None:
        """Write lines below a height, some step from one to the next."""
        for place, line in enumerate(lines, 1):
            self.text(left, top - place * step, line, font)

    def centred(self, area: Area, baseline: float, text: str, font: Font) -> None:
        """Write a text in the middle of an area."""
        self.text(area.middle - self.width(text, font) / 2, baseline, text, font)

    def width(self, text: str, font: Font) -> float:
        """How wide a text is."""
        return float(self.canvas.stringWidth(text, self._fonts[font.name], font.size))

    def fitting(self, text: str, font: Font, width: float) -> Font:
        """The font, or a smaller one in which the text fits the width."""
        return font._replace(size=min(font.size, font.size * width / max(self.width(text, font), 1)))

    def wrapped(self, text: str, font: Font, width: float) -> list[str]:
        """The text in lines, broken at blanks, or anywhere in what has none and is too long."""
        lines = [""]
        for word in text.split():
            longer = f"{lines[-1]} {word}".strip()
            if self.width(longer, font) <= width:
                lines[-1] = longer
                continue
            lines += [word] if lines[-1] else []
            lines[-1] = word
            while self.width(lines[-1], font) > width and len(lines[-1]) > 1:
                fitting = self._start_of(lines[-1], font, width)
                lines[-1:] = [lines[-1][:fitting], lines[-1][fitting:]]
        return lines

    def shortened(self, text: str, font: Font, width: float) -> str:
        """The text, or as much of it as fits, with an ellipsis."""
        if self.width(text, font) <= width:
            return text
        return text[: self._start_of(text, font, width - self.width(_MORE, font))].rstrip() + _MORE

    def _start_of(self, text: str, font: Font, width: float) -> int:
        return max((end for end in range(1, len(text)) if self.width(text[:end], font) <= width), default=1)

    # --- Lines and stars ---

    def rule(self, left: float, y: float, right: float, width: float) -> None:
        """Draw a black line from left to right."""
        self.canvas.setStrokeColorRGB(*BLACK)
        self.canvas.setLineWidth(width)
        self.canvas.line(left, y, right, y)

    def stars(self, right: float, baseline: float, size: float, grade: Grade | Level) -> float:
        """Draw the stars of a grade or level, as many as it has filled, up to a right edge; return the left edge."""
        canvas, step = self.canvas, size * 1.08
        left = right - step * MOST_STARS
        canvas.saveState()
        canvas.setLineWidth(size * 0.05)
        canvas.setStrokeColorRGB(*BLACK)
        canvas.setFillColorRGB(*BLACK)
        for place in range(MOST_STARS):
            corners = _star(left + (place + 0.5) * step, baseline + size * 0.36, size * 0.48)
            path = self._path([corners])
            path.close()
            canvas.drawPath(path, stroke=1, fill=place < STARS[grade])
        canvas.restoreState()
        return float(left)

    def _path(self, lines: Iterable[Iterable[tuple[float, float]]]) -> Any:
        path = self.canvas.beginPath()
        for line in lines:
            for number, (x, y) in enumerate(line):
                (path.lineTo if number else path.moveTo)(x, y)
        return path

    # --- Boards ---

    def board(self, place: Area, puzzle: BookPuzzle, *, solved: bool = False) -> None:
        """Draw a puzzle with its marks, or its solution: grey clues, and bold what was to be found."""
        canvas, variant = self.canvas, puzzle.variant
        canvas.saveState()
        if variant and not solved:
            self._figures(place, figures(variant, clue_ink=_PLAIN_INK), variant.size, margin(variant))
        elif variant:
            canvas.saveState()
            self._figures(place, borders(variant), variant.size, 0)
            canvas.restoreState()
            self._digits(place, puzzle, solved=solved)
        else:
            self._lines(place, SOLUTION if solved else PUZZLE)
            self._digits(place, puzzle, solved=solved)
        canvas.restoreState()

    def _digits(self, place: Area, puzzle: BookPuzzle, *, solved: bool) -> None:
        across = self._shape.size
        cell = place.width / across
        size = cell * (SOLUTION if solved else PUZZLE).digit
        shown = puzzle.solution if solved else puzzle.puzzle
        for cell_number, (clue, value) in enumerate(zip(puzzle.puzzle, shown, strict=True)):
            if value == ".":
                continue
            row, column = divmod(cell_number, across)
            is_found = clue == "."
            self.canvas.setFont(self._fonts[BOLD if is_found else REGULAR], size)
            self.canvas.setFillColorRGB(*(GREY if solved and not is_found else BLACK))
            middle = place.top - (row + 0.5) * cell
            self.canvas.drawCentredString(place.left + (column + 0.5) * cell, middle - size * _CAPITAL / 2, value)

    def _lines(self, place: Area, ink: Ink) -> None:
        shape, canvas = self._shape, self.canvas
        size, cell = shape.size, place.width / shape.size
        rows = {0, size, *(band.start for band in shape.bands if shape.has_blocks)}
        columns = {0, size, *(stack.start for stack in shape.stacks if shape.has_blocks)}
        canvas.setStrokeColorRGB(*ink.line)
        canvas.setLineCap(2)
        for width, across, down in (
            (ink.thin, set(range(size)) - rows, set(range(size)) - columns),
            (ink.thick, rows, columns),
        ):
            canvas.setLineWidth(width * cell)
            levels = (place.top - i * cell for i in sorted(across))
            canvas.lines([(place.left, level, place.right, level) for level in levels])
            edges = (place.left + i * cell for i in sorted(down))
            canvas.lines([(edge, place.bottom, edge, place.top) for edge in edges])

    def _figures(self, place: Area, some: Iterable[Figure], size: int, outside: int) -> None:
        canvas, cells = self.canvas, size + 2 * outside
        canvas.translate(place.left, place.top)
        canvas.scale(place.width / cells, -place.width / cells)
        canvas.translate(outside, outside)
        self._each(some)

    def sign(self, left: float, baseline: float, sign: Iterable[Figure], font: Font) -> None:
        """Draw the sign that the clues of a rule have, around a digit, before its words."""
        self.canvas.saveState()
        self.canvas.translate(left + 0.6 * font.size, baseline + font.size * _CAPITAL / 2)
        self.canvas.scale(font.size / SIGN_HEIGHT, -font.size / SIGN_HEIGHT)
        self._each(each._replace(ink=_PLAIN_INK) if isinstance(each, Text) else each for each in sign)
        self.canvas.restoreState()

    def _each(self, some: Iterable[Figure]) -> None:
        canvas = self.canvas
        canvas.setLineJoin(1)
        for figure in some:
            if isinstance(figure, Lines):
                self._line(figure)
            elif isinstance(figure, Circle):
                fill, stroke = self._colours(figure)
                canvas.circle(*figure.at, figure.radius, fill=fill, stroke=stroke)
            else:
                self._mark(figure)

    def _line(self, figure: Lines) -> None:
        path = self._path(figure.lines)
        self.canvas.setLineCap(0 if figure.dashed else 1)
        self.canvas.setDash([0.08, 0.05] if figure.dashed else [])
        fill, stroke = self._colours(figure)
        self.canvas.drawPath(path, fill=fill, stroke=stroke)

    def _colours(self, figure: Lines | Circle) -> tuple[int, int]:
        """Choose the colours of a figure; return whether it is filled, and whether its line is drawn."""
        if figure.fill:
            self.canvas.setFillColor(_colour(figure.fill))
        if figure.stroke:
            self.canvas.setStrokeColor(_colour(figure.stroke))
            self.canvas.setLineWidth(figure.width)
        return bool(figure.fill), bool(figure.stroke)

    def _mark(self, text: Text) -> None:
        canvas, (x, y), size = self.canvas, text.at, text.height
        canvas.saveState()
        canvas.translate(x, y)
        canvas.scale(1, -1)  # letters stand upright where y goes down
        canvas.setFont(self._fonts[BOLD if text.bold else REGULAR], size)
        canvas.setFillColor(_colour(text.ink))
        (canvas.drawString if text.from_left else canvas.drawCentredString)(0, -size * _CAPITAL / 2, text.text)
        canvas.restoreState()


def _colour(name: str) -> Any:
    from reportlab.lib.colors import HexColor

    return HexColor(name)


def _star(x: float, y: float, radius: float) -> Iterable[tuple[float, float]]:
    for corner in range(10):
        length = radius * (_STAR_INNER if corner % 2 else 1)
        angle = pi / 2 + corner * pi / 5
        yield x + length * cos(angle), y + length * sin(angle)
