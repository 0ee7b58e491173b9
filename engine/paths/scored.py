"""The path that HoDoKu's techniques take through a puzzle, and all steps of one: read from what the kernels find."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..boards import Boards
from ..native import core
from ..shape import Shape, Unit
from ..solving import count_solutions, solve
from .rated import are_within, extras
from .record import CELL, NO_LIMIT, Branch, GroupLink, Link, Literal, Part, Position, Spot, Step, digits_of
from .scores import DEFAULT_RULES, LEVELS, TECHNIQUE_OF, Rule, rule_number, rule_table, scoreable
from .sentences import scored_phrase

_SHAPE = Shape.of(9)
_ALL = 2**9 - 1

_Facts = Mapping[str, Any]
"""A step as the kernels give it (`scoring/step.hpp`); cells from 0, digits from 1, units rows first."""


def solving_steps(
    puzzle: ArrayLike,
    *,
    filled: ArrayLike | None = None,
    candidates: ArrayLike | None = None,
    table: Iterable[Rule] = DEFAULT_RULES,
) -> list[Step]:
    """Solve one 9x9 puzzle step by step, as `engine.score` does, with the same `table`; perhaps from a later position.

    `filled` and `candidates` are a position as in `next_solving_step`; the puzzle, and all digits, by default. If no
    rule applies, the list ends before the puzzle is solved. ValueError for a puzzle without exactly one solution, for a
    position that the solution contradicts, and as in `engine.score`.
    """
    values = puzzle if filled is None else filled
    masks = np.full(81, _ALL, np.uint16) if candidates is None else candidates
    return _path(_given(puzzle, values, masks), table, NO_LIMIT)


def next_solving_step(
    puzzle: ArrayLike, filled: ArrayLike, candidates: ArrayLike, *, table: Iterable[Rule] = DEFAULT_RULES
) -> Step | None:
    """Find the step that comes next in a position; None if no rule applies or nothing is left to do.

    `filled` has the values of all filled cells, the clues of `puzzle` among them; `candidates` a mask for each cell,
    bit 0 for digit 1. ValueError for a position that the solution contradicts, and as in `solving_steps`.
    """
    return next(iter(_path(_given(puzzle, filled, candidates), table, 1)), None)


def find_solving_steps(
    rule: str,
    puzzle: ArrayLike,
    filled: ArrayLike,
    candidates: ArrayLike,
    *,
    wide: bool = False,
    most: int | None = None,
) -> list[Step]:
    """Find all steps of one rule (a name of `engine.paths.scores.ALL_RULES`) in a position, as in `next_solving_step`.

    Of chains with the same conclusion, it finds only those that are shorter than the ones found before. `wide` also
    takes what HoDoKu leaves out by default: almost locked sets that overlap, or within grouped loops and chains, and
    empty rectangles of two places. With `most`, each conclusion comes once, and each technique at most that often.
    """
    given = _given(puzzle, filled, candidates)
    found = core.find_solving_steps(*given, rule_number(rule), wide)
    if most is not None:
        found = _some_of(found, most)
    masks = _position(given).masks
    return [_step(facts, masks) for facts in found]


def _some_of(found: Iterable[_Facts], most: int) -> list[_Facts]:
    """Each conclusion of a technique once, and of each technique the first ones."""
    kept: dict[int, dict[object, _Facts]] = {}
    for facts in found:
        own = kept.setdefault(facts["technique"], {})
        if len(own) < most:
            own.setdefault((frozenset(facts["placed"]), frozenset(facts["removed"])), facts)
    return [facts for own in kept.values() for facts in own.values()]


_Given = tuple[Boards, Boards, NDArray[np.uint16], Boards]
"""A position as the kernels take it: the clues, all values, the candidates that are kept, and the solution."""


def _given(puzzle: ArrayLike, filled: ArrayLike, candidates: ArrayLike) -> _Given:
    """ValueError for what is no position of a puzzle with one solution."""
    clues = scoreable(puzzle)
    if clues.ndim != 1:
        raise ValueError(f"one puzzle has shape (81,), not {clues.shape}")
    if (count := int(count_solutions(clues))) != 1:
        raise ValueError(f"the puzzle has {'several solutions' if count else 'no solution'}, so it has no path")
    values, masks = scoreable(filled), np.array(candidates).reshape(-1)  # copies: another thread may change these
    if values.shape != (81,) or masks.shape != (81,):
        raise ValueError("a position is one puzzle, its filled cells and its candidates, 81 each")
    if not are_within(masks, _ALL):
        raise ValueError(f"candidates are masks of 9 bits, whole numbers in 0 .. {_ALL}")
    solution, empty = solve(clues), values == 0
    if (values != solution)[~empty].any():
        raise ValueError("a filled cell has another digit than the solution")
    if (clues != values)[clues > 0].any():
        raise ValueError("the filled cells lack a clue")
    if not (masks >> (solution - 1) & 1)[empty].all():
        raise ValueError("the candidates of a cell lack its digit in the solution")
    return clues, values, masks.astype(np.uint16), solution


def _position(given: _Given) -> Position:
    _clues, values, kept, _solution = given
    return Position(_SHAPE, values.tolist(), kept.tolist())


def _path(given: _Given, rules: Iterable[Rule], most: int) -> list[Step]:
    table = _default_table() if rules is DEFAULT_RULES else rule_table(rules)
    position, steps = _position(given), []
    for facts, score, level in core.solving_path(*given, table.view(np.uint8), len(table), most):
        if TECHNIQUE_OF[facts["technique"]].name in _SINGLES:
            (spot,) = facts["placed"]
            step = _single(facts["technique"], spot, _unit_of_single(facts, position.masks), score, level)
        else:
            step = _step(facts, position.masks, score, level)
        position.take(step)
        steps.append(step)
    return steps


@cache
def _default_table() -> NDArray[np.int32]:
    return rule_table(DEFAULT_RULES)


# --- A step from what the kernels found -------------------------------------------------------------------------------

_SINGLES = ("full-house", "naked-single", "hidden-single")


@cache  # four steps in five are singles, and there are some 6,000 different ones
def _single(number: int, spot: Spot, where: tuple[Unit, ...], score: int, level: int) -> Step:
    """A step that fills a cell and needs no pattern."""
    name, level_name = TECHNIQUE_OF[number].name, LEVELS[level]
    return Step(technique=name, score=score, level=level_name, where=where, placement=spot, phrase=scored_phrase)


def _step(facts: _Facts, candidates: Sequence[int], score: int | None = None, level: int | None = None) -> Step:
    """A step in a position with these masks of candidates; by default worth what its technique is."""
    technique = TECHNIQUE_OF[facts["technique"]]
    name, placed = technique.name, facts["placed"]
    chains = _chains_of(name, facts, candidates)
    in_pattern = not chains or _is_fish(name)
    return Step(
        technique=name,
        score=technique.score if score is None else score,
        level=technique.level if level is None else LEVELS[level],
        cells=tuple(facts["cells"]) if in_pattern else (),
        digits=tuple(facts["digits"]) if in_pattern else (),
        where=_where(name, facts, candidates),
        links=sum(map(len, facts["chains"])),
        placement=placed[0] if placed else None,
        eliminations=tuple(sorted(set(facts["removed"]))),
        parts=tuple(_parts_of(name, facts, candidates)),
        chains=chains,
        phrase=scored_phrase,
    )


def _is_fish(technique: str) -> bool:
    """Whether a technique has base and cover units."""
    return technique.endswith(("x-wing", "swordfish", "jellyfish")) or technique.startswith("kraken-fish")


def _where(technique: str, facts: _Facts, candidates: Sequence[int]) -> tuple[Unit, ...]:
    """The units of a pattern, or the one in which a single is alone."""
    if technique in _SINGLES:
        return _unit_of_single(facts, candidates)
    if technique in ("locked-pair", "locked-triple"):
        return _units_with(facts["cells"])
    return _units((*facts["base"], *facts["cover"]))


_OTHERS = [
    [(unit, [other for other in _SHAPE.units[unit] if other != cell]) for unit in (units[2], *units[:2])]
    for cell, units in enumerate(_SHAPE.units_of)
]
"""Of each cell the units, the block first, with their other cells."""


def _unit_of_single(facts: _Facts, candidates: Sequence[int]) -> tuple[Unit, ...]:
    """The block if it makes the digit a single, else a line; none of a naked single."""
    technique, ((cell, digit),) = TECHNIQUE_OF[facts["technique"]].name, facts["placed"]
    if technique == "naked-single":
        return ()
    unwanted = _ALL if technique == "full-house" else 1 << digit - 1
    for unit, others in _OTHERS[cell]:
        seen = 0
        for other in others:
            seen |= candidates[other]
        if not seen & unwanted:
            return (_SHAPE.unit(unit),)
    raise AssertionError(f"r{cell // 9 + 1}c{cell % 9 + 1} is no {technique}")


def _units_with(cells: Iterable[int]) -> tuple[Unit, ...]:
    """The units that have all of some cells."""
    return tuple(_SHAPE.unit(unit) for unit, own in enumerate(_SHAPE.units) if set(cells) <= set(own))


def _units(numbers: Iterable[int]) -> tuple[Unit, ...]:
    return tuple(map(_SHAPE.unit, numbers))


# --- The parts of a pattern -------------------------------------------------------------------------------------------


def _parts_of(technique: str, facts: _Facts, candidates: Sequence[int]) -> Iterable[Part]:
    """The parts of a pattern in a position with these masks of candidates; none for singles and chains."""
    cells, digits = tuple(facts["cells"]), tuple(facts["digits"])
    base, cover = _units(facts["base"]), _units(facts["cover"])
    sets = [(tuple(own), digits_of(mask)) for own, mask in facts["sets"]]
    own = {cell: digits_of(candidates[cell]) for cell in cells}
    if technique.startswith("als-"):
        commons = (((*sets[first][0], *sets[first + 1][0]), digit) for first, digit in facts["common"])
        shared = [Part("common", tuple(sorted(set(both))), (digit,)) for both, digit in commons]
        return *map(_almost_locked, sets), *shared
    if technique.startswith("grouped-"):
        return _sets_of_chains(facts, candidates)
    if _is_fish(technique):
        spots = {"fin": facts["fins"], "endo-fin": facts["endo_fins"]}
        fins = [Part(role, tuple(cell for cell, _ in some), digits) for role, some in spots.items() if some]
        return Part("base", cells, digits, base), Part("cover", cells, digits, cover), *fins
    match technique:
        case "death-blossom":
            return Part("stem", cells, digits), *map(_almost_locked, sets)
        case "pointing" | "claiming":
            return (Part("places", cells, digits, (*base, *cover)),)
        case "locked-pair" | "locked-triple":
            return (Part("set", cells, digits, _units_with(cells)),)
        case "skyscraper" | "two-string-kite":
            tips, ends = cells[:2], cells[2:]
            pairs = zip(zip(tips, ends, strict=True), base, strict=True)
            return [Part("strong", pair, digits, (line,)) for pair, line in pairs]
        case "empty-rectangle":
            places_of_block = tuple(cell for cell, _digit in facts["fins"])
            return Part("places", places_of_block, digits, base), Part("strong", cells, digits, cover[2:])
        case "w-wing":
            pincers = (Part("pincer", (cell,), own[cell]) for cell in cells[:2])
            return *pincers, Part("strong", cells[2:], digits[1:], base)
        case "xy-wing" | "xyz-wing":
            roles = ("pivot", "pincer", "pincer")
            return [Part(role, (cell,), own[cell]) for role, cell in zip(roles, cells, strict=True)]
        case "bug-plus-1":
            return (Part("extra", cells, digits),)
        case "sue-de-coq":
            roles, lines = ("crossing", "set", "set"), (base, base[:1], base[1:])
            return [Part(role, *each, line) for role, each, line in zip(roles, sets, lines, strict=True)]
        case _ if technique.startswith(("simple-colors", "multi-colors")):
            colors = (tuple(color) for color in facts["colors"] if color)
            return [Part(f"color-{number}", color, digits) for number, color in enumerate(colors, 1)]
        case _ if technique.startswith(("uniqueness", "hidden-rectangle", "avoidable")):
            others = ((tuple(cell for cell in places if cell not in cells), held) for places, held in sets)
            return Part("loop", cells, digits), *extras(digits, own), *(Part("set", *each, base) for each in others)
        case _ if technique.startswith(("naked-", "hidden-")) and technique not in _SINGLES:
            return (Part("set", cells, digits, base),)
    return ()


def _almost_locked(given: tuple[tuple[int, ...], tuple[int, ...]]) -> Part:
    cells, digits = given
    return Part("set", cells, digits, _units_with(cells)[:1] if len(cells) > 1 else ())


# --- Chains of links --------------------------------------------------------------------------------------------------

_FIRST_GROUP: int = core.scoring_first_group
_FIRST_SET: int = core.scoring_first_set


class _Literal(NamedTuple):
    """A digit in one of some cells, or in none."""

    cells: tuple[int, ...]
    digit: int
    holds: bool
    locks: tuple[int, ...] = ()
    """The cells of the almost locked set that is locked without the digit, if that is what it says."""

    @property
    def single(self) -> Literal:
        """The literal of its first cell."""
        return Literal(self.cells[0], self.digit, self.holds)

    def link(self, kind: str, where: Unit | None, after: tuple[int, ...]) -> Link:
        """The literal as a link of a chain."""
        link = (*self.single, kind, where, after)
        return Link(*link) if len(self.cells) == 1 and not self.locks else GroupLink(*link, None, self.cells)


def _chains_of(technique: str, facts: _Facts, candidates: Sequence[int]) -> tuple[Branch, ...]:
    """The branches of a chain in a position with these masks of candidates; none for other techniques."""
    chains = [[_literal(each, facts, candidates) for each in chain] for chain in facts["chains"]]
    if not technique.startswith("forcing-net"):
        return tuple(_branch(chain, candidates) for chain in chains)
    # HoDoKu leaves some causes out, so nets are followed again to the last literal that belongs to no side branch
    ends = [next(literal for literal in reversed(chain) if literal > 0) for chain in facts["chains"]]
    return tuple(
        _Net(candidates, chain[0].single).branch(_literal(end, facts, candidates).single)
        for chain, end in zip(chains, ends, strict=True)
    )


def _sets_of_chains(facts: _Facts, candidates: Sequence[int]) -> Iterator[Part]:
    """The almost locked sets that the chains run through."""
    literals = (_literal(each, facts, candidates) for chain in facts["chains"] for each in chain if each >= _FIRST_SET)
    for cells in dict.fromkeys(literal.locks for literal in literals):
        digits = {digit for cell in cells for digit in digits_of(candidates[cell])}
        yield Part("set", cells, tuple(sorted(digits)), _units_with(cells)[:1])


def _literal(literal: int, facts: _Facts, candidates: Sequence[int]) -> _Literal:
    holds = bool(literal & 1)
    if literal >= _FIRST_SET:
        cells, mask = facts["sets"][(literal - _FIRST_SET) // 2]
        digit = mask.bit_length()
        return _Literal(tuple(_places(cells, digit, candidates)), digit, holds, tuple(cells))
    if literal >= _FIRST_GROUP:
        cells, mask = facts["groups"][(literal - _FIRST_GROUP) // 2]
        return _Literal(tuple(cells), mask.bit_length(), holds)
    return _Literal((literal // 20,), literal // 2 % 10, holds)


def _branch(literals: Sequence[_Literal], candidates: Sequence[int]) -> Branch:
    links = [literals[0].link("assumption", None, ())]
    for place, (before, literal) in enumerate(pairwise(literals)):
        kind = "als" if before.locks else "strong" if literal.holds else "weak"
        where = None if before.locks else _unit_of_link(before, literal, candidates)
        links.append(literal.link(kind, where, (place,)))
    return tuple(links)


def _unit_of_link(before: _Literal, literal: _Literal, candidates: Sequence[int]) -> Unit | None:
    """Where a link lies. A strong one needs a unit that has no other place for the digit."""
    if before.cells == literal.cells:
        return CELL
    both = {*before.cells, *literal.cells}
    found = (
        each
        for each in _units_with(both)  # none for a set whose cells lie in several units
        if not literal.holds or both.issuperset(_places(_SHAPE.cells_of(each), literal.digit, candidates))
    )
    return next(found, None)


def _places(unit: Iterable[int], digit: int, candidates: Sequence[int]) -> list[int]:
    """The cells of a unit that have the digit as a candidate."""
    return [cell for cell in unit if candidates[cell] >> (digit - 1) & 1]


# --- Nets: what follows by singles and locked candidates, with every cause --------------------------------------------

_Reason = tuple[str, Unit | None, tuple[Literal, ...]]
"""The kind of a link, where it lies, and what it follows from."""


class _Net:
    """Literals in the order in which they follow from a first one, each with its reason."""

    def __init__(self, candidates: Sequence[int], start: Literal) -> None:
        self.candidates = candidates
        self.reasons: dict[Literal, _Reason] = {start: ("assumption", None, ())}

    def branch(self, goal: Literal) -> Branch:
        """The links to a goal, each after those that it follows from. ValueError if it does not follow."""
        self._follow_to(goal)
        needed, rest = {goal}, [goal]
        for fact in rest:  # grows on the way
            new = {*self.reasons[fact][2]} - needed
            needed |= new
            rest += new
        places = {fact: place for place, fact in enumerate(fact for fact in self.reasons if fact in needed)}
        found = ((fact, *self.reasons[fact]) for fact in places)
        return tuple(
            Link(*fact, kind, where, tuple(places[before] for before in after)) for fact, kind, where, after in found
        )

    def _follow_to(self, goal: Literal) -> None:
        queue = list(self.reasons)
        for fact in queue:  # grows on the way
            if fact == goal:
                return
            for new, reason in self._excluded(fact) if fact.holds else self._left_over(fact):
                if new not in self.reasons:
                    self.reasons[new] = reason
                    queue.append(new)
        raise ValueError(f"{goal} does not follow from {queue[0]}")

    def _excluded(self, fact: Literal) -> Iterator[tuple[Literal, _Reason]]:
        cell, digit, _ = fact
        for other in digits_of(self.candidates[cell]):
            if other != digit:
                yield Literal(cell, other, False), ("weak", CELL, (fact,))
        for number in _SHAPE.units_of[cell]:
            for peer in _places(_SHAPE.units[number], digit, self.candidates):
                if peer != cell:
                    yield Literal(peer, digit, False), ("weak", _SHAPE.unit(number), (fact,))

    def _left_over(self, fact: Literal) -> Iterator[tuple[Literal, _Reason]]:
        cell, digit, _ = fact
        yield from self._last([(cell, each) for each in digits_of(self.candidates[cell])], CELL)
        for number in _SHAPE.units_of[cell]:
            unit = [(each, digit) for each in _places(_SHAPE.units[number], digit, self.candidates)]
            yield from self._last(unit, _SHAPE.unit(number))
            yield from self._locked(unit, number)

    def _split(self, spots: Sequence[Spot]) -> tuple[list[Spot], tuple[Literal, ...]]:
        """Those that are left, and the facts that rule out the others."""
        missing = [Literal(*spot, False) for spot in spots]
        gone = tuple(literal for literal in missing if literal in self.reasons)
        return [spot for spot in spots if (*spot, False) not in self.reasons], gone

    def _last(self, spots: Sequence[Spot], where: Unit) -> Iterator[tuple[Literal, _Reason]]:
        left, gone = self._split(spots)
        if len(left) == 1:
            yield Literal(*left[0], True), ("strong", where, gone)
        elif not left:  # a contradiction: each of them would have to hold
            for spot in spots:
                yield Literal(*spot, True), ("strong", where, tuple(fact for fact in gone if fact[:2] != spot))

    def _locked(self, spots: Sequence[Spot], number: int) -> Iterator[tuple[Literal, _Reason]]:
        """The places that are left share another unit, so the digit goes from the rest of that."""
        left, gone = self._split(spots)
        cells = {cell for cell, _digit in left}
        if len(cells) < 2:
            return
        digit = left[0][1]
        kind = "pointing" if number >= 2 * _SHAPE.size else "claiming"
        for other in _SHAPE.units_of[left[0][0]]:
            if other != number and cells <= set(_SHAPE.units[other]):
                beside = set(_SHAPE.units[other]) - set(_SHAPE.units[number])
                for cell in _places(sorted(beside), digit, self.candidates):
                    yield Literal(cell, digit, False), (kind, None, gone)
