"""Steps of people in a language: one sentence that says where, because of which cells, and what follows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import combinations, product
from operator import or_

from ..paths.explanations import digits_of
from ..rules.variant import RULES
from ..shape import DIGITS
from ..words import ENGLISH, words_in
from .links import chain, contradiction
from .program import RulePart
from .saying import Said, Saying, capital

LONGEST = 200
"""Characters of a step by one named rule; chains may be longer."""

_MOST_WAYS = 4  # combinations that are listed


def sentence_of(said: Said, technique: str, language: str = ENGLISH) -> str:
    """Return the sentence of a step; technique is the name of its machine.

    ValueError for a language that is not in `engine.LANGUAGES`.
    """
    return _fitting(_SENTENCES[technique](Saying(said, words_in(language))))


def _fitting(ways: Iterator[str]) -> str:
    """The first that is short enough, else the shortest."""
    tried = []
    for words in ways:
        if len(words) <= LONGEST:
            return words
        tried.append(words)
    return min(tried, key=len)


# --- Singles and units ---


def _single(it: Saying) -> Iterator[str]:
    cell, digit = it.facts["placed"]
    placed = {"cell": it.cell(cell), "digit": DIGITS[digit]}
    match it.facts["machine"]:
        case 0:
            yield it.say("last_empty", unit=it.unit, **placed)
        case 2:
            yield it.say("hidden_single", unit=it.unit, **placed)
        case _:
            yield it.say("naked_single", **placed)


def _locked(it: Saying) -> Iterator[str]:
    known = {"unit": it.unit, "digits": it.digits, "cells": it.where}
    if others := it.step.units()[1:]:
        yield it.say("locked", **known, other=it.words.unit(others[0].name), lost=it.lost)
        return
    for lost in (it.lost, it.few):
        for by in it.seen_by:
            yield it.say("seen", **known, lost=lost, by=by)


def _naked(it: Saying) -> Iterator[str]:
    known = {"cells": it.where, "digits": it.digits}
    apart = {sight[2:] for sight in it.facts["apart"]}
    by = [] if {sight[2:] for sight in it.facts["sights"]} == apart else [*it.seen_by]
    for lost in (it.lost, it.few):
        for each in [it.say("lost_by", lost=lost, by=one) for one in by] or [lost]:
            if len(apart) == 1:
                yield it.say("naked_in_unit", **known, unit=it.sources("apart"), lost=each)
            else:
                yield it.say("naked", **known, rules=it.sources("apart"), lost=each)


def _hidden(it: Saying) -> Iterator[str]:
    yield it.say("hidden", unit=it.unit, digits=it.digits, cells=it.where, lost=it.lost)
    yield it.say("hidden_short", unit=it.unit, digits=it.digits, cells=it.where)


def _fish(it: Saying) -> Iterator[str]:
    for lost in (it.lost, it.few):
        yield it.say("fish", unit=it.units(), digits=it.digits, units=it.units("others"), lost=lost)


def _leftovers(it: Saying) -> Iterator[str]:
    units = it.units()
    sides = {"Units": capital(units), "units": units, "others": it.units("others"), "known": it.where}
    for lost in (it.lost, it.few):
        yield it.say("leftovers", **sides, cells=it.cells(it.facts["minus"]), digits=it.digits, lost=lost)


def _finned(it: Saying) -> Iterator[str]:
    board = it.step.board
    names = [*(unit.name for unit in board.units), *(part.name for part in board.parts)]
    units, others = (
        it.words.listed(it.words.unit(names[each]) for each in it.facts[key]) for key in ("units", "others")
    )
    ((cell, _mask),) = it.facts["lost"]
    known = {"cell": it.cell(cell), "digits": it.digits, "units": units, "others": others, "lost": it.lost}
    for by in it.seen_by:
        yield it.say("finned", **known, by=by)
    yield it.say("finned_short", **known)


def _ways_in_unit(it: Saying) -> Iterator[str]:
    with_rules = it.unit_with(it.facts["units"][0], it.facts["others"])
    for lost in (it.lost, it.few):
        if it.facts["cells"]:
            yield it.say("ways_in_unit", unit=with_rules, because=it.states, lost=lost)
            yield it.say("ways_in_unit_by_cells", unit=with_rules, cells=it.where, lost=lost)
        else:
            yield it.say("ways_in_unit_always", unit=with_rules, lost=lost)


# --- Named rules ---


def _rule(it: Saying) -> Iterator[str]:
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


def _sets(it: Saying) -> tuple[str, bool]:
    """The sets of digits that a cage or another rule can hold by the cells that are named; empty if there are many.

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
    sets = RULES[part.rule].sets if part.rule in RULES else None
    return sets(count, size) if sets else ()


