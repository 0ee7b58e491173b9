"""A step as the kernels give it: the links of its chains, each with its reason; the parts of its pattern by role."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..native import core
from ..paths.explanations import GroupLink, Link, Part, digits_of
from ..shape import Shape

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


_ALL = 2**_SHAPE.size - 1


def _units_around(cell: int) -> list[tuple[int, tuple[int, ...]]]:
    """The units of a cell, each with its other cells, the block first."""
    row, column, block = _SHAPE.units_of[cell]
    return [(unit, tuple(each for each in _SHAPE.units[unit] if each != cell)) for unit in (block, row, column)]


_OTHERS = list(map(_units_around, range(_SHAPE.cells)))


def is_fish(technique: str) -> bool:
    """Whether a technique has base and cover units."""
    return technique.endswith(("x-wing", "swordfish", "jellyfish")) or technique.startswith("kraken-fish")


def units_of(technique: str, facts: StepFacts, candidates: Sequence[int]) -> tuple[str, ...]:
    """The units that a step names: the units of its pattern, or the one in which a single is alone."""
    if technique in ("full-house", "hidden-single"):
        (single,) = facts.placed
        return (unit_of_single(technique, single, candidates),)
    if technique == "locked-pair" or technique == "locked-triple":
        return _names(unit for unit, cells in enumerate(_SHAPE.units) if set(facts.cells) <= set(cells))
    return _names((*facts.base, *facts.cover))


def unit_of_single(technique: str, single: Spot, candidates: Sequence[int]) -> str:
    """The block if it makes the digit a single, else a line."""
    cell, digit = single
    unwanted = _ALL if technique == "full-house" else 1 << digit - 1
    for unit, others in _OTHERS[cell]:
        seen = 0
        for other in others:
            seen |= candidates[other]
        if not seen & unwanted:
            return _SHAPE.unit_name(unit)
    raise AssertionError(f"{single} is no {technique}")


def parts_of(technique: str, facts: StepFacts, candidates: Sequence[int]) -> tuple[Part, ...]:
    """The parts of a pattern in a position with these masks of candidates; none for singles and chains."""
    if technique.startswith("als-"):
        return (*_sets(facts), *_commons(facts))
    if technique.startswith("grouped-"):
        return tuple(_set(cells, candidates) for cells in locked_sets(facts, candidates))
    if technique == "death-blossom":
        return (Part("stem", facts.cells, facts.digits, ()), *_sets(facts))
    if is_fish(technique):
        return _fish(facts)
    match technique:
        case "pointing" | "claiming":
            return (Part("places", facts.cells, facts.digits, _names((*facts.base, *facts.cover))),)
        case "locked-pair" | "locked-triple":
            return (Part("set", facts.cells, facts.digits, units_of(technique, facts, candidates)),)
        case "skyscraper":
            tips, ends = facts.cells[:2], facts.cells[2:]
            return tuple(
                Part("strong", pair, facts.digits, _names([line]))
                for pair, line in zip(zip(tips, ends, strict=True), facts.base, strict=True)
            )
        case "two-string-kite":
            row_tip, column_tip, row_end, column_end = facts.cells
            row, column = _names(facts.base)
            return (
                Part("strong", (row_tip, row_end), facts.digits, (row,)),
                Part("strong", (column_tip, column_end), facts.digits, (column,)),
            )
        case "empty-rectangle":
            places = tuple(cell for cell, _digit in facts.fins)
            return (
                Part("places", places, facts.digits, _names(facts.base)),
                Part("strong", facts.cells, facts.digits, _names(facts.cover[2:])),
            )
        case "w-wing":
            first, second, *link = facts.cells
            return (
                *(Part("pincer", (cell,), digits_of(candidates[cell]), ()) for cell in (first, second)),
                Part("strong", tuple(link), facts.digits[1:], _names(facts.base)),
            )
        case "xy-wing" | "xyz-wing":
            roles = ("pivot", "pincer", "pincer")
            return tuple(
                Part(role, (cell,), digits_of(candidates[cell]), ())
                for role, cell in zip(roles, facts.cells, strict=True)
            )
        case "bug-plus-1":
            return (Part("extra", facts.cells, facts.digits, ()),)
        case "sue-de-coq":
            roles = ("crossing", "set", "set")
            names = [_names(facts.base), *((name,) for name in _names(facts.base))]
            return tuple(
                Part(role, cells, digits_of(mask), units)
                for role, (cells, mask), units in zip(roles, facts.sets, names, strict=True)
            )
        case _ if technique.startswith(("simple-colors", "multi-colors")):
            colors = [cells for cells in facts.colors if cells]
            return tuple(Part(f"color-{number}", cells, facts.digits, ()) for number, cells in enumerate(colors, 1))
        case _ if technique.startswith(("uniqueness", "hidden-rectangle", "avoidable")):
            return _rectangle(facts, candidates)
        case _ if technique.startswith(("naked-", "hidden-")) and technique not in ("naked-single", "hidden-single"):
            return (Part("set", facts.cells, facts.digits, _names(facts.base)),)
    return ()


def _fish(facts: StepFacts) -> tuple[Part, ...]:
    fins = [
        Part(role, tuple(cell for cell, _digit in spots), facts.digits, ())
        for role, spots in (("fin", facts.fins), ("endo-fin", facts.endo_fins))
        if spots
    ]
    base, cover = _names(facts.base), _names(facts.cover)
    return Part("base", facts.cells, facts.digits, base), Part("cover", facts.cells, facts.digits, cover), *fins


def _sets(facts: StepFacts) -> list[Part]:
    return [
        Part("set", cells, digits_of(mask), _names([_common_unit(cells)] if len(cells) > 1 else []))
        for cells, mask in facts.sets
    ]


def _set(cells: tuple[int, ...], candidates: Sequence[int]) -> Part:
    digits = {digit for cell in cells for digit in digits_of(candidates[cell])}
    return Part("set", cells, tuple(sorted(digits)), _names([_common_unit(cells)]))


def _commons(facts: StepFacts) -> list[Part]:
    """The cells of two neighbouring sets that share a digit which only one of them can hold."""
    return [
        Part("common", tuple(sorted({*facts.sets[first][0], *facts.sets[first + 1][0]})), (digit,), ())
        for first, digit in facts.common
    ]


def _rectangle(facts: StepFacts, candidates: Sequence[int]) -> tuple[Part, ...]:
    further = {
        cell: tuple(digit for digit in digits_of(candidates[cell]) if digit not in facts.digits) for cell in facts.cells
    }
    extras = [Part("extra", (cell,), digits, ()) for cell, digits in further.items() if digits]
    corners = set(facts.cells)
    sets = [
        Part("set", tuple(cell for cell in cells if cell not in corners), digits_of(mask), _names(facts.base))
        for cells, mask in facts.sets
    ]
    return Part("loop", facts.cells, facts.digits, ()), *extras, *sets


def _common_unit(cells: Iterable[int]) -> int:
    return next(number for number, unit in enumerate(_SHAPE.units) if set(cells) <= set(unit))


def _names(units: Iterable[int]) -> tuple[str, ...]:
    return tuple(_SHAPE.unit_name(unit) for unit in units)
