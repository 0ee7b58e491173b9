"""Steps of people as phrases, which a language says: where, because of which cells, and what follows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import reduce
from itertools import combinations, groupby, product
from operator import or_
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..rules.model import Constraint
from ..rules.variant import RULES
from ..shape import DIGITS, Place, Unit, Where, cell_name
from ..words import Capital, Cells, Digits, Fitting, Listed, Phrase, Runs, Thing, Together
from .record import SUBSETS, Step, digits_of

LONGEST = 200
"""Characters of a step; chains of strong and weak links in turn may be longer."""

_MOST_WAYS = 4  # combinations that are listed
_FIRST_KIND_OF_RULES = 3  # units of other kinds are rows, columns, and blocks or regions

LinkOfPeople = tuple[int, int, bool, int, int, tuple[int, ...]]
"""A link as the kernels give it (`bind/steps.hpp`)."""


Why = IntEnum("Why", "ASSUMED SEEN CELL UNIT PART LOCKED WAYS", start=0)
"""Why a link follows, in the order of the kernels (core/people/step.hpp)."""


@dataclass(frozen=True, slots=True)
class Full:
    """Cells that hold every digit."""

    where: Unit
    cells: tuple[int, ...]
    kind: int
    """Units of one kind share no cell; 0 for rows, 1 for columns."""


@dataclass(frozen=True, slots=True)
class RulePart:
    """A named rule where it holds, or two marks that meet."""

    where: Where
    rule: str
    constraints: tuple[Constraint, ...]
    cells: tuple[int, ...]
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


def phrase_of(board: BoardOfPeople, facts: Mapping[str, Any], machine: str, _step: Step) -> Fitting:
    """Return the sentence of what a machine, by its name, found on a board, as the kernels give it."""
    return Fitting(_SENTENCES[machine](_Found(board, facts)), LONGEST)


def _say(name: str, /, **places: Any) -> Phrase:
    return Phrase("people", name, places)


def _chains(name: str, cell: int, digits: int) -> Phrase:
    return Phrase("chains", name, {"cell": Cells((cell,)), "digit": Runs(digits)})


class _Found(NamedTuple):
    """A step as the kernels give it (`bind/steps.hpp`), and the phrases that its sentences share."""

    board: BoardOfPeople
    facts: Mapping[str, Any]

    def say(self, name: str, /, **places: Any) -> Phrase:
        """A phrase with the units, cells and digits of the step, what is placed and what is lost, and other places."""
        cell, digit = self.facts["placed"]
        known: dict[str, Any] = {"digits": Runs(self.facts["digits"]), "cells": self.where, "lost": self.lost}
        if units := self.units():
            known |= {"unit": units[0].where, "units": self.together()}
        if cell >= 0:
            known |= {"cell": Cells((cell,)), "digit": Digits((digit,))}
        return _say(name, **(known | places))

    @property
    def part(self) -> RulePart:
        """The named rule of the step."""
        part: int = self.facts["part"]
        return self.board.parts[part]

    def units(self, key: str = "units") -> list[Full]:
        """The units of the step."""
        return [self.board.units[number] for number in self.facts[key]]

    def together(self, key: str = "units") -> Together:
        """Units of one kind, such as "rows 1 and 2"."""
        return Together([unit.where for unit in self.units(key)])

    def rules(self, parts: Iterable[int]) -> Listed:
        """Rules, those of one kind together."""
        kinds: dict[Any, list[str]] = {}
        for number in parts:
            part = self.board.parts[number]
            if part.is_wide or not isinstance(part.where, Place):
                kinds[self.source((-1, -1, -1, number))] = []
            else:
                kinds.setdefault(part.where._replace(cells=()), []).append("-".join(part.where.cells))
        return Listed([Thing(kind, places) if places else kind for kind, places in kinds.items()])

    def unit_with(self, unit: int, parts: Sequence[int]) -> Any:
        """A unit with the rules that limit the ways to fill it."""
        name = self.board.units[unit].where
        return _say("unit_with", unit=name, rules=self.rules(parts)) if parts else name

    @property
    def where(self) -> Cells:
        """The cells of the step."""
        return Cells(self.facts["cells"])

    @property
    def states(self) -> Listed:
        """The digits that the cells of the step may be, or may not be if that is shorter."""
        return Listed([self._state(cell) for cell in self.facts["cells"]])

    def _state(self, cell: int) -> Phrase:
        size, mask = self.board.size, self.facts["masks"][cell]
        name = "may_not_be" if size > mask.bit_count() > size / 2 else "may_be"
        said = (1 << size) - 1 & ~mask if name == "may_not_be" else mask
        return _say(name, cell=Cells((cell,)), digits=Runs(said, "or"))

    @property
    def lost(self) -> Listed:
        """The candidates that cells lose: cells that lose the same stand together."""
        lost = sorted(self.facts["lost"], key=lambda one: one[1])
        clauses: list[Phrase] = []
        for digits, some in groupby(lost, key=lambda one: one[1]):
            cells = sorted(cell for cell, _ in some)
            # the first clause has another order than the next ones in some languages
            name = f"loses{'_too' if clauses else ''}_{'one' if len(cells) == 1 else 'many'}"
            clauses.append(_say(name, cells=Cells(cells), digits=Runs(digits)))
        return Listed(clauses, "next")

    @property
    def losses(self) -> tuple[Any, Any]:
        """What cells lose; or how many lose something, and what they lose together; one cell is named."""
        digits = reduce(or_, (mask for _, mask in self.facts["lost"]), 0)
        count = len(self.facts["lost"])
        return self.lost, self.lost if count == 1 else _say("few", count=count, digits=Runs(digits))

    # --- Units and rules by which cells see each other ---

    def is_special(self, sight: Sequence[int]) -> bool:
        """Whether two cells see each other by a rule, not by a row, column or block."""
        _cell, _other, unit, part = sight
        return part >= 0 or self.board.units[unit].kind >= _FIRST_KIND_OF_RULES

    def source(self, sight: Sequence[int]) -> Where:
        """The unit or rule by which two cells see each other."""
        _cell, _other, unit, part = sight
        if part < 0:
            return self.board.units[unit].where
        rule = self.board.parts[part]
        technique = RULES[rule.rule].technique if rule.is_wide and rule.rule in RULES else None
        return Place(technique.thing) if technique else rule.where

    def sources(self, key: str) -> Listed:
        """The units and rules of some sights, each once."""
        return Listed(dict.fromkeys(map(self.source, self.facts[key])))

    @property
    def seen_by(self) -> Iterator[Listed]:
        """The units and rules by which the step's cells see those that lose something: cell by cell, then together."""
        by_cell: dict[int, dict[Where, None]] = {}
        for sight in self.facts["sights"]:
            by_cell.setdefault(sight[0], {})[self.source(sight)] = None
        groups: dict[tuple[Where, ...], list[int]] = {}
        for cell, names in sorted(by_cell.items()):
            groups.setdefault(tuple(names), []).append(cell)
        if len(groups) > 1:
            clauses = [_say("by", cells=Cells(cells), rules=Listed(names)) for names, cells in groups.items()]
            yield Listed(clauses, "comma")
        yield self.sources("sights")

    def apart(self, said: Any) -> Any:
        """A rule or sum, with the units and rules by which its cells differ."""
        return _say("apart", what=said, rules=self.sources("apart")) if self.facts["apart"] else said


