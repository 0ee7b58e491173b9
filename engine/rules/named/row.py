"""The row of a named rule: all that any part of the program knows of it; and tables of rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from ..frame import Cells
from .fields import Field
from .figures import UNMARKED, Mark
from .pads import Pad
from .rule import Board, Make, Use
from .values import NUMBER, Taken
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


@dataclass(frozen=True, slots=True)
class NamedRule:
    """A rule that people know by name, with all that any part of the program knows of it."""

    name: str
    where: str
    """On the "board", or brought by its "frame"; on "cells", on a "pair" of cells, on a "line" of at least two, on a
    line or a "ray" seen from "outside" at its first cell, on "groups" of cells, or through "alternatives"."""
    words: str
    """The rule in words, as a page prints it."""
    make: Make
    value: str = ""
    """The kind of value that it takes besides cells; "" for none, in brackets if it may be left out."""
    takes: Taken = NUMBER
    """How that value is said, read and printed."""
    usual: int | None = None
    """The number that its words name where none is given: no picture prints it."""
    default: Callable[[int], int] | None = None
    """The number that holds where none is given, by the size of the board."""
    plural: bool = True
    """Whether its name is a noun, of which there can be several."""
    house: str = ""
    """The name of its houses, of a rule of the whole board that says only which cells differ.

    A format without a word for it has lines of different digits in its place.
    """
    names_digits: bool = False
    """Whether its words name digits of a usual board, so that they mean something else on another one."""
    technique: Technique | None = None
    mark: Mark = UNMARKED
    """How a picture shows it."""
    text: tuple[Word, ...] = ()
    """The words of constraint text that say it: the first one that can is written."""
    there: str = ""
    """Where Interactive-Sudoku-Solver lacks its word: the rule that means the same on the same cells."""
    f_puzzles: tuple[Field, ...] = ()
    """The fields of f-puzzles that hold it; none for a rule that is stated in words there."""
    sudokupad: Pad | None = None
    """How SudokuPad shows it; None for a rule that is stated in words there."""
    kind: str = ""
    """The kind of puzzles by which people ask for it, if that has another name."""
    random: Line | Dot | EveryDot | None = None
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

    def label(self, use: Use, board: Board) -> str:
        """Return what a picture prints beside its mark, "" for nothing: it need not print the usual number."""
        use = self.filled(use, board.size)
        return "" if self.usual is not None and use.value == self.usual else self.takes.label(use, board)

    def spelled(self, use: Use, board: Board) -> str:
        """Return its name with what its words have to say besides: a number that is not usual, what is not drawn."""
        use = self.filled(use, board.size)
        if self.takes.spelled:
            return " ".join(filter(None, (self.name, use.title, self.takes.text(use, board))))
        return f"{self.name} {use.value}" if self.usual not in (None, use.value) else self.name


class Table(dict[str, NamedRule]):
    """Named rules by their names, most of which hold `where` is said."""

    def __init__(self, where: str) -> None:
        """Make a table without rules."""
        super().__init__()
        self.where = where

    def rule(self, name: str, words: str, value: str = "", **known: Any) -> Callable[[Make], Make]:
        """Add the function that says what a rule means, with what is known of the rule: the fields of NamedRule."""

        def add(make: Make) -> Make:
            self[name] = NamedRule(name, words=words, make=make, value=value, **{"where": self.where, **known})
            return make

        return add
