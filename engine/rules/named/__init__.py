"""The rules that a variant can name: `rules.toml` has a row for each, and the kernels know what each means.

The parts that rows name have modules of their own: words of constraint text, fields of f-puzzles, marks of SudokuPad
and kinds of values. What of a rule only a function can say is in `known`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from ..frame import Cells
from . import fields, pads, words
from . import rule as values
from .fields import Field
from .pads import Pad
from .rule import NUMBER, Board, Taken, Use
from .words import Word


class Technique(NamedTuple):
    """The techniques by which people use a rule. A cost of 0 says that there is none."""

    number: int
    """Its place among the techniques of rules. Numbers are stored: a new rule takes the next one."""
    name: str
    """Of what the rule allows in its cells."""
    cost: int
    thing: str
    """Where the rule holds, such as "cage"."""
    needed: int = 75
    """The cost of a digit that the rule needs in one of some cells."""
    in_units: int = 0
    """The cost of all ways to fill the cells, where those that see each other are different."""


Values = list[int]
"""Digits along a line."""


class Line(NamedTuple):
    """A kind of lines that grow cell by cell."""

    usual: int
    """How many a 9x9 board gets."""
    fits: Callable[[Values, int], bool]
    """Whether digits can be the first ones of such a line, on a board of a size."""
    ends: Callable[[Values], bool] = lambda values: True
    """Whether they can be all."""
    turns: bool = False
    """Whether an image may be such a line from its other end."""
    reverses: bool = False
    """Whether lines are still such lines when each digit d becomes size + 1 - d."""


class Dot(NamedTuple):
    """A dot between neighbours; a board may have several kinds, and the first that holds is drawn."""

    holds: Callable[[int, int], bool]
    """Whether the lower and the higher digit have it."""


class EveryDot(NamedTuple):
    """A rule that says that all dots of a kind are given."""

    kind: str
    usual: int
    """How many dots a 9x9 board gets where not all of them are given."""


class Clue(NamedTuple):
    """A clue outside the board."""

    usual: int
    """How many a 9x9 board gets."""
    value: Callable[[Values], int]
    """What it says of the digits of its line, on a board with the digits from 1."""
    lines: Callable[[int], Iterable[Cells]]
    """The lines of a board of a size, each from where the clue stands."""


@dataclass(frozen=True, slots=True)
class NamedRule:
    """A rule that people know by name, with all that any part of the program knows of it."""

    name: str
    where: str
    """On the "board", or brought by its "frame"; on "cells", on a "pair" of cells, on a "line" of at least two, on a
    line or a "ray" seen from "outside" at its first cell, on "groups" of cells, or through "alternatives"."""
    words: str
    """The rule in words, as a page prints it."""
    value: str = ""
    """The kind of value that it takes besides cells; "" for none, in brackets if it may be left out."""
    takes: Taken = NUMBER
    """How that value is said and read."""
    usual: int | None = None
    """The number that its words name where none is given: no picture prints it."""
    default: Callable[[int], int] | None = None
    """The number that holds where none is given, by the size of the board."""
    house: str = ""
    """The name of its houses, of a rule of the whole board that says only which cells differ.

    A format without a word for it has lines of different digits in its place.
    """
    names_digits: bool = False
    """Whether its words name digits of a usual board, so that they mean something else on another one."""
    technique: Technique | None = None
    character: str = ""
    """Between two cells in a drawing of characters; "<" points to the lesser cell."""
    text: tuple[Word, ...] = ()
    """The words of constraint text that say it: the first one that can is written."""
    there: str = ""
    """Where Interactive-Sudoku-Solver lacks its word: the rule that means the same on the same cells."""
    f_puzzles: Field | None = None
    """The field of f-puzzles that holds it; none for a rule that is stated in words there."""
    field: tuple[Any, ...] = ()
    """The same field as its row in the table spells it, as data for programs that read and write it themselves."""
    sudokupad: Pad | None = None
    """How SudokuPad shows it: the row has its fields, and what draws it as `pad`; none for what is stated there."""
    kind: str = ""
    """The kind of puzzles by which people ask for it, if that has another name."""
    random: Line | Dot | EveryDot | Clue | None = None
    """How its marks are drawn at random for a full board."""
    sets: Callable[[int, int], Iterable[tuple[int, ...]]] | None = None
    """The sets of digits that so many cells can hold on a board of a size, where their order does not count."""
    closed: Callable[[Cells], Cells] | None = None
    """The cells that a closed line has, from the cells as it is drawn; None where a closed one is not known."""
    joins: bool = False
    """Whether it says something of all cells of a figure, so that lines which touch may be one."""

    @property
    def is_clue(self) -> bool:
        """Whether it is a clue outside the board."""
        return self.where in ("outside", "ray")

    @property
    def is_whole(self) -> bool:
        """Whether it has no cells of its own: it is of the whole board."""
        return self.where in ("board", "frame")

    def filled(self, use: Use, size: int) -> Use:
        """Return a use with the number that holds where it names none."""
        return replace(use, value=self.default(size)) if use.value is None and self.default else use

    def spelled(self, use: Use, board: Board) -> str:
        """Return its name with what its words have to say besides: a number that is not usual, what is not drawn."""
        use = self.filled(use, board.size)
        if self.takes.spelled:
            return " ".join(filter(None, (self.name, use.title, self.takes.text(use, board))))
        return f"{self.name} {use.value}" if self.usual not in (None, use.value) else self.name


def rules_of(known: Mapping[str, Mapping[str, Any]]) -> dict[str, NamedRule]:
    """Return all rules by their names, in the order of their rows, with what is known of some."""
    rows = tomllib.loads(Path(__file__).with_name("rules.toml").read_text(encoding="utf-8"))
    return {name: _rule(name, row | known.get(name, {})) for name, row in rows.items()}


def _rule(name: str, row: dict[str, Any]) -> NamedRule:
    pad: dict[str, Any] = {field: row.pop(field) for field in ("says", "says_number", "switch") if field in row}
    if "pad" in row:
        pad["draw"] = _part(pads, row.pop("pad"), partial)
    made = {
        field: _part(home, row[field]) for field, home in (("takes", values), ("f_puzzles", fields)) if field in row
    }
    if "technique" in row:
        made["technique"] = Technique(*row["technique"])
    if "f_puzzles" in row:
        made["field"] = (row["f_puzzles"],) if isinstance(row["f_puzzles"], str) else tuple(row["f_puzzles"])
    made["text"] = tuple(_part(words, word) for word in row.get("text", ()))
    return NamedRule(name, sudokupad=Pad(**pad) if pad else None, **row | made)


def _call(made: Callable[..., Any], *arguments: Any, **more: Any) -> Any:
    return made(*arguments, **more)


def _part(home: ModuleType, named: str | list[Any], call: Callable[..., Any] = _call) -> Any:
    """What a row names: a part of a module as it is, or called with arguments; what draws gets its place after them."""
    if isinstance(named, str):
        return getattr(home, named)
    name, *arguments = named
    more = arguments.pop() if arguments and isinstance(arguments[-1], dict) else {}
    return call(getattr(home, name), *arguments, **more)