# --- Singles and units ------------------------------------------------------------------------------------------------


def _saying(*names: str) -> Callable[[_Found], Iterator[Phrase]]:
    """Sentences that need only what every step knows."""
    return lambda it: map(it.say, names)


def _locked(it: _Found) -> Iterator[Phrase]:
    if others := it.units()[1:]:
        yield it.say("locked", other=others[0].where)
        return
    for lost, by in product(it.losses, it.seen_by):
        yield it.say("seen", lost=lost, by=by)


def _naked(it: _Found) -> Iterator[Phrase]:
    apart = {sight[2:] for sight in it.facts["apart"]}
    by = [] if {sight[2:] for sight in it.facts["sights"]} == apart else [*it.seen_by]
    rules = it.sources("apart")
    for lost in it.losses:
        for each in [_say("lost_by", lost=lost, by=one) for one in by] or [lost]:
            yield it.say("naked_in_unit" if len(apart) == 1 else "naked", unit=rules, rules=rules, lost=each)


def _fish(it: _Found) -> Iterator[Phrase]:
    for lost in it.losses:
        yield it.say("fish", unit=it.together(), units=it.together("others"), lost=lost)


def _leftovers(it: _Found) -> Iterator[Phrase]:
    sides = {"Units": Capital(it.together()), "others": it.together("others"), "known": it.where}
    for lost in it.losses:
        yield it.say("leftovers", **sides, cells=Cells(it.facts["minus"]), lost=lost)


