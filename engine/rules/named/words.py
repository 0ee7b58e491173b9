"""Words of constraint text: how each says a rule, in which order of parts, and is read back.

The words come from Interactive-Sudoku-Solver, and further ones for rules that it has no word for: their `own` is true.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64encode
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from urllib.parse import quote, unquote

from ..automata import decoded
from ..frame import Cells, Frame, columns, rows
from .rule import Use
from .values import table_code, table_in

Parts = list[str]
"""What stands between the tildes after a word."""


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


class Names:
    """The cells that parts of words name, moved by what is replicated."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self.shift = (0, 0)
        """Rows and columns that Replicate moves cells by."""
        self.shifted: str | None = None
        """The group of cells that it moves."""

    def cells(self, parts: Sequence[str]) -> Cells:
        """Return the cells of parts. ValueError for a part that is no cell."""
        return tuple(self.cell(part) for part in parts)

    def cell(self, name: str) -> int:
        """Return the cell of a name. ValueError for another name, and for a cell that is moved off the board."""
        cell = self.frame.cell(name)
        if self.shifted is None:
            return cell
        group, row, column = self.frame.place(cell)
        moved = self.frame.at(group, row + self.shift[0], column + self.shift[1])
        if group != self.shifted or moved is None:
            raise ValueError(f"Replicate moves {name} off the board")
        return moved

    def segments(self, parts: Parts) -> tuple[Cells, ...]:
        """Return groups of cells with a dash, or an empty part, between them."""
        groups: list[list[int]] = [[]]
        for part in parts:
            if part in ("-", ""):
                groups.append([])
            else:
                groups[-1].append(self.cell(part))
        return tuple(map(tuple, groups))

    def line(self, word: str, which: str) -> Cells:
        """Return a row or a column. ValueError for a part that names none."""
        match = re.fullmatch(r"([RC])([1-9a-g]|1\d)(?:,-?1)?", which)
        number = int(match[2], 10 if match[2].isdecimal() else 17) - 1 if match else -1
        lines = (rows if match and match[1] == "R" else columns)(self.frame.rows, self.frame.columns)
        if not 0 <= number < len(lines):
            raise ValueError(f"{word} has line {shortened(which)!r}, which is not on the board")
        return lines[number]


def square(first: int, frame: Frame) -> Cells:
    """Return the cells of 2x2 ones that begin at a cell, fewer at the edge."""
    group, row, column = frame.place(first)
    found = [frame.at(group, row + down, column + right) for down in (0, 1) for right in (0, 1)]
    return tuple(cell for cell in found if cell is not None)


def named_lines(parts: Parts) -> list[tuple[str, Parts]]:
    """Return lines of cells with an empty part between them, and the name that stands before them."""
    lines: list[tuple[str, Parts]] = []
    title, goes_on = "", False
    for part in parts:
        if part.startswith("_"):
            title, goes_on = unquote(part[1:]), False
        elif not part:
            goes_on = False
        elif goes_on:
            lines[-1][1].append(part)
        else:
            lines.append((title, [part]))
            goes_on = True
    if not lines:
        raise IndexError
    return lines


def no_more(word: str, parts: Parts) -> None:
    """ValueError for what a rule does not take: nothing is dropped."""
    if any(parts):
        raise ValueError(f"{word} does not take {shortened('~'.join(parts))!r}")


def shortened(text: str) -> str:
    """Return what an error quotes of a text."""
    return text if len(text) <= 40 else text[:39] + "…"


def integer_in(word: str, text: str) -> int:
    """Return the number of a part. ValueError for anything else."""
    if not re.fullmatch(r"-?\d{1,6}", text):
        raise ValueError(f"{word} has {shortened(text)!r} where a number is needed")
    return int(text)


def integers_in(word: str, text: str) -> tuple[int, ...]:
    """Return the numbers of a part. ValueError for anything else."""
    return tuple(integer_in(word, each) for each in text.split("_"))


def said(word: str, *parts: object) -> str:
    """Return a word with its parts as it is written."""
    return "~".join([f".{word}", *map(str, parts)])


def quoted(name: str) -> str:
    """Return a name without what separates words and parts: blanks, dots and tildes are escaped as in addresses."""
    return quote(name, safe="").replace(".", "%2E").replace("~", "%7E")


def texts_of(cells: Cells, frame: Frame) -> list[str]:
    """Return the names of cells."""
    return [frame.cell_text(cell) for cell in cells]


