"""Marks of SudokuPad: how each rule is drawn there, and the sentence that says what its marks mean.

What draws a mark takes what the row of a rule says, then the sheet and the use. It returns what the places in braces of
the sentence stand for, and raises ValueError where the drawing would not be clear.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from ..frame import Cells, neighbours
from .rule import Use

COLOURS = {
    **{"purple": "#9a40ff", "green": "#5fc36b", "blue": "#4a7dff", "grey": "#b4b4b4", "orange": "#ff9f40"},
    **{"yellow": "#f0e050", "red": "#ff4040"},
}
"""Colours that have names."""

Place = list[float]
"""Row and column, in cells from the upper left corner."""


@dataclass
class Sheet:
    """The marks of a drawing, and the sentences that say what they mean."""

    size: int
    uses: Sequence[Use]
    """All rules that are drawn."""
    clues: Collection[str]
    """The rules among them whose numbers stand outside the board."""
    cells: list[dict[str, Any]]
    sentences: dict[str, None] = field(default_factory=dict)
    marks: dict[str, list[dict[str, Any]]] = field(
        default_factory=lambda: {name: [] for name in ("cages", "lines", "arrows", "underlays", "overlays")}
    )
    colours: dict[str, dict[tuple[str, object], str]] = field(
        default_factory=lambda: {"line": {}, "dot": {}, "clue": {}}
    )
    """Those of lines, dots and clues outside, by their rules and numbers."""

    def at(self, cell: int) -> Place:
        """Return the middle of a cell."""
        row, column = divmod(cell, self.size)
        return [row + 0.5, column + 0.5]

    def middle(self, cells: Cells) -> Place:
        """Return the middle of several cells."""
        return [sum(axis) / len(cells) for axis in zip(*map(self.at, cells), strict=True)]

    def points(self, cells: Cells) -> list[Place]:
        """Return the middles of the cells of a line. ValueError for cells that do not touch."""
        points = [self.at(cell) for cell in cells]
        if any(_distance(one, other) != 1 for one, other in pairwise(points)):
            raise ValueError("SudokuPad draws lines from cell to neighbouring cell")
        return points

    def before(self, line: Cells) -> Place:
        """Return the place before the first cell of a line."""
        return [2 * here - there for here, there in zip(*map(self.at, line[:2]), strict=True)]

    def shape(self, layer: str, at: Place, size: float, fill: str, **more: Any) -> None:
        """Draw a circle, or a square."""
        shape = {"center": at, "width": size, "height": size, "rounded": True, "backgroundColor": fill}
        self.marks[layer].append(shape | more)

    def text(self, at: Place, text: str, size: float, **more: Any) -> None:
        """Write a text."""
        self.marks["overlays"].append({"center": at, "width": size, "height": size, "text": text} | more)

    def line(self, points: Sequence[Place], colour: str, thickness: int, layer: str = "lines", **more: Any) -> None:
        """Draw a line."""
        self.marks[layer].append({"wayPoints": points, "color": colour, "thickness": thickness} | more)

    def colour(self, kind: str, use: Use, wanted: str) -> str:
        """Return the colour of a rule with its number: the usual one, or another that no other rule of the kind has."""
        taken, key = self.colours[kind], (use.rule, use.value if kind != "clue" else None)
        if key not in taken:
            free = [name for name in (wanted, *COLOURS) if name not in taken.values()]
            if not free:
                raise ValueError("SudokuPad has more kinds of marks here than clear colours")
            taken[key] = free[0]
        return taken[key]


@dataclass(frozen=True, slots=True)
class Pad:
    """How SudokuPad shows a rule."""

    says: str = ""
    """The sentence that says what its marks mean."""
    says_number: str = ""
    """The sentence for marks with a number, if that is another one."""
    draw: Callable[[Sheet, Use], Sequence[object] | None] | None = None
    switch: str = ""
    """The field of the document that is true where the rule holds."""

    def show(self, sheet: Sheet, use: Use) -> None:
        """Draw a rule and say what it means. ValueError where the drawing would not be clear."""
        sentence = self.says if use.value is None else self.says_number or self.says
        said = sentence.format(*(self.draw and self.draw(sheet, use)) or ()).strip()
        if said:
            sheet.sentences[(said[0].upper() + said[1:]).replace(" a orange", " an orange")] = None


# --- Lines --------------------------------------------------------------------------------------------------------


def line(
    usual: str, sheet: Sheet, use: Use, *, circles: bool = False, number: int | None = None, size: int | None = None
) -> tuple[str, object]:
    """Draw a line in its usual colour, or a free one. SudokuPad may have it with one number or board size alone."""
    if number not in (None, use.value) or size not in (None, sheet.size):
        raise ValueError(f"SudokuPad does not have this {use.rule} line")
    colour = sheet.colour("line", use, usual)
    sheet.line(sheet.points(use.cells), COLOURS[colour], 10)
    for end in (use.cells[0], use.cells[-1]) if circles else ():
        sheet.shape("overlays", sheet.at(end), 0.8, "#FFFFFF", borderColor=COLOURS[colour])
    return colour, use.value


def thermometer(colour: str, sheet: Sheet, use: Use) -> None:
    """Draw a thick line with a bulb."""
    sheet.shape("underlays", sheet.at(use.cells[0]), 0.85, colour)
    sheet.line(sheet.points(use.cells), colour, 21)


def arrow(sheet: Sheet, use: Use) -> None:
    """Draw an arrow from a circle, or from a pill of as many cells as the rule says."""
    pill = 1 if use.value is None else int(str(use.value))
    ends = [sheet.at(cell) for cell in use.cells[:pill]]
    high, wide = (1 + last - first for first, last in zip(ends[0], ends[-1], strict=True))
    if {high, wide} != {1, pill}:
        raise ValueError("SudokuPad has pills of neighbours in a row or a column")
    sides = {"width": wide - 0.18, "height": high - 0.18}
    sheet.shape("overlays", sheet.middle(use.cells[:pill]), 0, "#FFFFFF", borderColor="#aaaaaa", **sides)
    first = min(use.cells[:pill], key=lambda cell: _distance(sheet.at(cell), sheet.at(use.cells[pill])))
    points = sheet.points((first, *use.cells[pill:]))
    points[0] = [a + 0.4 * (b > a) - 0.4 * (b < a) for a, b in zip(points[0], points[1], strict=True)]
    sheet.line(points, "#aaaaaa", 3, "arrows", headLength=0.3)


def _distance(one: Place, other: Place) -> float:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def diagonals(sheet: Sheet, use: Use) -> None:
    """Draw one diagonal of the board, or both."""
    side = sheet.size
    ends: dict[str, list[Place]] = {"\\": [[0, 0], [side, side]], "/": [[0, side], [side, 0]]}
    for sign, points in ends.items():
        if use.value in (None, sign):
            sheet.line(points, "#34bbe6", 2)


# --- Cells --------------------------------------------------------------------------------------------------------


def _region(sheet: Sheet, use: Use, **more: Any) -> None:
    sheet.marks["cages"].append({"cells": [list(divmod(cell, sheet.size)) for cell in use.cells]} | more)


def cage(sheet: Sheet, use: Use, *, unique: bool) -> None:
    """Draw a cage with its sum, whose digits are different or may repeat."""
    if not unique and any(other.rule == "cage" for other in sheet.uses):
        raise ValueError("SudokuPad has cages with different digits or without, not both")
    if isinstance(use.value, tuple):
        raise ValueError("SudokuPad has no sums with factors")
    _region(sheet, use, unique=unique, **({} if use.value is None else {"value": use.value}))


def extra_region(sheet: Sheet, use: Use) -> None:
    """Draw an extra region."""
    _region(sheet, use, unique=True, style="extraregion")


def in_cells(size: float, colour: str, sheet: Sheet, use: Use, **more: Any) -> None:
    """Draw a shape in each cell."""
    for cell in use.cells:
        sheet.shape("underlays", sheet.at(cell), size, colour, **more)


def pencil_marks(sheet: Sheet, use: Use) -> None:
    """Write digits into the cells."""
    if use.value is None:
        raise ValueError(f"SudokuPad does not draw the rule {use.rule!r}")
    for cell in use.cells:
        marks = list(use.value) if isinstance(use.value, tuple) else [use.value]
        sheet.cells[cell] = sheet.cells[cell] | {"givenCentremarks": marks}


def circle_with_digits(sheet: Sheet, use: Use) -> None:
    """Draw a circle with digits where four cells meet."""
    first, *others = sorted(use.cells)
    if others != [first + 1, first + sheet.size, first + sheet.size + 1] or first % sheet.size == sheet.size - 1:
        raise ValueError("SudokuPad has circles on corners of four cells")
    digits = use.value if isinstance(use.value, tuple) else (use.value,)
    text = " ".join(map(str, digits))
    sheet.shape("overlays", sheet.middle(use.cells), 0.7, "#FFFFFF", borderColor="#000000", fontSize=14, text=text)


# --- Marks between two cells --------------------------------------------------------------------------------------


def on_edge(fill: str, sheet: Sheet, use: Use, **more: Any) -> None:
    """Draw a circle between two neighbours. ValueError for other cells."""
    _check_neighbours(sheet, use)
    sheet.shape("overlays", sheet.middle(use.cells), 0.33, fill, **more)


def _check_neighbours(sheet: Sheet, use: Use) -> None:
    if tuple(sorted(use.cells)) not in set(neighbours(sheet.size)):
        raise ValueError(f"SudokuPad has a mark {use.rule!r} between neighbours")


def dot(fill: str, usual: str, sheet: Sheet, use: Use, **more: Any) -> Sequence[object]:
    """Draw a dot; one with a number has a colour of its own, the usual one or a free one."""
    if use.value is None:
        on_edge(fill, sheet, use, **more)
        return ()
    colour = sheet.colour("dot", use, usual)
    on_edge(COLOURS[colour], sheet, use)
    return colour, use.value


def chevron(sheet: Sheet, use: Use) -> None:
    """Draw a sign that points to the second cell."""
    _check_neighbours(sheet, use)
    at, ends = sheet.middle(use.cells), [sheet.at(cell) for cell in use.cells]
    down, right = (b - a for a, b in zip(*ends, strict=True))
    points = [
        [at[0] + 0.05 * down + 0.12 * turn * right, at[1] + 0.05 * right + 0.12 * turn * down] for turn in (-1, 1)
    ]
    sheet.line([points[0], [at[0] + 0.12 * down, at[1] + 0.12 * right], points[1]], "#000000", 2)


# --- Clues outside ------------------------------------------------------------------------------------------------


def clue(sheet: Sheet, use: Use, *, least_size: int = 1) -> tuple[str, int]:
    """Write a number outside the board, in a colour if several rules have some."""
    name = sheet.colour("clue", use, "grey") if len(sheet.clues) > 1 else ""
    if sheet.size < least_size:
        raise ValueError(f"SudokuPad has no clues of {use.rule} there")
    _number(sheet, use, COLOURS.get(name))
    return name, sheet.size


def _number(sheet: Sheet, use: Use, colour: str | None = None) -> Place:
    """Write the number of a clue before the first cell that it sees, and return that place."""
    at = sheet.before(use.cells)
    if all(0 < place < sheet.size for place in at):
        raise ValueError("SudokuPad has clues outside the board")
    fill = {} if colour is None else {"backgroundColor": colour, "rounded": True}
    sheet.text(at, str(use.value), 0.9, **fill)
    return at


def clue_with_arrow(sheet: Sheet, use: Use) -> None:
    """Write a number outside the board with an arrow along a diagonal."""
    at, first = _number(sheet, use), sheet.at(use.cells[0])
    step = [b - a for a, b in zip(at, first, strict=True)]
    if not all(step):
        raise ValueError("SudokuPad has little killers along diagonals")
    points = [[a + by * s for a, s in zip(at, step, strict=True)] for by in (0.3, 0.48)]
    sheet.line(points, "#000000", 2, "arrows", headLength=0.2)