def _finned(it: _Found) -> Iterator[Phrase]:
    every = (*it.board.units, *it.board.parts)
    units, others = (Listed([every[number].where for number in it.facts[key]]) for key in ("units", "others"))
    ((cell, _mask),) = it.facts["lost"]
    known = {"cell": Cells((cell,)), "digits": Runs(it.facts["digits"]), "units": units, "others": others}
    for by in it.seen_by:
        yield _say("finned", **known, lost=it.lost, by=by)
    yield _say("finned_short", **known, lost=it.lost)


def _ways_in_unit(it: _Found) -> Iterator[Phrase]:
    with_rules = it.unit_with(it.facts["units"][0], it.facts["others"])
    for lost in it.losses:
        if it.facts["cells"]:
            yield it.say("ways_in_unit", unit=with_rules, because=it.states, lost=lost)
            yield it.say("ways_in_unit_by_cells", unit=with_rules, lost=lost)
        else:
            yield it.say("ways_in_unit_always", unit=with_rules, lost=lost)


# --- Named rules ------------------------------------------------------------------------------------------------------


def _rule(it: _Found) -> Iterator[Phrase]:
    name, (ways, is_enough), cells = it.apart(Capital(it.part.where)), _sets(it), it.facts["cells"]
    for lost in it.losses:
        known = {"Name": name, "lost": lost}
        if not cells:
            if ways:
                yield _say("ways", **known, ways=ways)
            yield _say("always", **known)
            continue
        if ways:
            yield _say("ways_because" if is_enough else "ways_and", **known, because=it.states, ways=ways)
        yield _say("because", **known, because=it.states)
        if not {cell for cell, _ in it.facts["lost"]}.issuperset(cells):
            yield _say("by_cells", **known, cells=it.where)
        yield _say("by_its_own", **known)


def _together(it: _Found) -> Iterator[Phrase]:
    named = [*(it.board.parts[number].where for number in it.facts["others"]), *(one.where for one in it.units())]
    together = _say("together", Names=Capital(Listed(named))) if len(named) > 1 else Capital(named[0])
    name, cells = it.apart(together), it.facts["cells"]
    for lost in it.losses:
        if cells:
            yield _say("because", Name=name, because=it.states, lost=lost)
            yield _say("by_cells", Name=name, cells=it.where, lost=lost)
        yield _say("by_its_own" if cells else "always", Name=name, lost=lost)


def _parity(it: _Found) -> Iterator[Phrase]:
    sums = [*(one.where for one in it.units()), *it.rules(it.facts["others"]).items]
    for some in (Listed(sums), _say("so_many", count=len(it.facts["units"]) + len(it.facts["others"]))):
        yield it.say("odd" if it.facts["total"] else "even", cell=it.where, sums=some)


