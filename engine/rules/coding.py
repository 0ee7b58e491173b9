"""Boards, rules in use and constraints as the numbers that the kernels read and write.

A list is its length and its items, a text the list of its bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..native import core
from .model import (
    AnyOf,
    Automaton,
    CannotHold,
    Connected,
    Constraint,
    House,
    Kind,
    Mask,
    Pairs,
    Relation,
    Rules,
    Sum,
)

if TYPE_CHECKING:
    from .named.rule import Board, Use

if {kind.name.lower(): kind.value for kind in Kind} != core.constraint_kinds:
    raise ImportError(f"the kernels' kinds of constraints are {core.constraint_kinds}, not those of Kind")

Numbers = NDArray[np.int32]

RULE_NUMBERS: dict[str, int] = {name: number for number, name in enumerate(core.rule_names)}
"""The number of each rule in the kernels."""


def _list(numbers: Sequence[int]) -> Sequence[int]:
    return (len(numbers), *numbers)


def _lists(lists: Sequence[Sequence[int]]) -> list[int]:
    return [len(lists), *chain.from_iterable(map(_list, lists))]


def _array(numbers: Sequence[int]) -> Numbers:
    try:
        return np.array(numbers, np.int32)
    except OverflowError:
        raise ValueError("rules take numbers of at most 9 digits") from None


# --- Boards and uses -----------------------------------------------------------------------------------------------


def board_numbers(board: Board) -> Numbers:
    """Return a board with all rules in use. ValueError for an unknown rule."""
    frame = board.frame
    numbers = [board.size, frame.rows, frame.columns, frame.lowest, frame.lines, len(frame.groups)]
    for group in frame.groups:
        numbers += (*_list(group.prefix.encode()), group.count, group.columns)
    return _array(numbers + _lists(board.regions) + _of_uses(board.uses))


def _of_uses(uses: Sequence[Use]) -> list[int]:
    numbers = [len(uses)]
    for use in uses:
        if use.rule not in RULE_NUMBERS:
            raise ValueError(f"rule {use.rule!r} is not known")
        numbers += (RULE_NUMBERS[use.rule], *_list(use.cells), *_of_value(use), *_lists(use.groups))
        numbers.append(len(use.alternatives))
        for some in use.alternatives:
            numbers += _of_uses(some)
        numbers += _list(use.title.encode())
    return numbers


def _of_value(use: Use) -> Sequence[int]:
    match use.value:
        case None:
            return (0,)
        case int(number):
            return (1, number)
        case tuple(numbers):
            return (2, *_list(numbers))
        case str(text):
            return (3, *_list(text.encode()))
    raise ValueError(f"{use.rule} has {use.value!r}, which no rule takes")


def constraints_of(board: Board, use: Use) -> list[Constraint]:
    """Return what a rule means on a board. ValueError for an unknown rule, cells or a value that do not suit it."""
    return _constraints(iter(answer(core.meanings(board.numbers, _array(_of_uses((use,))))).tolist()))


def rules_of_board(board: Board) -> Rules:
    """Return the houses and constraints of a board. ValueError for a rule that cannot hold on its cells."""
    numbers = iter(answer(core.model_of(board.numbers)).tolist())
    size, cells = islice(numbers, 2)
    houses = tuple(one for one in _constraints(numbers) if isinstance(one, House))
    return Rules(size, houses, tuple(_constraints(numbers)), 0 if cells == size * size else cells)


def answer(found: tuple[str, bytes]) -> Numbers:
    """Return the numbers of an answer of the kernels. CannotHold with what they say of rules that no board obeys."""
    why, numbers = found
    if why:
        raise CannotHold(why)
    return np.frombuffer(numbers, np.int32)


# --- Constraints -----------------------------------------------------------------------------------------------------


def _constraints(numbers: Iterator[int]) -> list[Constraint]:
    return [_constraint(numbers) for _ in range(next(numbers))]


def _constraint(numbers: Iterator[int]) -> Constraint:
    kind = next(numbers)
    cells, own = (tuple(islice(numbers, next(numbers))) for _ in range(2))
    arcs = tuple((next(numbers), next(numbers), next(numbers)) for _ in range(next(numbers)))
    alternatives = tuple(tuple(_constraints(numbers)) for _ in range(next(numbers)))
    match kind:
        case Kind.HOUSE:
            return House(cells)
        case Kind.SUM:
            return Sum(cells, own[:-1], own[-1])
        case Kind.RELATION:
            return Relation(cells[0], cells[1], own)
        case Kind.AUTOMATON:
            return Automaton(cells, arcs, own)
        case Kind.MASK:
            return Mask(cells[0], own[0])
        case Kind.CONNECTED:
            return Connected(cells, *own)
        case Kind.PAIRS:
            return Pairs(cells[: len(cells) // 2], cells[len(cells) // 2 :], *own)
    return AnyOf(alternatives)


def model_numbers(rules: Rules) -> Numbers:
    """Return houses and constraints that were not named."""
    return _array([rules.size, rules.cells, *_of_constraints(rules.houses), *_of_constraints(rules.constraints)])


def _of_constraints(constraints: Sequence[Constraint]) -> list[int]:
    return [len(constraints), *chain.from_iterable(map(_of_constraint, constraints))]


def _of_constraint(constraint: Constraint) -> Sequence[int]:
    match constraint:
        case House(cells):
            return (Kind.HOUSE, *_list(cells), 0, 0, 0)
        case Sum(cells, coefficients, total):
            return (Kind.SUM, *_list(cells), *_list((*coefficients, total)), 0, 0)
        case Relation(first, second, allowed):
            return (Kind.RELATION, 2, first, second, *_list(allowed), 0, 0)
        case Automaton(cells, arcs, accepting):
            return (Kind.AUTOMATON, *_list(cells), *_list(accepting), len(arcs), *chain.from_iterable(arcs), 0)
        case Mask(cell, digits):
            return (Kind.MASK, 1, cell, 1, digits, 0, 0)
        case Connected(cells, columns, digits, count):
            return (Kind.CONNECTED, *_list(cells), 3, columns, digits, count, 0, 0)
        case Pairs(cells, others, values):
            if len(cells) != len(others):
                raise ValueError(f"pairs of {len(cells)} and {len(others)} cells")
            return (Kind.PAIRS, *_list((*cells, *others)), 1, values, 0, 0)
        case AnyOf(alternatives):
            inner = chain.from_iterable(map(_of_constraints, alternatives))
            return (Kind.ANY_OF, 0, 0, 0, len(alternatives), *inner)
