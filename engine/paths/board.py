"""A board under rules as the kernels of people see it: units, which cells see each other, and parts of named rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from ..rules.conflicts import cells_of, place_of
from ..rules.frame import Cells, columns, related, rows
from ..rules.houses import has_techniques, house_named, houses_of
from ..rules.model import Constraint, House, Mask, Relation, Rules, Sum
from ..rules.named.rule import Use
from ..rules.solving import numbers_of
from ..rules.variant import Variant, constraints_of
from ..shape import Meeting, Place, Unit, Where, cell_name
from .people_techniques import BY_NUMBER, MACHINES, MARKS_THAT_MEET, MEETING, OTHER_RULE, RULES_OF, number_of_rule


@dataclass(frozen=True, slots=True)
class Full:
    """Cells that hold every digit."""

    where: Unit
    cells: Cells
    kind: int
    """Units of one kind share no cell; 0 for rows, 1 for columns."""


@dataclass(frozen=True, slots=True)
class RulePart:
    """A named rule where it holds, or two marks that meet."""

    where: Where
    rule: str
    constraints: tuple[Constraint, ...]
    cells: Cells
    total: int = 0
    """Of a cage; 0 for other rules."""
    is_wide: bool = False
    """Whether it is what a rule of the whole board says around a cell."""
    meets: bool = False
    """Whether it is two marks that meet."""


@dataclass(frozen=True)
class BoardOfPeople:
    """A board as a person sees it: its units, its rules by parts, and what the kernels take."""

    size: int
    units: tuple[Full, ...]
    parts: tuple[RulePart, ...]
    numbers: NDArray[np.int32]


@lru_cache(maxsize=64)
def board_of_people(board: Variant) -> BoardOfPeople:
    """Return what a person sees of a board; its givens do not count. ValueError for rules that cannot hold."""
    board.check_square("rated")
    if board.rules.count:
        raise ValueError("rules with cells beside the grid are not rated")
    size = board.size
    parts: list[RulePart] = []
    taken = Counter(_place(use, size) for use in board.uses)
    houses: list[tuple[Unit, Cells]] = []
    counted: Counter[str] = Counter()
    for use in board.uses:
        made = [_simple(one, size) for one in constraints_of(board, use)]
        for one in [one for one in made if isinstance(one, House) and len(one.cells) == size]:
            counted[use.rule] += 1
            houses.append((house_named(use.rule, counted[use.rule], one.cells), one.cells))
        if rest := [one for one in made if not (isinstance(one, House) and len(one.cells) == size)]:
            parts += _parts_of(use, rest, size, to_last=taken[_place(use, size)] > 1)
    if has_techniques(board):  # the candidates of a position obey those that follow, too
        rated = houses_of(board)
        houses = [(rated.unit(unit), cells) for unit, cells in enumerate(rated.units) if cells]
    units = _units(board, houses)
    parts += _that_meet(parts, units)
    numbers = [size, *(machine.cost for machine in MACHINES), len(units)]
    for unit in units:
        numbers += [unit.kind, *unit.cells]
    numbers.append(len(parts))
    for part in parts:
        numbers += _numbers(part, size)
    return BoardOfPeople(size, units, tuple(parts), np.array(numbers, np.int32))


def _units(board: Variant, further: Sequence[tuple[Unit, Cells]]) -> tuple[Full, ...]:
    size = board.size
    word = "block" if board.board_shape.has_blocks else "region"
    units = [
        Full(Unit(kind, number), cells, place)
        for place, (kind, lines) in enumerate((("row", rows(size)), ("column", columns(size)), (word, board.regions)))
        for number, cells in enumerate(lines, 1)
        if len(cells) == size
    ]
    known = {frozenset(unit.cells) for unit in units}
    kinds: list[set[int]] = []
    for where, cells in further:
        if frozenset(cells) in known:
            continue
        known.add(frozenset(cells))
        kind = next((place for place, taken in enumerate(kinds) if taken.isdisjoint(cells)), len(kinds))
        if kind == len(kinds):
            kinds.append(set())
        kinds[kind].update(cells)
        units.append(Full(where, tuple(sorted(cells)), 3 + kind))
    return tuple(units)


def _place(use: Use, size: int, *, to_last: bool = False) -> Place:
    """Where a rule holds; `to_last` distinguishes it from another one that begins in the same cell."""
    return place_of(use, RULES_OF[use.rule].thing if use.rule in RULES_OF else use.rule, size, to_last=to_last)


def _parts_of(use: Use, made: Sequence[Constraint], size: int, *, to_last: bool) -> Iterator[RulePart]:
    """The parts of a rule: one, or of a rule of the whole board what it says around each cell."""
    if not use.cells and not use.groups and not use.alternatives:
        differing = tuple(one for one in made if isinstance(one, House) or _is_unequal(one, size))
        if differing:
            yield RulePart(Place(use.rule), use.rule, differing, cells_of(differing), is_wide=True)
        others = [one for one in made if one not in differing]
        for cell in range(size**2):
            if mine := tuple(one for one in others if cell in cells_of([one])):
                thing, name = RULES_OF.get(use.rule, OTHER_RULE).thing, cell_name(*divmod(cell, size))
                yield RulePart(Place(thing, "", (name,), is_around=True), use.rule, mine, cells_of(mine), is_wide=True)
        return
    total = use.value if use.rule == "cage" and isinstance(use.value, int) else 0
    yield RulePart(_place(use, size, to_last=to_last), use.rule, tuple(made), cells_of(made), total)


def _that_meet(parts: Sequence[RulePart], units: Sequence[Full]) -> list[RulePart]:
    """Every two marks of two cells that share one, and whose other cells lie in one unit."""
    marks = [part for part in parts if len(part.cells) == 2 and not part.is_wide and not part.total]
    found = []
    for one, other in combinations(marks, 2):
        ends = set(one.cells) ^ set(other.cells)
        if len(ends) == 2 and any(ends <= set(unit.cells) for unit in units):
            cells = tuple(sorted({*one.cells, *other.cells}))
            where = Meeting(one.where, other.where)
            found.append(RulePart(where, one.rule, (*one.constraints, *other.constraints), cells, meets=True))
    return found


def _numbers(part: RulePart, size: int) -> Iterator[int]:
    first = number_of_rule(part.rule)
    only_differs = all(isinstance(one, House) or _is_unequal(one, size) for one in part.constraints)
    if part.meets:
        yield from (0, MARKS_THAT_MEET.cost, 0, first, MEETING, first)
    elif only_differs:  # which cells see each other says all of it
        yield from (0, 0, 0, first, first, first)
    else:
        costs = [BY_NUMBER[first + place].cost for place in range(3)]
        yield from (*costs, first, first + 1, first + 2)
    yield from (part.total, len(part.constraints))
    for one in part.constraints:
        yield from numbers_of(one, Rules(size))


def _is_unequal(one: Constraint, size: int) -> bool:
    every = (1 << size) - 1
    return isinstance(one, Relation) and all(each == every & ~(1 << digit) for digit, each in enumerate(one.allowed))


def _simple(one: Constraint, size: int) -> Constraint:
    """A sum of one or two cells as a mask or a relation, so that a chain can go through it."""
    match one:
        case Sum((cell,), (by,), total):
            return Mask(cell, sum(1 << (digit - 1) for digit in range(1, size + 1) if by * digit == total))
        case Sum((first, second), (by, other), total):
            return Relation(first, second, related(size, lambda a, b: by * a + other * b == total))
    return one