def _segments(groups: Sequence[Cells], frame: Frame) -> str:
    return "~-~".join("~".join(texts_of(group, frame)) for group in groups)


def _joined(value: object) -> str:
    return "_".join(map(str, value if isinstance(value, tuple) else (value,)))


# --- Kinds of words -----------------------------------------------------------------------------------------------


def bare(name: str, *, own: bool = False) -> tuple[Word, ...]:
    """`.AntiKnight`: nothing follows."""

    def read(rule: str, parts: Parts, names: Names) -> list[Use]:
        no_more(name, parts)
        return [Use(rule)]

    return (Word(name, lambda use, frame: said(name), read, own),)


def of_board(name: str) -> tuple[Word, ...]:
    """`.Doppelganger`: nothing follows; it is read with the words that say something of the board."""
    return (Word(name, lambda use, frame: said(name)),)


def cells(name: str, *, own: bool = False) -> tuple[Word, ...]:
    """`.Thermo~R1C1~R2C1`: cells."""

    def read(rule: str, parts: Parts, names: Names) -> list[Use]:
        return [Use(rule, names.cells(parts))]

    return (Word(name, lambda use, frame: said(name, *texts_of(use.cells, frame)), read, own),)


def number(name: str, *, own: bool = False) -> tuple[Word, ...]:
    """`.SumLine~15~R1C1~R1C2`: a number, perhaps with a factor for each cell, then cells."""

    def write(use: Use, frame: Frame) -> str:
        total, *factors = use.value if isinstance(use.value, tuple) else (use.value,)
        value = f"{total}_=_{_joined(tuple(factors))}" if factors else total
        return said(name, value, *texts_of(use.cells, frame))

    def read(rule: str, parts: Parts, names: Names) -> list[Use]:
        total, _, factors = parts[0].partition("_=_")
        value = integer_in(name, total)
        return [Use(rule, names.cells(parts[1:]), (value, *integers_in(name, factors)) if factors else value)]

    return (Word(name, write, read, own),)


def text(name: str) -> tuple[Word, ...]:
    """`.LookAndSay~1203~R1C1~R1C2`: a text as it stands, then cells, if it has some."""

    def read(rule: str, parts: Parts, names: Names) -> list[Use]:
        return [Use(rule, names.cells(parts[1:]), parts[0])]

    return (Word(name, lambda use, frame: said(name, use.value, *texts_of(use.cells, frame)), read),)


def digits(name: str, *, own: bool = False) -> tuple[Word, ...]:
    """`.ContainAtLeast~1_2~R1C1~R1C2`: digits, then cells."""

    def write(use: Use, frame: Frame) -> str | None:
        known = isinstance(use.value, tuple)
        return said(name, _joined(use.value), *texts_of(use.cells, frame)) if known else None

    def read(rule: str, parts: Parts, names: Names) -> list[Use]:
        values = integers_in(name, parts[0])
        return [Use(rule, names.cells(parts[1:]), values)]

    return (Word(name, write, read, own),)


def pairs(name: str, *, ordered: bool = False, own: bool = False) -> tuple[Word, ...]:
    """`.WhiteDot~R1C1~R1C2`: all pairs of the cells that share an edge, in the order of cells or as they are listed."""

    def write(use: Use, frame: Frame) -> str | None:
        return said(name, *texts_of(use.cells, frame)) if use.value is None else None

    def read(rule: str, parts: Parts, names: Names) -> list[Use]:
        listed, frame = names.cells(parts), names.frame
        order = {cell: place for place, cell in reversed(list(enumerate(listed)))}
        found = [(a, b) for a in sorted(order) for b in _beside(a, frame) if a < b and b in order]
        if len(listed) == 2 and not found and _touch_at_a_corner(listed[0], listed[1], frame):
            found = [(listed[0], listed[1])]
        if alone := [cell for cell in order if not any(cell in pair for pair in found)]:
            raise ValueError(f"{name} has {frame.cell_text(alone[0])}, which shares no edge with another of its cells")
        if not found:
            raise ValueError(f"{name} has no cells that share an edge")
        return [Use(rule, tuple(sorted(pair, key=order.__getitem__)) if ordered else pair) for pair in found]

    return (Word(name, write, read, own, _share_an_edge),)


