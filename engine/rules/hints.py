"""Hints under rules, as steps that can be drawn: by Sudoku Explainer's techniques if all rules are houses.

Otherwise a step rests on a house or a named rule, or on several together (`engine.rules.advice`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from board_catalogue.engine.paths.explanations import BaseStep, Part, Step, digits_of
from board_catalogue.engine.paths.path import Mistake, compared
from board_catalogue.engine.paths.positions import Candidates
from board_catalogue.engine.paths.records import FAMILIES
from board_catalogue.engine.rules.advice import Advice, check_position, possible_steps, steps_to_next_digit
from board_catalogue.engine.rules.rating import Houses, find_step_ruled, houses_of
from board_catalogue.engine.rules.solving import solve_ruled
from board_catalogue.engine.rules.variant import Variant
from board_catalogue.engine.shape import NO_BLOCKS, Shape, cell_name

ONLY_PLACE, ONLY_CANDIDATE = "only place", "only candidate"
"""The name of a step that places a digit because a house or a cell has nothing else left."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleStep(BaseStep):
    """A step that follows from a house, a named rule or several, which are its `units`.

    `technique` has the names of the rules, joined by "and", or is ONLY_PLACE, ONLY_CANDIDATE, or "all rules".
    """

    name: str
    """What it rests on, such as "cage 15 of r1c1"; empty if a cell has one candidate."""


class Hint(NamedTuple):
    """A step and the position before it, as `engine.paths.drawing.svg_overlay` draws them."""

    step: Step | RuleStep
    position: RuledPosition


class RuledPosition(NamedTuple):
    """A board under rules with the candidates of its cells, bit d - 1 for digit d."""

    shape: Shape
    values: Sequence[int]
    masks: Sequence[int]

    def candidates(self, cell: int) -> list[int]:
        """Return the candidates of a cell; an empty list for a filled cell."""
        return [] if self.values[cell] else list(digits_of(self.masks[cell]))


def mistakes_ruled(variant: Variant, values: Sequence[int], candidates: Sequence[int] | None = None) -> list[Mistake]:
    """Compare a position with the solution, as `engine.mistakes` does.

    ValueError for a puzzle without exactly one solution, a clue that has changed, and as in `check_position`.
    """
    shape = Shape.of(variant.size, NO_BLOCKS)
    marks = [0] * shape.cells if candidates is None else candidates
    if len(values) != shape.cells or len(marks) != shape.cells:
        raise ValueError(f"a position of this puzzle has {shape.cells} cells")
    check_position(variant, values, marks)
    for cell, clue in enumerate(variant.clues.tolist()):
        if clue not in (0, values[cell]):
            raise ValueError(f"{cell_name(*divmod(cell, shape.size))} is a clue: it cannot change")
    solutions, counts, _ = solve_ruled(variant)
    if counts[0] != 1:
        raise ValueError("hints need one puzzle with exactly one solution")
    return compared(solutions[0].tolist(), values, marks, shape)


def hints_ruled(variant: Variant, values: Sequence[int], candidates: Sequence[int] | None = None) -> list[Hint]:
    """Return the steps that lead to the next digit of a puzzle with one solution; the last one places it.

    `values` have no mistakes, nor have `candidates`: masks of what a player has left in each cell, 0 for no marks. None
    if the board is full or no technique applies. Errors as in `check_position`.
    """
    check_position(variant, values, candidates)
    houses = _houses_of(variant)
    if houses is None:
        found = steps_to_next_digit(variant, values, candidates)
        return [_hint_of(each, variant, values) for each in found]
    steps = []
    for hint in _by_technique(variant, houses, values, candidates):
        steps.append(hint)
        if hint.step.placement:
            return _needed(steps)
    return []


def path_ruled(variant: Variant, values: Sequence[int], candidates: Sequence[int] | None = None) -> Iterator[Hint]:
    """Yield the steps to the solution, as far as they lead; arguments as in `hints_ruled`."""
    check_position(variant, values, candidates)
    houses = _houses_of(variant)
    if houses is not None:
        yield from _by_technique(variant, houses, values, candidates)
        return
    filled = list(values)
    while found := steps_to_next_digit(variant, filled, candidates):
        yield from (_hint_of(each, variant, tuple(filled)) for each in found)
        if placed := found[-1].placed:
            filled[placed[0]] = placed[1]


