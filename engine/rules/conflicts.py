"""Which houses and named rules the digits of a player break, each by itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from ..shape import Place, Unit, Where, cell_name
from ..words import ENGLISH, words_in
from .frame import Cells, columns, rows
from .houses import house_named
from .model import Constraint, House, Mask, Rules
from .model import cells_of as constraint_cells
from .named.rule import Use
from .solving import solve_ruled
from .variant import RULES, Variant, constraints_of


class Basis(NamedTuple):
    """A house or a named rule by itself."""

    where: Where
    rule: str
    """The name of the rule; "row", "column" or "region" for a house of those."""
    cells: Cells
    constraints: tuple[Constraint, ...]


class Broken(NamedTuple):
    """A house or a named rule that no digits in the empty cells can satisfy."""

    sentence: str
    rule: str
    """The name of the rule; "row", "column" or "region" for a house of those."""
    cells: Cells


def broken_rules(variant: Variant, values: Sequence[int], language: str = ENGLISH) -> list[Broken]:
    """Return the houses and named rules that no digits in the empty cells can satisfy, each by itself.

    `values` has a digit or 0 for each cell, the givens among them; ValueError for other values and an unknown
    language.
    """
    words = words_in(language)
    if len(values) != variant.size**2 or not all(0 <= value <= variant.size for value in values):
        raise ValueError(f"values are not {variant.size**2} digits from 0 to {variant.size}")
    every = (1 << variant.size) - 1
    masks = [1 << (value - 1) if value else every for value in values]
    bases = _bases(variant)
    each = (_alone(variant.size, basis, [masks[cell] for cell in basis.cells]) for basis in bases)
    rules, clues = zip(*each, strict=True)
    counts = solve_ruled(rules, clues, limit=1)[1].tolist()
    return [
        Broken(words.say("mistakes", "broken", Name=_capital(words.unit(basis.where))), basis.rule, basis.cells)
        for basis, count in zip(bases, counts, strict=True)
        if not count
    ]


def _bases(variant: Variant) -> list[Basis]:
    size = variant.size
    lines = (("row", rows(size)), ("column", columns(size)), ("region", variant.regions))
    parts = [
        Basis(Unit(kind, number), kind, cells, (House(cells),))
        for kind, houses in lines
        for number, cells in enumerate(houses, 1)
    ]
    counted: Counter[str] = Counter()
    for use in variant.uses:
        made = tuple(constraints_of(variant, use))
        if not use.cells:  # of the whole board: every house and every pair by itself
            parts += _of_whole_board(use, made, size, counted)
        else:
            cells = cells_of(made) or use.cells
            parts.append(Basis(place_of(use, use.rule, size), use.rule, cells, made))
    return parts


def _of_whole_board(use: Use, made: Sequence[Constraint], size: int, counted: Counter[str]) -> Iterator[Basis]:
    """Every house of a rule with its number, as `engine.rules.houses.Houses` counts, and every other constraint."""
    for one in made:
        if isinstance(one, House):
            counted[use.rule] += 1
            yield Basis(house_named(use.rule, counted[use.rule], one.cells), use.rule, one.cells, (one,))
        else:
            yield Basis(Place(use.rule), use.rule, cells_of([one]), (one,))


def cells_of(constraints: Sequence[Constraint]) -> Cells:
    """Return the cells that constraints are about, in ascending order."""
    return tuple(sorted({cell for one in constraints for cell in constraint_cells(one)}))


def _alone(size: int, basis: Basis, masks: Sequence[int]) -> tuple[Rules, list[int]]:
    """The rules of a basis with the candidates of its cells, and clues: any other cell has the digit 1."""
    clues = [1] * size**2
    held = []
    for cell, mask in zip(basis.cells, masks, strict=True):
        clues[cell] = 0 if mask & (mask - 1) else mask.bit_length()
        if not clues[cell]:
            held.append(Mask(cell, mask))
    return Rules(size).with_constraints(*basis.constraints, *held), clues


_LONGEST_VALUE = 12
"""Characters of a value that a name has; automata have codes of hundreds."""


def _cells_in_order(use: Use) -> Cells:
    inner = (_cells_in_order(each) for some in use.alternatives for each in some)
    return use.cells or tuple(chain.from_iterable((*use.groups, *inner)))


def place_of(use: Use, thing: str, size: int, *, to_last: bool = False) -> Place:
    """Name a rule where it holds, such as "cage 15 of r1c1".

    The last cell is named too of a mark between two, such as "white dot of r1c1-r1c2", with `to_last`, and where a code
    says what the rule is.
    """
    cells = _cells_in_order(use) or (0,)
    value = f" {use.value}" if isinstance(use.value, int | str) else ""
    if thing.endswith("line") and value:
        value = f" ({use.value})"  # a bare number would be that of the line
    if len(value) > _LONGEST_VALUE:
        value, thing, to_last = "", use.title or thing, True
    ends = dict.fromkeys((cells[0], cells[-1] if to_last or RULES[use.rule].where == "pair" else cells[0]))
    return Place(thing, value, tuple(cell_name(*divmod(cell, size)) for cell in ends))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