def _share_an_edge(use: Use, frame: Frame) -> bool:
    (group, row, column), (other, to_row, to_column) = map(frame.place, use.cells)
    return group == other and abs(row - to_row) + abs(column - to_column) == 1


def _beside(cell: int, frame: Frame) -> list[int]:
    group, row, column = frame.place(cell)
    steps = ((-1, 0), (1, 0), (0, -1), (0, 1))
    around = [frame.at(group, row + down, column + right) for down, right in steps]
    return sorted(one for one in around if one is not None)


def _touch_at_a_corner(one: int, other: int, frame: Frame) -> bool:
    (group, row, column), (to, to_row, to_column) = frame.place(one), frame.place(other)
    return group == to and abs(row - to_row) == 1 == abs(column - to_column)


def table(name: str, older: str, *, of_all: bool = False) -> tuple[Word, ...]:
    """`.Pair~CODE~_name~R1C1~R1C2~~R5C5~R5C6`: a table, then lines of cells; and its `older` word, which is read.

    A table `of_all` pairs of cells has no first one of two cells in Interactive-Sudoku-Solver.
    """

    def write(use: Use, frame: Frame) -> str | None:
        if not isinstance(use.value, tuple):
            return None
        return said(name, table_code(use.value), f"_{quoted(use.title)}", *texts_of(use.cells, frame))

    def reader(*, swapped: bool) -> Callable[[str, Parts, Names], list[Use]]:
        def read(rule: str, parts: Parts, names: Names) -> list[Use]:
            sets = table_in(parts[0], names.frame.digits, swapped=swapped)
            lines = named_lines(parts[1:])
            return [Use(rule, names.cells(line), sets, title=title) for title, line in lines]

        return read

    same_there = _is_symmetric if of_all else None
    return Word(name, write, reader(swapped=False), same_there=same_there), Word(older, None, reader(swapped=True))


def _is_symmetric(use: Use, frame: Frame) -> bool:
    sets = use.value if isinstance(use.value, tuple) else ()
    return all(sets[a] >> b & 1 == sets[b] >> a & 1 for a, b in combinations(range(len(sets)), 2))


def ends(name: str) -> tuple[Word, ...]:
    """`.XSum~R1~12~20`: a row or column, and a number for each end."""

    def write(use: Use, frame: Frame) -> str:
        which = _line_of(use, frame)
        rises = use.cells[0] < use.cells[-1]
        return said(name, which, use.value, "") if rises else said(name, which, "", use.value)

    def read(rule: str, parts: Parts, names: Names) -> list[Use]:
        no_more(name, parts[3:])
        line = names.line(name, parts[0])
        both = [(line, each) for each in parts[1:2]] + [(line[::-1], each) for each in parts[2:3]]
        uses = [Use(rule, way, integer_in(name, each)) for way, each in both if each]
        if not uses:
            raise ValueError(f"{name} is not complete: it has no number")
        return uses

    return (Word(name, write, read),)


def number_and_line(name: str) -> tuple[Word, ...]:
    """`.Sandwich~12~R3`: a number, then a row or column."""

    def read(rule: str, parts: Parts, names: Names) -> list[Use]:
        no_more(name, parts[2:])
        return [Use(rule, names.line(name, parts[1]), integer_in(name, parts[0]))]

    return (Word(name, lambda use, frame: said(name, use.value, _line_of(use, frame)), read),)


def _line_of(use: Use, frame: Frame) -> str:
    """The name of the row or column that a clue sees. ValueError for a part of one."""
    line = use.cells
    first, along_row = min(line[0], line[-1]), abs(line[1] - line[0]) == 1
    if len(line) != (frame.columns if along_row else frame.rows):
        raise ValueError(f"constraint text has no words for {use.rule} on a part of a line")
    name = frame.cell_text(first)
    return name[:2] if along_row else name[2:4]


def groups(name: str, *, own: bool = False) -> tuple[Word, ...]:
    """`.EqualSum~R1C1~R1C2~-~R5C5`: groups of cells with dashes between them."""

    def read(rule: str, parts: Parts, names: Names) -> list[Use]:
        return [Use(rule, groups=names.segments(parts))]

    return (Word(name, lambda use, frame: said(name, _segments(use.groups, frame)), read, own),)


