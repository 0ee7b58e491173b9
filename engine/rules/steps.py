"""The next steps of a variant for a person: which house or named rule leads to the next digit, and what is broken.

A step keeps the candidates that some filling of its cells has, by one house or named rule alone, or else by two that
share cells, or else by a house with all the marks that meet it. If none of these removes a candidate, a cell follows
from all rules together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from board_catalogue.engine.paths.explanations import ALL_RULES, ONLY_CANDIDATE, ONLY_PLACE, Part, Step, digits_of
from board_catalogue.engine.paths.positions import Position
from board_catalogue.engine.rules.geometry import Cells, columns, rows
from board_catalogue.engine.rules.houses import HOUSE_NAMES
from board_catalogue.engine.rules.model import AnyOf, Constraint, House, Mask, Relation, Rules
from board_catalogue.engine.rules.named.rule import Use
from board_catalogue.engine.rules.solving import solve_ruled, true_candidates_ruled
from board_catalogue.engine.rules.variant import Variant, constraints_of
from board_catalogue.engine.shape import DIGITS, cell_name


class Basis(NamedTuple):
    """What a step rests on: a house or a named rule by itself, or several together."""

    name: str
    """For people, such as "cage 15 of r1c1"."""
    rule: str
    """The name of the rule; "row", "column" or "region" for a house of those."""
    cells: Cells
    constraints: tuple[Constraint, ...]
    is_full: bool
    """Whether it is a house with every digit."""
    parts: tuple[Basis, ...] = ()
    """Those that are taken together."""


class Broken(NamedTuple):
    """A house or a named rule that no digits in the empty cells can satisfy."""

    sentence: str
    rule: str
    """The name of the rule; "row", "column" or "region" for a house of those."""
    cells: Cells


def broken_rules(variant: Variant, values: Sequence[int]) -> list[Broken]:
    """Return the houses and named rules that no digits in the empty cells can satisfy, each by itself.

    `values` has a digit or 0 for each cell, the givens among them; ValueError for other values.
    """
    if len(values) != variant.size**2 or not all(0 <= value <= variant.size for value in values):
        raise ValueError(f"values are not {variant.size**2} digits from 0 to {variant.size}")
    every = (1 << variant.size) - 1
    masks = [1 << (value - 1) if value else every for value in values]
    bases = _bases(variant)
    each = (_alone(variant.size, basis, [masks[cell] for cell in basis.cells]) for basis in bases)
    rules, clues = zip(*each, strict=True)
    counts = solve_ruled(rules, clues, limit=1)[1].tolist()
    return [
        Broken(f"{_capital(basis.name)} is broken.", basis.rule, basis.cells)
        for basis, count in zip(bases, counts, strict=True)
        if not count
    ]


def steps_to_next_digit(variant: Variant, position: Position) -> list[Step]:
    """Return the steps that lead to the next digit, the last of which places it; the position stays as it is.

    Houses and rules with the fewest cells come first. There are no steps if digits contradict each other, the board is
    full, or nothing follows because there are several solutions.
    """
    masks, bases = _begun(position), _bases_of(variant.with_givens(()))
    levels: list[Sequence[Basis]] = [bases]
    settled: dict[int, tuple[int, ...]] = {}
    steps: list[Step] = []
    while not (single := _single(variant.size, bases, position.values, masks)):
        step = next((found for level in levels if (found := _narrowed(variant.size, level, masks, settled))), None)
        if step:
            steps.append(step)
        elif len(levels) == 1:
            levels += _together_of(variant.with_givens(()))
        else:
            return _by_all_rules(variant, masks)
    return [*_needed(steps, single), single]


def possible_steps(variant: Variant, position: Position) -> list[Step]:
    """Return what each house or named rule by itself removes or places in a position."""
    masks, size, found = _begun(position), variant.size, []
    for basis in _bases_of(variant.with_givens(())):
        if single := _single(size, [basis], position.values, masks, in_cells=False):
            found.append(single)
        if step := _narrowed(size, [basis], list(masks), {}):
            found.append(step)
    return [*found, *([single] if (single := _single(size, [], position.values, masks)) else [])]


def _begun(position: Position) -> list[int]:
    """The candidates of all cells; the digit alone of a filled one."""
    both = zip(position.values, position.masks, strict=True)
    return [1 << (value - 1) if value else mask for value, mask in both]


# --- Houses and rules, and what they leave ---------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _bases_of(board: Variant) -> list[Basis]:
    """The houses and rules of a board without givens, those with the fewest cells first."""
    return sorted(_bases(board), key=lambda part: len(part.cells))


@lru_cache(maxsize=64)
def _together_of(board: Variant) -> tuple[list[Basis], list[Basis]]:
    """What is taken together on such a board: two houses or rules, and houses with their marks."""
    bases = _bases_of(board)
    return _pairs(bases), _with_marks(bases)


def _bases(variant: Variant) -> list[Basis]:
    size = variant.size
    lines = (("row", rows(size)), ("column", columns(size)), ("region", variant.regions))
    parts = [
        Basis(f"{kind} {number}", kind, cells, (House(cells),), len(cells) == size)
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
            parts.append(Basis(f"{use.rule}{value} of {_named(use.cells[:1], size)}", use.rule, cells, made, False))
    return parts


def _of_whole_board(use: Use, made: Sequence[Constraint], size: int, counted: Counter[str]) -> Iterator[Basis]:
    """Every house of a rule with its number, as `engine.rules.houses.Houses` counts, and every other constraint."""
    for one in made:
        if isinstance(one, House):
            counted[use.rule] += 1
            name = f"{HOUSE_NAMES.get(use.rule, use.rule)} {counted[use.rule]}"
            yield Basis(name, use.rule, one.cells, (one,), len(one.cells) == size)
        else:
            yield Basis(use.rule, use.rule, _cells_of([one]), (one,), False)


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


def _alone(size: int, basis: Basis, masks: Sequence[int]) -> tuple[Rules, list[int]]:
    """The rules of a basis with the candidates of its cells, and clues: any other cell has the digit 1."""
    clues = [1] * size**2
    held = []
    for cell, mask in zip(basis.cells, masks, strict=True):
        clues[cell] = 0 if mask & (mask - 1) else mask.bit_length()
        if not clues[cell]:
            held.append(Mask(cell, mask))
    return Rules(size).with_constraints(*basis.constraints, *held), clues


@lru_cache(maxsize=4096)  # what leads to no digit yet is looked for again after each digit
def _left(size: int, basis: Basis, masks: tuple[int, ...]) -> tuple[int, ...]:
    """The candidates of a basis's cells that are part of some filling of them; all 0 if there is no filling."""
    found: list[int] = true_candidates_ruled(*_alone(size, basis, masks))[0][list(basis.cells)].tolist()
    return tuple(found)


