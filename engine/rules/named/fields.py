"""Fields of f-puzzles: how each holds a rule, is read back, and looks in that program."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from ..frame import Cells, cell_of, name_of
from .rule import Use

Parts = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Field:
    """A field with a mark or several, each a dictionary, or a switch of the whole board."""

    name: str
    parts: Callable[[Use, int], Iterable[Parts]] | None = None
    """The marks of a rule on a board of a size. ValueError for one that the field cannot hold."""
    uses: Callable[[str, Parts, int], Iterable[Use]] | None = None
    """The rules that a mark means, from the name of its rule; none for what is read with other fields."""
    kind: str = "mark"
    """The kind of element that its mark is in a drawing."""
    colour: str | None = None
    """How f-puzzles draws it."""
    circles: int = 0
    """How many ends of its lines have a circle."""
    diagonal: bool = False
    """Whether it is a clue along a diagonal."""
    has_text: bool = True
    """Whether its value stands as a text in its mark."""
    put: Callable[[Parts, Use], None] | None = None
    """Writes a field that is no list of marks."""
    switches: bool = False
    """Whether it says by itself that a rule of the whole board holds."""

    def add(self, puzzle: Parts, use: Use) -> None:
        """Write a rule into the fields of a puzzle. ValueError for one that the field cannot hold."""
        if self.put:
            self.put(puzzle, use)
        elif self.parts:
            made = self.parts(use, puzzle["size"])
            puzzle.setdefault(self.name, []).extend(made)


def missing(rule: str) -> ValueError:
    """Return the error of a rule that f-puzzles cannot hold."""
    return ValueError(f"f-puzzles does not have the rule {rule!r}")


def number_in(value: object) -> int | None:
    """Return a number of a puzzle, None if it is empty. ValueError, which says where it is, for anything else."""
    if value in (None, ""):
        return None
    if not re.fullmatch(r"-?\d{1,9}", str(value)):
        raise ValueError(f"the f-puzzles board has {value!r} where a number is needed")
    return int(str(value))


def number_needed(field: str, value: object) -> int:
    """Return a number of a puzzle. ValueError where there is none."""
    number = number_in(value)
    if number is None:
        raise ValueError(f"f-puzzles {field} has no number")
    return number


def names_of(cells: Cells, size: int) -> list[str]:
    """Return the names of cells."""
    return [name_of(cell, size) for cell in cells]


def cells_in(names: Iterable[object], size: int) -> Cells:
    """Return the cells of names. ValueError for one that is not on the board."""
    return tuple(cell_of(name, size) for name in names)


def _cells_of(one: Parts, size: int) -> Cells:
    return cells_in(one.get("cells", ()), size)


def place_of(name: object) -> tuple[int, int]:
    """Return row and column from 0 of a cell, which may be outside the board; far away for what is no cell."""
    match = re.fullmatch(r"[Rr](-?\d{1,2})[Cc](-?\d{1,2})", str(name))
    return (int(match[1]) - 1, int(match[2]) - 1) if match else (-9, -9)


def before(line: Cells, size: int) -> str:
    """Return the name of the place beside the board from which a clue looks along a line."""
    (row, column), (next_row, next_column) = (divmod(cell, size) for cell in line[:2])
    return f"R{2 * row - next_row + 1}C{2 * column - next_column + 1}"


def _line_from(name: str, size: int) -> Cells:
    """The row or column that a clue outside the board looks along, from its side."""
    row, column = place_of(name)
    if 0 <= row < size and column in (-1, size):
        line = tuple(range(row * size, row * size + size))
        return line if column < 0 else line[::-1]
    if 0 <= column < size and row in (-1, size):
        line = tuple(range(column, size * size, size))
        return line if row < 0 else line[::-1]
    raise ValueError(f"an f-puzzles clue stands at {str(name)[:20]!r}, which is not beside the board")


def _beside(use: Use, size: int) -> list[Parts]:
    if len(use.cells) != size:
        raise missing(use.rule)
    return [{"cell": before(use.cells, size)}]


# --- Fields of marks with cells and perhaps a number --------------------------------------------------------------


class Placed(NamedTuple):
    """The marks of the cells of a rule; and the cells of each rule that a mark stands for."""

    write: Callable[[Use, int], Iterable[Parts]]
    read: Callable[[Parts, int], Iterable[Cells]]


_LINES = Placed(
    lambda use, size: [{"lines": [names_of(use.cells, size)]}],
    lambda one, size: [cells_in(line, size) for line in one["lines"]],
)
_CELLS = Placed(lambda use, size: [{"cells": names_of(use.cells, size)}], lambda one, size: [_cells_of(one, size)])
_EACH_CELL = Placed(
    lambda use, size: [{"cell": name} for name in names_of(use.cells, size)],
    lambda one, size: [(cell_of(one["cell"], size),)],
)
_BESIDE = Placed(_beside, lambda one, size: [_line_from(one["cell"], size)])
_DIAGONAL = Placed(
    lambda use, size: [{"cells": names_of(use.cells, size), "cell": before(use.cells, size)}], _CELLS.read
)


def marks(
    name: str,
    colour: str | None = None,
    *,
    place: Placed = _CELLS,
    number: Callable[[str, object], int | None] = lambda field, value: number_in(value),
    **look: Any,
) -> Field:
    """Return the field of marks, with the number that is read of each from the name of the field and a value."""

    def parts(use: Use, size: int) -> list[Parts]:
        value = {} if use.value is None else {"value": str(use.value)}
        return [part | value for part in place.write(use, size)]

    def uses(rule: str, one: Parts, size: int) -> Iterable[Use]:
        return (Use(rule, cells, number(name, one.get("value"))) for cells in place.read(one, size))

    return Field(name, parts, uses, colour=colour, **look)


cells = marks
"""Cells, with a number that may be left out."""
cells_alone = partial(marks, number=lambda field, value: None)
each_cell = partial(cells_alone, place=_EACH_CELL)
"""Marks of one cell each."""
lines = partial(marks, place=_LINES, kind="line", has_text=False)
"""Lines of cells."""
clues = partial(marks, place=_BESIDE, kind="clue outside", number=number_needed)
"""Clues outside the board along a whole row or column."""
clues_of_diagonals = partial(marks, place=_DIAGONAL, kind="clue outside", diagonal=True, number=number_needed)
"""Clues outside the board along any line."""


# --- Fields of one rule or two ------------------------------------------------------------------------------------


def _arrow_parts(use: Use, size: int) -> list[Parts]:
    names, pill = names_of(use.cells, size), use.value if isinstance(use.value, int) else 1
    return [{"cells": names[:pill], "lines": [[names[pill - 1], *names[pill:]]]}]


def _arrows_in(rule: str, one: Parts, size: int) -> Iterable[Use]:
    circle = _cells_of(one, size)
    for line in one["lines"]:
        shaft = tuple(cell for cell in cells_in(line, size) if cell not in circle)
        if len(circle) == 1:
            yield Use("arrow", (*circle, *shaft))
        else:
            yield Use("pill arrow", (*sorted(circle), *shaft), len(circle))


ARROWS = Field("arrow", _arrow_parts, _arrows_in, "arrow", "#c1c1c1")
"""Arrows that begin in a circle, or in a pill of several cells."""

LETTERS = Field(
    "xv",
    lambda use, size: [{"cells": names_of(use.cells, size), "value": use.rule.upper()}],
    lambda rule, one, size: [Use(str(one.get("value")).lower(), _cells_of(one, size))],
    "sign",
)
"""Marks between two cells whose letter is the name of their rule."""


def digits_on_corners(name: str, colour: str) -> Field:
    """Return the field of circles on corners with digits."""

    def parts(use: Use, size: int) -> list[Parts]:
        if not isinstance(use.value, tuple):
            raise missing(use.rule)
        return [{"cells": names_of(use.cells, size), "values": list(use.value)}]

    def uses(rule: str, one: Parts, size: int) -> list[Use]:
        return [Use(rule, _cells_of(one, size), tuple(number_needed(name, digit) for digit in one["values"]))]

    return Field(name, parts, uses, "circle on a corner", colour)


def _clone_parts(use: Use, size: int) -> list[Parts]:
    if len(use.groups) != 2:
        raise missing(use.rule)
    first, second = (names_of(group, size) for group in use.groups)
    return [{"cells": first, "cloneCells": second}]


CLONES = Field(
    "clone",
    _clone_parts,
    lambda rule, one, size: [Use(rule, groups=(_cells_of(one, size), cells_in(one["cloneCells"], size)))],
)
"""Two groups of cells."""


# --- Fields that are no lists of marks ----------------------------------------------------------------------------


def switch(name: str) -> Field:
    """Return the field of a rule of the whole board."""
    return Field(name, put=lambda puzzle, use: puzzle.update({name: True}), switches=True)


def all_given(negative: str = "", *, apart: bool = False) -> Field:
    """Return the fields that say that other neighbours are in no ratio or sum, or not consecutive."""

    def put(puzzle: Parts, use: Use) -> None:
        if negative:
            puzzle.setdefault("negative", []).append(negative)
        if apart:
            puzzle["nonconsecutive"] = True

    return Field("negative", put=put)


DIAGONALS = {"/": "diagonal+", "\\": "diagonal-"}
"""The switches of the diagonals."""


def _put_diagonals(puzzle: Parts, use: Use) -> None:
    puzzle.update({name: True for sign, name in DIAGONALS.items() if use.value in (None, sign)})


def _put_pencil_marks(puzzle: Parts, use: Use) -> None:
    """Digits in cells of the grid."""
    if use.value is None:
        raise missing(use.rule)
    for cell in use.cells:
        row, column = divmod(cell, puzzle["size"])
        digits = list(use.value) if isinstance(use.value, tuple) else [use.value]
        puzzle["grid"][row][column]["givenPencilMarks"] = digits


BOTH_DIAGONALS = Field("diagonal", put=_put_diagonals)
PENCIL_MARKS = Field("grid", put=_put_pencil_marks)
