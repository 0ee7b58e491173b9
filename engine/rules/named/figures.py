"""The parts of a picture, measured in cells from the upper left corner, and the marks of rules that are made of them.

What draws a mark takes what the row of a rule says, then the use that it draws.
The marks are those that players know: grey lines and arrows under the digits, lines in their colours, white and black
dots, shaded cells, cages dashed with their sum.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, cycle
from typing import NamedTuple

from ..frame import Cells
from .rule import Board, Use

Point = tuple[float, float]
"""Right and down, in cells."""


class Lines(NamedTuple):
    """Lines through points; the area within them is filled if there is a `fill`."""

    lines: Sequence[Sequence[Point]]
    stroke: str | None
    width: float = 0
    fill: str | None = None
    dashed: bool = False


class Circle(NamedTuple):
    """A circle."""

    at: Point
    radius: float
    fill: str | None
    stroke: str | None = None
    width: float = 0.03


class Text(NamedTuple):
    """A text on one line, its middle or its left end at a point; it is as high as a capital letter needs."""

    at: Point
    text: str
    height: float
    ink: str
    bold: bool = False
    from_left: bool = False


Figure = Lines | Circle | Text

INK, WHITE, GREY, SHADE, BLUE = "#111111", "#ffffff", "#c9c9c9", "#ececec", "#7db8e8"
_ARROW, _EDGE = "#a0a0a0", "#8f8f8f"
_GROUPS = ("#fbe3c0", "#cfe8fb", "#e3d5f5", "#d7f0d2")
PIXEL = 1 / 64


def centre(cell: int, columns: int) -> Point:
    """Return the middle of a cell."""
    row, column = divmod(cell, columns)
    return column + 0.5, row + 0.5


def sign(number: float) -> int:
    """Return -1, 0 or 1."""
    return (number > 0) - (number < 0)


def path(points: Sequence[Point], colour: str, pixels: float) -> Lines:
    """Return a line through points."""
    return Lines([points], colour, pixels * PIXEL)


def square(cell: int, columns: int, inset: float, fill: str) -> Lines:
    """Return a cell filled with a colour, but for its rim."""
    row, column = divmod(cell, columns)
    return box((column + inset, row + inset), (column + 1 - inset, row + 1 - inset), fill)


def box(one: Point, other: Point, fill: str) -> Lines:
    """Return a filled rectangle between two corners."""
    (left, top), (right, bottom) = one, other
    return Lines([((left, top), (right, top), (right, bottom), (left, bottom))], None, fill=fill)


# --- Marks --------------------------------------------------------------------------------------------------------


class Spot(NamedTuple):
    """A use of a rule that is to be drawn on a board."""

    use: Use
    board: Board
    turn: int
    """How many uses of the rule come before it: groups of their own have other colours."""
    houses: Callable[[], Sequence[Cells]]
    """The houses that it means."""

    @property
    def columns(self) -> int:
        """The columns of the grid."""
        return self.board.frame.columns

    @property
    def points(self) -> list[Point]:
        """The middles of its cells."""
        return [centre(cell, self.columns) for cell in self.use.cells]

    @property
    def middle(self) -> Point:
        """The middle of all its cells."""
        points = self.points
        return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


Draw = Callable[[Spot], Iterable[Figure]]


@dataclass(frozen=True, slots=True)
class Mark:
    """How a picture shows a rule."""

    under: Draw | None = None
    """Its shapes under lines and digits."""
    over: Draw | None = None
    """Its shapes over lines and digits, at edges and corners."""
    outlined: bool = False
    """Whether its cells have a dashed outline, with its label in the first of them."""
    labels_each: bool = False
    """Whether each of its cells has its label."""
    label: str = ""
    """A text in its corner that tells it from rules with the same outline."""
    sign: str = ""
    """What stands around its clues outside the board, by which those of one rule differ from those of others: a `ring`,
    a `box`, a `dashed box`, a `door`, or a `bar` above, below, or `bars` at both."""
    character: str = ""
    """Between two cells in a drawing of characters; "<" points to the lesser cell."""


# --- Lines --------------------------------------------------------------------------------------------------------


def line(colour: str, spot: Spot, *, ends: str = "", closed: bool = False) -> Iterator[Figure]:
    """Yield a thick line; a "circle" or a "diamond" may stand at its ends."""
    at = spot.points
    yield path([*at, *(at[:1] if closed else ())], colour, 10.2)
    for x, y in (at[0], at[-1]) if ends else ():
        if ends == "circle":
            yield Circle((x, y), 0.36, WHITE, colour)
        else:
            corners = ((x - 0.36, y), (x, y - 0.36), (x + 0.36, y), (x, y + 0.36), (x - 0.36, y))
            yield Lines([corners], colour, 2 * PIXEL, fill=WHITE)


def thermometer(spot: Spot, *, rim: bool = False) -> Iterator[Figure]:
    """Yield a grey line with a bulb, perhaps with a rim."""
    for colour, radius, width in ((_EDGE, 0.41, 19.2), (GREY, 0.38, 15.4))[not rim :]:
        yield Circle(spot.points[0], radius, colour)
        yield path(spot.points, colour, width)


def arrow(spot: Spot) -> Iterator[Figure]:
    """Yield a circle, or a pill of as many cells as the rule says, and the line from it to a head."""
    at, pill = spot.points, 1 if spot.use.value is None else int(str(spot.use.value))
    (x, y), (before_x, before_y) = at[-1], at[-2]
    along = (sign(x - before_x), sign(y - before_y))
    length = (along[0] ** 2 + along[1] ** 2) ** 0.5 or 1
    yield path(at[pill - 1 :], _ARROW, 3)
    yield path(_head((x, y), (along[0] / length * 0.2, along[1] / length * 0.2)), _ARROW, 3)
    if pill == 1:
        yield Circle(at[0], 0.38, WHITE, _ARROW)
    else:
        yield path(at[:pill], _ARROW, 51.6)
        yield path(at[:pill], WHITE, 45.6)


def _head(tip: Point, way: Point, slope: float = 1) -> list[Point]:
    """The two sides of the head of an arrow that goes so far right and down."""
    (x, y), (dx, dy) = tip, way
    return [(x - dx - dy * slope, y - dy + dx * slope), (x, y), (x - dx + dy * slope, y - dy - dx * slope)]


def thin_lines(spot: Spot) -> Iterator[Figure]:
    """Yield a thin line along each of its houses."""
    for house in spot.houses():
        yield path([centre(cell, spot.columns) for cell in house], BLUE, 2)


def both_diagonals(spot: Spot) -> Iterator[Figure]:
    """Yield one diagonal of the board, or both."""
    size = spot.columns
    for drawn, ends in (("\\", [(0, 0), (size, size)]), ("/", [(size, 0), (0, size)])):
        if spot.use.value in (None, drawn):
            yield path(ends, BLUE, 2)


# --- Cells --------------------------------------------------------------------------------------------------------


def shade(spot: Spot, *, colours: Sequence[str] = (SHADE,)) -> Iterator[Figure]:
    """Yield shaded cells, in the next of some colours for each use; all cells of a board need no shade."""
    cells = spot.use.cells if len(spot.use.cells) < spot.board.frame.cells else ()
    return _squares(spot, cells, 0.02, colours[spot.turn % len(colours)])


def shade_groups(spot: Spot, *, colours: Sequence[str]) -> Iterator[Figure]:
    """Yield shaded groups of cells, in the next of some colours for each use."""
    return _squares(spot, chain.from_iterable(spot.use.groups), 0.06, colours[spot.turn % len(colours)])


def shade_each_group(spot: Spot) -> Iterator[Figure]:
    """Yield shaded groups of cells, each in the next colour."""
    for group, colour in zip(spot.use.groups, cycle(_GROUPS), strict=False):
        yield from _squares(spot, group, 0.04, colour)


def shaded_houses(spot: Spot) -> Iterator[Figure]:
    """Yield the cells of its houses, shaded."""
    return _squares(spot, chain.from_iterable(spot.houses()), 0, SHADE)


def squares(spot: Spot) -> Iterator[Figure]:
    """Yield a grey square in each cell."""
    return _squares(spot, spot.use.cells, 0.12, GREY)


def _squares(spot: Spot, cells: Iterable[int], inset: float, colour: str) -> Iterator[Figure]:
    return (square(cell, spot.columns, inset, colour) for cell in cells)


def discs(spot: Spot) -> Iterator[Figure]:
    """Yield a grey disc in each cell."""
    return (Circle(point, 0.38, GREY) for point in spot.points)


def rings(spot: Spot) -> Iterator[Figure]:
    """Yield a ring in each cell."""
    return (Circle(point, 0.465, None, INK, 0.02) for point in spot.points)


def pointers(spot: Spot, *, inward: bool) -> Iterator[Figure]:
    """Yield a small sign at each edge of each cell: towards the cell, or away from it."""
    tip, length, slope = (0.36, -0.08, -1) if inward else (0.44, 0.08, 1)
    for x, y in spot.points:
        ways = ((1, 0), (-1, 0), (0, 1), (0, -1))
        signs = [_head((x + tip * dx, y + tip * dy), (length * dx, length * dy), slope) for dx, dy in ways]
        yield Lines(signs, INK, 1.5 * PIXEL)


def digits_in_circle(spot: Spot) -> Iterator[Figure]:
    """Yield a circle in the middle of the cells with the digits of the rule: one row of two, or two rows of more."""
    (x, y), value = spot.middle, spot.use.value
    digits = [str(digit) for digit in value] if isinstance(value, tuple) else [str(value)]
    yield Circle((x, y), 0.24, WHITE, INK)
    half = (len(digits) + 1) // 2
    rows = [digits] if len(digits) < 3 else [digits[:half], digits[half:]]
    for row, some in enumerate(rows):
        yield Text((x, y + 0.185 * (row - (len(rows) - 1) / 2)), " ".join(some), 0.2, INK)


def around_clue(sign: str, at: Point, wide: float, high: float) -> Iterator[Figure]:
    """Yield the sign of a rule around a clue outside the board that is so wide and high."""
    (x, y), half, up = at, wide / 2 + 0.05, high / 2
    left, right, top, bottom = x - half, x + half, y - up, y + up
    if sign == "ring":
        yield Circle(at, max(half, up), None, INK, 1.3 * PIXEL)
        return
    sides: dict[str, Sequence[Sequence[Point]]] = {
        "bars": [((left, top), (right, top)), ((left, bottom), (right, bottom))],
        "door": [((left, bottom), (left, top), (right, top), (right, bottom))],
        "bar": [((left, bottom), (right, bottom))],
        "": [],
    }
    closed = [((left, top), (right, top), (right, bottom), (left, bottom), (left, top))]
    if lines := sides.get(sign, closed):
        yield Lines(lines, INK, 1.3 * PIXEL, dashed=sign.startswith("dashed"))


# --- Marks between two cells --------------------------------------------------------------------------------------


def dot(fill: str, ink: str, spot: Spot) -> Iterator[Figure]:
    """Yield a dot, larger with its number in it."""
    value = spot.use.value
    yield Circle(spot.middle, 0.15, fill, INK)
    if value is not None:
        yield Text(spot.middle, str(value), 0.26, ink)


def letter(shown: str, spot: Spot) -> Iterator[Figure]:
    """Yield a letter on white."""
    yield Circle(spot.middle, 0.165, WHITE)
    yield Text(spot.middle, shown, 0.34, INK, bold=True)


def chevron(spot: Spot) -> Iterator[Figure]:
    """Yield a sign that points to the second cell."""
    (x1, y1), (x2, y2) = spot.points[0], spot.points[-1]
    dx, dy = sign(x2 - x1) * 0.2, sign(y2 - y1) * 0.2
    x, y = spot.middle
    yield path(_head((x + dx / 2, y + dy / 2), (dx, dy), 0.5), INK, 2)
