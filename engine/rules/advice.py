"""Advice for players of variants: which rules their digits break, and which rule leads to the next digit.

A step keeps the candidates that some filling of its cells has, by one house or named rule alone, or else by two that
share cells, or else by a house with all the marks that meet it. If none of these removes a candidate, a cell follows
from all rules together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from board_catalogue.engine.rules.geometry import Cells, columns, rows
from board_catalogue.engine.rules.model import AnyOf, Constraint, House, Mask, Relation, Rules
from board_catalogue.engine.rules.named.rule import Use
from board_catalogue.engine.rules.solving import solve_ruled, true_candidates_ruled
from board_catalogue.engine.rules.variant import Variant, constraints_of
from board_catalogue.engine.shape import DIGITS, cell_name


class Part(NamedTuple):
    """A house or a named rule by itself, or several together."""

    name: str
    """For people, such as "cage 15 of r1c1"."""
    rule: str
    """The name of the rule; "row", "column" or "region" for a house of those."""
    cells: Cells
    constraints: tuple[Constraint, ...]
    is_full: bool
    """Whether it is a house with every digit."""
    parts: tuple[Part, ...] = ()
    """Those that are taken together."""


class Advice(NamedTuple):
    """A sentence, the cells that it is about, and what a step places or removes."""

    words: str
    cells: Cells
    placed: tuple[int, int] | None = None
    """The cell and its digit."""
    removed: tuple[tuple[int, int], ...] = ()
    """Cells and the digits that go from them, bit d - 1 for digit d."""
    by: tuple[Part, ...] = ()
    """The houses and named rules that it rests on; none if a cell has one candidate."""
    candidates: tuple[int, ...] = ()
    """The candidates of each cell before a step, in the same way."""


HOUSE_NAMES = {"windoku": "window", "disjoint groups": "group"}
"""What the houses of a rule are called, if not as the rule."""


def check_position(variant: Variant, values: Sequence[int], candidates: Sequence[int] | None = None) -> None:
    """ValueError for a wrong number of cells, values that are no digits or 0, and candidates that are no masks."""
    size, cells = variant.size, variant.size**2
    if len(values) != cells or not all(0 <= value <= size for value in values):
        raise ValueError(f"values are not {cells} digits from 0 to {size}")
    if candidates is not None and (len(candidates) != cells or not all(0 <= mask < 1 << size for mask in candidates)):
        raise ValueError(f"candidates are not {cells} masks of {size} bits")


def conflicts_ruled(variant: Variant, values: Sequence[int]) -> list[Advice]:
    """Return the houses and named rules that no digits in the empty cells can satisfy, each by itself.

    `values` has a digit or 0 for each cell, the givens among them. Errors as in `check_position`.
    """
    check_position(variant, values)
    masks = _masks_of(variant, values)
    parts = _parts(variant)
    each = (_alone(variant.size, part, [masks[cell] for cell in part.cells]) for part in parts)
    rules, clues = zip(*each, strict=True)
    counts = solve_ruled(rules, clues, limit=1)[1].tolist()
    return [
        Advice(f"{_capital(part.name)} is broken.", part.cells, by=(part,))
        for part, count in zip(parts, counts, strict=True)
        if not count
    ]


def steps_to_next_digit(
    variant: Variant, values: Sequence[int], candidates: Sequence[int] | None = None
) -> list[Advice]:
    """Return the steps that lead to the next digit, the last of which places it.

    Those with the fewest cells come first. There are none if digits contradict each other, the board is full, or
    nothing follows because there are several solutions. `candidates` are masks of the digits that a player has left in
    each cell, 0 for no marks. Other arguments and errors as in `conflicts_ruled`.
    """
    masks, parts = _begun(variant, values, candidates)
    levels: list[Sequence[Part]] = [parts]
    settled: dict[int, tuple[int, ...]] = {}
    steps: list[Advice] = []
    while not (single := _single(variant, parts, values, masks)):
        step = next((found for level in levels if (found := _narrowed(variant, level, masks, settled))), None)
        if step:
            steps.append(step)
        elif len(levels) == 1:
            levels += _together_of(variant.with_givens(()))
        else:
            return _by_all_rules(variant, masks)
    return [*_needed(steps, single), single]


def possible_steps(variant: Variant, values: Sequence[int], candidates: Sequence[int] | None = None) -> list[Advice]:
    """Return what each house or named rule by itself removes or places now; arguments as in `steps_to_next_digit`."""
    masks, parts = _begun(variant, values, candidates)
    found = []
    for part in parts:
        if single := _single(variant, [part], values, masks, in_cells=False):
            found.append(single)
        if step := _narrowed(variant, [part], list(masks), {}):
            found.append(step)
    return [*found, *([single] if (single := _single(variant, [], values, masks)) else [])]


def _begun(variant: Variant, values: Sequence[int], candidates: Sequence[int] | None) -> tuple[list[int], list[Part]]:
    """The candidates of a position, and its parts, those with the fewest cells first."""
    check_position(variant, values, candidates)
    masks = _masks_of(variant, values)
    if candidates is not None:
        masks = [
            mask & (mask if value or not own else own)
            for mask, value, own in zip(masks, values, candidates, strict=True)
        ]
    parts = _parts_of(variant.with_givens(()))
    for part in parts:
        if part.is_full:
            _drop_placed(part, values, masks)
    return masks, parts


@lru_cache(maxsize=64)
def _parts_of(board: Variant) -> list[Part]:
    """The parts of a board without givens, those with the fewest cells first."""
    return sorted(_parts(board), key=lambda part: len(part.cells))


@lru_cache(maxsize=64)
def _together_of(board: Variant) -> tuple[list[Part], list[Part]]:
    """The parts of such a board that are taken together: two, and houses with their marks."""
    parts = _parts_of(board)
    return _pairs(parts), _with_marks(parts)


def _masks_of(variant: Variant, values: Sequence[int]) -> list[int]:
    every = (1 << variant.size) - 1
    return [1 << (value - 1) if value else every for value in values]


def _parts(variant: Variant) -> list[Part]:
    size = variant.size
    lines = (("row", rows(size)), ("column", columns(size)), ("region", variant.regions))
    parts = [
        Part(f"{kind} {number}", kind, cells, (House(cells),), len(cells) == size)
        for kind, houses in lines
        for number, cells in enumerate(houses, 1)
    ]
    counted: Counter[str] = Counter()
    for use in variant.uses:
        made = tuple(constraints_of(variant, use))
        value = f" {use.value}" if isinstance(use.value, int | str) else ""
        if not use.cells:  # of the whole board: every house and every pair by itself
            parts += _of_whole_board(use, made, size, counted)
        else:
            cells = _cells_of(made) or use.cells
            parts.append(Part(f"{use.rule}{value} of {_named(use.cells[:1], size)}", use.rule, cells, made, False))
    return parts


def _of_whole_board(use: Use, made: Sequence[Constraint], size: int, counted: Counter[str]) -> Iterator[Part]:
    """Every house of a rule with its number, as `engine.rules.rating.Houses` counts, and every other constraint."""
    for one in made:
        if isinstance(one, House):
            counted[use.rule] += 1
            name = f"{HOUSE_NAMES.get(use.rule, use.rule)} {counted[use.rule]}"
            yield Part(name, use.rule, one.cells, (one,), len(one.cells) == size)
        else:
            yield Part(use.rule, use.rule, _cells_of([one]), (one,), False)


def _cells_of(constraints: Sequence[Constraint]) -> Cells:
    found: set[int] = set()
    for one in constraints:
        match one:
            case Mask(cell, _):
                found.add(cell)
            case Relation(first, second, _):
                found.update((first, second))
            case AnyOf(alternatives):
                for alternative in alternatives:
                    found.update(_cells_of(alternative))
            case _:
                found.update(one.cells)
    return tuple(sorted(found))


def _alone(size: int, part: Part, masks: Sequence[int]) -> tuple[Rules, list[int]]:
    """The rules of a part with the candidates of its cells, and clues: any other cell has the digit 1."""
    clues = [1] * size**2
    held = []
    for cell, mask in zip(part.cells, masks, strict=True):
        clues[cell] = 0 if mask & (mask - 1) else mask.bit_length()
        if not clues[cell]:
            held.append(Mask(cell, mask))
    return Rules(size).with_constraints(*part.constraints, *held), clues


@lru_cache(maxsize=4096)  # each digit of a path is looked for from the first step on again
def _left(size: int, part: Part, masks: tuple[int, ...]) -> tuple[int, ...]:
    """The candidates of a part's cells that are part of some filling of them; all 0 if there is no filling."""
    found: list[int] = true_candidates_ruled(*_alone(size, part, masks))[0][list(part.cells)].tolist()
    return tuple(found)