def _can_hold(masks: Sequence[int], digits: int) -> bool:
    """Whether cells can hold a set of as many digits, each once."""
    left = {digits}
    for mask in sorted(masks, key=int.bit_count):
        left = {rest & ~digit for rest in left for digit in _bits(rest & mask)}
    return bool(left)


def _bits(mask: int) -> Iterator[int]:
    return (1 << (digit - 1) for digit in digits_of(mask))


def _needed(it: Saying) -> Iterator[str]:
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


def _unit_sum(it: Saying) -> Iterator[str]:
    facts, count, units = it.facts, len(it.facts["units"]), it.units()
    size = it.step.board.size
    parts = [it.step.board.parts[number] for number in facts["others"]]
    known = {
        "Units": capital(units),
        "units": units,
        "total": count * size * (size + 1) // 2,
        "part": sum(part.total for part in parts),
    }
    name = f"units_add_{'one' if count == 1 else 'many'}"
    firsts = [it.cell(part.cells[0]) for part in parts]
    with_totals = (it.say("cage_at", total=part.total, cell=cell) for part, cell in zip(parts, firsts, strict=True))
    of_cages = f"cages_{'one' if len(parts) == 1 else 'many'}"
    comma = it.words.tables["lists"]["comma"]
    cages = [
        it.say(of_cages, cages=it.words.listed(with_totals)),
        it.say(of_cages, cages=it.words.listed(firsts)),
        *(
            it.say("cages_some", count=len(parts), cages=comma.join(firsts[:some]))
            for some in range(len(parts) - 1, 0, -1)
        ),
    ]
    for lost in (it.lost, it.few):
        for each, sums in product(cages, _sums(it)):
            yield it.say(name, **known, cages=each, sum=sums, lost=lost)


def _sums(it: Saying) -> Iterator[str]:
    """The sum that is left, with the cells whose digits count in it."""
    known = it.apart(_sum(it))
    if filled := _filled_in_sum(it):
        yield it.say("with_digits", cells=it.cells(filled), sum=known)
        yield it.say("with_digits_there", sum=known)
    else:
        yield known


def _sum(it: Saying) -> str:
    """Cells that add up to a number, or to other cells and one; the number is never below 0."""
    plus, minus = ([it.cell(cell) for cell in it.facts[name]] for name in ("cells", "minus"))
    total: int = it.facts["total"]
    if total < 0 or not plus:
        plus, minus, total = minus, plus, -total
    if len(plus) == len(minus) == 1 and total:
        return it.say("more", cell=plus[0], other=minus[0], count=total)
    right = [*minus, str(total)] if total or not minus else minus
    return f"{' + '.join(plus)} = {' + '.join(right)}"


def _filled_in_sum(it: Saying) -> list[int]:
    """The filled cells of the units that are in none of the cages, and those of the cages outside the units."""
    inside = {cell for unit in it.step.units() for cell in unit.cells}
    caged = {cell for number in it.facts["others"] for cell in it.step.board.parts[number].cells}
    return sorted(cell for cell in inside ^ caged if it.facts["filled"][cell])


def _all_rules(it: Saying) -> Iterator[str]:
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
    **dict.fromkeys(("turbot-fish", "x-chain", "xy-wing", "xy-chain", "aic"), chain),
    **dict.fromkeys(("contradiction-chain", "contradiction-net"), contradiction),
    "ways-to-fill-a-unit": _ways_in_unit,
    "law-of-leftovers": _leftovers,
    "finned-fish": _finned,
    "all-rules": _all_rules,
}
