"""A step as data: what it places or removes, the parts of its pattern by role, and every link of its chains."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import product
from typing import Any, NamedTuple

from ..shape import Shape
from ..tables import technique_of
from ..words import ENGLISH

EXPLANATION_VERSION = 1
"""Goes up when a field of a step, a part or a link changes its name or its meaning."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a pattern with its role, such as the pivot of a wing. Cells and digits as in `BaseStep`."""

    role: str
    """pivot, pincer, base, cover, loop, extra, set, or places; of a scored step also fin and endo-fin of a fish, common
    of almost locked sets, crossing, stem, strong for a strong link, and color-1 to color-4; of a variant also rule, the
    cells of a house or a mark, and left, the candidates that stay in a cell."""
    cells: tuple[int, ...]
    digits: tuple[int, ...]
    units: tuple[str, ...]
    """The lines of a base or cover, or the unit of a set."""


@dataclass(frozen=True, slots=True)
class Link:
    """A cell that holds a digit, or does not, and why."""

    cell: int
    digit: int
    holds: bool
    kind: str
    """- `assumption`: the first of a branch
    - `weak`: a digit that holds, so this one does not
    - `strong`: the last place of a unit, or the last candidate of a cell, so it holds
    - `als`: an almost locked set that lost a digit, so its other digits have no other places
    - `nested`: a chain within the chain rules it out
    - a technique, such as `pointing`: it rules this candidate out"""
    unit: str
    """Where a weak or strong link lies, such as "row 3", or "cell"; else empty."""
    after: tuple[int, ...]
    """The links that it follows from, by their places in the branch. A strong link follows from all that are missing
    in its unit, a nested chain or technique from those that the position must lose before it applies."""
    nested: "NestedChain | None" = None


@dataclass(frozen=True, slots=True)
class GroupLink(Link):
    """A link of several cells: the digit is in one of them (`holds`), or in none. `cell` is the first of them.

    Without the digit an almost locked set may be locked: a link of kind `als` follows from that.
    """

    cells: tuple[int, ...] = ()


def places_of(link: Link) -> tuple[int, ...]:
    """The cells that a link speaks of: one, or a group."""
    return link.cells if isinstance(link, GroupLink) else (link.cell,)


@dataclass(frozen=True, slots=True)
class NestedChain:
    """A chain within a chain: it holds in the position without the candidates that its link follows from."""

    links: int
    """Its length as Sudoku Explainer counts it, with all that is nested in it."""
    branches: tuple[tuple[Link, ...], ...]
    """Empty if it uses techniques that have no links."""


def _unsaid(_language: str) -> str:
    """The words of a step that has none."""
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BaseStep:
    """The fields of a step of any scale: everything needed to draw, say or apply one.

    Cells are numbered row by row from 0; digits are 1 to S.
    """

    technique: str
    """Its name."""
    cells: tuple[int, ...]
    """The cells of the pattern, or those where the chains of a rated step start; empty for a single."""
    digits: tuple[int, ...]
    """The digits of the pattern, or those that the chains of a rated step start with; empty for a single."""
    units: tuple[str, ...]
    """The units of the pattern, such as "block 5", numbered row by row from 1; empty if it needs none."""
    placement: tuple[int, int] | None
    """The cell and the digit that it gets, if the step fills a cell."""
    eliminations: tuple[tuple[int, int], ...]
    """Cells, each with a candidate that it loses; without those that the placement removes by itself."""
    parts: tuple[Part, ...] = ()
    """The parts of the pattern by their role; empty for singles and chains."""
    chains: tuple[tuple[Link, ...], ...] = ()
    """The branches of a chain: every link from an assumption to a conclusion, each after those it follows from. One
    branch for a cycle, which ends where it began, and for a chain that ends at the opposite of its assumption. Two
    that contradict each other, or one for each choice, which agree. Empty for other techniques."""
    say: Callable[[str], str] = field(default=_unsaid, repr=False, compare=False)
    """The step in words, with cells such as r1c1, in a language of `engine.LANGUAGES`; ValueError for another."""

    @property
    def sentence(self) -> str:
        """The step in English."""
        return self.say(ENGLISH)

    def __str__(self) -> str:
        return self.sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class Step(BaseStep):
    """One step of a rated solution; its `technique` is one of `engine.TECHNIQUES`."""

    rating: int
    """Tenths."""
    links: int
    """The length of a chain as Sudoku Explainer counts it; 0 for other techniques."""


