"""Steps of people in a language: one sentence that says where, because of which cells, and what follows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum
from functools import reduce
from itertools import combinations, groupby, product
from operator import or_
from typing import Any, NamedTuple

from board_catalogue.engine.paths.explanations import digits_of
from board_catalogue.engine.people.program import BoardOfPeople, RulePart, Unit
from board_catalogue.engine.people.techniques import RULES_OF
from board_catalogue.engine.shape import DIGITS, cell_name
from board_catalogue.engine.words import ENGLISH, Words, words_in

LONGEST = 200
"""Characters of a step by one named rule; chains may be longer."""

_MOST_WAYS = 4  # combinations that are listed


class Why(IntEnum):
    """Why a link follows, in the order of the kernels (core/people/step.hpp)."""

    ASSUMED = 0
    SEEN = 1
    CELL = 2
    UNIT = 3
    PART = 4
    LOCKED = 5
    WAYS = 6


class Said(NamedTuple):
    """The material of a sentence: a step as the kernels give it, and the board before it."""

    board: BoardOfPeople
    facts: dict[str, Any]
    masks: Sequence[int]

    @property
    def part(self) -> RulePart:
        """The named rule of the step."""
        found: RulePart = self.board.parts[self.facts["part"]]
        return found

    def units(self, key: str = "units") -> list[Unit]:
        """The units of the step."""
        return [self.board.units[number] for number in self.facts[key]]


class _Telling(NamedTuple):
    """A step and the words of a language: the parts that its sentences share."""

    step: Said
    words: Words

    @property
    def facts(self) -> dict[str, Any]:
        return self.step.facts

    def say(self, name: str, **places: object) -> str:
        return self.words.say("people", name, **places)

    def cell(self, cell: int) -> str:
        return cell_name(*divmod(cell, self.step.board.size))

    def cells(self, cells: Sequence[int]) -> str:
        return self.words.listed(map(self.cell, cells))

    def name(self, part: RulePart) -> str:
        """The name of a rule, with a capital letter."""
        return _capital(self.words.unit(part.name))

    def units(self, key: str = "units") -> str:
        """Units of one kind, such as "rows 1 and 2"."""
        return self.words.units(unit.name for unit in self.step.units(key))

    @property
    def unit(self) -> str:
        """The first unit of the step."""
        return self.words.unit(self.step.units()[0].name)

    @property
    def where(self) -> str:
        """The cells of the step."""
        return self.cells(self.facts["cells"])

    @property
    def digits(self) -> str:
        """The digits of the step."""
        return digits_in_words(self.words, self.facts["digits"])

    @property
    def states(self) -> str:
        """The digits that the cells of the step may be, or may not be if that is shorter."""
        return self.words.listed(map(self._state, self.facts["cells"]))

    def _state(self, cell: int) -> str:
        size, mask = self.step.board.size, self.step.masks[cell]
        name = "may_not_be" if 2 * mask.bit_count() > size else "may_be"
        said = (1 << size) - 1 & ~mask if name == "may_not_be" else mask
        return self.say(name, cell=self.cell(cell), digits=digits_in_words(self.words, said, "or"))

    @property
    def lost(self) -> str:
        """The candidates that cells lose: cells that lose the same stand together."""
        lost = sorted(self.facts["lost"], key=lambda one: one[1])
        clauses: list[str] = []
        for digits, some in groupby(lost, key=lambda one: one[1]):
            clauses.append(self.loses(sorted(cell for cell, _ in some), digits, is_first=not clauses))
        return self.say("next").join(clauses)

    def loses(self, cells: Sequence[int], digits: int, *, is_first: bool) -> str:
        """That cells lose digits; the first of such clauses has another order in some languages."""
        name = f"loses{'' if is_first else '_too'}_{'one' if len(cells) == 1 else 'many'}"
        return self.say(name, cells=self.cells(cells), digits=digits_in_words(self.words, digits))

    @property
    def few(self) -> str:
        """How many cells lose something, and what they lose together."""
        digits = 0
        for _, mask in self.facts["lost"]:
            digits |= mask
        return self.say("few", count=len(self.facts["lost"]), digits=digits_in_words(self.words, digits))

    # --- By what cells see each other ---

    def source(self, sight: Sequence[int]) -> str:
        """The name of the unit or rule by which two cells see each other."""
        _cell, _other, unit, part = sight
        if part < 0:
            return self.words.unit(self.step.board.units[unit].name)
        rule = self.step.board.parts[part]
        return self.words.unit(RULES_OF[rule.rule].thing if rule.is_wide and rule.rule in RULES_OF else rule.name)

    def sources(self, key: str) -> str:
        """The units and rules of some sights, each once."""
        return self.words.listed(dict.fromkeys(map(self.source, self.facts[key])))

    @property
    def seen_by(self) -> Iterator[str]:
        """By what the cells of the step see those that lose something: for each cell, then all together."""
        by_cell: dict[int, dict[str, None]] = {}
        for sight in self.facts["sights"]:
            by_cell.setdefault(sight[0], {})[self.source(sight)] = None
        groups: dict[tuple[str, ...], list[int]] = {}
        for cell, names in sorted(by_cell.items()):
            groups.setdefault(tuple(names), []).append(cell)
        if len(groups) > 1:
            clauses = [self.say("by", cells=self.cells(cells), rules=self.words.listed(names))
                       for names, cells in groups.items()]  # fmt: skip
            yield self.words.tables["lists"]["comma"].join(clauses)
        yield self.sources("sights")

    def apart(self, said: str) -> str:
        """A rule or sum, with the units and rules by which its cells differ."""
        return self.say("apart", what=said, rules=self.sources("apart")) if self.facts["apart"] else said


def digits_in_words(words: Words, mask: int, conjunction: str = "and") -> str:
    """Digits such as "2, 3 and 5-7"."""
    digits = list(digits_of(mask))
    found = []
    while digits:
        run = 1
        while run < len(digits) and digits[run] == digits[0] + run:
            run += 1
        if run > 2:
            found.append(words.say("lists", "of_digits", first=DIGITS[digits[0]], last=DIGITS[digits[run - 1]]))
        else:
            found += [DIGITS[digit] for digit in digits[:run]]
        digits = digits[run:]
    return words.listed(found, conjunction)


def sentence_of(said: Said, technique: str, language: str = ENGLISH) -> str:
    """Return the sentence of a step; technique is the name of its machine.

    ValueError for a language that is not in `engine.LANGUAGES`.
    """
    return _fitting(_SENTENCES[technique](_Telling(said, words_in(language))))


def _fitting(ways: Iterator[str]) -> str:
    """The first that is short enough, else the shortest."""
    words = ""
    for words in ways:
        if len(words) <= LONGEST:
            break
    return words


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


# --- Singles and units ---


def _single(it: _Telling) -> Iterator[str]:
    cell, digit = it.facts["placed"]
    placed = {"cell": it.cell(cell), "digit": DIGITS[digit]}
    match it.facts["machine"]:
        case 0:
            yield it.say("last_empty", unit=it.unit, **placed)
        case 2:
            yield it.say("hidden_single", unit=it.unit, **placed)
        case _:
            yield it.say("naked_single", **placed)


def _locked(it: _Telling) -> Iterator[str]:
    known = {"unit": it.unit, "digits": it.digits, "cells": it.where}
    if others := it.step.units()[1:]:
        yield it.say("locked", **known, other=it.words.unit(others[0].name), lost=it.lost)
        return
    for lost in (it.lost, it.few):
        for by in it.seen_by:
            yield it.say("seen", **known, lost=lost, by=by)


def _naked(it: _Telling) -> Iterator[str]:
    known = {"cells": it.where, "digits": it.digits}
    apart = {sight[2:] for sight in it.facts["apart"]}
    by = [] if {sight[2:] for sight in it.facts["sights"]} == apart else [*it.seen_by]
    for lost in (it.lost, it.few):
        for each in [it.say("lost_by", lost=lost, by=one) for one in by] or [lost]:
            if len(apart) == 1:
                yield it.say("naked_in_unit", **known, unit=it.sources("apart"), lost=each)
            else:
                yield it.say("naked", **known, rules=it.sources("apart"), lost=each)


def _hidden(it: _Telling) -> Iterator[str]:
    yield it.say("hidden", unit=it.unit, digits=it.digits, cells=it.where, lost=it.lost)
    yield it.say("hidden_short", unit=it.unit, digits=it.digits, cells=it.where)


def _fish(it: _Telling) -> Iterator[str]:
    for lost in (it.lost, it.few):
        yield it.say("fish", unit=it.units(), digits=it.digits, units=it.units("others"), lost=lost)


def _ways_in_unit(it: _Telling) -> Iterator[str]:
    with_rules = it.unit
    if it.facts["others"]:
        with_rules = it.say("unit_with", unit=it.unit, rules=_together(it, it.facts["others"]))
    for lost in (it.lost, it.few):
        if it.facts["cells"]:
            yield it.say("ways_in_unit", unit=with_rules, because=it.states, lost=lost)
            yield it.say("ways_in_unit_by_cells", unit=with_rules, cells=it.where, lost=lost)
        else:
            yield it.say("ways_in_unit_always", unit=with_rules, lost=lost)


def _together(it: _Telling, numbers: Sequence[int]) -> str:
    """Rules, those of one kind together: "white dot of r1c1-r1c2 and r1c4-r1c5"."""
    kinds: dict[str, list[str]] = {}
    for number in numbers:
        part = it.step.board.parts[number]
        thing, _, place = part.name.rpartition(" of ")
        if part.is_wide or not thing:
            kinds[it.source((-1, -1, -1, number))] = []
        else:
            kinds.setdefault(thing, []).append(place)
    return it.words.listed(it.words.at(kind, places) if places else kind for kind, places in kinds.items())


# --- Named rules ---


def _rule(it: _Telling) -> Iterator[str]:
    name = it.apart(it.name(it.step.part))
    (ways, is_enough), cells = _sets(it), it.facts["cells"]
    lost_cells = {cell for cell, _ in it.facts["lost"]}
    others = [cell for cell in cells if cell not in lost_cells]
    for lost in (it.lost, it.few):
        known = {"Name": name, "lost": lost}
        if ways and not cells:
            yield it.say("ways", **known, ways=ways)
        elif ways:
            yield it.say("ways_because" if is_enough else "ways_and", **known, because=it.states, ways=ways)
        if not cells:
            yield it.say("always", **known)
            continue
        yield it.say("because", **known, because=it.states)
        if others:
            yield it.say("by_cells", **known, cells=it.where)
        yield it.say("by_its_own", **known)


def _sets(it: _Telling) -> tuple[str, bool]:
    """The sets of digits that a cage or a renban line can hold by the cells that are named; empty if there are many.

    Also whether none of them has a digit that a cell of it loses: the sets are reason enough then.
    """
    part, size = it.step.part, it.step.board.size
    lost = reduce(or_, (mask for _, mask in it.facts["lost"]), 0)
    every = (1 << size) - 1
    masks = [it.step.masks[cell] if cell in it.facts["cells"] else every for cell in part.cells]
    found = [digits for digits in _sets_of_rule(part, size) if _can_hold(masks, _mask(digits))]
    if len(found) > _MOST_WAYS:
        return "", False
    words = ("".join(DIGITS[digit] for digit in digits) for digits in found)
    return it.words.listed(words, "or"), not any(_mask(digits) & lost for digits in found)


def _mask(digits: Iterable[int]) -> int:
    return sum(1 << (digit - 1) for digit in digits)


def _sets_of_rule(part: RulePart, size: int) -> Iterable[tuple[int, ...]]:
    """The sets of digits of a rule whose cells are all different and whose order does not count."""
    count = len(part.cells)
    if part.total:
        return (digits for digits in combinations(range(1, size + 1), count) if sum(digits) == part.total)
    if part.rule == "renban":
        return (tuple(range(first, first + count)) for first in range(1, size - count + 2))
    return ()


def _can_hold(masks: Sequence[int], digits: int) -> bool:
    """Whether cells can hold a set of as many digits, each once."""
    left = {digits}
    for mask in sorted(masks, key=int.bit_count):
        left = {rest & ~digit for rest in left for digit in _bits(rest & mask)}
    return bool(left)


def _bits(mask: int) -> Iterator[int]:
    return (1 << (digit - 1) for digit in digits_of(mask))


def _needed(it: _Telling) -> Iterator[str]:
    places = it.words.listed(map(it.cell, it.facts["minus"]), "or")
    name, (ways, _) = it.apart(it.name(it.step.part)), _sets(it)
    for lost in (it.lost, it.few):
        for by in it.seen_by:
            known = {"Name": name, "digits": it.digits, "cells": places, "lost": it.say("lost_by", lost=lost, by=by)}
            if it.facts["cells"]:
                if ways:
                    yield it.say("needed_ways_because", **known, because=it.states, ways=ways)
                yield it.say("needed_because", **known, because=it.states)
                yield it.say("needed_by_cells", **known, known=it.where)
            elif ways:
                yield it.say("needed_ways", **known, ways=ways)
            else:
                yield it.say("needed", **known)


def _unit_sum(it: _Telling) -> Iterator[str]:
    facts, count, units = it.facts, len(it.facts["units"]), it.units()
    size = it.step.board.size
    parts = [it.step.board.parts[number] for number in facts["others"]]
    known = {
        "Units": _capital(units),
        "units": units,
        "total": count * size * (size + 1) // 2,
        "part": sum(part.total for part in parts),
    }
    name = f"units_add_{'one' if count == 1 else 'many'}"
    firsts = [it.cell(part.cells[0]) for part in parts]
    with_totals = (it.say("cage_at", total=part.total, cell=cell) for part, cell in zip(parts, firsts, strict=True))
    of_cages = f"cages_{'one' if len(parts) == 1 else 'many'}"
    cages = (
        it.say(of_cages, cages=it.words.listed(with_totals)),
        it.say(of_cages, cages=it.words.listed(firsts)),
        it.say("cages_count", count=len(parts)),
    )
    for lost in (it.lost, it.few):
        for each, sums in product(cages, _sums(it)):
            yield it.say(name, **known, cages=each, sum=sums, lost=lost)


def _sums(it: _Telling) -> Iterator[str]:
    """The sum that is left, with the cells whose digits count in it."""
    known = it.apart(_sum(it))
    if filled := _filled_in_sum(it):
        yield it.say("with_digits", cells=it.cells(filled), sum=known)
        yield it.say("with_digits_there", sum=known)
    else:
        yield known


def _sum(it: _Telling) -> str:
    """Cells that add up to a number, or to other cells and one; the number is never below 0."""
    plus, minus = ([it.cell(cell) for cell in it.facts[name]] for name in ("cells", "minus"))
    total: int = it.facts["total"]
    if total < 0 or not plus:
        plus, minus, total = minus, plus, -total
    if len(plus) == len(minus) == 1 and total:
        return it.say("more", cell=plus[0], other=minus[0], count=total)
    right = [*minus, str(total)] if total or not minus else minus
    return f"{' + '.join(plus)} = {' + '.join(right)}"


def _filled_in_sum(it: _Telling) -> list[int]:
    """The filled cells of the units that are in none of the cages, and those of the cages outside the units."""
    inside = {cell for unit in it.step.units() for cell in unit.cells}
    caged = {cell for number in it.facts["others"] for cell in it.step.board.parts[number].cells}
    return sorted(cell for cell in inside ^ caged if it.facts["filled"][cell])


# --- Chains ---


def _chain(it: _Telling) -> Iterator[str]:
    by = {(cell, other): it.source(sight) for sight in it.facts["sights"] if _is_special(it, sight)
          for cell, other, *_ in [sight]}  # fmt: skip
    links, before = [], -1
    for cell, digits, holds, reason, number, _after in it.facts["links"]:
        rule = it.words.unit(it.step.board.units[number].name) if reason == Why.UNIT else by.get((before, cell))
        places = {"cell": it.cell(cell), "digit": digits_in_words(it.words, digits)}
        said = it.words.say("chains", "is" if holds else "is_not", **places)
        links.append(it.say("lost_by", lost=said, by=rule) if rule else said)
        before = cell
    first, *rest = links
    lost_cells = {cell for cell, _ in it.facts["lost"]}
    ends = dict.fromkeys(rule for (_, other), rule in by.items() if other in lost_cells)
    lost = it.say("lost_by", lost=it.lost, by=it.words.listed(ends)) if ends else it.lost
    yield it.say("chain", start=first, links=it.words.tables["lists"]["comma"].join(rest), lost=lost)


def _is_special(it: _Telling, sight: Sequence[int]) -> bool:
    """Whether two cells see each other by a rule, not by a row, column or block."""
    _cell, _other, unit, part = sight
    return part >= 0 or it.step.board.units[unit].kind >= _FIRST_OF_RULES


_FIRST_OF_RULES = 3  # kind of units


def _contradiction(it: _Telling) -> Iterator[str]:
    (cell, digits, *_), *links = it.facts["links"]
    start = it.words.say("chains", "is", cell=it.cell(cell), digit=digits_in_words(it.words, digits))
    said = [*_links(it, cell, links)]
    yield it.say("contradiction", start=start, links=it.words.tables["lists"]["comma"].join(said), lost=it.lost)


_Of = tuple[int, int, bool, int, int, tuple[int, ...]]
"""A link as the kernels give it (`bind/people.hpp`)."""


def _links(it: _Telling, start: int, links: Sequence[_Of]) -> Iterator[str]:
    """The links of a contradiction: what follows from the same cell, unit or rule stands together.

    A cell that only the links before leave one candidate is said to hold it before others lose it.
    """
    known = {start}
    for (reason, number, place), some in groupby(links, key=_origin):
        if place is not None:
            (link,) = some
            known.add(link[0])
            yield _single_link(it, link)
        elif reason == Why.SEEN:
            yield from _seen_links(it, [*some], known)
        else:
            lost = [_losses(it, [cell for cell, *_ in each], mask)
                    for mask, each in groupby(some, key=lambda link: link[1])]  # fmt: skip
            yield it.say("lost_by", lost=it.words.listed(lost, "clauses"), by=_source_of(it, reason, number))


def _origin(link: _Of) -> tuple[Why, int, object]:
    """What a link follows from; the last is the link itself if it stands alone."""
    cell, _mask, holds, reason, number, _after = link
    if cell < 0 or holds or reason == Why.CELL:
        return Why(reason), number, link
    return Why(reason), number, None


def _source_of(it: _Telling, reason: Why, number: int) -> str:
    """The rule by which cells lose something, or the unit and how."""
    if reason == Why.PART:
        return it.words.unit(it.step.board.parts[number].name)
    name = "all_places" if reason == Why.LOCKED else "all_ways"
    return it.say(name, unit=it.words.unit(it.step.board.units[number].name))


def _single_link(it: _Telling, link: _Of) -> str:
    """A placement in a unit, or what is impossible."""
    (cell, mask, _holds, reason, number, _after), board = link, it.step.board
    digits = digits_in_words(it.words, mask)
    if reason == Why.CELL:
        return it.say("no_candidate", cell=it.cell(cell))
    if reason == Why.PART:
        return it.say("no_way", rule=it.words.unit(board.parts[number].name))
    unit = it.words.unit(board.units[number].name)
    if cell >= 0:
        return it.say("lost_by", lost=it.words.say("chains", "is", cell=it.cell(cell), digit=digits), by=unit)
    return it.say("no_place", unit=unit, digits=digits) if reason == Why.UNIT else it.say("no_way_in_unit", unit=unit)


def _seen_links(it: _Telling, links: Sequence[_Of], known: set[int]) -> Iterator[str]:
    """What cells lose that one cell sees; those that it sees by a rule come last, with the rule."""
    _cell, mask, _holds, _reason, holding, _after = links[0]
    if holding not in known:
        known.add(holding)
        yield it.words.say("chains", "is", cell=it.cell(holding), digit=digits_in_words(it.words, mask))
    rules = {other: it.source(sight) for sight in it.facts["sights"] if _is_special(it, sight)
             for cell, other, *_ in [sight] if cell == holding}  # fmt: skip
    groups: dict[str, list[int]] = {"": []}
    for cell, *_ in links:
        groups.setdefault(rules.get(cell, ""), []).append(cell)
    for rule, cells in groups.items():
        if cells:
            lost = _losses(it, cells, mask)
            yield it.say("lost_by", lost=lost, by=rule) if rule else lost


def _losses(it: _Telling, cells: Sequence[int], mask: int) -> str:
    name = "cell_loses" if len(cells) == 1 else "cells_lose"
    return it.say(name, cells=it.cells(cells), digits=digits_in_words(it.words, mask))


def _all_rules(it: _Telling) -> Iterator[str]:
    cell, digit = it.facts["placed"]
    yield it.say("all_rules", cell=it.cell(cell), digit=DIGITS[digit])


_SENTENCES = {
    **dict.fromkeys(("full-house", "naked-single", "hidden-single"), _single),
    **dict.fromkeys(("locked-candidates", "seen-by-all-places"), _locked),
    **dict.fromkeys(("naked-pair", "naked-triple", "naked-quadruple"), _naked),
    **dict.fromkeys(("hidden-pair", "hidden-triple", "hidden-quadruple"), _hidden),
    **dict.fromkeys(("x-wing", "swordfish", "jellyfish"), _fish),
    **dict.fromkeys(("rule", "rule in units"), _rule),
    "needed digit": _needed,
    "rule-of-45": _unit_sum,
    **dict.fromkeys(("turbot-fish", "x-chain", "xy-wing", "xy-chain", "aic"), _chain),
    **dict.fromkeys(("contradiction-chain", "contradiction-net"), _contradiction),
    "ways-to-fill-a-unit": _ways_in_unit,
    "all-rules": _all_rules,
}