def _pairs(parts: Sequence[Basis]) -> list[Basis]:
    """Every two houses or rules that share two cells or more, those of the fewest cells first."""
    found = [
        _together([one, other])
        for place, one in enumerate(parts)
        for other in parts[place + 1 :]
        if len(set(one.cells) & set(other.cells)) > 1
    ]
    return sorted(found, key=lambda part: len(part.cells))


def _with_marks(parts: Sequence[Basis]) -> list[Basis]:
    """Every house together with all the marks that meet it."""
    marks = [part for part in parts if not part.is_full]
    return [
        _together([house, *(mark for mark in marks if set(mark.cells) & set(house.cells))])
        for house in parts
        if house.is_full
    ]


def _together(parts: Sequence[Basis]) -> Basis:
    cells = tuple(sorted({cell for part in parts for cell in part.cells}))
    constraints = tuple(one for part in parts for one in part.constraints)
    few = " and ".join(part.name for part in parts)
    name = few if len(parts) < 3 else f"{parts[0].name} with the {len(parts) - 1} marks that meet it"
    return Basis(
        name, " and ".join(dict.fromkeys(part.rule for part in parts)), cells, constraints, False, tuple(parts)
    )


# --- Steps ---------------------------------------------------------------------------------------------------------


def _single(
    size: int, bases: Sequence[Basis], values: Sequence[int], masks: Sequence[int], *, in_cells: bool = True
) -> Step | None:
    """A digit that a house has one place for, or a cell with one candidate."""
    for basis in bases:
        for digit in range(1, size + 1) if basis.is_full else ():
            places = [cell for cell in basis.cells if masks[cell] >> (digit - 1) & 1]
            if len(places) == 1 and not values[places[0]]:
                sentence = f"In {basis.name}, {DIGITS[digit]} can only be in {_named(places, size)}."
                return _step(ONLY_PLACE, sentence, basis.cells, [basis], placement=(places[0], digit))
    for cell, mask in enumerate(masks) if in_cells else ():
        if not values[cell] and mask.bit_count() == 1:
            digit = mask.bit_length()
            sentence = f"{_named([cell], size)} can only be {DIGITS[digit]}."
            return _step(ONLY_CANDIDATE, sentence, (cell,), [], placement=(cell, digit))
    return None


