"""A drawing as a person sees it: lines, dots, circles, cages, texts, each with its cells and colours."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from ..geometry import Cells, name_of
from ..named.rule import Use
from .colours import Colours

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
