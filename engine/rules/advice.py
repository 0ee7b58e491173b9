"""Advice for players of variants: which rules their digits break, and which rule leads to the next digit.

A step keeps the candidates that some filling of its cells has, by one house or named rule alone, or else by two that
share cells, or else by a house with all the marks that meet it. If none of these removes a candidate, a cell follows
from all rules together.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.rules.geometry import Cells, columns, rows
from engine.rules.model import AnyOf, Constraint, House, Mask, Relation, Rules
from engine.rules.solving import solve_under, true_candidates
from engine.rules.variant import Variant, constraints_of
from engine.shape import DIGITS, cell_name


class Advice(NamedTuple):
    """A sentence, the cells that it is about, and the digit and the cell of a step that places one."""

    words: str
    cells: Cells
    placed: tuple[int, int] | None = None
    """The cell and its digit."""
    removed: tuple[tuple[int, int], ...] = ()
    """Cells and the digits that go from them, bit d - 1 for digit d."""


class _Part(NamedTuple):
    """A house or a named rule by itself."""

    name: str
    cells: Cells
    constraints: tuple[Constraint, ...]
    is_full: bool
    """Whether it is a house with every digit."""


def conflicts_under(variant: Variant, values: Sequence[int]) -> list[Advice]:
    """Return the houses and named rules that no digits in the empty cells can satisfy, each by itself.

    `values` has a digit or 0 for each cell, the givens among them. ValueError for a wrong number of cells or digits.
    """
    masks = _masks_of(variant, values)
    parts = _parts(variant)
    counts = solve_under([_alone(variant.size, part, masks) for part in parts], limit=1)[1].tolist()
    return [
        Advice(f"{_capital(part.name)} is broken.", part.cells)
        for part, count in zip(parts, counts, strict=True)
        if not count
    ]


def steps_to_next_digit(variant: Variant, values: Sequence[int]) -> list[Advice]:
    """Return the steps that lead to the next digit, the last of which places it.

    Those with the fewest cells come first. There are none if digits contradict each other, the board is full, or
    nothing follows because there are several solutions. Arguments and errors as in `conflicts_under`.
    """
    masks = _masks_of(variant, values)
    parts = sorted(_parts(variant), key=lambda part: len(part.cells))
    for part in parts:
        if part.is_full:
            _drop_placed(part, values, masks)
    levels: list[Sequence[_Part]] = [parts]
    settled: dict[int, tuple[int, ...]] = {}
    steps: list[Advice] = []
    while not (single := _single(variant, parts, values, masks)):
        step = next((found for level in levels if (found := _narrowed(variant, level, masks, settled))), None)
        if step:
            steps.append(step)
        elif len(levels) == 1:
            levels += [_pairs(parts), _with_marks(parts)]
        else:
            return _by_all_rules(variant, masks)
    return [*_needed(steps, single), single]


def _masks_of(variant: Variant, values: Sequence[int]) -> list[int]:
    if len(values) != variant.size**2 or not all(0 <= value <= variant.size for value in values):
        raise ValueError(f"values are not {variant.size**2} digits from 0 to {variant.size}")
    every = (1 << variant.size) - 1
    return [1 << (value - 1) if value else every for value in values]


def _parts(variant: Variant) -> list[_Part]:
    size = variant.size
    lines = [
        *((f"row {number}", line) for number, line in enumerate(rows(size), 1)),
        *((f"column {number}", line) for number, line in enumerate(columns(size), 1)),
        *((f"region {number}", region) for number, region in enumerate(variant.regions, 1)),
    ]
    parts = [_Part(name, cells, (House(cells),), len(cells) == size) for name, cells in lines]
    for use in variant.uses:
        made = tuple(constraints_of(variant, use))
        value = f" {use.value}" if isinstance(use.value, int | str) else ""
        if not use.cells:  # of the whole board: every house and every pair by itself
            parts += [
                _Part(f"{use.rule}{value}", _cells_of([one]), (one,), isinstance(one, House) and len(one.cells) == size)
                for one in made
            ]
        else:
            cells = _cells_of(made) or use.cells
            parts.append(_Part(f"{use.rule}{value} of {_named(use.cells[:1], size)}", cells, made, False))
    return parts


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


def _alone(size: int, part: _Part, masks: Sequence[int]) -> Rules:
    """The rules of a part with the candidates of its cells; any other cell has the digit 1."""
    of_part = set(part.cells)
    held = [Mask(cell, mask if cell in of_part else 1) for cell, mask in enumerate(masks)]
    return Rules(size).with_constraints(*part.constraints, *held)


def _drop_placed(part: _Part, values: Sequence[int], masks: list[int]) -> None:
    """Remove the digits that a house has from its other cells, as players do before they think."""
    for cell in part.cells:
        if values[cell]:
            for other in part.cells:
                if other != cell:
                    masks[other] &= ~(1 << (values[cell] - 1))


def _single(variant: Variant, parts: Sequence[_Part], values: Sequence[int], masks: Sequence[int]) -> Advice | None:
    """A digit that a house has one place for, or a cell with one candidate."""
    size = variant.size
    for part in parts:
        for digit in range(1, size + 1) if part.is_full else ():
            places = [cell for cell in part.cells if masks[cell] >> (digit - 1) & 1]
            if len(places) == 1 and not values[places[0]]:
                where = _named(places, size)
                words = f"In {part.name}, {DIGITS[digit]} can only be in {where}."
                return Advice(words, part.cells, (places[0], digit))
    for cell, mask in enumerate(masks):
        if not values[cell] and mask.bit_count() == 1:
            digit = mask.bit_length()
            words = f"{_named([cell], size)} can only be {DIGITS[digit]}."
            return Advice(words, (cell,), (cell, digit))
    return None


def _by_all_rules(variant: Variant, masks: Sequence[int]) -> list[Advice]:
    """The cell with the fewest candidates of those that have one digit in all solutions."""
    held = [Mask(cell, mask) for cell, mask in enumerate(masks)]
    found = true_candidates([variant.rules.with_constraints(*held)])[0].tolist()
    known = [cell for cell, digits in enumerate(found) if digits.bit_count() == 1 and masks[cell] != digits]
    if not known:
        return []
    cell = min(known, key=lambda cell: masks[cell].bit_count())
    digit = found[cell].bit_length()
    words = f"No small step leads on; all rules together leave {_named([cell], variant.size)} only {DIGITS[digit]}."
    return [Advice(words, (cell,), (cell, digit))]


def _pairs(parts: Sequence[_Part]) -> list[_Part]:
    """Every two parts that share two cells or more, those of the fewest cells first."""
    found = [
        _together([one, other])
        for place, one in enumerate(parts)
        for other in parts[place + 1 :]
        if len(set(one.cells) & set(other.cells)) > 1
    ]
    return sorted(found, key=lambda part: len(part.cells))


def _with_marks(parts: Sequence[_Part]) -> list[_Part]:
    """Every house together with all the marks that meet it."""
    marks = [part for part in parts if not part.is_full]
    return [
        _together([house, *(mark for mark in marks if set(mark.cells) & set(house.cells))])
        for house in parts
        if house.is_full
    ]


def _together(parts: Sequence[_Part]) -> _Part:
    cells = tuple(sorted({cell for part in parts for cell in part.cells}))
    constraints = tuple(one for part in parts for one in part.constraints)
    few = " and ".join(part.name for part in parts)
    name = few if len(parts) < 3 else f"{parts[0].name} with the {len(parts) - 1} marks that meet it"
    return _Part(name, cells, constraints, False)


def _narrowed(
    variant: Variant, parts: Sequence[_Part], masks: list[int], settled: dict[int, tuple[int, ...]]
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
        found = true_candidates([_alone(variant.size, part, masks)])[0]
        if not found.any():
            return None
        removed = tuple((cell, gone) for cell in part.cells if (gone := masks[cell] & ~int(found[cell])))
        for cell, digits in removed:
            masks[cell] &= ~digits
        settled[id(part)] = tuple(masks[cell] for cell in part.cells)
        if removed:
            return Advice(_removal(variant, part, removed, masks), part.cells, None, removed)
    return None


def _removal(variant: Variant, part: _Part, removed: Sequence[tuple[int, int]], masks: Sequence[int]) -> str:
    told = [f"{_named([cell], variant.size)} only {_digits(masks[cell])}" for cell, _ in removed[:3]]
    more = f" and less in {len(removed) - 3} more" if len(removed) > 3 else ""
    verb = "leave" if " and " in part.name else "leaves"
    return f"{_capital(part.name)} {verb} {', '.join(told)}{more}."


def _needed(steps: Sequence[Advice], last: Advice) -> list[Advice]:
    """Those steps that the last one may rest on: they touch its cells, or those of a later step that is needed."""
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
