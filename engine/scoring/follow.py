"""What follows from an assumption by singles and locked candidates, with every cause: the links of a net."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from engine.explanations import Link
from engine.shape import Shape

Fact = tuple[int, int, bool]
"""A cell, a digit, and whether it holds."""

_SHAPE = Shape.of(9)


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
