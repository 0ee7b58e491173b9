"""A drawing as a person sees it: lines, dots, circles, cages, texts, each with its cells and colours; and the report.

The report of a reading is the puzzle, and beside it the list that a person can check.
"""

import colorsys
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import pairwise

from ..frame import Cells, name_of
from ..named.rule import Use
from ..variant import Variant

Colours = frozenset[str]

GREY_BELOW = 0.1
"""The saturation below half of which a colour is only grey, black or white; up to three times that it may be."""

_HUES = {
    "red": (340, 375),
    "orange": (12, 48),
    "peach": (10, 45),
    "brown": (10, 45),
    "yellow": (42, 70),
    "gold": (38, 60),
    "green": (70, 172),
    "lime": (65, 130),
    "teal": (160, 195),
    "turquoise": (160, 198),
    "cyan": (165, 200),
    "aqua": (160, 200),
    "blue": (170, 262),
    "purple": (250, 335),
    "violet": (250, 320),
    "lavender": (240, 300),
    "magenta": (285, 345),
    "pink": (285, 375),
}
"""From which degree to which a colour may have the name; red goes on beyond 360."""

_SAME = {"gray": "grey", "silver": "grey", "lilac": "lavender", "golden": "gold", "mauve": "lavender", "azure": "blue"}

NAMES = frozenset({*_HUES, *_SAME, "grey", "black", "white", "beige"})
"""Every name of a colour that a text may use."""


def called(word: str) -> str:
    """Return the usual name of a colour for any of NAMES."""
    return _SAME.get(word, word)


@cache
def names_of(colour: object) -> Colours:
    """Return the names of a colour in hexadecimal digits, such as "#67f067ff"; none for one that cannot be seen."""
    channels = _channels(str(colour))
    if channels is None:
        return frozenset()
    hue, saturation, value = colorsys.rgb_to_hsv(*channels)
    names: set[str] = set()
    if saturation < GREY_BELOW * 3 or value < 0.25:
        names |= _grey(value)
    if saturation >= GREY_BELOW / 2 and value >= 0.2:
        degrees = hue * 360
        names |= {name for name, (low, high) in _HUES.items() if low <= degrees <= high or low <= degrees + 360 <= high}
        if value > 0.75:
            names.discard("brown")
        if value > 0.8 and saturation < 0.45 and 10 <= degrees <= 60:
            names.add("beige")
    return frozenset(names)


def _grey(value: float) -> set[str]:
    if value >= 0.93:
        return {"white"}
    return {"black"} if value < 0.2 else {"grey"}


def _channels(text: str) -> tuple[float, float, float] | None:
    """Red, green and blue from 0 to 1 on white; None for what is no colour or lets everything through."""
    match = re.fullmatch(r"#?([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})", text.strip())
    if not match:
        named = _NAMED.get(text.strip().lower())
        return _channels(named) if named else None
    digits = match[1] if len(match[1]) > 4 else "".join(digit * 2 for digit in match[1])
    red, green, blue, *alpha = (int(digits[place : place + 2], 16) / 255 for place in range(0, len(digits), 2))
    seen = alpha[0] if alpha else 1.0
    if seen < 0.05:
        return None
    return (1 - seen + seen * red, 1 - seen + seen * green, 1 - seen + seen * blue)


_NAMED = {"black": "#000000", "white": "#ffffff", "red": "#ff0000", "green": "#008000", "blue": "#0000ff"} | {
    "grey": "#808080",
    "gray": "#808080",
    "yellow": "#ffff00",
    "orange": "#ffa500",
    "purple": "#800080",
    "pink": "#ffc0cb",
}
"""The colours of CSS that setters write as words."""


LINE, THERMOMETER, ARROW, SHAFT = "line", "thermometer", "arrow", "arrow without a circle"
DOT, SIGN, EDGE_SQUARE, CORNER = "dot", "sign", "square on an edge", "circle on a corner"
INEQUALITY = "inequality sign"
CIRCLE, SQUARE, DIAMOND, SHADE, LETTER = "circle", "square", "diamond", "shaded cell", "text in a cell"
CAGE, OUTSIDE, OTHER = "cage", "clue outside", "mark"

BORDER, ASIDE = "line along the grid", "mark away from the board"
DECORATION = (SHADE, BORDER, ASIDE)
"""Kinds that say nothing where no sentence speaks of them."""


@dataclass(frozen=True, slots=True)
class Element:
    """One mark of a drawing, of one of the kinds above."""

    kind: str
    cells: Cells
    """In order along a line; the circle first. Of a clue outside: the cells that it sees, if its place says which."""
    colours: Colours = frozenset()
    text: str = ""
    """The text in it: the digits of a circle on a corner, the sum of a cage, X or V between cells."""
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


_SHOWN = ("white", "black", "grey", "red", "orange", "yellow", "green", "blue", "purple", "pink")


@dataclass
class Drawing:
    """The content of a document: a board, marks, words, and unknown parts."""

    size: int
    regions: tuple[Cells, ...] | None
    """None where the document does not say which: the usual ones."""
    givens: tuple[int | None, ...]
    """A digit as it is written for each cell, None for an empty one."""
    title: str = ""
    author: str = ""
    rules: str = ""
    elements: list[Element] = field(default_factory=list)
    uses: list[Use] = field(default_factory=list)
    """Rules that the document gives as such, not as marks: of the whole board, or candidates of a cell."""
    cages_are_rules: bool = True
    """Whether the program itself takes a cage for one; false where cages are only drawn."""
    kept: list[str] = field(default_factory=list)
    """Parts that say nothing of digits and are only named: fog, pictures, messages."""
    left: list[str] = field(default_factory=list)
    """Fields that are not known."""
    solution: tuple[int, ...] = ()
    """The one that the document gives, as it is written, to check the reading by; or none."""


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
    cells = []
    for _ in range(2 * size + 2):
        row, column = row + down, column + right
        if 0 <= row < size and 0 <= column < size:
            cells.append(row * size + column)
        elif cells:
            break
    return tuple(cells)


def inwards(size: int, row: int, column: int) -> Iterator[tuple[int, int]]:
    """Yield the direction from a place beside the board straight into it; none from a corner."""
    if 0 <= row < size and (column < 0 or column >= size):
        yield 0, 1 if column < 0 else -1
    if 0 <= column < size and (row < 0 or row >= size):
        yield 1 if row < 0 else -1, 0


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