def _by_all_rules(variant: Variant, masks: Sequence[int]) -> list[Step]:
    """The cell with the fewest candidates of those that have one digit in all solutions."""
    held = [Mask(cell, mask) for cell, mask in enumerate(masks)]
    found = true_candidates_ruled([variant.rules.with_constraints(*held)])[0].tolist()
    known = [cell for cell, digits in enumerate(found) if digits.bit_count() == 1 and masks[cell] != digits]
    if not known:
        return []
    cell = min(known, key=lambda cell: masks[cell].bit_count())
    digit = found[cell].bit_length()
    words = f"No small step leads on; all rules together leave {_named([cell], variant.size)} only {DIGITS[digit]}."
    whole = Basis("all rules together", ALL_RULES, (cell,), (), False)
    return [_step(ALL_RULES, words, (cell,), [whole], placement=(cell, digit))]


def _narrowed(size: int, bases: Sequence[Basis], masks: list[int], settled: dict[int, tuple[int, ...]]) -> Step | None:
    """Take the first basis that removes candidates; None if none does, or one has no candidates left.

    `settled` has the candidates of each basis's cells with which it removed none.
    """
    for basis in bases:
        if not any(masks[cell] & (masks[cell] - 1) for cell in basis.cells):
            continue  # every cell has one candidate
        before = tuple(masks[cell] for cell in basis.cells)
        if settled.get(id(basis)) == before:
            continue
        found = _left(size, basis, before)
        if not any(found):
            return None
        removed = {cell: gone for cell, left in zip(basis.cells, found, strict=True) if (gone := masks[cell] & ~left)}
        for cell, digits in removed.items():
            masks[cell] &= ~digits
        settled[id(basis)] = tuple(masks[cell] for cell in basis.cells)
        if removed:
            parts = basis.parts or (basis,)
            technique = " and ".join(dict.fromkeys(part.rule for part in parts))
            sentence = _removal(size, basis, list(removed), masks)
            return _step(technique, sentence, basis.cells, parts, removed=removed, masks=masks)
    return None


def _step(
    technique: str,
    sentence: str,
    cells: Cells,
    bases: Sequence[Basis],
    *,
    placement: tuple[int, int] | None = None,
    removed: Mapping[int, int] | None = None,
    masks: Sequence[int] = (),
) -> Step:
    """A step that rests on houses and rules; `removed` has masks by cell, `masks` the candidates after it."""
    gone = removed or {}
    names = tuple(basis.name for basis in bases)
    left = (Part("left", (cell,), digits_of(masks[cell]), ()) for cell in gone)
    return Step(
        technique=technique,
        rating=None,
        links=0,
        name=" and ".join(names) if len(names) < 3 else f"{names[0]} with its marks",
        cells=cells,
        digits=(),
        units=names,
        placement=placement,
        eliminations=tuple((cell, digit) for cell, mask in gone.items() for digit in digits_of(mask)),
        parts=(*(Part("rule", basis.cells, (), ()) for basis in bases), *left),
        sentence=sentence,
    )


def _removal(size: int, basis: Basis, cells: Sequence[int], masks: Sequence[int]) -> str:
    told = [f"{_named([cell], size)} only {_digits(masks[cell])}" for cell in cells[:3]]
    others = len(cells) - 3
    more = f", and fewer candidates in {others} more cell{'' if others == 1 else 's'}" if others > 0 else ""
    verb = "leave" if " and " in basis.name else "leaves"
    return f"{_capital(basis.name)} {verb} {', '.join(told)}{more}."


def _needed(steps: Sequence[Step], last: Step) -> list[Step]:
    """The steps that the last one may rest on: they touch its cells, or those of a later step that is needed."""
    wanted, kept = set(last.cells), []
    for step in reversed(steps):
        if wanted & {cell for cell, _ in step.eliminations}:
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
