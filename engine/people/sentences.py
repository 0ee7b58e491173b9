"""Steps of people in a language: one sentence that says where, because of which cells, and what follows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import IntEnum
from itertools import groupby
from typing import Any, NamedTuple

from board_catalogue.engine.paths.explanations import digits_of
from board_catalogue.engine.people.program import BoardOfPeople, RulePart, Unit
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
            cells = sorted(cell for cell, _ in some)
            name = f"loses{'_too' if clauses else ''}_{'one' if len(cells) == 1 else 'many'}"
            clauses.append(self.say(name, cells=self.cells(cells), digits=digits_in_words(self.words, digits)))
        return self.say("next").join(clauses)

    @property
    def few(self) -> str:
        """How many cells lose something, and what they lose together."""
        digits = 0
        for _, mask in self.facts["lost"]:
            digits |= mask
        return self.say("few", count=len(self.facts["lost"]), digits=digits_in_words(self.words, digits))


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
    known = {"unit": it.unit, "digits": it.digits, "cells": it.where, "lost": it.lost}
    if others := it.step.units()[1:]:
        yield it.say("locked", **known, other=it.words.unit(others[0].name))
        return
    yield it.say("seen", **known)
    yield it.say("seen_short", **known, count=len(it.facts["cells"]))


def _naked(it: _Telling) -> Iterator[str]:
    if it.step.units():
        yield it.say("naked_in_unit", unit=it.unit, cells=it.where, digits=it.digits, lost=it.lost)
    else:
        yield it.say("naked", cells=it.where, digits=it.digits, lost=it.lost)
    yield it.say("naked_short", cells=it.where, digits=it.digits, lost=it.few)


def _hidden(it: _Telling) -> Iterator[str]:
    yield it.say("hidden", unit=it.unit, digits=it.digits, cells=it.where, lost=it.lost)
    yield it.say("hidden_short", unit=it.unit, digits=it.digits, cells=it.where)


def _fish(it: _Telling) -> Iterator[str]:
    for lost in (it.lost, it.few):
        yield it.say("fish", unit=it.units(), digits=it.digits, units=it.units("others"), lost=lost)


def _ways_in_unit(it: _Telling) -> Iterator[str]:
    known = {"unit": it.unit, "lost": it.lost}
    yield it.say("ways_in_unit", **known, because=it.states)
    yield it.say("ways_in_unit_by_cells", **known, cells=it.where)
    yield it.say("ways_in_unit_bare", **known)
    yield it.say("ways_in_unit_bare", **known | {"lost": it.few})


# --- Named rules ---


def _rule(it: _Telling) -> Iterator[str]:
    in_units = "_in_units" if it.facts["machine"] == _IN_UNITS else ""
    known = {"Name": it.name(it.step.part), "lost": it.lost}
    if ways := _combinations(it):
        yield it.say("ways", **known, ways=ways)
    if it.facts["cells"]:
        yield it.say(f"because{in_units}", **known, because=it.states)
        lost = {cell for cell, _ in it.facts["lost"]}
        if own := [cell for cell in it.facts["cells"] if cell not in lost]:
            yield it.say(f"by_cells{in_units}", **known, cells=it.cells(own))
        yield it.say(f"by_its_own{in_units}", **known)
    else:
        yield it.say(f"always{in_units}", **known)
    yield it.say("bare", **known)
    yield it.say("bare", **known | {"lost": it.few})


_IN_UNITS = 12


def _combinations(it: _Telling) -> str:
    """The sets of digits of a cage that are left; empty if there are too many to list."""
    part, masks = it.step.part, it.step.masks
    if not part.total or len(part.cells) > 6 or it.facts["machine"] == _IN_UNITS:
        return ""
    found: set[tuple[int, ...]] = set()
    _fill([list(digits_of(masks[cell])) for cell in part.cells], (), part.total, found)
    if not 0 < len(found) <= _MOST_WAYS:
        return ""
    return it.words.listed(["".join(DIGITS[digit] for digit in way) for way in sorted(found)], "or")


def _fill(rest: Sequence[list[int]], digits: tuple[int, ...], total: int, found: set[tuple[int, ...]]) -> None:
    if len(found) > _MOST_WAYS or total < 0:
        return
    if not rest:
        if total == 0:
            found.add(tuple(sorted(digits)))
        return
    for digit in rest[0]:
        if digit not in digits:
            _fill(rest[1:], (*digits, digit), total - digit, found)


def _needed(it: _Telling) -> Iterator[str]:
    known = {"Name": it.name(it.step.part), "digits": it.digits, "cells": it.cells(it.facts["minus"])}
    if it.facts["cells"]:
        yield it.say("needed_because", **known, because=it.states, lost=it.lost)
    yield it.say("needed", **known, lost=it.lost)
    yield it.say("needed_short", **known, lost=it.lost)
    yield it.say("needed_short", **known, lost=it.few)


def _unit_sum(it: _Telling) -> Iterator[str]:
    facts, count = it.facts, len(it.facts["units"])
    plus, minus = ([it.cell(cell) for cell in facts[name]] for name in ("cells", "minus"))
    total, size = facts["total"], it.step.board.size
    if not plus:
        plus, minus, total = minus, plus, -total
    known = f"{' - '.join((' + '.join(plus), *minus))} = {total}"
    units = it.units()
    names = {"units": units, "Units": _capital(units)}
    whole = count * size * (size + 1) // 2
    yield it.say(f"units_add_{'one' if count == 1 else 'many'}", **names, total=whole, sum=known, lost=it.lost)
    yield it.say("units_leave", **names, sum=known, lost=it.lost)
    yield it.say("units_leave", **names, sum=known, lost=it.few)


# --- Chains ---


def _chain(it: _Telling) -> Iterator[str]:
    links = []
    for cell, digits, holds, *_ in it.facts["links"]:
        name, what = "is" if holds else "is_not", digits_in_words(it.words, digits)
        links.append(it.words.say("chains", name, cell=it.cell(cell), digit=what))
    first, *rest = links
    yield it.say("chain", start=first, links=it.words.tables["lists"]["comma"].join(rest), lost=it.lost)


def _contradiction(it: _Telling) -> Iterator[str]:
    (cell, digits, *_), *links = it.facts["links"]
    start = it.words.say("chains", "is", cell=it.cell(cell), digit=digits_in_words(it.words, digits))
    comma = it.words.tables["lists"]["comma"]
    yield it.say("contradiction", start=start, links=comma.join(_link(it, *link) for link in links), lost=it.lost)


def _link(it: _Telling, cell: int, mask: int, holds: bool, reason: int, number: int, _after: tuple[int, ...]) -> str:
    digits, board = digits_in_words(it.words, mask), it.step.board
    if cell >= 0 and reason == Why.CELL:
        return it.say("no_candidate", cell=it.cell(cell))
    if cell < 0:
        if reason == Why.UNIT:
            return it.say("no_place", unit=it.words.unit(board.units[number].name), digits=digits)
        if reason == Why.WAYS:
            return it.say("no_way_in_unit", unit=it.words.unit(board.units[number].name))
        return it.say("no_way", rule=it.words.unit(board.parts[number].name))
    if holds:
        unit = it.words.unit(board.units[number].name)
        return it.say("is_by_unit", cell=it.cell(cell), digits=digits, unit=unit)
    if reason == Why.SEEN:
        return it.say("cell_loses", cell=it.cell(cell), digits=digits)
    if reason in (Why.LOCKED, Why.WAYS):
        by = "by_places" if reason == Why.LOCKED else "by_ways"
        unit = it.words.unit(board.units[number].name)
        return it.say(f"cell_loses_{by}", cell=it.cell(cell), digits=digits, unit=unit)
    rule = it.words.unit(board.parts[number].name)
    return it.say("cell_loses_by_rule", cell=it.cell(cell), digits=digits, rule=rule)


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