def _sets(it: _Found) -> tuple[Listed | None, bool]:
    """The sets of digits that a cage or another rule can hold by the cells that are named; None if there are many.

    Also whether none of them has a digit that a cell of it loses: the sets are reason enough then.
    """
    part, size = it.part, it.board.size
    lost = reduce(or_, (mask for _, mask in it.facts["lost"]), 0)
    every = (1 << size) - 1
    masks = [it.facts["masks"][cell] if cell in it.facts["cells"] else every for cell in part.cells]
    found = [digits for digits in _sets_of_rule(part, size) if _can_hold(masks, _mask(digits))]
    if not 0 < len(found) <= _MOST_WAYS:
        return None, not found
    words = ["".join(DIGITS[digit] for digit in digits) for digits in found]
    return Listed(words, "or"), not any(_mask(digits) & lost for digits in found)


def _mask(digits: Iterable[int]) -> int:
    return sum(1 << (digit - 1) for digit in digits)


def _sets_of_rule(part: RulePart, size: int) -> Iterable[tuple[int, ...]]:
    """The sets of digits of a rule whose cells are all different and whose order does not count."""
    count = len(part.cells)
    if part.total:
        return (digits for digits in combinations(range(1, size + 1), count) if sum(digits) == part.total)
    sets = RULES[part.rule].sets if part.rule in RULES else None
    return sets(count, size) if sets else ()


def _can_hold(masks: Sequence[int], digits: int) -> bool:
    """Whether cells can hold a set of as many digits, each once."""
    left = {digits}
    for mask in sorted(masks, key=int.bit_count):
        left = {rest & ~(1 << digit - 1) for rest in left for digit in digits_of(rest & mask)}
    return bool(left)


def _needed(it: _Found) -> Iterator[Phrase]:
    name, (ways, _) = it.apart(Capital(it.part.where)), _sets(it)
    for lost, by in product(it.losses, it.seen_by):
        known = {"Name": name, "cells": Cells(it.facts["minus"], "or"), "lost": _say("lost_by", lost=lost, by=by)}
        if not it.facts["cells"]:
            yield it.say("needed_ways" if ways else "needed", **known, ways=ways)
            continue
        if ways:
            yield it.say("needed_ways_because", **known, because=it.states, ways=ways)
        yield it.say("needed_because", **known, because=it.states)
        yield it.say("needed_by_cells", **known, known=it.where)


def _unit_sum(it: _Found) -> Iterator[Phrase]:
    count, size = len(it.facts["units"]), it.board.size
    parts = [it.board.parts[number] for number in it.facts["others"]]
    total, of_cages = count * size * (size + 1) // 2, sum(part.total for part in parts)
    places = {"Units": Capital(it.together()), "total": total, "part": of_cages}
    number = "one" if count == 1 else "many"
    for lost, sums in product(it.losses, _sums(it)):
        if all(part.total for part in parts):
            for cages in _cages(parts):
                yield it.say(f"units_add_{number}", **places, cages=cages, sum=sums, lost=lost)
        else:
            yield it.say(f"units_add_by_{number}", **places, rules=it.rules(it.facts["others"]), sum=sums, lost=lost)


def _cages(parts: Sequence[RulePart]) -> Iterator[Phrase]:
    """The cages of a sum: with their totals, without them, and fewer and fewer of them."""
    firsts = [Cells(part.cells[:1]) for part in parts]
    name = f"cages_{'one' if len(parts) == 1 else 'many'}"
    with_totals = [_say("cage_at", total=part.total, cell=cell) for part, cell in zip(parts, firsts, strict=True)]
    yield _say(name, cages=Listed(with_totals))
    yield _say(name, cages=Listed(firsts))
    for some in range(len(parts) - 1, 0, -1):
        yield _say("cages_some", count=len(parts), cages=Listed(firsts[:some], "comma"))