def _drop_placed(part: Part, values: Sequence[int], masks: list[int]) -> None:
    """Remove the digits that a house has from its other cells, as players do before they think."""
    for cell in part.cells:
        if values[cell]:
            for other in part.cells:
                if other != cell:
                    masks[other] &= ~(1 << (values[cell] - 1))


def _single(
    variant: Variant, parts: Sequence[Part], values: Sequence[int], masks: Sequence[int], *, in_cells: bool = True
) -> Advice | None:
    """A digit that a house has one place for, or a cell with one candidate."""
    size = variant.size
    for part in parts:
        for digit in range(1, size + 1) if part.is_full else ():
            places = [cell for cell in part.cells if masks[cell] >> (digit - 1) & 1]
            if len(places) == 1 and not values[places[0]]:
                where = _named(places, size)
                words = f"In {part.name}, {DIGITS[digit]} can only be in {where}."
                return Advice(words, part.cells, (places[0], digit), (), (part,), tuple(masks))
    for cell, mask in enumerate(masks) if in_cells else ():
        if not values[cell] and mask.bit_count() == 1:
            digit = mask.bit_length()
            words = f"{_named([cell], size)} can only be {DIGITS[digit]}."
            return Advice(words, (cell,), (cell, digit), (), (), tuple(masks))
    return None


