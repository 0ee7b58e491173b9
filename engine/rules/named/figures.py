"""The parts of a picture, measured in cells from the upper left corner, and the marks of rules that are made of them.

The marks are those that players know: grey lines and arrows under the digits, lines in their colours, white and black
dots, shaded cells, cages dashed with their sum.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
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
GROUPS = ("#fbe3c0", "#cfe8fb", "#e3d5f5", "#d7f0d2")
"""The colours of groups of cells."""
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
    character: str = ""
    """Between two cells in a drawing of characters; "<" points to the lesser cell."""


UNMARKED = Mark()
CAGE = Mark(outlined=True)
LABELS = Mark(labels_each=True)


def line(colour: str, *, ends: str = "", closed: bool = False) -> Mark:
    """Return a thick line; a "circle" or a "diamond" may stand at its ends."""

    def under(spot: Spot) -> Iterator[Figure]:
        at = spot.points
        yield path([*at, *(at[:1] if closed else ())], colour, 10.2)
        for point in (at[0], at[-1]) if ends else ():
            yield Circle(point, 0.36, WHITE, colour) if ends == "circle" else _diamond(point, colour)

    return Mark(under)


def _diamond(at: Point, colour: str) -> Lines:
    (x, y), half = at, 0.36
    corners = ((x - half, y), (x, y - half), (x + half, y), (x, y + half), (x - half, y))
    return Lines([corners], colour, 2 * PIXEL, fill=WHITE)


def thermometer(*, rim: bool = False) -> Mark:
    """Return a grey line with a bulb, perhaps with a rim."""

    def under(spot: Spot) -> Iterator[Figure]:
        at = spot.points
        if rim:
            yield Circle(at[0], 0.41, _EDGE)
            yield path(at, _EDGE, 19.2)
        yield Circle(at[0], 0.38, GREY)
        yield path(at, GREY, 15.4)

    return Mark(under)


def arrow(spot: Spot) -> Iterator[Figure]:
    """Yield a circle, or a pill of as many cells as the rule says, and the line from it to a head."""
    at, pill = spot.points, 1 if spot.use.value is None else int(str(spot.use.value))
    (x, y), (before_x, before_y) = at[-1], at[-2]
    along = (sign(x - before_x), sign(y - before_y))
    length = (along[0] ** 2 + along[1] ** 2) ** 0.5 or 1
    dx, dy = along[0] / length * 0.2, along[1] / length * 0.2
    yield path(at[pill - 1 :], _ARROW, 3)
    yield path([(x - dx - dy, y - dy + dx), (x, y), (x - dx + dy, y - dy - dx)], _ARROW, 3)
    if pill == 1:
        yield Circle(at[0], 0.38, WHITE, _ARROW)
    else:
        yield path(at[:pill], _ARROW, 51.6)
        yield path(at[:pill], WHITE, 45.6)


def shade(*colours: str, over: Draw | None = None) -> Mark:
    """Return shaded cells, in the next colour for each use; all cells of a board need no shade."""

    def under(spot: Spot) -> Iterator[Figure]:
        colour = colours[spot.turn % len(colours)]
        cells = spot.use.cells if len(spot.use.cells) < spot.board.frame.cells else ()
        yield from (square(cell, spot.columns, 0.02, colour) for cell in cells)

    return Mark(under, over)


def shade_groups(*colours: str) -> Mark:
    """Return shaded groups of cells, in the next colour for each use."""

    def under(spot: Spot) -> Iterator[Figure]:
        colour = colours[spot.turn % len(colours)]
        yield from (square(cell, spot.columns, 0.06, colour) for group in spot.use.groups for cell in group)

    return Mark(under)


def shade_each_group(*colours: str) -> Mark:
    """Return shaded groups of cells, each in the next colour."""

    def under(spot: Spot) -> Iterator[Figure]:
        for place, group in enumerate(spot.use.groups):
            yield from (square(cell, spot.columns, 0.04, colours[place % len(colours)]) for cell in group)

    return Mark(under)


def shaded_houses(spot: Spot) -> Iterator[Figure]:
    """Yield the cells of its houses, shaded."""
    yield from (square(cell, spot.columns, 0, SHADE) for house in spot.houses() for cell in house)


def thin_lines(spot: Spot) -> Iterator[Figure]:
    """Yield a thin line along each of its houses."""
    for house in spot.houses():
        yield path([centre(cell, spot.columns) for cell in house], BLUE, 2)


def discs(spot: Spot) -> Iterator[Figure]:
    """Yield a grey disc in each cell."""
    yield from (Circle(point, 0.38, GREY) for point in spot.points)


def squares(spot: Spot) -> Iterator[Figure]:
    """Yield a grey square in each cell."""
    yield from (square(cell, spot.columns, 0.12, GREY) for cell in spot.use.cells)


def rings(spot: Spot) -> Iterator[Figure]:
    """Yield a ring in each cell."""
    yield from (Circle(point, 0.42, None, INK) for point in spot.points)


def pointers(*, inward: bool) -> Draw:
    """Return a small sign at each edge of each cell: towards the cell, or away from it."""
    tip, foot = (0.36, 0.44) if inward else (0.44, 0.36)

    def over(spot: Spot) -> Iterator[Figure]:
        for x, y in spot.points:
            signs = [
                (
                    (x + foot * dx - 0.08 * dy, y + foot * dy + 0.08 * dx),
                    (x + tip * dx, y + tip * dy),
                    (x + foot * dx + 0.08 * dy, y + foot * dy - 0.08 * dx),
                )
                for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
            ]
            yield Lines(signs, INK, 1.5 * PIXEL)

    return over


def digits_in_circle(spot: Spot) -> Iterator[Figure]:
    """Yield a circle in the middle of the cells with the digits of the rule: one row of two, or two rows of more."""
    points, value = spot.points, spot.use.value
    x, y = (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))
    digits = [str(digit) for digit in value] if isinstance(value, tuple) else [str(value)]
    yield Circle((x, y), 0.27, WHITE, INK)
    half = (len(digits) + 1) // 2
    rows = [digits] if len(digits) < 3 else [digits[:half], digits[half:]]
    for row, some in enumerate(rows):
        yield Text((x, y + 0.21 * (row - (len(rows) - 1) / 2)), " ".join(some), 0.23, INK)


# --- Marks between two cells --------------------------------------------------------------------------------------


def _between(draw: Callable[[Spot, Point], Iterable[Figure]]) -> Draw:
    """A mark in the middle of two cells; none for another number of them."""

    def over(spot: Spot) -> Iterator[Figure]:
        if len(spot.use.cells) == 2:
            (x1, y1), (x2, y2) = spot.points
            yield from draw(spot, ((x1 + x2) / 2, (y1 + y2) / 2))

    return over


def dot(fill: str, ink: str, character: str = "") -> Mark:
    """Return a dot, larger with its number in it."""

    def draw(spot: Spot, middle: Point) -> Iterator[Figure]:
        value = spot.use.value
        yield Circle(middle, 0.15 if value is None else 0.19, fill, INK)
        if value is not None:
            yield Text(middle, str(value), 0.26, ink)

    return Mark(over=_between(draw), character=character)


def letter(shown: str) -> Mark:
    """Return a letter on white."""

    def draw(spot: Spot, middle: Point) -> Iterator[Figure]:
        yield Circle(middle, 0.17, WHITE)
        yield Text(middle, shown, 0.34, INK, bold=True)

    return Mark(over=_between(draw), character=shown)


def chevron() -> Mark:
    """Return a sign that points to the second cell."""

    def draw(spot: Spot, middle: Point) -> Iterator[Figure]:
        (x1, y1), (x2, y2) = spot.points
        dx, dy = sign(x2 - x1) * 0.1, sign(y2 - y1) * 0.1
        x, y = middle
        yield path([(x - dx - dy, y - dy + dx), (x + dx, y + dy), (x - dx + dy, y - dy - dx)], INK, 2)

    return Mark(over=_between(draw), character="<")