def _sums(it: _Found) -> Iterator[Any]:
    """The sum that is left, with the cells whose digits count in it."""
    known, units, parts = it.apart(_sum(it)), it.units(), [it.board.parts[number] for number in it.facts["others"]]
    inside = {cell for unit in units for cell in unit.cells}
    ruled = {cell for part in parts for cell in part.cells}
    are_cages = all(part.total for part in parts)
    filled = sorted(cell for cell in (inside ^ ruled if are_cages else inside | ruled) if it.facts["filled"][cell])
    if filled and are_cages:
        yield _say("with_digits", cells=Cells(filled), sum=known)
    yield _say("with_digits_there", sum=known) if filled else known
    yield it.apart(_say("sum_of_many", count=len({*it.facts["cells"], *it.facts["minus"]})))


def _sum(it: _Found) -> Any:
    """Cells that add up to a number, or to other cells and one; the number is never below 0."""
    plus, minus, total = it.facts["cells"], it.facts["minus"], it.facts["total"]
    if total < 0 or not plus:
        plus, minus, total = minus, plus, -total
    if len(plus) == len(minus) == 1 and total:
        return _say("more", cell=Cells(plus), other=Cells(minus), count=total)
    left, right = (
        [f"{times}·" * (times > 1) + cell_name(*divmod(cell, it.board.size)) for cell, times in Counter(cells).items()]
        for cells in (plus, minus)
    )
    return f"{' + '.join(left)} = {' + '.join([*right, str(total)] if total or not right else right)}"


# --- Chains: candidates that follow from each other link by link ------------------------------------------------------


def _chain(it: _Found) -> Iterator[Phrase]:
    """An alternating chain: each link with its unit, or the rule by which two cells see each other."""
    by = {tuple(sight[:2]): it.source(sight) for sight in it.facts["sights"] if it.is_special(sight)}
    links, before = [], -1
    for cell, digits, holds, reason, number, _after in it.facts["links"]:
        rule = it.board.units[number].where if reason == Why.UNIT else by.get((before, cell))
        said = _chains("is" if holds else "is_not", cell, digits)
        links.append(_say("lost_by", lost=said, by=rule) if rule else said)
        before = cell
    lost_cells = {cell for cell, _ in it.facts["lost"]}
    ends = dict.fromkeys(rule for (_, other), rule in by.items() if other in lost_cells)
    lost = _say("lost_by", lost=it.lost, by=Listed(ends)) if ends else it.lost
    yield _say("chain", start=links[0], links=Listed(links[1:], "comma"), lost=lost)


def _contradiction(it: _Found) -> Iterator[Phrase]:
    """A candidate, and the links from it to a contradiction: all of them, or how many there are and the last."""
    (cell, digits, *_), *links = it.facts["links"]
    start, said = _chains("is", cell, digits), [*_links(it, cell, links)]
    yield _say("contradiction", start=start, links=Listed(said, "comma"), lost=it.lost)
    yield _say("contradiction_ends", start=start, count=len(links), end=said[-1], lost=it.lost)


def _links(it: _Found, start: int, links: Iterable[LinkOfPeople]) -> Iterator[Phrase]:
    """The links of a contradiction: what follows from the same cell, unit or rule stands together.

    A cell that only the links before leave one candidate is said to hold it before others lose it.
    """
    known = {start}
    for (reason, number, alone), some in groupby(links, key=_origin):
        if alone is not None:
            (link,) = some
            known.add(link[0])
            yield _single_link(it, link)
        elif reason == Why.SEEN:
            yield from _seen_links(it, [*some], known)
        else:
            lost = [
                _losses([cell for cell, *_ in each], mask) for mask, each in groupby(some, key=lambda link: link[1])
            ]
            yield _say("lost_by", lost=Listed(lost, "clauses"), by=_source_of(it, reason, number))


