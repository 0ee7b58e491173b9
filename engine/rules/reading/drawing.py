"""A drawing as a person sees it: lines, dots, circles, cages, texts, each with its cells and colours; and the report.

The report of a reading is the puzzle, and beside it the list that a person can check.
"""

import colorsys
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import pairwise

from ..frame import Cells, name_of
from ..named.rule import Use
from ..variant import Variant
from .sentences import english

Colours = frozenset[str]

GREY_BELOW = 0.1
"""The saturation below half of which a colour is only grey, black or white; up to three times that it may be."""


@cache
def names_of(colour: object) -> Colours:
    """Return the names of a colour in hexadecimal digits, such as "#67f067ff"; none for one that cannot be seen."""
    channels = _channels(str(colour).strip())
    if channels is None:
        return frozenset()
    hue, saturation, value = colorsys.rgb_to_hsv(*channels)
    degrees, names = hue * 360, set[str]()
    if saturation < GREY_BELOW * 3 or value < 0.25:
        names.add("white" if value >= 0.93 else "black" if value < 0.2 else "grey")
    if saturation >= GREY_BELOW / 2 and value >= 0.2:
        hues = english()["colours"]["hues"].items()
        names |= {name for name, (low, high) in hues if low <= degrees <= high or low <= degrees + 360 <= high}
        if value > 0.75:
            names.discard("brown")
        if value > 0.8 and saturation < 0.45 and 10 <= degrees <= 60:
            names.add("beige")
    return frozenset(names)


def _channels(text: str) -> list[float] | None:
    """Red, green and blue from 0 to 1 on white; None for what is no colour or lets everything through."""
    digits = english()["colours"]["css"].get(text.lower(), text).removeprefix("#")
    if not re.fullmatch(r"[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8}", digits):
        return None
    if len(digits) <= 4:
        digits = "".join(digit * 2 for digit in digits)
    *channels, seen = (value / 255 for value in bytes.fromhex(f"{digits}ff")[:4])
    return None if seen < 0.05 else [1 - seen + seen * channel for channel in channels]


LINE, THERMOMETER, ARROW, SHAFT = "line", "thermometer", "arrow", "arrow without a circle"
DOT, SIGN, EDGE_SQUARE, CORNER = "dot", "sign", "square on an edge", "circle on a corner"
INEQUALITY = "inequality sign"
CIRCLE, SQUARE, DIAMOND, SHADE, LETTER = "circle", "square", "diamond", "shaded cell", "text in a cell"
CAGE, OUTSIDE, OTHER = "cage", "clue outside", "mark"

BORDER, ASIDE = "line along the grid", "mark away from the board"
DECORATION = (SHADE, BORDER, ASIDE)
"""Kinds that say nothing where no sentence speaks of them."""

_SHOWN = ("white", "black", "grey", "red", "orange", "yellow", "green", "blue", "purple", "pink")


@dataclass(frozen=True, slots=True)
class Element:
    """One mark of a drawing, of one of the kinds above."""

    kind: str
    cells: Cells
    """In order along a line, the circle first; those that a clue outside sees, if its place says which."""
    colours: Colours = frozenset()
    text: str = ""
    circles: int = 0
    """Of a line, how many of its ends have one; of an arrow, how many of the cells are in its circle."""
    unique: bool | None = None
    """Of a cage: whether the document says that its digits differ."""
    native: Use | None = None
    """The rule that the program itself takes it for; None for an element that is only drawn."""
    diagonal: bool = False
    """Of a clue outside: it looks along a diagonal."""

    def named(self, size: int) -> str:
        """Return the element in a few words, with the cells where it is."""
        colour = next((name for name in _SHOWN if name in self.colours), "")
        text = f" {self.text!r}" if self.text else ""
        names = [name_of(cell, size) for cell in self.cells]
        where = f"{names[0]}…{names[-1]}" if len(names) > 4 else " ".join(names)
        return " ".join(part for part in (colour, f"{self.kind}{text}", where and f"at {where}") if part)

    @property
    def ends(self) -> tuple[int, int]:
        """The first and the last cell of a line."""
        return self.cells[0], self.cells[-1]


@dataclass
class Drawing:
    """The content of a document: a board, marks, words, and unknown parts."""

    size: int
    regions: tuple[Cells, ...] | None
    """None where the document does not say which: the usual ones."""
    givens: tuple[int | None, ...]
    """As they are written, None for an empty cell."""
    title: str = ""
    author: str = ""
    rules: str = ""
    elements: list[Element] = field(default_factory=list)
    uses: list[Use] = field(default_factory=list)
    """Rules that the document gives as such, not as marks: of the whole board, or candidates of a cell."""
    cages_are_rules: bool = True
    """Whether the program itself takes a cage for one; false where cages are only drawn."""
    is_sudoku: bool = False
    """Whether the program itself takes rows, columns and regions for units, whatever the text says of them."""
    kept: list[str] = field(default_factory=list)
    """Parts that say nothing of digits; in `left` those that are not known."""
    left: list[str] = field(default_factory=list)
    solution: tuple[int, ...] = ()