class Mark(StrEnum):
    """The part of a candidate in a step: the sign before it in a terminal."""

    PLACED = "+"
    REMOVED = "-"
    ASSUMED = "?"
    """A chain begins with it."""
    DENIED = "!"
    """A chain begins with the assumption that it does not hold."""
    PATTERN = "*"
    """It belongs to the pattern, or holds on a chain."""
    ABSENT = "~"
    """It does not hold on a chain."""


def marks_of(step: BaseStep) -> dict[tuple[int, int], Mark]:
    """The marks of a step by cell and digit; the first of `Mark` if a candidate has several."""
    marks = {(cell, digit): Mark.PATTERN for cell in step.cells for digit in step.digits}
    marks |= {(cell, digit): Mark.PATTERN for part in step.parts for cell in part.cells for digit in part.digits}
    links = [link for branch in step.chains for link in branch]
    for holds, mark in ((False, Mark.ABSENT), (True, Mark.PATTERN)):
        marks |= {(cell, link.digit): mark for link in links if link.holds == holds for cell in places_of(link)}
    for holds, mark in ((False, Mark.DENIED), (True, Mark.ASSUMED)):
        first = [branch[0] for branch in step.chains if branch[0].holds == holds]
        marks |= {(cell, link.digit): mark for link in first for cell in places_of(link)}
    marks |= dict.fromkeys(step.eliminations, Mark.REMOVED)
    return marks | ({step.placement: Mark.PLACED} if step.placement else {})


# --- The parts of a pattern ----------------------------------------------------------------------------------------


def parts_of(
    technique: str,
    cells: tuple[int, ...],
    digits: tuple[int, ...],
    units: tuple[str, ...],
    eliminations: Sequence[tuple[int, int]],
    shape: Shape,
    candidates: Sequence[int],
) -> tuple[Part, ...]:
    """The parts of a pattern in a position with these masks of candidates; none for singles and chains."""
    own = {cell: digits_of(candidates[cell]) for cell in cells}
    match technique:
        case "xy-wing" | "xyz-wing":
            pivot = _pivot(technique, own, digits)
            pincers = [cell for cell in cells if cell != pivot]
            return (_cell("pivot", pivot, own), *(_cell("pincer", cell, own) for cell in pincers))
        case "x-wing" | "swordfish" | "jellyfish":
            base, cover = fish_lines(units, eliminations, shape)
            return Part("base", cells, digits, tuple(base)), Part("cover", cells, digits, tuple(cover))
        case "unique-rectangle" | "unique-loop":
            return Part("loop", cells, digits, ()), *_extras(cells, digits, own)
        case "bug-1" | "bug-2" | "bug-3" | "bug-4":
            return tuple(
                Part("extra", (cell,), tuple(digit for digit in own[cell] if digit in digits), ()) for cell in cells
            )
        case "aligned-pair-exclusion" | "aligned-triplet-exclusion":
            return tuple(_cell("set", cell, own) for cell in cells)
        case "pointing" | "claiming" | "direct-pointing" | "direct-claiming":
            return (Part("places", cells, digits, units),)
        case _ if technique.endswith(("-pair", "-triplet", "-quad")):
            return (Part("set", cells, digits, units[:1]),)
    return ()


def digits_of(mask: int) -> tuple[int, ...]:
    """The digits of a mask."""
    return tuple(bit + 1 for bit in range(int(mask).bit_length()) if int(mask) >> bit & 1)


def _cell(role: str, cell: int, own: dict[int, tuple[int, ...]]) -> Part:
    return Part(role, (cell,), own[cell], ())


def _pivot(technique: str, own: dict[int, tuple[int, ...]], digits: tuple[int, ...]) -> int:
    """The pivot of an XY-wing is the cell without the shared digit, that of an XYZ-wing has three candidates."""
    return next(
        cell for cell, held in own.items() if (digits[0] not in held if technique == "xy-wing" else len(held) == 3)
    )


def _extras(cells: Iterable[int], digits: tuple[int, ...], own: dict[int, tuple[int, ...]]) -> list[Part]:
    """The cells of a loop that have further candidates, with these."""
    further = {cell: tuple(digit for digit in own[cell] if digit not in digits) for cell in cells}
    return [Part("extra", (cell,), held, ()) for cell, held in further.items() if held]