def possible_ruled(variant: Variant, values: Sequence[int], candidates: Sequence[int] | None = None) -> list[Hint]:
    """Return the steps that a position allows: the first of each family, or of each house and named rule."""
    check_position(variant, values, candidates)
    houses = _houses_of(variant)
    if houses is None:
        return [_hint_of(each, variant, values) for each in possible_steps(variant, values, candidates)]
    masks = _masks(houses, values, candidates)
    found: dict[object, Hint] = {}
    for family in FAMILIES:
        if family in _NESTED and found:
            break
        if step := find_step_ruled(family, variant, values, masks):
            position = RuledPosition(houses, values, masks)
            found.setdefault((step.technique, step.placement, step.eliminations), Hint(step, position))
    return list(found.values())


_NESTED = ("dynamic-chains-plus", "nested-chains", "nested-multiple-chains", "nested-dynamic-chains")


def _houses_of(variant: Variant) -> Houses | None:
    """The houses of a board that has techniques; None if its rules say more, or it is too large."""
    try:
        return houses_of(variant.with_givens(()))
    except ValueError:
        return None


def _masks(houses: Shape, values: Sequence[int], candidates: Sequence[int] | None) -> list[int]:
    every = 2**houses.size - 1
    kept = None if candidates is None else [mask or every for mask in candidates]
    return Candidates(houses, values, kept).masks


# --- By technique ---


def _by_technique(
    variant: Variant, houses: Houses, values: Sequence[int], candidates: Sequence[int] | None
) -> Iterator[Hint]:
    filled = list(values)
    position = Candidates(houses, filled, _masks(houses, values, candidates))
    while not all(filled):
        tried = (find_step_ruled(family, variant, filled, position.masks) for family in FAMILIES)
        step = next((step for step in tried if step), None)
        if step is None:
            return
        yield Hint(step, RuledPosition(houses, tuple(filled), tuple(position.masks)))
        position.take(step.placement, step.eliminations)
        if step.placement:
            filled[step.placement[0]] = step.placement[1]


def _needed(hints: Sequence[Hint]) -> list[Hint]:
    """Those that the last one may rest on: they take candidates that it, or a step that it rests on, looks at."""
    wanted = _looked_at(hints[-1])
    kept = [hints[-1]]
    for hint in reversed(hints[:-1]):
        if wanted & {cell for cell, _ in hint.step.eliminations}:
            kept.append(hint)
            wanted |= _looked_at(hint)
    return kept[::-1]


def _looked_at(hint: Hint) -> set[int]:
    """The cells whose candidates a step needs to know: of its units and its pattern; of all the board for a chain."""
    step, shape = hint.step, hint.position.shape
    if step.chains:
        return set(range(shape.cells))
    units = {cell for unit in step.units for cell in shape.unit_named(unit)}
    return units | set(step.cells) | set(step.placement[:1] if step.placement else ())


# --- By houses and named rules ---


def _hint_of(advice: Advice, variant: Variant, values: Sequence[int]) -> Hint:
    shape = Shape.of(variant.size, NO_BLOCKS)
    return Hint(_step_of(advice), RuledPosition(shape, values, advice.candidates))


def _step_of(advice: Advice) -> RuleStep:
    gone = dict(advice.removed)
    left = (Part("left", (cell,), digits_of(advice.candidates[cell] & ~mask), ()) for cell, mask in gone.items())
    names = tuple(part.name for part in advice.by)
    return RuleStep(
        technique=_technique(advice),
        name=" and ".join(names) if len(names) < 3 else f"{names[0]} with its marks",
        cells=advice.cells,
        digits=(),
        units=names,
        placement=advice.placed,
        eliminations=tuple((cell, digit) for cell, mask in gone.items() for digit in digits_of(mask)),
        parts=(*(Part("rule", part.cells, (), ()) for part in advice.by), *left),
        sentence=advice.words,
    )


def _technique(advice: Advice) -> str:
    if advice.placed and not advice.by:
        return ONLY_CANDIDATE
    if advice.placed and advice.by[0].is_full:
        return ONLY_PLACE
    return " and ".join(dict.fromkeys(part.rule for part in advice.by))
