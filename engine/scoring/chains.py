"""The chains of a step: every link from an assumption to a conclusion, with its reason."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.explanations import GroupLink, Link
from engine.native import core
from engine.scoring.facts import StepFacts
from engine.scoring.follow import derive
from engine.shape import Shape

_SHAPE = Shape.of(9)
_FIRST_GROUP: int = core.scoring_first_group
_FIRST_SET: int = core.scoring_first_set


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
