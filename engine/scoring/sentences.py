"""A step of `engine.solving_steps` as a sentence: first the reason, then what follows."""

from __future__ import annotations

from collections.abc import Sequence

from board_catalogue.engine.paths.explanations import Link, Part
from board_catalogue.engine.paths.sentences import (
    Eliminations,
    Placement,
    cells_text,
    clauses,
    digits_text,
    listed,
    result_text,
)
from board_catalogue.engine.scoring.chains import StepFacts, is_fish
from board_catalogue.engine.shape import Shape

_SHAPE = Shape.of(9)


def sentence_of(
    technique: str,
    facts: StepFacts,
    units: tuple[str, ...],
    placement: Placement,
    eliminations: Eliminations,
    parts: tuple[Part, ...],
    chains: tuple[tuple[Link, ...], ...],
) -> str:
    """Explain a step: the arguments are its facts and the fields of `engine.SolvingStep`."""
    result = result_text(placement, eliminations, _SHAPE)
    if is_fish(technique):
        return f"{_fish(parts)}{_further(technique, chains)}{result}."
    if chains:
        return f"{_chain(technique, facts, placement, eliminations, chains)}{result}."
    return f"{_pattern(technique, facts, units, placement, parts)}{result}."


def single_sentence(technique: str, units: tuple[str, ...], placement: Placement) -> str:
    """Explain a step that fills a cell and needs no pattern; the unit is the one that makes it single."""
    return f"{_reason_of_single(technique, units, placement)}{result_text(placement, (), _SHAPE)}."


def _reason_of_single(technique: str, units: tuple[str, ...], placement: Placement) -> str:
    if technique == "naked-single":
        return f"{_placed_cell(placement)} has one candidate left"
    if technique == "full-house":
        return f"{_placed_cell(placement)} is the last empty cell of {units[0]}"
    return f"In {units[0]}, {_placed_digit(placement)} has no other place"


def _pattern(
    technique: str, facts: StepFacts, units: tuple[str, ...], placement: Placement, parts: tuple[Part, ...]
) -> str:
    where, what, unit = _cells(facts.cells), digits_text(facts.digits), units[0] if units else ""
    match technique:
        case "full-house" | "naked-single" | "hidden-single":
            return _reason_of_single(technique, units, placement)
        case "brute-force":
            return "No technique applies, and the solution fills a cell"
        case "pointing" | "claiming":
            inner, outer = units
            return f"In {inner}, {what} can only be in {outer}"
        case "locked-pair" | "locked-triple":
            return f"In {listed(units)}, {where} have only the candidates {what}"
        case "naked-pair" | "naked-triple" | "naked-quadruple":
            return f"In {unit}, {where} have only the candidates {what}"
        case "hidden-pair" | "hidden-triple" | "hidden-quadruple":
            return f"In {unit}, {what} can only be in {where}"
        case "bug-plus-1":
            return f"Without {what} in {where}, all empty cells could be filled in two ways"
        case "skyscraper" | "two-string-kite":
            return _two_strong(parts, what)
        case "empty-rectangle":
            places, strong = parts
            lines = listed(units[1:3])
            return (
                f"In {places.units[0]}, {what} can only be in {lines}, and in {strong.units[0]} only in"
                f" {_cells(strong.cells)}"
            )
        case "w-wing":
            first, second, strong = parts
            pair, (linked,) = _cells((*first.cells, *second.cells)), strong.digits
            return (
                f"{pair} have only the candidates {digits_text(first.digits)}, and {linked} must be in"
                f" {_cells(strong.cells, 'or')}, so one of the two is {facts.digits[0]}"
            )
        case "xy-wing" | "xyz-wing":
            pivot, *pincers = parts
            either = "it or " if technique == "xyz-wing" else ""
            others = _cells(cell for part in pincers for cell in part.cells)
            return f"Whatever the pivot {_cells(pivot.cells)} is, {either}one of {others} must be {facts.digits[0]}"
        case "sue-de-coq":
            crossing, of_line, of_block = parts
            together = sorted({*crossing.cells, *of_line.cells, *of_block.cells})
            beside = [f"{_cells(part.cells)} of {part.units[0]}" for part in (of_line, of_block)]
            return f"{_cells(crossing.cells)}, {listed(beside)} hold {len(together)} digits in {len(together)} cells"
        case "death-blossom":
            _stem, *sets = parts
            locked = clauses(
                [f"if it is {digit}, {_cells(part.cells)}" for digit, part in zip(facts.digits, sets, strict=True)]
            )
            return f"Whatever {where} is, it locks a set of cells: {locked}"
        case _ if technique.startswith("als-"):
            return _sets(parts)
        case _ if technique.startswith(("simple-colors", "multi-colors")):
            return _colors(technique, what, parts)
        case _ if technique.startswith(("uniqueness", "hidden-rectangle", "avoidable")):
            return _rectangle(technique, where, what, parts)
    raise ValueError(f"no sentence for a technique {technique!r}")


def _placed_cell(placement: Placement) -> str:
    assert placement is not None
    return _cells([placement[0]])


def _placed_digit(placement: Placement) -> str:
    assert placement is not None
    return digits_text([placement[1]])


def _cells(cells: object, joined: str = "and") -> str:
    text = cells_text(cells, _SHAPE)  # type: ignore[arg-type]
    return text if joined == "and" else text.replace(" and ", f" {joined} ")