def unit_holds(unit: str, cells: Iterable[int], shape: Shape) -> bool:
    """Whether all of the cells lie in the unit."""
    return set(cells) <= set(shape.unit_named(unit))


def units_meet(one: str, other: str, shape: Shape) -> bool:
    """Whether two units share a cell."""
    return not set(shape.unit_named(one)).isdisjoint(shape.unit_named(other))


def fish_lines(
    units: Sequence[str], eliminations: Sequence[tuple[int, int]], shape: Shape
) -> tuple[list[str], list[str]]:
    """The lines in which a digit has few places, and the lines that cross them there, which lose it elsewhere."""
    rows, columns = ([unit for unit in units if unit.startswith(kind)] for kind in ("row", "column"))
    return (columns, rows) if any(unit_holds(row, [eliminations[0][0]], shape) for row in rows) else (rows, columns)


# --- Chains --------------------------------------------------------------------------------------------------------


def chains_of(facts: Any, shape: Shape, candidates: Sequence[int]) -> tuple[tuple[Link, ...], ...]:
    """The branches of a step as the kernels give them, in a position with these masks of candidates."""
    branches, nested = facts
    return tuple(_branch(branch, nested, shape, candidates) for branch in branches)


def _branch(branch: Any, nested: Any, shape: Shape, candidates: Sequence[int]) -> tuple[Link, ...]:
    links: list[Link] = []
    for cell, digit, holds, reason, number, after in branch:
        kind, unit, chain = _kind(reason, holds), "", None
        if reason < _ASSUMPTION:
            unit = "cell" if reason == 0 else _unit(cell, reason, shape)
        elif reason == _NESTED:
            gone = [(links[place].cell, links[place].digit) for place in after]
            chain = _nested(nested[number], (cell, digit + 1), shape, _without(candidates, gone))
        links.append(Link(cell, digit + 1, holds, kind, unit, tuple(after), chain))
    return tuple(links)


# The reasons of explanation.hpp.
_ASSUMPTION, _NESTED, _TECHNIQUE = 8, 9, 12


def _kind(reason: int, holds: bool) -> str:
    if reason >= _TECHNIQUE:
        return technique_of(reason - _TECHNIQUE).name
    return {_ASSUMPTION: "assumption", _NESTED: "nested"}.get(reason, "strong" if holds else "weak")


def _unit(cell: int, reason: int, shape: Shape) -> str:
    kind = kind_of_unit(reason - 1)
    units = shape.units_of[cell]
    return shape.unit_name(next((unit for unit in units if unit // shape.size == kind), units[0]))


def kind_of_unit(kind: int) -> int:
    """Return the place among `Shape.kinds` of a kind of the kernels, which have blocks before rows and columns."""
    return (2, 0, 1)[kind] if kind < 3 else kind


def _without(candidates: Sequence[int], gone: Sequence[tuple[int, int]]) -> list[int]:
    left = list(candidates)
    for cell, digit in gone:
        left[cell] &= ~(1 << digit - 1)
    return left


def _nested(facts: Any, removed: tuple[int, int], shape: Shape, candidates: Sequence[int]) -> NestedChain:
    _kind_of_chain, links, given = facts
    literals = [[Literal(cell, digit + 1, holds) for cell, digit, holds in branch] for branch in given]
    branches = branches_of(literals, removed, shape, candidates)
    return NestedChain(links, tuple(_inner(branch, shape) for branch in branches))


def _inner(branch: Sequence[tuple["Literal", tuple[int, ...]]], shape: Shape) -> tuple[Link, ...]:
    links = []
    for (cell, digit, holds), after in branch:
        kind = "assumption" if not after else "strong" if holds else "weak"
        unit = common_unit([branch[place][0] for place in after], cell, digit, shape) if after else ""
        links.append(Link(cell, digit, holds, kind, unit, after))
    return tuple(links)


# --- Nested chains, put back in order: the kernels keep only which candidates hold in one --------------------------


# Every link is followed again here, so what comes out is an argument that holds in the position given.


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


def _sorted(end: Literal, reasons: dict[Literal, list[Literal]]) -> _Branch:
    """Return the literals that lead to the end, each after its reasons."""
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