def path(points: list[tuple[float, float]], size: int) -> Cells | None:
    """Return the cells under a line through points (row, column); None for one that does not go from cell to cell.

    A point is in a cell where it is not near its edge. A line goes along a row, a column or a diagonal of cells.
    """
    cells: list[tuple[int, int]] = []
    for row, column in points:
        cell = (int(row // 1), int(column // 1))
        near = max(abs(row - cell[0] - 0.5), abs(column - cell[1] - 0.5))
        if near > 0.42 or not (0 <= cell[0] < size and 0 <= cell[1] < size):
            return None
        if not cells or cells[-1] != cell:
            cells.append(cell)
    whole = cells[:1]
    for one, other in pairwise(cells):
        down, right = other[0] - one[0], other[1] - one[1]
        if down and right and abs(down) != abs(right):
            return None
        steps = max(abs(down), abs(right))
        whole += [(one[0] + down * step // steps, one[1] + right * step // steps) for step in range(1, steps + 1)]
    return tuple(row * size + column for row, column in whole)


def line_seen(size: int, row: int, column: int, down: int, right: int) -> Cells:
    """Return the cells that a clue at a place outside the board sees in a direction; none if it sees none."""
    places = ((row + down * step, column + right * step) for step in range(1, 2 * size + 3))
    return tuple(row * size + column for row, column in places if 0 <= row < size and 0 <= column < size)


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
        if not here or not _are_one(here[-1], shape):
            here.append(shape)
        elif here[-1].is_text:
            here[-1] = replace(shape, text=here[-1].text)
        else:
            here[-1] = replace(here[-1], text=shape.text or here[-1].text)
    return [shape for here in by_place.values() for shape in here]


def _are_one(below: Shape, above: Shape) -> bool:
    """Whether two shapes in a place are one: a text and what it stands on, or a shape and its rim or sign."""
    same = below.rounded == above.rounded and abs(below.width - above.width) < 0.15
    is_background = same and bool(above.text) and above.fill <= {"white"} and below.fill <= {"white"}
    return not (below.text and above.text) and (above.is_text or below.is_text or is_background)


def element_of(shape: Shape, size: int) -> Element:
    """Return what a shape is."""
    row, column, colours = shape.row, shape.column, shape.fill or shape.border
    if not (-1.6 < row < size + 1.6 and -1.6 < column < size + 1.6):
        return Element(ASIDE, (), colours, shape.text)
    if not (-0.05 <= row <= size + 0.05 and -0.05 <= column <= size + 0.05):
        return _outside(shape, size)
    if max(shape.width, shape.height) > 1.08 and not shape.is_text:
        return _wide(shape, size)
    cells = tuple(r * size + c for r in _lines_at(row, size) for c in _lines_at(column, size))
    if cells:
        kind = CORNER if len(cells) == 4 else _on_edge(shape) if len(cells) == 2 else _in_cell(shape)
        return Element(kind, cells, colours, shape.text)
    inside = 0 <= row < size and 0 <= column < size
    return Element(OTHER, (int(row) * size + int(column),) if inside else (), colours, shape.text)


def _lines_at(place: float, size: int) -> tuple[int, ...]:
    """The row or column in whose middle a place is, or the two between which it is; none anywhere else."""
    half = round(2 * place)
    if abs(place - half / 2) >= _NEAR:
        return ()
    if half % 2:
        return (half // 2,)
    return (half // 2 - 1, half // 2) if 0 < half < 2 * size else ()


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


def _wide(shape: Shape, size: int) -> Element:
    """A shape over several cells: a long circle, as arrows have, or a shaded area."""
    top, left = shape.row - shape.height / 2, shape.column - shape.width / 2
    rows = [row for row in range(size) if top <= row + 0.5 <= top + shape.height]
    columns = [column for column in range(size) if left <= column + 0.5 <= left + shape.width]
    cells = tuple(row * size + column for row in rows for column in columns)
    is_pill = shape.rounded and min(shape.width, shape.height) < 1.05 and len(cells) <= 3
    kind = OTHER if not cells or shape.turned else CIRCLE if is_pill else SHADE
    return Element(kind, cells, shape.fill or shape.border, shape.text)


def _outside(shape: Shape, size: int) -> Element:
    row, column = int(shape.row // 1), int(shape.column // 1)
    down, right = ((place < 0) - (place >= size) for place in (row, column))
    is_beside = bool(down) != bool(right)  # else it stands at a corner
    cells = line_seen(size, row, column, down, right) if is_beside else ()
    return Element(OUTSIDE, cells, shape.fill | shape.border, shape.text)


# --- Lines with what stands on them -------------------------------------------------------------------------------


def composed(elements: Sequence[Element]) -> list[Element]:
    """Return elements with lines and the circles on them made one: thermometers, arrows, lines between circles."""
    circles = [one for one in elements if one.kind == CIRCLE and not one.native]
    diamonds = [one for one in elements if one.kind == DIAMOND and not one.native]
    natives = [one for one in elements if one.kind == LINE and one.native]
    lines = _distinct([one for one in elements if one.kind == LINE and not one.native], natives)
    used: set[int] = set()
    found = [_arrow(one, circles, used) for one in elements if one.kind == SHAFT]
    thermometers: list[Element] = []
    others: list[Element] = []
    for line in lines:
        ends = [number for number, circle in enumerate(circles) if _is_end(circle, line)]
        bulbs = [end for end in ends if _is_bulb(circles[end], line)]
        if len(bulbs) == 1:
            used.update(bulbs)
            cells = line.cells if circles[bulbs[0]].cells[0] == line.cells[0] else line.cells[::-1]
            thermometers.append(replace(line, kind=THERMOMETER, cells=cells))
        else:
            begins = [one.cells[0] for one in (*(circles[end] for end in ends), *diamonds) if _is_end(one, line)]
            cells = line.cells[::-1] if begins == [line.cells[-1]] else line.cells
            others.append(replace(line, cells=cells, circles=len(begins)))
    for line in others:
        branch = _branch(line, thermometers)
        (thermometers if branch else found).append(branch or line)
    rest = [one for one in elements if one.kind not in (CIRCLE, LINE, SHAFT) or (one.kind == CIRCLE and one.native)]
    rest += [circle for number, circle in enumerate(circles) if number not in used]
    return [*found, *thermometers, *natives, *(one for one in rest if not _is_part(one, lines))]


def _distinct(lines: Sequence[Element], natives: Sequence[Element]) -> list[Element]:
    """Lines, each once: one drawn on another along the same cells is its rim or its inside."""
    known = {min(line.cells, line.cells[::-1]) for line in natives}  # a line on those is only their look
    by_cells: dict[Cells, Element] = {}
    for line in lines:
        key = min(line.cells, line.cells[::-1])
        before = by_cells.get(key)
        by_cells[key] = replace(before, colours=before.colours | line.colours) if before else line
    return [line for key, line in by_cells.items() if key not in known]


def _is_end(circle: Element, line: Element) -> bool:
    first, last = line.ends
    return first != last and circle.cells in ((first,), (last,))


def _is_bulb(circle: Element, line: Element) -> bool:
    return bool(circle.colours & line.colours) and not circle.text and circle.colours != {"white"}


def _branch(line: Element, thermometers: Sequence[Element]) -> Element | None:
    """The thermometer that goes on in a line without a bulb, which begins on another one of its colour."""
    for stem in thermometers:
        for cells in (line.cells, line.cells[::-1]):
            if stem.colours == line.colours and cells[0] in stem.cells and cells[-1] not in stem.cells:
                return replace(stem, cells=stem.cells[: stem.cells.index(cells[0])] + cells)
    return None


def _arrow(shaft: Element, circles: Sequence[Element], used: set[int]) -> Element:
    for number, circle in enumerate(circles):
        if shaft.cells[0] in circle.cells and not circle.text:
            used.add(number)
            rest = tuple(cell for cell in shaft.cells if cell not in circle.cells)
            return replace(shaft, kind=ARROW, cells=(*sorted(circle.cells), *rest), circles=len(circle.cells))
    return shaft


def _is_part(one: Element, lines: Sequence[Element]) -> bool:
    """Whether a mark is in the colour of a line and on it: the middle of a zipper, a joint."""
    if one.kind not in (CIRCLE, SQUARE, DIAMOND, DOT, EDGE_SQUARE, LETTER) or one.text:
        return False
    return any(
        set(one.cells) <= set(line.cells)
        and one.colours == line.colours
        and (line.ends[0] == line.ends[1] or set(line.ends).isdisjoint(one.cells))
        for line in lines
    )


# --- The report of its reading --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Pair:
    """A sentence, or a field of the document, with the rule that it became and the marks that it is about."""

    sentence: str
    rule: str
    """In a few words, such as "whispers 5"."""
    marks: tuple[str, ...] = ()
    """Each with its cells; none for a rule of the whole board."""

    def __str__(self) -> str:
        """Return the pair in a line: what was read, where, and from which words."""
        few = ", ".join(self.marks[:3]) + (f" and {len(self.marks) - 3} more" if len(self.marks) > 3 else "")
        return f"{self.rule}{f': {few}' if few else ''} ({self.sentence})"


@dataclass(frozen=True, slots=True)
class Reading:
    """A puzzle with what its reading is worth."""

    variant: Variant
    pairs: tuple[Pair, ...] = ()
    left: tuple[str, ...] = ()
    """Sentences, marks and fields that are not understood; the variant is the puzzle without them."""
    kept: tuple[str, ...] = ()
    """Parts that say nothing of digits: fog, decoration."""
    title: str = ""
    author: str = ""

    @property
    def understood(self) -> bool:
        """Whether nothing is left over, so that the variant is the whole puzzle."""
        return not self.left

    @property
    def refusal(self) -> str:
        """Say in a line what is left over, for those who want the whole puzzle or none."""
        more = f" and {len(self.left) - 1} more" if len(self.left) > 1 else ""
        return f"the puzzle is not understood: {self.left[0][:160] if self.left else 'nothing'}{more}"