def _fish(parts: tuple[Part, ...]) -> str:
    base, cover, *fins = parts
    what = digits_text(base.digits)
    text = f"In {listed(base.units)}, {what} can only be in {listed(cover.units)}"
    outside = [part.cells for part in fins if part.role == "fin"]
    twice = [part.cells for part in fins if part.role == "endo-fin"]
    if outside:
        text += f", or in {'a fin' if len(outside[0]) == 1 else 'one of the fins'} {_cells(outside[0], 'or')}"
    if twice:
        text += f", unless it is in {_cells(twice[0], 'or')}, which two of these units share"
    return text


def _further(technique: str, chains: tuple[tuple[Link, ...], ...]) -> str:
    """The start of the chains of a kraken fish."""
    if not chains:
        return ""
    starts = _cells((branch[0].cell for branch in chains), "or")
    what = digits_text([chains[0][0].digit])
    if technique == "kraken-fish-1":
        return f", and if {starts} is {what}, the same follows"
    return f", so {starts} is {what}, and the same follows from each"


def _two_strong(parts: tuple[Part, ...], what: str) -> str:
    first, second = parts
    ends = _cells((first.cells[1], second.cells[1]))
    tips = _cells((first.cells[0], second.cells[0]))
    return (
        f"In {first.units[0]} and in {second.units[0]}, {what} has two places each, of which {ends} see each other, so"
        f" one of {tips} is {what}"
    )


def _sets(parts: tuple[Part, ...]) -> str:
    sets = [part for part in parts if part.role == "set"]
    common = [part for part in parts if part.role == "common"]
    named = clauses(
        [
            f"{_cells(part.cells)} {'has' if len(part.cells) == 1 else 'have'} {digits_text(part.digits)}"
            for part in sets
        ]
    )
    shared = digits_text(dict.fromkeys(part.digits[0] for part in common))
    if len(sets) == 2:
        return f"{named}: one candidate more than cells each, and only one of the two can hold {shared}"
    return (
        f"{named}: one candidate more than cells each, and each shares a digit with the next that only one can hold"
        f" ({shared})"
    )


def _colors(technique: str, what: str, parts: tuple[Part, ...]) -> str:
    pairs = [f"either {_cells(a.cells)} or {_cells(b.cells)}" for a, b in zip(parts[::2], parts[1::2], strict=True)]
    both = f"{what} is in {clauses(pairs)}"
    match technique:
        case "simple-colors-trap":
            return f"{both}"
        case "simple-colors-wrap":
            return f"{both}, and in one of these colours two cells see each other"
        case "multi-colors-1":
            return f"{both}, and two of these colours see each other, so one of the two others is true"
        case _:
            return f"{both}, and one colour sees both of the other pair"


def _rectangle(technique: str, where: str, what: str, parts: tuple[Part, ...]) -> str:
    if technique.startswith("avoidable"):
        return f"If {where} held only {what}, they could be filled in two ways, as none of them is a clue"
    text = f"If {where} had only the candidates {what}, they could be filled in two ways"
    extras = [part for part in parts if part.role == "extra"]
    sets = [part for part in parts if part.role == "set"]
    match technique:
        case "uniqueness-2" | "uniqueness-5":
            cells = _cells((cell for part in extras for cell in part.cells), "or")
            return f"{text}, so {cells} is {digits_text(extras[0].digits)}"
        case "uniqueness-3":
            return f"{text}, so their further candidates are locked with those of {_cells(sets[0].cells)}"
        case "uniqueness-4" | "uniqueness-6" | "hidden-rectangle":
            return f"{text}, and one of the two digits has no other places in its units"
    return text


def _chain(
    technique: str,
    facts: StepFacts,
    placement: Placement,
    eliminations: Eliminations,
    chains: tuple[tuple[Link, ...], ...],
) -> str:
    if technique.startswith("forcing"):
        return _forcing(technique, placement, chains)
    if technique == "remote-pair":
        cells = list(dict.fromkeys(link.cell for link in chains[0]))
        return f"{_cells(cells)} alternate between {digits_text(sorted(facts.digits))}"
    start, *rest = chains[0]
    text = f"If {_link(start)}, then {clauses([_link(link) for link in rest])}"
    match technique:
        case "continuous-nice-loop" | "grouped-continuous-nice-loop":
            return f"{text}: the chain closes and is true both ways round"
        case "discontinuous-nice-loop" | "grouped-discontinuous-nice-loop":
            return text
    return f"{text}: one of the two ends is true"


def _forcing(technique: str, placement: Placement, chains: tuple[tuple[Link, ...], ...]) -> str:
    starts = list(dict.fromkeys(_link(branch[0]) for branch in chains))
    if technique.endswith("contradiction"):
        ends = list(dict.fromkeys(_link(branch[-1]) for branch in chains))
        return f"If {starts[0]}, then {clauses(ends)}, which is impossible"
    return f"Whether {clauses(starts).replace(', and ', ' or ').replace(', ', ' or ')}, the same follows"


def _link(link: Link) -> str:
    cells: Sequence[int] = getattr(link, "cells", ()) or (link.cell,)
    return f"{_cells(cells, 'or')} {'is' if link.holds else 'is not'} {digits_text([link.digit])}"
