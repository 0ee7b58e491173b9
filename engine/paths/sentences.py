"""A step as a sentence: first the reason, then what follows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from board_catalogue.engine.paths.explanations import Link, Part, fish_lines, places_of, unit_holds, units_meet
from board_catalogue.engine.shape import DIGITS, Shape, cell_name

Placement = tuple[int, int] | None
Eliminations = tuple[tuple[int, int], ...]


def result_text(placement: Placement, eliminations: Eliminations, shape: Shape) -> str:
    """Return the result, after a comma: the digit of a cell, or the candidates that go."""
    if placement is not None:
        return f", so {cells_text([placement[0]], shape)} is {DIGITS[placement[1]]}"
    digits_of: dict[tuple[int, ...], list[str]] = {}
    for digit in sorted({digit for _, digit in eliminations}):
        digits_of.setdefault(tuple(cell for cell, own in eliminations if own == digit), []).append(DIGITS[digit])
    parts = [f"{listed(digits)} from {cells_text(cells, shape)}" for cells, digits in digits_of.items()]
    first = next(iter(digits_of.values()))
    parts[0] = parts[0].replace(" from", f" {'is' if len(first) == 1 else 'are'} removed from")
    return f", so {clauses(parts)}"


def digits_text(digits: Iterable[int]) -> str:
    """Such as "1, 2 and 3"."""
    return listed(DIGITS[digit] for digit in digits)


def cells_text(cells: Iterable[int], shape: Shape, conjunction: str = "and") -> str:
    """Such as "r1c1 and r1c2"."""
    return listed((cell_name(*divmod(cell, shape.size)) for cell in cells), conjunction)


def clauses(parts: list[str]) -> str:
    """Clauses in a row, with an "and" before the last."""
    *first, last = parts
    return f"{', '.join(first)}, and {last}" if first else last


def listed(words: Iterable[str], conjunction: str = "and") -> str:
    """Words in a row, with a conjunction before the last."""
    *first, last = list(words) or [""]
    return f"{', '.join(first)} {conjunction} {last}" if first else last


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
) -> str:
    """Explain a step in one sentence: the arguments are the fields of `Step` (`explanations`) and the board's shape.

    A chain of one branch names every link; `branch_lines` names the links of others. Digits above 9 are letters, as in
    drawings.

    ValueError for an unknown technique.
    """
    where, what, unit = cells_text(cells, shape), digits_text(digits), units[0] if units else ""
    result = result_text(placement, eliminations, shape)
    match technique:
        case "last-value":
            cell, digit = _placed(placement)
            text = f"{cells_text([cell], shape)} is the last empty cell of {unit}, so it is {DIGITS[digit]}"
        case "hidden-single-block" | "hidden-single-line":
            text = f"In {unit}, {_only_place(placement, shape)}"
        case "naked-single":
            cell, digit = _placed(placement)
            text = f"The only candidate of {cells_text([cell], shape)} is {DIGITS[digit]}"
        case "direct-pointing" | "direct-claiming":
            *both, other = sorted(units, key=lambda unit: not unit_holds(unit, cells, shape))
            inner, outer = sorted(both, key=lambda unit: units_meet(unit, other, shape))
            text = f"In {inner}, {what} can only be in {outer}, so in {other}, {_only_place(placement, shape)}"
        case "pointing" | "claiming":
            inner, outer = sorted(units, key=lambda unit: unit_holds(unit, [eliminations[0][0]], shape))
            text = f"In {inner}, {what} can only be in {outer}{result}"
        case "direct-hidden-pair" | "direct-hidden-triplet":
            text = f"In {unit}, {what} can only be in {where}, so {_only_place(placement, shape)}"
        case "hidden-pair" | "hidden-triplet" | "hidden-quad":
            text = f"In {unit}, {what} can only be in {where}{result}"
        case "naked-pair" | "naked-triplet" | "naked-quad":
            text = f"In {unit}, {where} have only the candidates {what}{result}"
        case "x-wing" | "swordfish" | "jellyfish":
            lines, crossing = fish_lines(units, eliminations, shape)
            text = f"In {_lines(lines)}, {what} can only be in {_lines(crossing)}{result}"
        case "xy-wing" | "xyz-wing":
            text = f"{_wing(technique, parts, shape)} must be {what}{result}"
        case "unique-rectangle" | "unique-loop":
            text = f"If {where} had only the candidates {what}, they could be filled in two ways{result}"
        case "bug-1" | "bug-2" | "bug-3" | "bug-4":
            text = f"Without {what} in {where}, all empty cells could be filled in two ways{result}"
        case "aligned-pair-exclusion" | "aligned-triplet-exclusion":
            text = f"Every way to fill {where} leaves out some of their candidates{result}"
        case "x-cycle" | "y-cycle" | "xy-cycle":
            ((start, *links_on),) = chains
            text = f"If {_literal(start, shape)}, then {_then(links_on, shape)}: a closed chain, true both ways{result}"
        case "x-chain" | "forcing-chain":
            ((start, *links_on),) = chains
            text = f"If {_literal(start, shape)}, then {_then(links_on, shape)}{result}"
        case "nishio":
            text = f"If {where} were {what}, the places left for {what} would contradict each other{result}"
        case (
            "cell-chains"
            | "region-chains"
            | "dynamic-chains"
            | "dynamic-chains-plus"
            | "nested-chains"
            | "nested-multiple-chains"
            | "nested-dynamic-chains"
            | "twice-nested-chains"
        ):
            text = f"{_branches(cells, digits, units, placement, eliminations, shape)}{result}"
        case _:
            raise ValueError(f"no sentence for a technique {technique!r}")
    return f"{text}{f' ({links} links)' if links else ''}."


def _branches(
    cells: tuple[int, ...],
    digits: tuple[int, ...],
    units: tuple[str, ...],
    placement: Placement,
    eliminations: Eliminations,
    shape: Shape,
) -> str:
    """The assumptions that chains start from: the places in a unit, the candidates of a cell, or one candidate."""
    where, what = cells_text(cells, shape), digits_text(digits)
    if units:
        return f"In {units[0]}, every place for {what} leads to the same conclusion"
    if len(digits) > 1:
        return f"Every candidate of {where} leads to the same conclusion"
    start = (cells[0], digits[0])
    if start == placement:
        return f"If {where} were not {what}, a contradiction would follow"
    if start in eliminations:
        return f"If {where} were {what}, a contradiction would follow"
    return f"Whether {where} is {what} or not, the same conclusion follows"


class LinkText(NamedTuple):
    """A link in words: what follows, why, and the branches of the chain within the chain, if that is why."""

    text: str
    nested: tuple[BranchText, ...]


class BranchText(NamedTuple):
    """A branch in words: the question that it answers, and its links, numbered from 2 in this order."""

    question: str
    links: tuple[LinkText, ...]


def branch_texts(step_chains: tuple[tuple[Link, ...], ...], shape: Shape) -> tuple[BranchText, ...]:
    """Explain the branches of a chain, and of those nested in it. A link names others by their numbers in a branch."""
    return tuple(
        BranchText(
            f"Branch {number} of {len(step_chains)}: what if {_literal(branch[0], shape)}?",
            tuple(
                LinkText(
                    f"{_literal(link, shape)}: {_reason(link)}",
                    branch_texts(link.nested.branches, shape) if link.nested else (),
                )
                for link in branch[1:]
            ),
        )
        for number, branch in enumerate(step_chains, 1)
    )


def branch_lines(step_chains: tuple[tuple[Link, ...], ...], shape: Shape) -> Iterator[str]:
    """The branches of a chain, a line for each link. Chains within the chain are folded to one line."""
    for branch in branch_texts(step_chains, shape):
        yield branch.question
        for place, link in enumerate(branch.links, 2):
            yield f"{place:3}  {link.text}"


def _reason(link: Link) -> str:
    """Why a link holds, with the numbers of those that it follows from."""
    before = listed(str(place + 1) for place in sorted(link.after))
    if link.nested:
        return f"a chain of {link.nested.links} links, after {before}"
    if link.kind in ("weak", "strong"):
        where = "its cell" if link.unit == "cell" else link.unit
        return f"{'the last in' if link.holds else 'not again in'} {where}, after {before}"
    if link.kind == "als":
        return f"the set is locked, after {before}"
    return f"{link.kind}, after {before}"


def _then(links: Iterable[Link], shape: Shape) -> str:
    return clauses([_literal(link, shape) for link in links])


def _literal(link: Link, shape: Shape) -> str:
    first, *others = places_of(link)
    if others:
        return f"{DIGITS[link.digit]} is {'' if link.holds else 'not '}in {cells_text([first, *others], shape, 'or')}"
    return f"{cells_text([first], shape)} {'is' if link.holds else 'is not'} {DIGITS[link.digit]}"


def _wing(technique: str, parts: tuple[Part, ...], shape: Shape) -> str:
    """The cells of which one must take the shared digit."""
    pivot, *pincers = (part.cells[0] for part in parts)
    either = "it or " if technique == "xyz-wing" else ""
    return (
        f"Whatever the pivot {cells_text([pivot], shape)} is, {either}one of the pincers {cells_text(pincers, shape)}"
    )


def _only_place(placement: Placement, shape: Shape) -> str:
    cell, digit = _placed(placement)
    return f"{DIGITS[digit]} can only be in {cells_text([cell], shape)}"


def _placed(placement: Placement) -> tuple[int, int]:
    assert placement is not None  # every technique that asks for it places a digit
    return placement


def _lines(lines: list[str]) -> str:
    """Such as "rows 1 and 9"."""
    return f"{lines[0].split()[0]}s {listed(line.split()[1] for line in lines)}"
