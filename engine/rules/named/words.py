"""Words of constraint text: how each says a rule, in which order of parts, and is read back.

The words come from Interactive-Sudoku-Solver, and further ones for rules that it has no word for: their `own` is true.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, combinations
from typing import Any

from ..frame import Cells, Frame, ray
from .parts import (
    PLACES,
    VALUES,
    Names,
    Parts,
    groups_of,
    integer_in,
    integers_in,
    joined,
    line_of,
    named_lines,
    no_more,
    quoted,
    said,
    shortened,
    texts_of,
)
from .rule import Use, number_of


@dataclass(frozen=True, slots=True)
class Word:
    """A word that says a rule."""

    name: str
    write: Callable[[Use, Frame], str | None] | None = None
    """The text of a rule; None for one that this word does not say, and no function for a word that is only read."""
    read: Callable[[str, Parts, Names], list[Use]] | None = None
    """The rules that its parts mean, from the name of its rule; none for a word that another rule reads.

    IndexError for parts that are not complete.
    """
    own: bool = False
    """Whether Interactive-Sudoku-Solver does not know it."""
    same_there: Callable[[Use, Frame], bool] | None = None
    """Whether that program means the same by it, if that depends."""


# --- Kinds of words -----------------------------------------------------------------------------------------------


def word(
    name: str, value: str = "", where: str = "cells", *, several: bool = False, titled: bool = False, own: bool = False
) -> Word:
    """Return a word with a value or without, then cells, groups, a row or column, nothing, or `several` lines of them.

    A `titled` one has a title before them.
    """

    def write(use: Use, frame: Frame) -> str | None:
        head = [VALUES[value].write(use.value)] if value else []
        title = [f"_{quoted(use.title)}"] if titled else []
        return None if None in head else said(name, *head, *title, *PLACES[where](use, frame))

    def read(rule: str, parts: Parts, names: Names) -> list[Use]:
        taken = VALUES[value].read(name, parts[0], names.frame.digits) if value else None
        rest = parts[1:] if value else parts
        lines = named_lines(rest) if several else [("", rest)]
        return [Use(rule, value=taken, title=title if titled else "", **places(line, names)) for title, line in lines]

    def places(parts: Parts, names: Names) -> dict[str, Any]:
        if where in ("cells", "groups"):
            return {where: getattr(names, where)(parts)}
        no_more(name, parts[1:] if where else parts)
        return {"cells": names.line(name, parts[0])} if where else {}

    return Word(name, write, read, own)


cells = word
"""`.Thermo~R1C1~R2C1`"""
bare = partial(word, where="")
"""`.AntiKnight`"""
number = partial(word, value="number")
"""`.Modular~3~R1C1~R1C2`"""
digits = partial(word, value="digits")
"""`.ContainAtLeast~1_2~R1C1~R1C2`"""
groups = partial(word, where="groups")
"""`.EqualSum~R1C1~R1C2~-~R5C5`: dashes between groups of cells"""


def of_board(name: str, value: str = "", *, own: bool = False) -> Word:
    """`.Doppelganger`: it is read with the words that say something of the board."""
    return replace(bare(name, value=value, own=own), read=None)


def table(name: str, *, of_all: bool = False) -> Word:
    """`.Pair~CODE~_name~R1C1~R1C2~~R5C5~R5C6`: a table, then lines of cells.

    A table `of_all` pairs of cells has no first one of two cells in Interactive-Sudoku-Solver.
    """
    return replace(word(name, "table", several=True, titled=True), same_there=_is_symmetric if of_all else None)


def older_table(name: str) -> Word:
    """`.Binary~CODE~R1C1~R1C2`: the same in older texts, where "-" and "_" are swapped; it is only read."""
    return replace(word(name, "older table", several=True, titled=True), write=None)


def _is_symmetric(use: Use, frame: Frame) -> bool:
    sets = use.value if isinstance(use.value, tuple) else ()
    return all(sets[a] >> b & 1 == sets[b] >> a & 1 for a, b in combinations(range(len(sets)), 2))


def number_or_cells(name: str, usual: int) -> Word:
    """`.Whisper~5~R1C1~R2C1`: the number may be left out."""

    def read(rule: str, parts: Parts, names: Names) -> list[Use]:
        if parts and parts[0][:1] in "Rr":
            return [Use(rule, names.cells(parts), usual)]
        return [Use(rule, names.cells(parts[1:]), integer_in(name, parts[0]))]

    return replace(number(name), read=read)


def sum_line(name: str) -> Word:
    """`.SumLine~10~R1C1~R1C2`; a closed line ends with LOOP."""

    def read(rule: str, parts: Parts, names: Names) -> list[Use]:
        is_loop = parts[-1] == "LOOP"
        cells = names.cells(parts[1:-1] if is_loop else parts[1:])
        return [Use("sum loop" if is_loop else rule, cells, integer_in(name, parts[0]))]

    return replace(number(name), read=read)


def sum_loop(name: str) -> Word:
    """`.SumLine~10~R1C1~R1C2~LOOP`: read with open lines."""
    return Word(name, lambda use, frame: said(name, use.value, *texts_of(use.cells, frame), "LOOP"))


def pill(name: str) -> Word:
    """`.PillArrow~2~R1C1~R1C2~R2C1`: how many cells the pill has, which are in order, then all cells."""

    def write(use: Use, frame: Frame) -> str | None:
        cells = list(use.cells[: number_of(use)])
        return said(name, use.value, *texts_of(use.cells, frame)) if cells == sorted(cells) else None

    def read(rule: str, parts: Parts, names: Names) -> list[Use]:
        length, cells = integer_in(name, parts[0]), names.cells(parts[1:])
        return [Use(rule, (*sorted(cells[:length]), *cells[length:]), length)]

    return Word(name, write, read)


def square(name: str) -> Word:
    """`.Quad~R1C1~1~2`: the first of 2x2 cells, then digits."""

    def write(use: Use, frame: Frame) -> str | None:
        first = min(use.cells)
        is_square = tuple(sorted(use.cells)) == near(first, frame, *_SQUARE)
        return said(name, frame.cell_text(first), *use.value) if is_square and isinstance(use.value, tuple) else None

    def read(rule: str, parts: Parts, names: Names) -> list[Use]:
        cells = near(names.cell(parts[0]), names.frame, *_SQUARE)
        if len(cells) < 4:
            raise ValueError(f"{name} begins at {shortened(parts[0])}, where no four cells meet")
        digits = tuple(integer_in(name, digit) for digit in parts[1:])
        if not digits:
            raise ValueError(f"{name} is not complete: it has no digits")
        return [Use(rule, cells, digits)]

    return Word(name, write, read)


_EDGES, _CORNERS, _SQUARE = ((0, 1), (1, 0)), ((1, -1), (1, 1)), ((0, 0), (0, 1), (1, 0), (1, 1))


def near(cell: int, frame: Frame, *steps: tuple[int, int]) -> Cells:
    """Return the cells that lie so many rows down and columns right of a cell, without those off the board."""
    group, row, column = frame.place(cell)
    found = (frame.at(group, row + down, column + right) for down, right in steps)
    return tuple(cell for cell in found if cell is not None)


def pairs(name: str, *, ordered: bool = False, own: bool = False) -> Word:
    """`.WhiteDot~R1C1~R1C2`: all pairs of the cells that share an edge, in the order of cells or as they are listed."""

    def write(use: Use, frame: Frame) -> str | None:
        return said(name, *texts_of(use.cells, frame)) if use.value is None else None

    def read(rule: str, parts: Parts, names: Names) -> list[Use]:
        order = {cell: place for place, cell in reversed(list(enumerate(names.cells(parts))))}
        listed = tuple(sorted(order, key=order.__getitem__))
        found = [(a, b) for a in sorted(order) for b in near(a, names.frame, *_EDGES) if b in order]
        if len(parts) == 2 and max(order) in near(min(order), names.frame, *_CORNERS):
            found = [(listed[0], listed[1])]
        if alone := order.keys() - set(chain.from_iterable(found)):
            first = names.frame.cell_text(max(alone, key=order.__getitem__))
            raise ValueError(f"{name} has {first}, which shares no edge with another of its cells")
        if not found:
            raise ValueError(f"{name} has no cells that share an edge")
        return [Use(rule, tuple(sorted(pair, key=order.__getitem__)) if ordered else pair) for pair in found]

    def share_an_edge(use: Use, frame: Frame) -> bool:
        return max(use.cells) in near(min(use.cells), frame, *_EDGES)

    return Word(name, write, read, own, share_an_edge)


def diagonals(name: str) -> Word:
    """`.Diagonal~1`: 1 for the diagonal that rises, -1 for the one that falls."""
    signs = {"/": 1, "\\": -1}

    def write(use: Use, frame: Frame) -> str:
        return "".join(said(name, by) for sign, by in signs.items() if use.value in (None, sign))

    def read(rule: str, parts: Parts, names: Names) -> list[Use]:
        no_more(name, parts[1:])
        by = integer_in(name, parts[0])
        if by not in signs.values():
            raise ValueError(f"{name}~{shortened(parts[0])} is not known: 1 rises, -1 falls")
        return [Use(rule, value=sign) for sign, each in signs.items() if each == by]

    return Word(name, write, read)


def diagonal_from(name: str) -> Word:
    """`.LittleKiller~12~R1C2`: a number and the first cell of a diagonal; or all cells of a line."""

    def write(use: Use, frame: Frame) -> str:
        return said(name, use.value, *texts_of(use.cells[:1] if is_diagonal(use, frame) else use.cells, frame))

    def is_diagonal(use: Use, frame: Frame) -> bool:
        try:
            return len(use.cells) > 1 and diagonal(frame, use.cells[0]) == use.cells
        except ValueError:
            return False

    def read(rule: str, parts: Parts, names: Names) -> list[Use]:
        cells = names.cells(parts[1:])
        line = diagonal(names.frame, cells[0]) if len(cells) == 1 else cells
        return [Use(rule, line, integer_in(name, parts[0]))]

    def diagonal(frame: Frame, start: int) -> Cells:
        row, column = divmod(start, frame.columns)
        last_row, last_column = frame.rows - 1, frame.columns - 1
        if column == 0 and row < last_row:
            way = (1, 1)
        elif row == 0 and column:
            way = (1, -1)
        elif column == last_column and row < last_row:
            way = (-1, -1)
        elif row == last_row:
            way = (-1, 1)
        else:
            raise ValueError(f"{name} begins at R{row + 1}C{column + 1}, which is not at the edge")
        return ray(frame.rows, (row, column), way, frame.columns)

    return Word(name, write, read, same_there=is_diagonal)


def ends(name: str) -> Word:
    """`.XSum~R1~12~20`: a row or column, and a number for each end."""

    def write(use: Use, frame: Frame) -> str:
        both = (use.value, "") if use.cells[0] < use.cells[-1] else ("", use.value)
        return said(name, line_of(use, frame), *both)

    def read(rule: str, parts: Parts, names: Names) -> list[Use]:
        no_more(name, parts[3:])
        line = names.line(name, parts[0])
        both = zip((line, line[::-1]), parts[1:3], strict=False)
        uses = [Use(rule, way, integer_in(name, each)) for way, each in both if each]
        if not uses:
            raise ValueError(f"{name} is not complete: it has no number")
        return uses

    return Word(name, write, read)


def sets(name: str, rule_of_single: str) -> Word:
    """`.SameValues~2~R1C1~R1C2~R5C5~R5C6`: a number of groups, then their cells; another rule for groups of one."""

    def read(rule: str, parts: Parts, names: Names) -> list[Use]:
        members, count = names.cells(parts[1:]), integer_in(name, parts[0])
        if count < 1 or not members or len(members) % count:
            raise ValueError(f"{name} has {len(members)} cells in {count} sets")
        each = len(members) // count
        found = tuple(members[place : place + each] for place in range(0, len(members), each))
        return [Use(rule_of_single if each == 1 else rule, groups=found)]

    return Word(name, partial(_write_sets, name), read)


def sets_of_one(name: str) -> Word:
    """`.SameValues~2~R1C1~R5C5`: the same word for groups of one cell."""

    def write(use: Use, frame: Frame) -> str | None:
        return _write_sets(name, use, frame) if all(len(group) == 1 for group in use.groups) else None

    return Word(name, write)


def _write_sets(name: str, use: Use, frame: Frame) -> str:
    return said(name, len(use.groups), *texts_of(tuple(chain.from_iterable(use.groups)), frame))


def lettered(name: str, letter: str, **rules: str) -> Word:
    """`.Indexing~C~R1C1`: a letter that says which rule it is, then cells; with the rules of all letters it reads."""

    def read(rule: str, parts: Parts, names: Names) -> list[Use]:
        if parts[0] not in rules:
            raise ValueError(f"{name}~{shortened(parts[0])} is not known: C is for columns, R for rows")
        return [Use(rules[parts[0]], names.cells(parts[1:]))]

    return Word(name, lambda use, frame: said(name, letter, *texts_of(use.cells, frame)), read if rules else None)


def offset(name: str) -> Word:
    """`.ChaosArrow~R1C1~1~...`: a cell, 0 or 1, then groups of cells."""

    def write(use: Use, frame: Frame) -> str:
        arms = groups_of(use, frame) if use.groups else []
        return said(name, *texts_of(use.cells, frame), use.value or "", *arms)

    def read(rule: str, parts: Parts, names: Names) -> list[Use]:
        by = integer_in(name, parts[1]) if len(parts) > 1 and parts[1] else 0
        if by not in (0, 1):
            raise ValueError(f"{name} has {by} where 0 or 1 is needed")
        first, arms = (names.cell(parts[0]),), names.groups(parts[2:]) if parts[2:] else ()
        if not all(arms):
            raise ValueError(f"{name} has an arm without cells")
        return [Use(rule, first, by, arms)]

    return Word(name, write, read)


def digits_of_group(name: str) -> Word:
    """`.ConnectedValues~DGZ~1_2~3`: a group of cells, digits, and how many cells have them."""

    def write(use: Use, frame: Frame) -> str | None:
        if not isinstance(use.value, tuple):
            return None
        count, *digits = use.value
        return said(name, frame.place(use.cells[0])[0], joined(tuple(digits)), *([count] if count else []))

    def read(rule: str, parts: Parts, names: Names) -> list[Use]:
        no_more(name, parts[3:])
        members, _ = names.frame.group_cells(parts[0])
        digits = integers_in(name, parts[1])
        count = integer_in(name, parts[2]) if len(parts) > 2 and parts[2] else 0
        return [Use(rule, tuple(members), (count, *digits))]

    return Word(name, write, read)


def given_digits() -> Word:
    """`.~R1C1_1_2`: cells, each with its digits; a reader takes those of single cells for givens."""

    def write(use: Use, frame: Frame) -> str:
        return said("", *(f"{cell}_{joined(use.value)}" for cell in texts_of(use.cells, frame)))

    def read(rule: str, parts: Parts, names: Names) -> list[Use]:
        return [Use(rule, (cell,), some) for cell, some in (restricted(part, names) for part in parts)]

    return Word("", write, read)


def restricted(part: str, names: Names) -> tuple[int, tuple[int, ...]]:
    """Return a cell and its digits. ValueError for digits that the board does not have."""
    name, *words = part.split("_")
    cell, found = names.cell(name), tuple(integer_in("a given", word) for word in words)
    if not found:
        raise ValueError(f"{shortened(part)!r} has no digit: the line is cut, or it is something else")
    values = names.frame.values
    if wrong := [digit for digit in found if digit not in values]:
        raise ValueError(f"{names.frame.cell_name(cell)}: value {wrong[0]} is not in {values[0]}..{values[-1]}")
    return cell, found
