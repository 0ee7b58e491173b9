"""A step as a sentence in a language: first the reason, then what follows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..shape import DIGITS, Shape
from ..words import ENGLISH, Words, words_in
from .explanations import Link, Part, fish_lines, places_of, unit_holds, units_meet

Placement = tuple[int, int] | None
Eliminations = tuple[tuple[int, int], ...]


def with_result(words: Words, reason: str, placement: Placement, eliminations: Eliminations, shape: Shape) -> str:
    """Return a reason with what follows: the digit of a cell, or the candidates that go."""
    return words.say("results", "so", reason=reason, result=_result(words, placement, eliminations, shape))


def _result(words: Words, placement: Placement, eliminations: Eliminations, shape: Shape) -> str:
    if placement is not None:
        cell, digit = placement
        return words.say("results", "placed", cell=words.cells([cell], shape), digit=DIGITS[digit])
    digits_of: dict[tuple[int, ...], list[int]] = {}
    for digit in sorted({digit for _, digit in eliminations}):
        digits_of.setdefault(tuple(cell for cell, own in eliminations if own == digit), []).append(digit)
    parts: list[str] = []
    for cells, digits in digits_of.items():
        name = "removed_too" if parts else "removed_one" if len(digits) == 1 else "removed_many"
        parts.append(words.say("results", name, digits=words.digits(digits), cells=words.cells(cells, shape)))
    return words.listed(parts, "clauses")


def sentence_of(
    technique: str,
    cells: tuple[int, ...],
    digits: tuple[int, ...],
    units: tuple[str, ...],
    links: int,
    placement: Placement,
    eliminations: Eliminations,
    parts: tuple[Part, ...],
    chains: tuple[tuple[Link, ...], ...],
    shape: Shape,
    language: str = ENGLISH,
) -> str:
    """Explain a step in one sentence: the arguments are the fields of `Step` (`explanations`) and the board's shape.

    A chain of one branch names every link; `branch_lines` names the links of others. Digits above 9 are letters, as in
    drawings.

    ValueError for an unknown technique, and for a language that is not in `engine.LANGUAGES`.
    """
    words = words_in(language)
    text = _reason_of(words, technique, cells, digits, units, placement, eliminations, parts, chains, shape)
    if technique not in _ENDING_IN_A_PLACE:
        text = with_result(words, text, placement, eliminations, shape)
    return words.say("results", "sentence_of_links" if links else "sentence", text=text, links=links)


_ENDING_IN_A_PLACE = frozenset(
    {
        "last-value",
        "naked-single",
        "hidden-single-block",
        "hidden-single-line",
        "direct-pointing",
        "direct-claiming",
        "direct-hidden-pair",
        "direct-hidden-triplet",
    }
)
"""Techniques whose reason says the digit and its cell, so that nothing follows."""


def _reason_of(
    words: Words,
    technique: str,
    cells: tuple[int, ...],
    digits: tuple[int, ...],
    units: tuple[str, ...],
    placement: Placement,
    eliminations: Eliminations,
    parts: tuple[Part, ...],
    chains: tuple[tuple[Link, ...], ...],
    shape: Shape,
) -> str:
    """The reason of a step, without what follows."""
    what, where = words.digits(digits), words.cells(cells, shape)
    unit = words.unit(units[0]) if units else ""
    placed = {"cell": words.cells([placement[0]], shape), "digit": DIGITS[placement[1]]} if placement else {}
    match technique:
        case "last-value":
            return words.say("reasons", "last_value", unit=unit, **placed)
        case "hidden-single-block" | "hidden-single-line":
            return words.say("reasons", "only_in_cells", unit=unit, digits=placed["digit"], cells=placed["cell"])
        case "naked-single":
            return words.say("reasons", "only_candidate", **placed)
        case "direct-pointing" | "direct-claiming":
            *both, other = sorted(units, key=lambda unit: not unit_holds(unit, cells, shape))
            inner, outer = map(words.unit, sorted(both, key=lambda unit: units_meet(unit, other, shape)))
            beside = words.unit(other)
            return words.say("reasons", "direct_locked", unit=inner, digits=what, units=outer, other=beside, **placed)
        case "pointing" | "claiming":
            inner, outer = sorted(units, key=lambda unit: unit_holds(unit, [eliminations[0][0]], shape))
            return words.say("reasons", "only_in_units", unit=words.unit(inner), digits=what, units=words.unit(outer))
        case "direct-hidden-pair" | "direct-hidden-triplet":
            return words.say("reasons", "direct_hidden", unit=unit, digits=what, cells=where, **placed)
        case "hidden-pair" | "hidden-triplet" | "hidden-quad":
            return words.say("reasons", "only_in_cells", unit=unit, digits=what, cells=where)
        case "naked-pair" | "naked-triplet" | "naked-quad":
            return words.say("reasons", "only_candidates", unit=unit, digits=what, cells=where)
        case "x-wing" | "swordfish" | "jellyfish":
            lines, crossing = map(words.units, fish_lines(units, eliminations, shape))
            return words.say("reasons", "only_in_units", unit=lines, digits=what, units=crossing)
        case "xy-wing" | "xyz-wing":
            pivot, *pincers = (part.cells[0] for part in parts)
            middle, ends = words.cells([pivot], shape), words.cells(pincers, shape)
            return words.say("reasons", technique.replace("-", "_"), pivot=middle, pincers=ends, digit=what)
        case "unique-rectangle" | "unique-loop":
            return words.say("reasons", "two_ways", cells=where, digits=what)
        case "bug-1" | "bug-2" | "bug-3" | "bug-4":
            return words.say("reasons", "bug", cells=where, digits=what)
        case "aligned-pair-exclusion" | "aligned-triplet-exclusion":
            return words.say("reasons", "exclusion", cells=where)
        case "x-cycle" | "y-cycle" | "xy-cycle":
            return chain_text(words, "cycle", chains[0], shape)
        case "x-chain" | "forcing-chain":
            return chain_text(words, "follows", chains[0], shape)
        case "nishio":
            return words.say("chains", "nishio", cell=where, digit=what)
        case _ if technique in _OF_BRANCHES:
            return _branches(words, cells, digits, units, placement, eliminations, shape)
    raise ValueError(f"no sentence for a technique {technique!r}")


_OF_BRANCHES = frozenset(
    {
        "cell-chains",
        "region-chains",
        "dynamic-chains",
        "dynamic-chains-plus",
        "nested-chains",
        "nested-multiple-chains",
        "nested-dynamic-chains",
        "twice-nested-chains",
    }
)


def _branches(
    words: Words,
    cells: tuple[int, ...],
    digits: tuple[int, ...],
    units: tuple[str, ...],
    placement: Placement,
    eliminations: Eliminations,
    shape: Shape,
) -> str:
    """The assumptions that chains start from: the places in a unit, the candidates of a cell, or one candidate."""
    where, what = words.cells(cells, shape), words.digits(digits)
    if units:
        return words.say("chains", "every_place", unit=words.unit(units[0]), digit=what)
    if len(digits) > 1:
        return words.say("chains", "every_candidate", cell=where)
    start = (cells[0], digits[0])
    name = "if_not" if start == placement else "if_so" if start in eliminations else "either_way"
    return words.say("chains", name, cell=where, digit=what)


# --- Chains ----------------------------------------------------------------------------------------------------------


def chain_text(words: Words, name: str, branch: Iterable[Link], shape: Shape) -> str:
    """The links of one branch in a sentence, such as `follows` of the table of chains."""
    start, *links = (link_text(words, link, shape) for link in branch)
    return words.say("chains", name, start=start, links=words.listed(links, "clauses"))


def link_text(words: Words, link: Link, shape: Shape) -> str:
    """A link in words: a cell, or one of several cells, holds a digit or does not."""
    cells, digit = places_of(link), DIGITS[link.digit]
    if len(cells) == 1:
        return words.say("chains", "is" if link.holds else "is_not", cell=words.cells(cells, shape), digit=digit)
    name = "in_one_of" if link.holds else "in_none_of"
    return words.say("chains", name, cells=words.cells(cells, shape, "or"), digit=digit)


class LinkText(NamedTuple):
    """A link in words: what follows, why, and the branches of the chain within the chain, if that is why."""

    text: str
    nested: tuple[BranchText, ...]


class BranchText(NamedTuple):
    """A branch in words: the question that it answers, and its links, numbered from 2 in this order."""

    question: str
    links: tuple[LinkText, ...]


def branch_texts(
    step_chains: tuple[tuple[Link, ...], ...], shape: Shape, language: str = ENGLISH
) -> tuple[BranchText, ...]:
    """Explain the branches of a chain, and of those nested in it. A link names others by their numbers in a branch."""
    words, count = words_in(language), len(step_chains)
    return tuple(
        BranchText(
            words.say("chains", "branch", number=number, count=count, start=link_text(words, branch[0], shape)),
            tuple(
                LinkText(
                    words.say("chains", "link", link=link_text(words, link, shape), reason=_reason(words, link)),
                    branch_texts(link.nested.branches, shape, language) if link.nested else (),
                )
                for link in branch[1:]
            ),
        )
        for number, branch in enumerate(step_chains, 1)
    )


def branch_lines(step_chains: tuple[tuple[Link, ...], ...], shape: Shape, language: str = ENGLISH) -> Iterator[str]:
    """The branches of a chain, a line for each link. Chains within the chain are folded to one line."""
    for branch in branch_texts(step_chains, shape, language):
        yield branch.question
        for place, link in enumerate(branch.links, 2):
            yield f"{place:3}  {link.text}"


def _reason(words: Words, link: Link) -> str:
    """Why a link holds, with the numbers of those that it follows from."""
    before = words.listed(str(place + 1) for place in sorted(link.after))
    if link.nested:
        return words.say("chains", "nested", links=link.nested.links, links_before=before)
    if link.kind in ("weak", "strong"):
        name = "last_in" if link.holds else "not_in"
        if link.unit == "cell":
            return words.say("chains", f"{name}_cell", links_before=before)
        return words.say("chains", f"{name}_unit", unit=words.unit(link.unit), links_before=before)
    if link.kind == "als":
        return words.say("chains", "locked_set", links_before=before)
    return words.say("chains", "technique", technique=words.technique_or_rule(link.kind), links_before=before)
