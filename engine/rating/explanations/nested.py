"""The branches of a nested chain put back in order, as the kernels keep only which candidates hold in it.

Every link is followed again here, so what comes out is an argument that holds in the position given.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from engine.board.shape import Shape


class Literal(NamedTuple):
    """A candidate that holds, or does not."""

    cell: int
    digit: int
    holds: bool


_Branch = list[tuple[Literal, tuple[int, ...]]]
"""Literals with the places of those that they follow from."""


def branches_of(
    given: Sequence[Sequence[Literal]], removed: tuple[int, int], shape: Shape, candidates: Sequence[int]
) -> list[_Branch]:
    """The branches of a chain that rules out a candidate, from its literals, which come from each end back.

    A cycle comes as its literals one way round and the other; its one branch ends where it began. The list is empty
    if the chain needs other techniques.
    """
    if len(given) == 2 and {(*at[:2], not at.holds) for at in given[0]} == set(given[1]):
        start, *others = given[0]
        return [_in_line([start, *others[::-1], start])]
    if len(given) == 1:
        return [_in_line(given[0][::-1])]
    possible = [_by_assumption(branch, shape, candidates) for branch in given]
    clash = given[0][0] != given[1][0]
    for assumed in product(*possible):
        fits = _refutes(assumed, removed) if clash else _leaves_no_other(assumed, shape, candidates)
        if fits:
            return [
                _sorted(branch[0], reasons[first])
                for branch, reasons, first in zip(given, possible, assumed, strict=True)
            ]
    return []


def _refutes(assumed: Sequence[Literal], removed: tuple[int, int]) -> bool:
    """Whether one assumption is refuted, and the candidate goes with it."""
    cell, digit = removed
    return len(set(assumed)) == 1 and assumed[0].cell == cell and assumed[0].holds == (assumed[0].digit == digit)


def _leaves_no_other(assumed: Sequence[Literal], shape: Shape, candidates: Sequence[int]) -> bool:
    """Whether one of the assumptions holds: a candidate or its opposite, or all that a cell or unit can take."""
    cell, digit, holds = assumed[0]
    given = {*assumed[1:]}
    if given == {Literal(cell, digit, not holds)}:
        return True
    others = ({at._replace(holds=True) for at in rivals} for rivals in _rivals(cell, digit, shape, candidates))
    return holds and given in others


def common_unit(before: Sequence[Literal], cell: int, digit: int, shape: Shape) -> str:
    """The unit in which a literal follows from others: "cell", or such as "row 3"."""
    if all(other.cell == cell for other in before):
        return "cell"
    # Blocks first, as the rater looks for them.
    units = [unit for unit in shape.units_of[cell][::-1] if all(at.cell in shape.units[unit] for at in before)]
    return shape.unit_name(units[0])


def _in_line(literals: Sequence[Literal]) -> _Branch:
    return [(literal, (place - 1,) if place else ()) for place, literal in enumerate(literals)]


def _by_assumption(
    given: Sequence[Literal], shape: Shape, candidates: Sequence[int]
) -> dict[Literal, dict[Literal, list[Literal]]]:
    """The reasons of all literals, for each of them that leads to all others."""
    found = {assumed: _reasons(assumed, given, shape, candidates) for assumed in reversed(given)}
    return {assumed: reasons for assumed, reasons in found.items() if len(reasons) == len(set(given))}


def _reasons(
    assumed: Literal, given: Sequence[Literal], shape: Shape, candidates: Sequence[int]
) -> dict[Literal, list[Literal]]:
    """What each literal follows from, as far as they follow from the assumption."""
    reasons: dict[Literal, list[Literal]] = {assumed: []}
    while True:
        before = len(reasons)
        for literal in given:
            if literal not in reasons and (found := _reason(literal, reasons, shape, candidates)):
                reasons[literal] = found
        if len(reasons) == before:
            return reasons


def _reason(
    literal: Literal, known: dict[Literal, list[Literal]], shape: Shape, candidates: Sequence[int]
) -> list[Literal]:
    """What makes a literal follow from what is known; empty if nothing does."""
    cell, digit, holds = literal
    if holds:
        for others in _rivals(cell, digit, shape, candidates):
            if others and all(other in known for other in others):
                return others
        return []
    same_cell = [at for at in known if at.holds and at.cell == cell and at.digit != digit]
    seen = [at for at in known if at.holds and at.digit == digit and at.cell in shape.peers[cell]]
    return (same_cell or seen)[:1]


def _rivals(cell: int, digit: int, shape: Shape, candidates: Sequence[int]) -> Iterator[list[Literal]]:
    """What must not hold so that a candidate does: the others of its cell, or of its digit in a unit."""
    yield [
        Literal(cell, other, False)
        for other in range(1, shape.size + 1)
        if other != digit and candidates[cell] >> other - 1 & 1
    ]
    for unit in shape.units_of[cell][::-1]:
        yield [
            Literal(other, digit, False)
            for other in shape.units[unit]
            if other != cell and candidates[other] >> digit - 1 & 1
        ]


def _sorted(end: Literal, reasons: dict[Literal, list[Literal]]) -> _Branch:
    """What leads to the end, each after its reasons."""
    places: dict[Literal, int] = {}
    branch: _Branch = []

    def add(literal: Literal) -> int:
        if literal not in places:
            after = tuple(add(reason) for reason in reasons[literal])
            places[literal] = len(branch)
            branch.append((literal, after))
        return places[literal]

    add(end)
    return branch