def _by_all_rules(variant: Variant, masks: Sequence[int]) -> list[Advice]:
    """The cell with the fewest candidates of those that have one digit in all solutions."""
    held = [Mask(cell, mask) for cell, mask in enumerate(masks)]
    found = true_candidates_ruled([variant.rules.with_constraints(*held)])[0].tolist()
    known = [cell for cell, digits in enumerate(found) if digits.bit_count() == 1 and masks[cell] != digits]
    if not known:
        return []
    cell = min(known, key=lambda cell: masks[cell].bit_count())
    digit = found[cell].bit_length()
    words = f"No small step leads on; all rules together leave {_named([cell], variant.size)} only {DIGITS[digit]}."
    whole = Part("all rules together", "all rules", (cell,), (), False)
    return [Advice(words, (cell,), (cell, digit), (), (whole,), tuple(masks))]


def _pairs(parts: Sequence[Part]) -> list[Part]:
    """Every two parts that share two cells or more, those of the fewest cells first."""
    found = [
        _together([one, other])
        for place, one in enumerate(parts)
        for other in parts[place + 1 :]
        if len(set(one.cells) & set(other.cells)) > 1
    ]
    return sorted(found, key=lambda part: len(part.cells))


def _with_marks(parts: Sequence[Part]) -> list[Part]:
    """Every house together with all the marks that meet it."""
    marks = [part for part in parts if not part.is_full]
    return [
        _together([house, *(mark for mark in marks if set(mark.cells) & set(house.cells))])
        for house in parts
        if house.is_full
    ]


def _together(parts: Sequence[Part]) -> Part:
    cells = tuple(sorted({cell for part in parts for cell in part.cells}))
    constraints = tuple(one for part in parts for one in part.constraints)
    few = " and ".join(part.name for part in parts)
    name = few if len(parts) < 3 else f"{parts[0].name} with the {len(parts) - 1} marks that meet it"
    return Part(name, " and ".join(dict.fromkeys(part.rule for part in parts)), cells, constraints, False, tuple(parts))


def _narrowed(
    variant: Variant, parts: Sequence[Part], masks: list[int], settled: dict[int, tuple[int, ...]]
) -> Advice | None:
    """Take the first part that removes candidates; None if none does, or one has no candidates left.

    `settled` has the candidates of each part's cells with which it removed none.
    """
    for part in parts:
        if not any(masks[cell] & (masks[cell] - 1) for cell in part.cells):
            continue  # every cell has one candidate
        before = tuple(masks[cell] for cell in part.cells)
        if settled.get(id(part)) == before:
            continue
        found = _left(variant.size, part, before)
        if not any(found):
            return None
        whole = tuple(masks)
        removed = tuple(
            (cell, gone) for cell, left in zip(part.cells, found, strict=True) if (gone := masks[cell] & ~left)
        )
        for cell, digits in removed:
            masks[cell] &= ~digits
        settled[id(part)] = tuple(masks[cell] for cell in part.cells)
        if removed:
            words = _removal(variant, part, removed, masks)
            return Advice(words, part.cells, None, removed, part.parts or (part,), whole)
    return None


def _removal(variant: Variant, part: Part, removed: Sequence[tuple[int, int]], masks: Sequence[int]) -> str:
    told = [f"{_named([cell], variant.size)} only {_digits(masks[cell])}" for cell, _ in removed[:3]]
    others = len(removed) - 3
    more = f", and fewer candidates in {others} more cell{'' if others == 1 else 's'}" if others > 0 else ""
    verb = "leave" if " and " in part.name else "leaves"
    return f"{_capital(part.name)} {verb} {', '.join(told)}{more}."


def _needed(steps: Sequence[Advice], last: Advice) -> list[Advice]:
    """The steps that the last one may rest on: they touch its cells, or those of a later step that is needed."""
    wanted, kept = set(last.cells), []
    for step in reversed(steps):
        if wanted & {cell for cell, _ in step.removed}:
            kept.append(step)
            wanted |= set(step.cells)
    return kept[::-1]


def _named(cells: Sequence[int], size: int) -> str:
    return ", ".join(cell_name(*divmod(cell, size)) for cell in cells)


def _digits(mask: int) -> str:
    names = [DIGITS[digit] for digit in range(1, mask.bit_length() + 1) if mask >> (digit - 1) & 1]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
