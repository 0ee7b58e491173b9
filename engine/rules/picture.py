"""The parts of the picture of a variant: lines, circles and texts, measured in cells from the upper left corner.

The picture is the one that players know: grey lines and arrows under the digits, whispers green, renbans purple, region
sums blue, cages dashed with their sum, white and black dots, thick borders around regions. SVG, PNG and books draw
these shapes, each in its own way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from .frame import Frame
from .geometry import Cells
from .labels import label_of
from .model import House
from .named.rule import Use
from .variant import RULES, Variant

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

_MARKED = "#d3e5fb"
INK, _CLUE, _FILLED, _THIN = "#111111", "#1a4fa3", "#1d7a35", "#9a9a9a"
_WHITE, _GREY, _SHADE, _BLUE, _ARROW = "#ffffff", "#c9c9c9", "#ececec", "#7db8e8", "#a0a0a0"
_EDGE = "#8f8f8f"
_ALL_DIFFERENT = ("#f3e9b5", "#d5ecd0", "#e6dbf3", "#f6d9d3")
_CLONES = ("#d9e6d9", "#dbe4f3", "#f3e3d3", "#eadcee")
_SUMS = ("#fbe3c0", "#cfe8fb", "#e3d5f5", "#d7f0d2")
_MARKED_CELLS = {"indexing column": "#f6c9c9", "indexing row": "#c9d9f6", "indexing box": "#d3ecd3"}
_PIXEL = 1 / 64

_LINE_COLOURS = {
    "whispers": "#5fc36b",
    "renban": "#d489e0",
    "nabner": "#cfc96a",
    "palindrome": "#b4b4b4",
    "between": "#c8b48c",
    "lockout": "#8fc3d9",
    "region sum": "#69b4f0",
    "sum line": "#e6a96b",
    "sum loop": "#e6a96b",
    "zipper": "#b99be8",
    "modular": "#4fc4c4",
    "entropic": "#f0a884",
    "double arrow": "#c9c9c9",
    "regular expression": "#e7d27a",
    "table": "#e7d27a",
    "table of all": "#cdbb6a",
    "lunchbox": "#d8d8d8",
    "value indexing": "#9fb8d9",
}
_CAGES = ("cage", "sum", "rellik cage", "equality cage")
"""Rules with a dashed outline."""
_SHADED = ("contains", "contains exactly", "look and say", "count distinct", "connected", "chaos arrow", "chaos count")
"""Rules whose cells are shaded."""


def figures(
    variant: Variant, digits: Sequence[int] | None = None, *, marked: Cells = (), clue_ink: str = _CLUE
) -> Iterator[Figure]:
    """Yield the figures of a variant from the lowest to the topmost, with the digits of a board too.

    The `marked` cells are coloured.
    """
    wide = variant.frame.columns
    drawn = drawn_uses(variant)
    yield from (_square(cell, wide, 0, _MARKED) for cell in marked)
    yield from _all_under(drawn, variant)
    yield from borders(variant)
    yield from _digits(variant, digits, clue_ink)
    yield from _all_cages(drawn, variant)
    yield from _all_over(drawn, variant)
    yield from _numbers(drawn, variant)
    yield from _outside(drawn, variant.frame)


def layers(variant: Variant) -> tuple[list[Figure], list[Figure]]:
    """Return the figures of the rules alone, for a board that another program draws.

    The first ones mix with the cells: white is no colour in them. The others cover the cells and their borders.
    """
    drawn = drawn_uses(variant)
    mixed = [*_all_under(drawn, variant), *_all_cages(drawn, variant), *_numbers(drawn, variant)]
    return [*mixed, *_outside(drawn, variant.frame)], list(_all_over(drawn, variant))


def board(variant: Variant) -> Iterator[Figure]:
    """Yield the lines of the board and its clues, without the rules."""
    yield from borders(variant)
    yield from _digits(variant, None, INK)


def labelled(variant: Variant) -> frozenset[int]:
    """Return the cells that have a text of a rule in their upper left corner."""
    return frozenset(_texts(drawn_uses(variant), variant))


def drawn_uses(variant: Variant) -> list[Use]:
    """Return the rules with marks, also from the branches of "or", but no rule that needs cells beside the grid."""
    cells = variant.frame.cells
    return [use for use in _branches(variant.uses) if all(cell < cells for cell in cells_of(use))]


def cells_of(use: Use) -> Iterator[int]:
    """Yield the cells of a rule and of its groups."""
    yield from use.cells
    for group in use.groups:
        yield from group


def _branches(uses: Iterable[Use]) -> Iterator[Use]:
    for use in uses:
        if use.rule == "or":
            for alternative in use.alternatives:
                yield from _branches(alternative)
        else:
            yield use


def _in_turn(uses: Sequence[Use]) -> Iterator[tuple[Use, int]]:
    """Each use of a rule with how many uses of that rule come before it: groups of their own have other colours."""
    seen: Counter[str] = Counter()
    for use in uses:
        yield use, seen[use.rule]
        seen[use.rule] += 1


def margin(variant: Variant) -> int:
    """How many cells the clues outside need on each side: 1 or 0."""
    return int(any(map(_is_outside, drawn_uses(variant))))


def _is_outside(use: Use) -> bool:
    return RULES[use.rule].is_clue


def borders(variant: Variant) -> Iterator[Figure]:
    """Thin lines between cells, then thick ones around regions and the board."""
    high, wide, region_of = variant.frame.rows, variant.frame.columns, variant.region_of
    across = [((0, at), (wide, at)) for at in range(1, high)]
    down = [((at, 0), (at, high)) for at in range(1, wide)]
    yield Lines([*across, *down], _THIN, _PIXEL)
    thick: list[Sequence[Point]] = []
    for row in range(high + 1):
        for column in range(wide + 1):
            if region_of(row - 1, column) != region_of(row, column):
                thick.append(((column, row), (column + 1, row)))
            if region_of(row, column - 1) != region_of(row, column):
                thick.append(((column, row), (column, row + 1)))
    yield Lines(_joined(thick), INK, 4 * _PIXEL)


def _digits(variant: Variant, digits: Sequence[int] | None, clue_ink: str) -> Iterator[Figure]:
    for cell in range(variant.frame.cells):
        given = variant.givens[cell] if variant.givens else 0
        if shown := given or (digits[cell] if digits else 0):
            ink = clue_ink if given else _FILLED
            at = _centre(cell, variant.frame.columns)
            yield Text(at, variant.frame.symbol(shown), 0.58, ink, bold=bool(given))


# --- What lies under the digits ----------------------------------------------------------------------------------


def _under(use: Use, variant: Variant, turn: int) -> Iterator[Figure]:
    """The shapes of a rule that lie under lines and digits; `turn` counts the uses of the rule before it."""
    size = variant.frame.columns
    at = [_centre(cell, size) for cell in use.cells]
    rule = use.rule
    if rule == "diagonal":
        if use.value in (None, "\\"):
            yield _path([(0, 0), (size, size)], _BLUE, 2)
        if use.value in (None, "/"):
            yield _path([(size, 0), (0, size)], _BLUE, 2)
    elif rule == "windoku":
        yield from (_square(cell, size, 0, _SHADE) for house in _houses(use, variant) for cell in house)
    elif rule == "argyle":
        for house in _houses(use, variant):
            yield _path([_centre(cell, size) for cell in house], _BLUE, 2)
    elif rule == "odd":
        yield from (Circle(point, 0.38, _GREY) for point in at)
    elif rule == "even":
        yield from (_square(cell, size, 0.12, _GREY) for cell in use.cells)
    elif rule in (*_SHADED, "minimum", "maximum", "all different", *_MARKED_CELLS):
        colours = _ALL_DIFFERENT if rule == "all different" else (_MARKED_CELLS.get(rule, _SHADE),)
        shaded = use.cells if len(use.cells) < variant.frame.cells else ()  # all cells need no shade
        yield from (_square(cell, size, 0.02, colours[turn % len(colours)]) for cell in shaded)
    elif rule == "clone":
        colour = _CLONES[turn % len(_CLONES)]
        yield from (_square(cell, size, 0.06, colour) for group in use.groups for cell in group)
    elif rule in ("equal sums", "same digits", "automaton"):
        for group, colour in zip(use.groups, _SUMS * len(use.groups), strict=False):
            yield from (_square(cell, size, 0.04, colour) for cell in group)
    elif rule in ("thermometer", "slow thermometer"):
        if rule == "slow thermometer":
            yield Circle(at[0], 0.41, _EDGE)
            yield _path(at, _EDGE, 19.2)
        yield Circle(at[0], 0.38, _GREY)
        yield _path(at, _GREY, 15.4)
    elif rule in ("arrow", "pill arrow"):
        yield from _arrow(at, int(str(use.value)) if rule == "pill arrow" else 1)
    elif rule in _LINE_COLOURS:
        colour = _LINE_COLOURS[rule]
        yield _path([*at, *(at[:1] if rule == "sum loop" else ())], colour, 10.2)
        if rule in ("between", "double arrow", "value indexing"):
            yield from (Circle(point, 0.36, _WHITE, colour) for point in (at[0], at[-1]))
        if rule == "lockout":
            yield from (_diamond(point, colour) for point in (at[0], at[-1]))


def _all_under(drawn: Sequence[Use], variant: Variant) -> Iterator[Figure]:
    for use, turn in _in_turn(drawn):
        yield from _under(use, variant, turn)


def _houses(use: Use, variant: Variant) -> list[Cells]:
    made = RULES[use.rule].make(variant, use)
    return [constraint.cells for constraint in made if isinstance(constraint, House)]


def _arrow(at: list[Point], pill: int) -> Iterator[Figure]:
    """A circle or pill, and the line from it to a head."""
    (x, y), (before_x, before_y) = at[-1], at[-2]
    along = (_sign(x - before_x), _sign(y - before_y))
    length = (along[0] ** 2 + along[1] ** 2) ** 0.5 or 1
    dx, dy = along[0] / length * 0.2, along[1] / length * 0.2
    yield _path(at[pill - 1 :], _ARROW, 3)
    yield _path([(x - dx - dy, y - dy + dx), (x, y), (x - dx + dy, y - dy - dx)], _ARROW, 3)
    if pill == 1:
        yield Circle(at[0], 0.38, _WHITE, _ARROW)
    else:
        yield _path(at[:pill], _ARROW, 51.6)
        yield _path(at[:pill], _WHITE, 45.6)


# --- Numbers that rules carry ------------------------------------------------------------------------------------


def _numbers(uses: Sequence[Use], variant: Variant) -> Iterator[Figure]:
    """The text in the upper left corner of the first cell of a rule; of several rules in one line, with blanks."""
    columns = variant.frame.columns
    made = [tuple(_label(cell, columns, " ".join(texts))) for cell, texts in _texts(uses, variant).items()]
    yield from (ground for ground, _ in made)
    yield from (text for _, text in made)


def _texts(uses: Sequence[Use], variant: Variant) -> dict[int, list[str]]:
    labels: dict[int, list[str]] = {}
    for use in uses:
        if use.rule == "digits":
            for cell in use.cells:
                labels.setdefault(cell, []).append(label_of(use, variant))
        elif not _is_outside(use) and (cells := list(cells_of(use))) and (text := label_of(use, variant)):
            cell = min(cells) if use.rule in _CAGES else cells[0]
            labels.setdefault(cell, []).append(text)
    return labels


# --- What lies over the digits -----------------------------------------------------------------------------------


def _all_over(drawn: Sequence[Use], variant: Variant) -> Iterator[Figure]:
    for use in drawn:
        yield from _over(use, variant.frame.columns)


def _over(use: Use, size: int) -> Iterator[Figure]:
    """The shapes of a rule that lie over lines and digits, at edges, corners and outside."""
    rule, value = use.rule, use.value
    if RULES[rule].where == "pair" and len(use.cells) == 2:
        yield from _between_two(use, size)
    elif rule == "quadruple":
        points = [_centre(cell, size) for cell in use.cells]
        middle = (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))
        yield Circle(middle, 0.27, _WHITE, INK)
        yield from _in_circle(middle, [str(digit) for digit in value] if isinstance(value, tuple) else [str(value)])
    elif rule == "counting circles":
        yield from (Circle(_centre(cell, size), 0.42, None, INK) for cell in use.cells)
    elif rule in ("minimum", "maximum"):
        yield from (_pointers(cell, size, inward=rule == "minimum") for cell in use.cells)


def _all_cages(drawn: Sequence[Use], variant: Variant) -> Iterator[Figure]:
    """The dashed outlines of cages, in one figure."""
    cages = [use for use in drawn if use.rule in _CAGES]
    lines = [line for use in cages for line in _outline(use.cells, variant.frame)]
    if lines:
        yield Lines(lines, INK, 1.3 * _PIXEL, dashed=True)


def _outline(cells: Iterable[int], frame: Frame) -> Sequence[Sequence[Point]]:
    """The outline of a cage, inside its cells."""
    size = frame.columns
    own, inset = set(cells), 5 * _PIXEL
    parts: list[Sequence[Point]] = []
    for cell in sorted(own):
        top, left = divmod(cell, size)

        def has(down: int, right: int, row: int = top, column: int = left) -> bool:
            inside = 0 <= row + down < frame.rows and 0 <= column + right < size
            return inside and (row + down) * size + column + right in own

        for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            if has(down, right):
                continue
            ends: list[float] = []
            for side in (-1, 1):
                straight = (0, side) if down else (side, 0)
                across = (down or side, right or side)
                # The outline turns in the cell, or goes on into the neighbour, and where the cage turns further.
                ends.append(inset if not has(*straight) else -inset if has(*across) else 0)
            low, high = ends[0], 1 - ends[1]
            at = inset if (down or right) < 0 else 1 - inset
            parts.append(
                ((left + low, top + at), (left + high, top + at))
                if down
                else ((left + at, top + low), (left + at, top + high))
            )
    return _joined(parts)


def _joined(segments: Sequence[Sequence[Point]]) -> list[Sequence[Point]]:
    """Segments put together into lines that are as long as can be, without the points on the way that do not turn."""
    at: dict[Point, list[Sequence[Point]]] = {}
    for segment in segments:
        for end in segment:
            at.setdefault(end, []).append(segment)
    left = dict.fromkeys(map(tuple, segments))
    lines: list[Sequence[Point]] = []
    while left:
        line = list(left.popitem()[0])
        for _ in range(2):
            while following := next((one for one in at[line[-1]] if tuple(one) in left), None):
                del left[tuple(following)]
                line.append(following[1] if following[0] == line[-1] else following[0])
            line.reverse()
        lines.append([point for place, point in enumerate(line) if not _goes_on(line[place - 1 : place + 2])])
    return lines


def _goes_on(points: Sequence[Point]) -> bool:
    """Whether three points lie on a row or column."""
    return len(points) == 3 and (len({x for x, _ in points}) == 1 or len({y for _, y in points}) == 1)


def _between_two(use: Use, size: int) -> Iterator[Figure]:
    (x1, y1), (x2, y2) = (_centre(cell, size) for cell in use.cells)
    middle = ((x1 + x2) / 2, (y1 + y2) / 2)
    if use.rule in ("white dot", "black dot"):
        white = use.rule == "white dot"
        yield Circle(middle, 0.15 if use.value is None else 0.19, _WHITE if white else INK, INK)
        if use.value is not None:
            yield Text(middle, str(use.value), 0.26, INK if white else _WHITE)
    elif use.rule == "inequality":
        dx, dy = _sign(x2 - x1) * 0.1, _sign(y2 - y1) * 0.1
        (x, y) = middle
        yield _path([(x - dx - dy, y - dy + dx), (x + dx, y + dy), (x - dx + dy, y - dy - dx)], INK, 2)
    else:
        yield Circle(middle, 0.17, _WHITE)
        yield Text(middle, use.rule.upper(), 0.34, INK, bold=True)


def _in_circle(middle: Point, digits: Sequence[str]) -> Iterator[Figure]:
    """One or two digits side by side, more of them in two rows."""
    x, y = middle
    rows = [digits] if len(digits) < 3 else [digits[: (len(digits) + 1) // 2], digits[(len(digits) + 1) // 2 :]]
    for row, some in enumerate(rows):
        yield Text((x, y + 0.21 * (row - (len(rows) - 1) / 2)), " ".join(some), 0.23, INK)


def _pointers(cell: int, size: int, *, inward: bool) -> Figure:
    """A small sign at each edge of a cell: towards the cell, or away from it."""
    x, y = _centre(cell, size)
    tip, foot = (0.36, 0.44) if inward else (0.44, 0.36)
    signs = [
        (
            (x + foot * dx - 0.08 * dy, y + foot * dy + 0.08 * dx),
            (x + tip * dx, y + tip * dy),
            (x + foot * dx + 0.08 * dy, y + foot * dy - 0.08 * dx),
        )
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
    ]
    return Lines(signs, INK, 1.5 * _PIXEL)


def _outside(uses: Sequence[Use], frame: Frame) -> Iterator[Figure]:
    """The numbers of clues before their lines, one below the other if several have the same place."""
    numbers: dict[Point, list[str]] = {}
    for use in filter(_is_outside, uses):
        (x, y), (dx, dy) = _begin_and_way(use, frame)
        numbers.setdefault((x - dx, y - dy), []).append(str(use.value))
        if dx and dy:
            x, y = x - dx * 0.55, y - dy * 0.55
            yield _path([(x - dx * 0.2, y - dy * 0.2), (x, y)], INK, 2)
            yield _path([(x - dx * 0.125, y), (x, y), (x, y - dy * 0.125)], INK, 2)
    for (x, y), texts in numbers.items():
        height = 0.36 if len(texts) == 1 else 0.6 / len(texts)
        for place, text in enumerate(texts):
            yield Text((x, y + height * (place - (len(texts) - 1) / 2)), text, height, INK)


def _begin_and_way(use: Use, frame: Frame) -> tuple[Point, tuple[int, int]]:
    """The middle of the first cell of a clue, and the way from it along the line: right and down, -1 to 1."""
    wide = frame.columns
    (x, y), (next_x, next_y) = _centre(use.cells[0], wide), _centre(use.cells[-1], wide)
    if len(use.cells) == 1:  # a diagonal of one cell, in a corner
        next_x, next_y = x + (1 if x < wide / 2 else -1), y + (1 if y < frame.rows / 2 else -1)
    return (x, y), (_sign(next_x - x), _sign(next_y - y))


# --- Elements ----------------------------------------------------------------------------------------------------


def _centre(cell: int, size: int) -> Point:
    row, column = divmod(cell, size)
    return column + 0.5, row + 0.5


def _sign(number: float) -> int:
    return (number > 0) - (number < 0)


def _path(points: Sequence[Point], colour: str, pixels: float) -> Lines:
    return Lines([points], colour, pixels * _PIXEL)


def _diamond(at: Point, colour: str) -> Lines:
    (x, y), half = at, 0.36
    corners = ((x - half, y), (x, y - half), (x + half, y), (x, y + half), (x - half, y))
    return Lines([corners], colour, 2 * _PIXEL, fill=_WHITE)


def _square(cell: int, size: int, inset: float, fill: str) -> Lines:
    row, column = divmod(cell, size)
    return _box((column + inset, row + inset), (column + 1 - inset, row + 1 - inset), fill)


def _box(one: Point, other: Point, fill: str) -> Lines:
    (left, top), (right, bottom) = one, other
    return Lines([((left, top), (right, top), (right, bottom), (left, bottom))], None, fill=fill)


def _label(cell: int, size: int, text: str) -> Iterator[Figure]:
    """A small text in the upper left corner of a cell, on white so that a dashed line does not cross it."""
    row, column = divmod(cell, size)
    left, top, height = column + 3 * _PIXEL, row + 3 * _PIXEL, 0.24
    yield _box((left, top), (left + height * 0.6 * len(text) + 3 * _PIXEL, top + height), _WHITE)
    yield Text((left + _PIXEL, top + height / 2), text, height, INK, from_left=True)