def sets(name: str, rule_of_single: str) -> tuple[Word, ...]:
    """`.SameValues~2~R1C1~R1C2~R5C5~R5C6`: a number of groups, then their cells; another rule for groups of one."""

    def read(rule: str, parts: Parts, names: Names) -> list[Use]:
        members, count = names.cells(parts[1:]), integer_in(name, parts[0])
        if count < 1 or not members or len(members) % count:
            raise ValueError(f"{name} has {len(members)} cells in {count} sets")
        each = len(members) // count
        found = tuple(members[place : place + each] for place in range(0, len(members), each))
        return [Use(rule_of_single if each == 1 else rule, groups=found)]

    return (Word(name, lambda use, frame: _set_item(name, use, frame), read),)


def sets_of_one(name: str) -> tuple[Word, ...]:
    """`.SameValues~2~R1C1~R5C5`: the same word for groups of one cell."""

    def write(use: Use, frame: Frame) -> str | None:
        return _set_item(name, use, frame) if all(len(group) == 1 for group in use.groups) else None

    return (Word(name, write),)


def _set_item(name: str, use: Use, frame: Frame) -> str:
    return said(name, len(use.groups), *texts_of(tuple(chain.from_iterable(use.groups)), frame))


def lettered(name: str, letter: str, others: dict[str, str] | None = None) -> tuple[Word, ...]:
    """`.Indexing~C~R1C1`: a letter that says which rule it is, then cells; with the rules of all letters it reads."""

    def read(rule: str, parts: Parts, names: Names) -> list[Use]:
        if parts[0] not in (others or {}):
            raise ValueError(f"{name}~{shortened(parts[0])} is not known: C is for columns, R for rows")
        return [Use((others or {})[parts[0]], names.cells(parts[1:]))]

    write = lambda use, frame: said(name, letter, *texts_of(use.cells, frame))  # noqa: E731
    return (Word(name, write, read if others else None),)


def expression(name: str) -> tuple[Word, ...]:
    """`.Regex~CODE~R1C1~R1C2`: an expression in base64, then lines of cells."""

    def write(use: Use, frame: Frame) -> str:
        code = urlsafe_b64encode(str(use.value).encode()).decode().rstrip("=")
        return said(name, code, *texts_of(use.cells, frame))

    def read(rule: str, parts: Parts, names: Names) -> list[Use]:
        try:
            pattern = decoded(parts[0]).decode()
        except ValueError:
            raise ValueError(f"the expression of {name}, {parts[0][:10]!r}, is not in base64") from None
        return [Use(rule, names.cells(line), pattern) for _, line in named_lines(parts[1:])]

    return (Word(name, write, read),)


def code(name: str) -> tuple[Word, ...]:
    """`.NFA~CODE~_name~R1C1~R1C2~-~R5C5`: a code, a title, then groups of cells."""

    def write(use: Use, frame: Frame) -> str:
        return said(name, use.value, f"_{quoted(use.title)}", _segments(use.groups, frame))

    def read(rule: str, parts: Parts, names: Names) -> list[Use]:
        lines = named_lines(parts[1:])
        return [Use(rule, value=parts[0], groups=names.segments(line), title=title) for title, line in lines]

    return (Word(name, write, read),)


def offset(name: str) -> tuple[Word, ...]:
    """`.ChaosArrow~R1C1~1~...`: a cell, 0 or 1, then groups of cells."""

    def write(use: Use, frame: Frame) -> str:
        arms = [_segments(use.groups, frame)] if use.groups else []
        return said(name, *texts_of(use.cells, frame), use.value or "", *arms)

    def read(rule: str, parts: Parts, names: Names) -> list[Use]:
        by = integer_in(name, parts[1]) if len(parts) > 1 and parts[1] else 0
        if by not in (0, 1):
            raise ValueError(f"{name} has {by} where 0 or 1 is needed")
        first, arms = (names.cell(parts[0]),), names.segments(parts[2:]) if parts[2:] else ()
        if not all(arms):
            raise ValueError(f"{name} has an arm without cells")
        return [Use(rule, first, by, arms)]

    return (Word(name, write, read),)


def given_digits() -> tuple[Word, ...]:
    """`.~R1C1_1_2`: cells, each with its digits; a reader takes those of single cells for givens."""

    def write(use: Use, frame: Frame) -> str:
        return said("", *(f"{cell}_{_joined(use.value)}" for cell in texts_of(use.cells, frame)))

    def read(rule: str, parts: Parts, names: Names) -> list[Use]:
        return [Use(rule, (cell,), some) for cell, some in (restricted(part, names) for part in parts)]

    return (Word("", write, read),)


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
