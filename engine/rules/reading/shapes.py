"""Circles, squares and texts by where they stand: in a cell, on an edge, on a corner, outside; and lines with them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ..geometry import Cells
from .colours import Colours
from .drawing import (
    ARROW,
    ASIDE,
    CIRCLE,
    CORNER,
    DIAMOND,
    DOT,
    EDGE_SQUARE,
    LETTER,
    LINE,
    OTHER,
    OUTSIDE,
    SHADE,
    SHAFT,
    SIGN,
    SQUARE,
    THERMOMETER,
    Element,
    inwards,
    line_seen,
)

_NEAR = 0.16
"""How far from the middle, the edge or the corner a mark may stand, in cells."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A circle, a rectangle or a text; places and sizes are in cells from the top left corner."""

    row: float
    column: float
    width: float = 0
    height: float = 0
    rounded: bool = False
    turned: bool = False
    fill: Colours = frozenset()
    border: Colours = frozenset()
    text: str = ""

    @property
    def is_text(self) -> bool:
        """Whether nothing is drawn but a text."""
        return bool(self.text) and not self.fill and not self.border


def merged(shapes: Iterable[Shape]) -> list[Shape]:
    """Return shapes with each text in the shape that it stands on, and the background of a text without its own."""
    by_place: dict[tuple[int, int], list[Shape]] = {}
    for shape in shapes:
        if not (shape.fill or shape.border or shape.text):
            continue
        here = by_place.setdefault((round(shape.row * 16), round(shape.column * 16)), [])
        below = here[-1] if here else None
        if below is None or (below.text and shape.text) or not _are_one(below, shape):
            here.append(shape)
        elif below.is_text:
            here[-1] = replace(shape, text=below.text)
        else:
            here[-1] = replace(below, text=shape.text or below.text)
    return [shape for here in by_place.values() for shape in here]


def _are_one(below: Shape, above: Shape) -> bool:
    """Whether two shapes in the same place are one: a text and what it stands on."""
    return above.is_text or below.is_text or _is_background(below, above)


def _is_background(below: Shape, above: Shape) -> bool:
    """Whether one shape is all over another of the same kind: then the upper one is only its rim or its sign."""
    same = below.rounded == above.rounded and abs(below.width - above.width) < 0.15
    return same and bool(above.text) and above.fill <= {"white"} and below.fill <= {"white"}


def element_of(shape: Shape, size: int) -> Element:
    """Return what a shape is."""
    row, column = shape.row, shape.column
    colours = shape.fill or shape.border
    wide = max(shape.width, shape.height)
    if not (-1.6 < row < size + 1.6 and -1.6 < column < size + 1.6):
        return Element(ASIDE, (), colours, shape.text)
    if not (-0.05 <= row <= size + 0.05 and -0.05 <= column <= size + 0.05):
        return _outside(shape, size)
    if wide > 1.08 and not shape.is_text:
        return _wide(shape, colours, size)
    edges = [abs(place - round(place)) < _NEAR for place in (row, column)]
    middles = [abs(place % 1 - 0.5) < _NEAR for place in (row, column)]
    if all(middles):
        cell = int(row) * size + int(column)
        return Element(_in_cell(shape), (cell,), colours, shape.text)
    if edges == [True, False] and middles[1] and 0 < round(row) < size:
        low = (round(row) - 1) * size + int(column)
        return Element(_on_edge(shape), (low, low + size), colours, shape.text)
    if edges == [False, True] and middles[0] and 0 < round(column) < size:
        low = int(row) * size + round(column) - 1
        return Element(_on_edge(shape), (low, low + 1), colours, shape.text)
    if all(edges) and 0 < round(row) < size and 0 < round(column) < size:
        low = (round(row) - 1) * size + round(column) - 1
        return Element(CORNER, (low, low + 1, low + size, low + size + 1), colours, shape.text)
    inside = 0 <= row < size and 0 <= column < size
    return Element(OTHER, (int(row) * size + int(column),) if inside else (), colours, shape.text)


def _in_cell(shape: Shape) -> str:
    if shape.is_text:
        return LETTER
    if shape.rounded:
        return CIRCLE
    if shape.turned:
        return DIAMOND
    return SHADE if min(shape.width, shape.height) > 0.93 else SQUARE


def _on_edge(shape: Shape) -> str:
    if shape.text and not shape.text.isdecimal():
        return SIGN
    return DOT if shape.rounded else EDGE_SQUARE


def _wide(shape: Shape, colours: Colours, size: int) -> Element:
    """A shape over several cells: a long circle, as arrows have, or a shaded area."""
    top, left = shape.row - shape.height / 2, shape.column - shape.width / 2
    cells = tuple(
        row * size + column
        for row in range(size)
        for column in range(size)
        if top <= row + 0.5 <= top + shape.height and left <= column + 0.5 <= left + shape.width
    )
    if not cells or shape.turned:
        return Element(OTHER, cells, colours, shape.text)
    is_pill = shape.rounded and min(shape.width, shape.height) < 1.05 and len(cells) <= 3
    return Element(CIRCLE if is_pill else SHADE, cells, colours, shape.text)


