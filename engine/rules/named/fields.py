"""Fields of f-puzzles: how each holds a rule, is read back, and looks in that program."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ..frame import Cells, cell_of, name_of
from .rule import Use

Parts = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Field:
    """A field with a mark or several, each a dictionary, or a switch of the whole board."""

    name: str
    parts: Callable[[Use, int], Iterable[Parts] | None] | None = None
    """The marks of a rule on a board of a size; None for one that the field cannot hold."""
    uses: Callable[[str, Parts, int], Iterator[Use]] | None = None
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

    def add(self, puzzle: Parts, use: Use, size: int) -> None:
        """Write a rule into the fields of a puzzle. ValueError for one that the field cannot hold."""
        if self.put:
            self.put(puzzle, use)
            return
        made = self.parts(use, size) if self.parts else None
        if made is None:
            raise ValueError(f"f-puzzles does not have the rule {use.rule!r}")
        puzzle.setdefault(self.name, []).extend(made)


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


def value_of(use: Use) -> Parts:
    """Return the value of a mark as a text, or nothing."""
    return {} if use.value is None else {"value": str(use.value)}


# --- Kinds of fields ----------------------------------------------------------------------------------------------


def lines(name: str, colour: str, *, kind: str = "line", circles: int = 0) -> tuple[Field, ...]:
    """Return the field of a line of cells."""

    def read(rule: str, one: Mapping[str, Any], size: int) -> Iterator[Use]:
        for line in one["lines"]:
            yield Use(rule, cells_in(line, size), number_in(one.get("value")))

    def parts(use: Use, size: int) -> list[Parts]:
        return [{"lines": [names_of(use.cells, size)], **value_of(use)}]

    return (Field(name, parts, read, kind, colour, circles, has_text=False),)


def cells(name: str, colour: str | None = None, *, kind: str = "mark", valued: bool = True) -> tuple[Field, ...]:
    """Return the field of cells, with a value that may be left out, or without."""

    def read(rule: str, one: Mapping[str, Any], size: int) -> Iterator[Use]:
        yield Use(rule, cells_in(one.get("cells", ()), size), number_in(one.get("value")) if valued else None)

    def parts(use: Use, size: int) -> list[Parts]:
        return [{"cells": names_of(use.cells, size), **value_of(use)}]

    return (Field(name, parts, read, kind, colour),)


def each_cell(name: str, colour: str | None = None, *, kind: str = "mark") -> tuple[Field, ...]:
    """Return the field of marks of one cell each."""

    def read(rule: str, one: Mapping[str, Any], size: int) -> Iterator[Use]:
        yield Use(rule, (cell_of(one["cell"], size),))

    def parts(use: Use, size: int) -> list[Parts]:
        return [{"cell": cell} for cell in names_of(use.cells, size)]

    return (Field(name, parts, read, kind, colour),)


def switch(name: str) -> tuple[Field, ...]:
    """Return the field of a rule of the whole board."""
    return (Field(name, put=lambda puzzle, use: puzzle.update({name: True}), switches=True),)


def all_given(negative: str = "", *, apart: bool = False) -> tuple[Field, ...]:
    """Return the fields that say that other neighbours are in no ratio or sum, or not consecutive."""

    def put(puzzle: Parts, use: Use) -> None:
        if negative:
            puzzle.setdefault("negative", []).append(negative)
        if apart:
            puzzle["nonconsecutive"] = True

    return (Field("negative", put=put),)


def clues(name: str) -> tuple[Field, ...]:
    """Return the field of clues outside the board along a whole row or column."""

    def read(rule: str, one: Mapping[str, Any], size: int) -> Iterator[Use]:
        yield Use(rule, _line_from(one["cell"], size), number_needed(name, one.get("value")))

    def parts(use: Use, size: int) -> list[Parts] | None:
        return [{"cell": before(use.cells, size), **value_of(use)}] if len(use.cells) == size else None

    return (Field(name, parts, read, "clue outside"),)


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


def place_of(name: object) -> tuple[int, int]:
    """Return row and column from 0 of a cell, which may be outside the board; far away for what is no cell."""
    match = re.fullmatch(r"[Rr](-?\d{1,2})[Cc](-?\d{1,2})", str(name))
    return (int(match[1]) - 1, int(match[2]) - 1) if match else (-9, -9)


# --- Fields of one rule or two ------------------------------------------------------------------------------------


def arrows(name: str, colour: str) -> tuple[Field, ...]:
    """Return the field of arrows that begin in a circle, or in a pill of several cells."""

    def read(rule: str, one: Mapping[str, Any], size: int) -> Iterator[Use]:
        circle = cells_in(one.get("cells", ()), size)
        for line in one["lines"]:
            shaft = tuple(cell for cell in cells_in(line, size) if cell not in circle)
            if len(circle) == 1:
                yield Use("arrow", (*circle, *shaft))
            else:
                yield Use("pill arrow", (*sorted(circle), *shaft), len(circle))

    def parts(use: Use, size: int) -> list[Parts]:
        names, pill = names_of(use.cells, size), use.value if isinstance(use.value, int) else 1
        return [{"cells": names[:pill], "lines": [[names[pill - 1], *names[pill:]]]}]

    return (Field(name, parts, read, "arrow", colour),)


def letters(name: str) -> tuple[Field, ...]:
    """Return the field of marks between two cells whose letter is the name of their rule."""

    def read(rule: str, one: Mapping[str, Any], size: int) -> Iterator[Use]:
        yield Use(str(one.get("value")).lower(), cells_in(one.get("cells", ()), size))

    def parts(use: Use, size: int) -> list[Parts]:
        return [{"cells": names_of(use.cells, size), "value": use.rule.upper()}]

    return (Field(name, parts, read, "sign"),)


def digits_on_corners(name: str, colour: str) -> tuple[Field, ...]:
    """Return the field of circles on corners with digits."""

    def read(rule: str, one: Mapping[str, Any], size: int) -> Iterator[Use]:
        digits = tuple(number_needed(name, digit) for digit in one["values"])
        yield Use(rule, cells_in(one.get("cells", ()), size), digits)

    def parts(use: Use, size: int) -> list[Parts] | None:
        named = names_of(use.cells, size)
        return [{"cells": named, "values": list(use.value)}] if isinstance(use.value, tuple) else None

    return (Field(name, parts, read, "circle on a corner", colour),)


def two_groups(name: str, other: str) -> tuple[Field, ...]:
    """Return the field of two groups of cells, the second under the name `other`."""

    def read(rule: str, one: Mapping[str, Any], size: int) -> Iterator[Use]:
        yield Use(rule, groups=(cells_in(one.get("cells", ()), size), cells_in(one[other], size)))

    def parts(use: Use, size: int) -> list[Parts] | None:
        if len(use.groups) != 2:
            return None
        first, second = (names_of(group, size) for group in use.groups)
        return [{"cells": first, other: second}]

    return (Field(name, parts, read),)


def clues_of_diagonals(name: str) -> tuple[Field, ...]:
    """Return the field of clues outside the board along any line."""

    def read(rule: str, one: Mapping[str, Any], size: int) -> Iterator[Use]:
        yield Use(rule, cells_in(one.get("cells", ()), size), number_needed(name, one.get("value")))

    def parts(use: Use, size: int) -> list[Parts]:
        return [{"cells": names_of(use.cells, size), "cell": before(use.cells, size), **value_of(use)}]

    return (Field(name, parts, read, "clue outside", diagonal=True),)


def diagonals() -> tuple[Field, ...]:
    """Return the field of the two diagonals."""

    def put(puzzle: Parts, use: Use) -> None:
        puzzle.update({name: True for sign, name in DIAGONALS.items() if use.value in (None, sign)})

    return (Field("diagonal", put=put),)


DIAGONALS = {"/": "diagonal+", "\\": "diagonal-"}
"""The switches of the diagonals."""


def pencil_marks() -> tuple[Field, ...]:
    """Return the field of digits in cells of the grid."""

    def put(puzzle: Parts, use: Use) -> None:
        if use.value is None:
            raise ValueError(f"f-puzzles does not have the rule {use.rule!r}")
        for cell in use.cells:
            row, column = divmod(cell, puzzle["size"])
            digits = list(use.value) if isinstance(use.value, tuple) else [use.value]
            puzzle["grid"][row][column]["givenPencilMarks"] = digits

    return (Field("grid", put=put),)
