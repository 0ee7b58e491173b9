"""Named rules as a board uses them, tables of them, and what many of them say."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from board_catalogue.engine.rules.geometry import Cells, related
from board_catalogue.engine.rules.model import AnyOf, Constraint, Relation, Sum


@dataclass(frozen=True, slots=True)
class Use:
    """A named rule where it holds: on the whole board, on cells in order, or on groups of cells."""

    rule: str
    cells: Cells = ()
    value: int | str | tuple[int, ...] | None = None
    """What the rule takes besides cells: a sum, a difference, a pattern, the digits of a quadruple."""
    groups: tuple[Cells, ...] = ()
    """Of equal sums and clones: groups of cells."""
    alternatives: tuple[tuple[Use, ...], ...] = ()
    """Of the rule "or": lists of which at least one holds."""


@dataclass(frozen=True)
class Board:
    """What rules are about: a board, its regions, and all the rules in use."""

    size: int
    regions: tuple[Cells, ...] = ()
    """Blocks, or jigsaw regions; none on a Latin square. Each holds every digit."""
    uses: tuple[Use, ...] = ()


Make = Callable[[Board, Use], Iterator[Constraint]]


class NamedRule(NamedTuple):
    """A rule that people know by name."""

    where: str
    """On the "board", on "cells", on a "line" of at least two, on a line seen from "outside" at its first cell, on
    "groups" of cells, or through "alternatives"."""
    value: str
    """What it takes besides cells; "" for nothing, in brackets if it may be left out."""
    words: str
    """The rule in words, as a page prints it."""
    make: Make


class Table(dict[str, NamedRule]):
    """Named rules by their names."""

    def rule(self, name: str, where: str, words: str, value: str = "") -> Callable[[Make], Make]:
        """Add the function that says what a rule means."""

        def add(make: Make) -> Make:
            self[name] = NamedRule(where, value, words, make)
            return make

        return add


def number_of(use: Use) -> int:
    """Return the number that a rule takes. ValueError if there is none."""
    if not isinstance(use.value, int):
        raise ValueError(f"{use.rule} has {use.value!r} where a number is needed")
    return use.value


def pair_of(use: Use) -> tuple[int, int]:
    """Return the two cells that a rule is about. ValueError for another number of them."""
    if len(use.cells) != 2:
        raise ValueError(f"{use.rule} has {len(use.cells)} cells, not 2")
    return use.cells[0], use.cells[1]


def relations(
    board: Board, pairs: Iterable[tuple[int, int]], holds: Callable[[int, int], bool]
) -> Iterator[Constraint]:
    """Yield: a relation of digits holds for each pair of cells."""
    table = related(board.size, holds)
    for first, second in pairs:
        yield Relation(first, second, table)


def total(left: tuple[int, ...], right: tuple[int, ...] = (), value: int = 0) -> Constraint:
    """Return the sum that says: the cells on the left add up to those on the right and a number."""
    coefficients: dict[int, int] = {}
    for cells, by in ((left, 1), (right, -1)):
        for cell in cells:
            coefficients[cell] = coefficients.get(cell, 0) + by
    kept = {cell: by for cell, by in coefficients.items() if by}
    if not kept:  # the same cells on both sides
        return AnyOf(((),)) if value == 0 else AnyOf(())
    return Sum(tuple(kept), tuple(kept.values()), value)


def equal_sums(groups: Iterable[Sequence[int]]) -> Iterator[Constraint]:
    """Yield: each group of cells has the same sum."""
    for first, second in combinations(groups, 2):
        yield total(tuple(first), tuple(second))