def _outside(shape: Shape, size: int) -> Element:
    row, column = int(shape.row // 1), int(shape.column // 1)
    direction = next(inwards(size, row, column), None)
    cells = line_seen(size, row, column, *direction) if direction else ()
    return Element(OUTSIDE, cells, shape.fill | shape.border, shape.text)


# --- Lines with what stands on them -------------------------------------------------------------------------------


def composed(elements: Sequence[Element], size: int) -> list[Element]:
    """Return elements with lines and the circles on them made one: thermometers, arrows, lines between circles."""
    circles = [one for one in elements if one.kind == CIRCLE and not one.native]
    lines = _distinct([one for one in elements if one.kind == LINE])
    used: set[int] = set()
    found: list[Element] = []
    for shaft in (one for one in elements if one.kind == SHAFT):
        found.append(_arrow(shaft, circles, used))
    plain = [line for line in lines if not line.native]
    bulbs = [_bulbs(line, circles) for line in plain]
    thermometers: list[Element] = []
    others: list[tuple[Element, list[int]]] = []
    for line, ends in zip(plain, bulbs, strict=True):
        bulb = [end for end in ends if _is_bulb(circles[end], line)]
        if len(bulb) == 1:
            used.update(bulb)
            cells = line.cells if circles[bulb[0]].cells[0] == line.cells[0] else line.cells[::-1]
            thermometers.append(replace(line, kind=THERMOMETER, cells=cells))
        else:
            others.append((line, ends))
    for line, ends in others:
        branch = _branch(line, thermometers)
        if branch:
            thermometers.append(branch)
            continue
        found.append(replace(line, circles=len(ends)))
    found += thermometers
    found += [line for line in lines if line.native]
    taken = {CIRCLE, LINE, SHAFT}
    rest = [one for one in elements if one.kind not in taken or (one.kind == CIRCLE and one.native)]
    rest += [one for place, one in enumerate(circles) if place not in used]
    marked = [line for line in lines if not line.native]
    return found + [one for one in rest if not _is_part(one, marked)]


def _distinct(lines: Sequence[Element]) -> list[Element]:
    """Lines, each once: one drawn on another along the same cells is its rim or its inside."""
    by_cells: dict[Cells, Element] = {}
    natives = [line for line in lines if line.native]
    for line in lines:
        if line.native:
            continue
        key = min(line.cells, line.cells[::-1])
        if any(key == min(native.cells, native.cells[::-1]) for native in natives):
            continue  # only the look of a line that the program knows
        before = by_cells.get(key)
        by_cells[key] = replace(before, colours=before.colours | line.colours) if before else line
    return [*natives, *by_cells.values()]


def _bulbs(line: Element, circles: Sequence[Element]) -> list[int]:
    """The circles at the ends of a line."""
    if line.cells[0] == line.cells[-1]:
        return []
    ends = (line.cells[0], line.cells[-1])
    return [place for place, circle in enumerate(circles) if len(circle.cells) == 1 and circle.cells[0] in ends]


def _is_bulb(circle: Element, line: Element) -> bool:
    return bool(circle.colours & line.colours) and not circle.text and circle.colours != {"white"}


def _branch(line: Element, thermometers: Sequence[Element]) -> Element | None:
    """The thermometer that goes on in a line without a bulb, which begins on another one of its colour."""
    for stem in thermometers:
        if stem.colours != line.colours:
            continue
        for cells in (line.cells, line.cells[::-1]):
            if cells[0] in stem.cells and cells[-1] not in stem.cells:
                return replace(stem, cells=stem.cells[: stem.cells.index(cells[0])] + cells)
    return None


def _arrow(shaft: Element, circles: Sequence[Element], used: set[int]) -> Element:
    for place, circle in enumerate(circles):
        if shaft.cells[0] in circle.cells and not circle.text:
            used.add(place)
            rest = tuple(cell for cell in shaft.cells if cell not in circle.cells)
            many = tuple(sorted(circle.cells))
            return replace(shaft, kind=ARROW, cells=many + rest, circles=len(many), colours=shaft.colours)
    return shaft


def _is_part(one: Element, lines: Sequence[Element]) -> bool:
    """Whether a mark is in the colour of a line and on it: the middle of a zipper, a joint."""
    if one.kind not in (CIRCLE, SQUARE, DIAMOND, DOT, EDGE_SQUARE, LETTER) or one.text:
        return False
    return any(
        set(one.cells) <= set(line.cells)
        and one.colours == line.colours
        and not ({line.cells[0], line.cells[-1]} & set(one.cells) and line.cells[0] != line.cells[-1])
        for line in lines
    )
