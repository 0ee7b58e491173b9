"""The links of chains: as the ratings give them, chains within chains put back in order, and nets followed again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any, NamedTuple

from ..native import technique_of
from ..shape import Shape, Unit, Where
from .record import CELL, Link, NestedChain, Spot


class Literal(NamedTuple):
    """A candidate that holds, or does not."""

    cell: int
    digit: int
    holds: bool


Branch = tuple[Link, ...]

# --- Chains of ratings ------------------------------------------------------------------------------------------------


def chains_of(facts: Any, shape: Shape, candidates: Sequence[int]) -> tuple[Branch, ...]:
    """The branches of a step as the kernels give them, in a position with these masks of candidates."""
    branches, nested = facts
    return tuple(_branch(branch, nested, shape, candidates) for branch in branches)


def _branch(branch: Any, nested: Any, shape: Shape, candidates: Sequence[int]) -> Branch:
    links: list[Link] = []
    for cell, digit, holds, reason, number, after in branch:
        where, chain = None, None
        if reason < _ASSUMPTION:
            where = CELL if reason == 0 else _unit(cell, reason, shape)
        elif reason == _NESTED:
            gone = [(links[place].cell, links[place].digit) for place in after]
            chain = _nested(nested[number], (cell, digit + 1), shape, _without(candidates, gone))
        links.append(Link(cell, digit + 1, holds, _kind(reason, holds), where, tuple(after), chain))
    return tuple(links)


# The reasons of explanation.hpp.
_ASSUMPTION, _NESTED, _TECHNIQUE = 8, 9, 12


def _kind(reason: int, holds: bool) -> str:
    if reason >= _TECHNIQUE:
        return technique_of(reason - _TECHNIQUE).name
    return {_ASSUMPTION: "assumption", _NESTED: "nested"}.get(reason, "strong" if holds else "weak")


def _unit(cell: int, reason: int, shape: Shape) -> Unit:
    kind = kind_of_unit(reason - 1)
    units = shape.units_of[cell]
    return shape.unit(next((unit for unit in units if unit // shape.size == kind), units[0]))


def kind_of_unit(kind: int) -> int:
    """Return the place among `Shape.kinds` of a kind of the kernels, which have blocks before rows and columns."""
    return (2, 0, 1)[kind] if kind < 3 else kind


def _without(candidates: Sequence[int], gone: Sequence[Spot]) -> list[int]:
    left = list(candidates)
    for cell, digit in gone:
        left[cell] &= ~(1 << digit - 1)
    return left


def _nested(facts: Any, removed: Spot, shape: Shape, candidates: Sequence[int]) -> NestedChain:
    _kind_of_chain, links, given = facts
    literals = [[Literal(cell, digit + 1, holds) for cell, digit, holds in branch] for branch in given]
    branches = branches_of(literals, removed, shape, candidates)
    return NestedChain(links, tuple(_inner(branch, shape) for branch in branches))


def _inner(branch: Sequence[tuple[Literal, tuple[int, ...]]], shape: Shape) -> Branch:
    links = []
    for (cell, digit, holds), after in branch:
        kind = "assumption" if not after else "strong" if holds else "weak"
        where = common_unit([branch[place][0] for place in after], cell, shape) if after else None
        links.append(Link(cell, digit, holds, kind, where, after))
    return tuple(links)


# --- Nested chains, put back in order: the kernels keep only which candidates hold in one --------------------------


# Every link is followed again here, so what comes out is an argument that holds in the position given.


_Reasoned = list[tuple[Literal, tuple[int, ...]]]
"""Literals with the places of those that they follow from."""


def branches_of(
    given: Sequence[Sequence[Literal]], removed: Spot, shape: Shape, candidates: Sequence[int]
) -> list[_Reasoned]:
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


def _refutes(assumed: Sequence[Literal], removed: Spot) -> bool:
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


def common_unit(before: Sequence[Literal], cell: int, shape: Shape) -> Unit:
    """The unit in which a literal follows from others, or `CELL`."""
    if all(other.cell == cell for other in before):
        return CELL
    # Blocks first, as the rater looks for them.
    units = [unit for unit in shape.units_of[cell][::-1] if all(at.cell in shape.units[unit] for at in before)]
    return shape.unit(units[0])


def _in_line(literals: Sequence[Literal]) -> _Reasoned:
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
    """Return the reason of each literal that follows from the assumption."""
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
    """Return the literals from which a literal follows, among the known ones; empty if there are none."""
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
    """Yield groups of rivals of a candidate, which holds if a group does not: of its cell, or its digit in a unit."""
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


def _sorted(end: Literal, reasons: dict[Literal, list[Literal]]) -> _Reasoned:
    """Return the literals that lead to the end, each after its reasons."""
    places: dict[Literal, int] = {}
    branch: _Reasoned = []

    def add(literal: Literal) -> int:
        if literal not in places:
            after = tuple(add(reason) for reason in reasons[literal])
            places[literal] = len(branch)
            branch.append((literal, after))
        return places[literal]

    add(end)
    return branch


# --- Nets: what follows by singles and locked candidates, with every cause -----------------------------------------

_NINE = Shape.of(9)


def derive(start: Literal, goal: Literal, candidates: Sequence[int]) -> Branch:
    """The links from a start to a goal, each after those that it follows from. ValueError if it does not follow."""
    reasons = _Closure(start, candidates).until(goal)
    needed, rest = {goal}, [goal]
    while rest:
        for before in reasons[rest.pop()].after:
            if before not in needed:
                needed.add(before)
                rest.append(before)
    order = [fact for fact in reasons if fact in needed]
    place = {fact: number for number, fact in enumerate(order)}
    return tuple(
        Link(*fact, reasons[fact].kind, reasons[fact].where, tuple(place[before] for before in reasons[fact].after))
        for fact in order
    )


@dataclass(frozen=True, slots=True)
class _Reason:
    kind: str
    where: Where | None
    after: tuple[Literal, ...]


@dataclass
class _Closure:
    """Literals in the order in which they follow, each with its reason."""

    start: Literal
    candidates: Sequence[int]
    reasons: dict[Literal, _Reason] = field(default_factory=dict)

    def until(self, goal: Literal) -> dict[Literal, _Reason]:
        self.reasons = {self.start: _Reason("assumption", None, ())}
        queue = [self.start]
        for fact in queue:  # grows on the way
            if fact == goal:
                return self.reasons
            for new, reason in self._after(fact):
                if new not in self.reasons:
                    self.reasons[new] = reason
                    queue.append(new)
        raise ValueError(f"{goal} does not follow from {self.start}")

    def _after(self, fact: Literal) -> Iterator[tuple[Literal, _Reason]]:
        return self._excluded(fact) if fact[2] else self._left_over(fact)

    def _has(self, cell: int, digit: int) -> bool:
        return bool(self.candidates[cell] >> (digit - 1) & 1)

    def _excluded(self, fact: Literal) -> Iterator[tuple[Literal, _Reason]]:
        cell, digit, _ = fact
        for other in range(1, 10):
            if other != digit and self._has(cell, other):
                yield Literal(cell, other, False), _Reason("weak", CELL, (fact,))
        for number in _NINE.units_of[cell]:
            for peer in _NINE.units[number]:
                if peer != cell and self._has(peer, digit):
                    yield Literal(peer, digit, False), _Reason("weak", _NINE.unit(number), (fact,))

    def _left_over(self, fact: Literal) -> Iterator[tuple[Literal, _Reason]]:
        cell, digit, _ = fact
        own = [(cell, each) for each in range(1, 10) if self._has(cell, each)]
        yield from self._last(own, CELL)
        for number in _NINE.units_of[cell]:
            unit = [(each, digit) for each in _NINE.units[number] if self._has(each, digit)]
            yield from self._last(unit, _NINE.unit(number))
            yield from self._locked(unit, number)

    def _split(self, spots: Sequence[Spot]) -> tuple[list[Spot], tuple[Literal, ...]]:
        """Those that are left, and the facts that rule out the others."""
        missing = [Literal(*spot, False) for spot in spots]
        gone = tuple(literal for literal in missing if literal in self.reasons)
        return [spot for spot in spots if (*spot, False) not in self.reasons], gone

    def _last(self, spots: Sequence[Spot], where: Unit) -> Iterator[tuple[Literal, _Reason]]:
        left, gone = self._split(spots)
        if len(left) == 1:
            yield Literal(*left[0], True), _Reason("strong", where, gone)
        elif not left:  # a contradiction: each of them would have to hold
            for spot in spots:
                yield Literal(*spot, True), _Reason("strong", where, tuple(fact for fact in gone if fact[:2] != spot))

    def _locked(self, spots: Sequence[Spot], number: int) -> Iterator[tuple[Literal, _Reason]]:
        """The places that are left share another unit, so the digit goes from the rest of that."""
        left, gone = self._split(spots)
        if len(left) < 2:
            return
        cells = {cell for cell, _digit in left}
        digit = left[0][1]
        for other in _NINE.units_of[left[0][0]]:
            if other != number and cells <= set(_NINE.units[other]):
                kind = "pointing" if number >= 2 * _NINE.size else "claiming"
                for cell in _NINE.units[other]:
                    if cell not in cells and self._has(cell, digit) and cell not in _NINE.units[number]:
                        yield Literal(cell, digit, False), _Reason(kind, None, gone)