def _origin(link: LinkOfPeople) -> tuple[Why, int, object]:
    """Return the reason of a link and its number, and the link itself if no other one is joined with it."""
    cell, _mask, holds, reason, number, _after = link
    if cell < 0 or holds or reason == Why.CELL:
        return Why(reason), number, link
    return Why(reason), number, None


def _source_of(it: _Found, reason: Why, number: int) -> Any:
    """The rule by which cells lose something, or the unit and how."""
    if reason == Why.PART:
        return it.board.parts[number].where
    if reason == Why.LOCKED:
        return _say("all_places", unit=it.board.units[number].where)
    return _say("all_ways", unit=it.unit_with(number, _rules_in(it, number)))


def _rules_in(it: _Found, unit: int) -> list[int]:
    """The rules of the step that limit the ways to fill a unit."""
    cells = set(it.board.units[unit].cells)
    return [part for part in it.facts["others"] if len(cells & set(it.board.parts[part].cells)) > 1]


def _single_link(it: _Found, link: LinkOfPeople) -> Phrase:
    """A placement in a unit, or what is impossible."""
    cell, mask, _holds, reason, number, _after = link
    if reason == Why.CELL:
        return _say("no_candidate", cell=Cells((cell,)))
    if reason == Why.PART:
        return _say("no_way", rule=it.board.parts[number].where)
    unit = it.board.units[number].where
    if cell >= 0:
        return _say("lost_by", lost=_chains("is", cell, mask), by=unit)
    if reason == Why.UNIT:
        return _say("no_place", unit=unit, digits=Runs(mask))
    return _say("no_way_in_unit", unit=it.unit_with(number, _rules_in(it, number)))


def _seen_links(it: _Found, links: Sequence[LinkOfPeople], known: set[int]) -> Iterator[Phrase]:
    """Losses of cells that one cell sees; those that it sees by a rule come last, with the rule."""
    _cell, mask, _holds, _reason, holding, _after = links[0]
    if holding not in known:
        known.add(holding)
        yield _chains("is", holding, mask)
    sights = [sight for sight in it.facts["sights"] if sight[0] == holding and it.is_special(sight)]
    rules = {sight[1]: it.source(sight) for sight in sights}
    groups: dict[Where | None, list[int]] = {None: []}
    for cell, *_ in links:
        groups.setdefault(rules.get(cell), []).append(cell)
    for rule, cells in groups.items():
        if cells:
            lost = _losses(cells, mask)
            yield _say("lost_by", lost=lost, by=rule) if rule else lost


def _losses(cells: Sequence[int], mask: int) -> Phrase:
    return _say("cell_loses" if len(cells) == 1 else "cells_lose", cells=Cells(cells), digits=Runs(mask))


_SENTENCES: Mapping[str, Callable[[_Found], Iterator[Phrase]]] = {
    "full-house": _saying("last_empty"),
    "naked-single": _saying("naked_single"),
    "hidden-single": _saying("hidden_single"),
    **dict.fromkeys(("locked-candidates", "seen-by-all-places"), _locked),
    **dict.fromkeys([f"naked-{size}" for size in SUBSETS], _naked),
    **dict.fromkeys([f"hidden-{size}" for size in SUBSETS], _saying("hidden", "hidden_short")),
    **dict.fromkeys(("x-wing", "swordfish", "jellyfish"), _fish),
    **dict.fromkeys(("rule", "rule in units", "ways-to-fill-a-rule"), _rule),
    **dict.fromkeys(("rules-together", "ways-to-fill-rules"), _together),
    "sum-parity": _parity,
    "needed digit": _needed,
    "rule-of-45": _unit_sum,
    **dict.fromkeys(("turbot-fish", "x-chain", "xy-wing", "xy-chain", "aic"), _chain),
    **dict.fromkeys(("contradiction-chain", "contradiction-net"), _contradiction),
    "ways-to-fill-a-unit": _ways_in_unit,
    "law-of-leftovers": _leftovers,
    "finned-fish": _finned,
    "all-rules": _saying("all_rules"),
}
