"""Sentences of chains: candidates that follow from each other link by link."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from .saying import Saying, Why, digits_in_words

_FIRST_KIND_OF_RULES = 3  # units of other kinds are rows, columns, and blocks or regions


def chain(it: Saying) -> Iterator[str]:
    """An alternating chain: each link with its unit, or the rule by which two cells see each other."""
    by = {tuple(sight[:2]): it.source(sight) for sight in it.facts["sights"] if _is_special(it, sight)}
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


def _is_special(it: Saying, sight: Sequence[int]) -> bool:
    """Whether two cells see each other by a rule, not by a row, column or block."""
    _cell, _other, unit, part = sight
    return part >= 0 or it.step.board.units[unit].kind >= _FIRST_KIND_OF_RULES


def contradiction(it: Saying) -> Iterator[str]:
    """A candidate, and the links from it to a contradiction."""
    (cell, digits, *_), *links = it.facts["links"]
    start = it.words.say("chains", "is", cell=it.cell(cell), digit=digits_in_words(it.words, digits))
    said = [*_links(it, cell, links)]
    yield it.say("contradiction", start=start, links=it.words.tables["lists"]["comma"].join(said), lost=it.lost)


_Of = tuple[int, int, bool, int, int, tuple[int, ...]]
"""A link as the kernels give it (`bind/steps.hpp`)."""


def _links(it: Saying, start: int, links: Sequence[_Of]) -> Iterator[str]:
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
    """Return the reason of a link and its number, and the link itself if no other one is joined with it."""
    cell, _mask, holds, reason, number, _after = link
    if cell < 0 or holds or reason == Why.CELL:
        return Why(reason), number, link
    return Why(reason), number, None


def _source_of(it: Saying, reason: Why, number: int) -> str:
    """The rule by which cells lose something, or the unit and how."""
    if reason == Why.PART:
        return it.words.unit(it.step.board.parts[number].name)
    unit = it.words.unit(it.step.board.units[number].name)
    if reason == Why.LOCKED:
        return it.say("all_places", unit=unit)
    return it.say("all_ways", unit=it.unit_with(number, _rules_in(it, number)))


def _rules_in(it: Saying, unit: int) -> list[int]:
    """The rules of the step that limit the ways to fill a unit."""
    cells = set(it.step.board.units[unit].cells)
    return [part for part in it.facts["others"] if len(cells & set(it.step.board.parts[part].cells)) > 1]


def _single_link(it: Saying, link: _Of) -> str:
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
    if reason == Why.UNIT:
        return it.say("no_place", unit=unit, digits=digits)
    return it.say("no_way_in_unit", unit=it.unit_with(number, _rules_in(it, number)))


def _seen_links(it: Saying, links: Sequence[_Of], known: set[int]) -> Iterator[str]:
    """Losses of cells that one cell sees; those that it sees by a rule come last, with the rule."""
    _cell, mask, _holds, _reason, holding, _after = links[0]
    if holding not in known:
        known.add(holding)
        yield it.words.say("chains", "is", cell=it.cell(holding), digit=digits_in_words(it.words, mask))
    sights = [sight for sight in it.facts["sights"] if sight[0] == holding and _is_special(it, sight)]
    rules = {sight[1]: it.source(sight) for sight in sights}
    groups: dict[str, list[int]] = {"": []}
    for cell, *_ in links:
        groups.setdefault(rules.get(cell, ""), []).append(cell)
    for rule, cells in groups.items():
        if cells:
            lost = _losses(it, cells, mask)
            yield it.say("lost_by", lost=lost, by=rule) if rule else lost


def _losses(it: Saying, cells: Sequence[int], mask: int) -> str:
    name = "cell_loses" if len(cells) == 1 else "cells_lose"
    return it.say(name, cells=it.cells(cells), digits=digits_in_words(it.words, mask))
