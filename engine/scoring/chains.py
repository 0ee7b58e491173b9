"""A step as the kernels give it, and its chains: every link from an assumption to a conclusion, with its reason."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.explanations import GroupLink, Link
from engine.native import core
from engine.shape import Shape

_SHAPE = Shape.of(9)
_FIRST_GROUP: int = core.scoring_first_group
_FIRST_SET: int = core.scoring_first_set

Spot = tuple[int, int]
"""A cell and a digit."""


@dataclass(frozen=True, slots=True)
class StepFacts:
    """The fields of a step in engine/core/scoring/step.hpp; cells from 0, digits from 1, units rows first."""

    technique: int
    placed: tuple[Spot, ...]
    removed: tuple[Spot, ...]
    cells: tuple[int, ...]
    digits: tuple[int, ...]
    fins: tuple[Spot, ...]
    endo_fins: tuple[Spot, ...]
    base: tuple[int, ...]
    cover: tuple[int, ...]
    sets: tuple[tuple[tuple[int, ...], int], ...]
    """Almost locked sets: cells and a mask of digits."""
    common: tuple[Spot, ...]
    """Restricted commons: the place of a set, which shares the digit with the next one."""
    chains: tuple[tuple[int, ...], ...]
    groups: tuple[tuple[tuple[int, ...], int], ...]
    colors: tuple[tuple[int, ...], ...]

    @staticmethod
    def of(given: Mapping[str, Any]) -> StepFacts:
        """Take over what the kernels return."""
        return StepFacts(**{name: _frozen(value) for name, value in given.items()})


def _frozen(value: Any) -> Any:
    return tuple(_frozen(each) for each in value) if isinstance(value, list | tuple) else value


# --- Chains of links ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Literal:
    """A digit in one of some cells, or in none."""

    cells: tuple[int, ...]
    digit: int
    holds: bool
    locks: tuple[int, ...] = ()
    """The cells of the almost locked set that is locked without the digit, if that is what it says."""


def chains_of(technique: str, facts: StepFacts, candidates: Sequence[int]) -> tuple[tuple[Link, ...], ...]:
    """The branches of a chain in a position with these masks of candidates; none for other techniques.

    Nets are followed again from each assumption to its conclusion, because HoDoKu leaves some causes out.
    """
    if technique.startswith("forcing-net"):
        ends = [
            (_literal(chain[0], facts, candidates), _literal(_end_of(chain), facts, candidates))
            for chain in facts.chains
        ]
        return tuple(
            derive((start.cells[0], start.digit, start.holds), (end.cells[0], end.digit, end.holds), candidates)
            for start, end in ends
        )
    return tuple(_branch([_literal(each, facts, candidates) for each in chain], candidates) for chain in facts.chains)


def _end_of(chain: Sequence[int]) -> int:
    """The last literal that belongs to no side branch."""
    return next(literal for literal in reversed(chain) if literal > 0)


def locked_sets(facts: StepFacts, candidates: Sequence[int]) -> list[tuple[int, ...]]:
    """The cells of each almost locked set that the chains run through."""
    literals = [_literal(each, facts, candidates) for chain in facts.chains for each in chain if each >= _FIRST_SET]
    return list(dict.fromkeys(literal.locks for literal in literals))


def _literal(literal: int, facts: StepFacts, candidates: Sequence[int]) -> Literal:
    holds = bool(literal & 1)
    if literal >= _FIRST_SET:
        cells, mask = facts.sets[(literal - _FIRST_SET) // 2]
        digit = mask.bit_length()
        return Literal(tuple(places(cells, digit, candidates)), digit, holds, cells)
    if literal >= _FIRST_GROUP:
        cells, mask = facts.groups[(literal - _FIRST_GROUP) // 2]
        return Literal(cells, mask.bit_length(), holds)
    return Literal((literal // 20,), literal // 2 % 10, holds)


def _branch(literals: Sequence[Literal], candidates: Sequence[int]) -> tuple[Link, ...]:
    links = []
    for place, literal in enumerate(literals):
        kind, unit, after = "assumption", "", tuple[int, ...]()
        if place:
            before = literals[place - 1]
            after = (place - 1,)
            if before.locks:
                kind = "als"
            else:
                kind = "strong" if literal.holds else "weak"
                unit = _unit(before, literal, candidates)
        links.append(_link(literal, kind, unit, after))
    return tuple(links)


def _link(literal: Literal, kind: str, unit: str, after: tuple[int, ...]) -> Link:
    if len(literal.cells) == 1 and not literal.locks:
        return Link(literal.cells[0], literal.digit, literal.holds, kind, unit, after)
    return GroupLink(literal.cells[0], literal.digit, literal.holds, kind, unit, after, None, literal.cells)


def _unit(before: Literal, literal: Literal, candidates: Sequence[int]) -> str:
    """Where a link lies. A strong one needs a unit that has no other place for the digit."""
    if before.cells == literal.cells:
        return "cell"
    both = {*before.cells, *literal.cells}
    common = [number for number, unit in enumerate(_SHAPE.units) if both <= set(unit)]
    if not common:  # the cells of a set may lie in several units
        return ""
    if literal.holds:
        common = [number for number in common if set(places(_SHAPE.units[number], literal.digit, candidates)) <= both]
    return _SHAPE.unit_name(common[0])


def places(unit: Iterable[int], digit: int, candidates: Sequence[int]) -> list[int]:
    """The cells of a unit that have the digit as a candidate."""
    return [cell for cell in unit if candidates[cell] >> (digit - 1) & 1]


# --- Nets: what follows by singles and locked candidates, with every cause -----------------------------------------

Fact = tuple[int, int, bool]
"""A cell, a digit, and whether it holds."""


def derive(start: Fact, goal: Fact, candidates: Sequence[int]) -> tuple[Link, ...]:
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
        Link(*fact, reasons[fact].kind, reasons[fact].unit, tuple(place[before] for before in reasons[fact].after))
        for fact in order
    )


@dataclass(frozen=True, slots=True)
class _Reason:
    kind: str
    unit: str
    after: tuple[Fact, ...]


@dataclass
class _Closure:
    """Facts in the order in which they follow, each with its reason."""

    start: Fact
    candidates: Sequence[int]
    reasons: dict[Fact, _Reason] = field(default_factory=dict)

    def until(self, goal: Fact) -> dict[Fact, _Reason]:
        self.reasons = {self.start: _Reason("assumption", "", ())}
        queue = [self.start]
        for fact in queue:  # grows on the way
            if fact == goal:
                return self.reasons
            for new, reason in self._after(fact):
                if new not in self.reasons:
                    self.reasons[new] = reason
                    queue.append(new)
        raise ValueError(f"{goal} does not follow from {self.start}")

    def _after(self, fact: Fact) -> Iterator[tuple[Fact, _Reason]]:
        return self._excluded(fact) if fact[2] else self._left_over(fact)

    def _has(self, cell: int, digit: int) -> bool:
        return bool(self.candidates[cell] >> (digit - 1) & 1)

    def _excluded(self, fact: Fact) -> Iterator[tuple[Fact, _Reason]]:
        cell, digit, _ = fact
        for other in range(1, 10):
            if other != digit and self._has(cell, other):
                yield (cell, other, False), _Reason("weak", "cell", (fact,))
        for number in _SHAPE.units_of[cell]:
            for peer in _SHAPE.units[number]:
                if peer != cell and self._has(peer, digit):
                    yield (peer, digit, False), _Reason("weak", _SHAPE.unit_name(number), (fact,))

    def _left_over(self, fact: Fact) -> Iterator[tuple[Fact, _Reason]]:
        cell, digit, _ = fact
        own = [(cell, each) for each in range(1, 10) if self._has(cell, each)]
        yield from self._last(own, "cell")
        for number in _SHAPE.units_of[cell]:
            unit = [(each, digit) for each in _SHAPE.units[number] if self._has(each, digit)]
            yield from self._last(unit, _SHAPE.unit_name(number))
            yield from self._locked(unit, number)

    def _split(self, spots: Sequence[tuple[int, int]]) -> tuple[list[tuple[int, int]], tuple[Fact, ...]]:
        """Those that are left, and the facts that rule out the others."""
        gone = tuple((*spot, False) for spot in spots if (*spot, False) in self.reasons)
        return [spot for spot in spots if (*spot, False) not in self.reasons], gone

    def _last(self, spots: Sequence[tuple[int, int]], unit: str) -> Iterator[tuple[Fact, _Reason]]:
        left, gone = self._split(spots)
        if len(left) == 1:
            yield (*left[0], True), _Reason("strong", unit, gone)
        elif not left:  # a contradiction: each of them would have to hold
            for spot in spots:
                yield (*spot, True), _Reason("strong", unit, tuple(fact for fact in gone if fact[:2] != spot))

    def _locked(self, spots: Sequence[tuple[int, int]], number: int) -> Iterator[tuple[Fact, _Reason]]:
        """The places that are left share another unit, so the digit goes from the rest of that."""
        left, gone = self._split(spots)
        if len(left) < 2:
            return
        cells = {cell for cell, _digit in left}
        digit = left[0][1]
        for other in _SHAPE.units_of[left[0][0]]:
            if other != number and cells <= set(_SHAPE.units[other]):
                kind = "pointing" if number >= 2 * _SHAPE.size else "claiming"
                for cell in _SHAPE.units[other]:
                    if cell not in cells and self._has(cell, digit) and cell not in _SHAPE.units[number]:
                        yield (cell, digit, False), _Reason(kind, "", gone)
