"""The solution path of a puzzle, and the next step from any position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from ..boards import Boards, cells_of, puzzles_and_shape
from ..grades import RatingStatus, why_unrated
from ..rating import USUAL_HOUSES, kernels_of, rate, rateable
from ..ruled import AnyRules, Puzzles, ruled
from ..shape import DIGITS, NO_BLOCKS, Shape, cell_name
from ..solving import count_solutions, solve
from ..words import ENGLISH, Words, words_in
from .explanations import BaseStep, Step
from .positions import Position
from .records import FAMILIES, are_within, check_masks, path_of, step_of

if TYPE_CHECKING:
    from ..rules.variant import Variant
    from ..scoring.path import SolvingStep


def steps(puzzle: Puzzles, rules: AnyRules | None = None, *, blocks: str | None = None) -> list[Step | SolvingStep]:
    """Solve one puzzle step by step, as `engine.rate` does; shapes, `rules` and `blocks` as there.

    The highest rating of a step is the rating of the puzzle. If no technique applies, the list ends before the puzzle
    is solved. Under rules that are no houses there are no ratings: the steps are of `engine.people`, with their scores
    (`engine.people.path`). ValueError for a puzzle without exactly one solution, and as in `engine.rate` if it has
    ratings.
    """
    if under := ruled(puzzle, rules, blocks):
        from ..rules.houses import has_techniques
        from ..rules.rating import steps_ruled

        variant = under.variant()
        return [*steps_ruled(variant)] if has_techniques(variant) else list(steps_from(variant))
    batch = rateable(puzzle, blocks)  # type: ignore[arg-type]
    checked, shape = batch.shaped(batch.rows), batch.shape
    if batch.axes:
        raise ValueError(f"one puzzle has shape ({shape.cells},), not {checked.shape}")
    status = RatingStatus(int(rate(checked, blocks=shape.blocks, ceiling=0)["status"]))
    if status in (RatingStatus.NO_SOLUTION, RatingStatus.SEVERAL_SOLUTIONS):
        raise ValueError(f"the puzzle has {status.name.lower().replace('_', ' ')}, so it has no solution path")
    return [*path_of(kernels_of(shape), shape, USUAL_HOUSES, checked)]


def find_step(
    family: str,
    puzzle: Puzzles,
    candidates: ArrayLike,
    rules: AnyRules | None = None,
    *,
    blocks: str | None = None,
) -> Step | None:
    """Find the first step of one family of techniques (a name of `FAMILIES`) in a position; None if it has none.

    `candidates` has a mask of candidates for each cell, `(S*S,)` or `(S, S)`, bit 0 for digit 1. The masks of
    filled cells, and digits that a peer holds, are ignored. Shapes, `rules` and `blocks` as in `engine.rate`: rules
    that are no houses have no families.
    ValueError for another family or shape, and as in `engine.rate`.
    """
    if family not in FAMILIES:
        raise ValueError(f"no family {family!r}: see engine.FAMILIES")
    if under := ruled(puzzle, rules, blocks):
        from ..rules.rating import find_step_ruled

        variant = under.variant()
        return find_step_ruled(family, variant, variant.clues, candidates)
    batch = rateable(puzzle, blocks)  # type: ignore[arg-type]
    checked, shape = batch.shaped(batch.rows), batch.shape
    masks = np.array(candidates)  # a copy: another thread may change what was given
    if masks.shape == (shape.size, shape.size):
        masks = masks.reshape(shape.cells)
    return step_of(kernels_of(shape), shape, USUAL_HOUSES, family, checked, masks)


# --- From a person's position: a puzzle half filled in, with pencil marks -------------------------------------------


AnyOfBoth = TypeVar("AnyOfBoth", bound=BaseStep)


@dataclass(frozen=True, slots=True)
class Mistake:
    """A mistake in a position. It does not say the right digit."""

    cell: int
    """Numbered row by row from 0."""
    digit: int
    """The wrong digit in it; 0 if its marks lack the right one."""
    sentence: str


def mistakes(
    puzzle: Puzzles,
    values: ArrayLike,
    candidates: ArrayLike | None = None,
    rules: AnyRules | None = None,
    *,
    blocks: str | None = None,
    language: str = ENGLISH,
) -> list[Mistake]:
    """Compare a position with the solution of its puzzle: wrong digits, and empty cells whose marks lack the right one.

    `values` has 0 for empty cells; `candidates` has masks as in `find_step`. A cell without any mark has no mistake.
    Any shape is allowed, and any `rules` with names. ValueError for a puzzle without exactly one solution, values and
    candidates of another shape or that are none, values that change a clue, an unknown language, and as in
    `engine.boards.check_puzzles`.
    """
    return _Begun(puzzle, values, candidates, rules, blocks).mistakes(words_in(language))


def next_step(
    puzzle: Puzzles,
    values: ArrayLike,
    candidates: ArrayLike | None = None,
    rules: AnyRules | None = None,
    *,
    blocks: str | None = None,
) -> Step | SolvingStep | None:
    """Find the easiest step from a position; arguments and errors as in `mistakes`.

    Without `candidates`, and in cells without marks, every digit that breaks no rule is one. None if the board is full
    or no technique applies. ValueError too above 12x12 if there are no rules but houses, and if the position has a
    mistake: then no step leads to the solution.
    """
    return next(steps_from(puzzle, values, candidates, rules, blocks=blocks), None)


def steps_from(
    puzzle: Puzzles,
    values: ArrayLike | None = None,
    candidates: ArrayLike | None = None,
    rules: AnyRules | None = None,
    *,
    blocks: str | None = None,
    needs_one: bool = True,
) -> Iterator[Step | SolvingStep]:
    """Yield the steps from a position, by default that of the clues; arguments and errors as in `next_step`.

    Without `needs_one`, steps that follow from rules are found for a puzzle with several solutions too, as far as they
    lead.
    """
    begun = _Begun(puzzle, values, candidates, rules, blocks, needs_one=needs_one)
    begun.check()
    if not begun.by_technique:
        yield from begun.by_people(needs_one)
        return
    while step := begun.step():
        yield step
        begun.position.take(step)


def steps_to_digit(
    puzzle: Puzzles,
    values: ArrayLike,
    candidates: ArrayLike | None = None,
    rules: AnyRules | None = None,
    *,
    blocks: str | None = None,
) -> list[Step | SolvingStep]:
    """Return the steps that the next digit needs, the last of which places it; none if no digit follows.

    Arguments and errors as in `next_step`.
    """
    begun, found = _Begun(puzzle, values, candidates, rules, blocks), []
    for step in steps_from(puzzle, values, candidates, rules, blocks=blocks):
        found.append(step)
        if step.placement:
            return needed(found, begun.position)
    return []


def possible_steps(
    puzzle: Puzzles,
    values: ArrayLike,
    candidates: ArrayLike | None = None,
    rules: AnyRules | None = None,
    *,
    blocks: str | None = None,
) -> list[Step | SolvingStep]:
    """Return the steps that a position allows: the first of each family, or up to four of each technique of people.

    Nested chains and contradictions come only if nothing else applies. Arguments and errors as in `next_step`.
    """
    begun = _Begun(puzzle, values, candidates, rules, blocks)
    begun.check()
    return begun.possible()


_NESTED = ("dynamic-chains-plus", "nested-chains", "nested-multiple-chains", "nested-dynamic-chains",
           "twice-nested-chains")  # fmt: skip
"""Families with steps for nearly every candidate."""


class _Begun:
    """A puzzle that a player has begun: a position, the solution, and what finds the steps between them."""

    def __init__(
        self,
        puzzle: Puzzles,
        values: ArrayLike | None,
        candidates: ArrayLike | None,
        rules: AnyRules | None,
        blocks: str | None,
        *,
        needs_one: bool = True,
    ) -> None:
        under = ruled(puzzle, rules, blocks)
        self._variant = under.variant() if under else None
        if self._variant is not None:
            clues, self._shape = self._variant.clues, Shape.of(self._variant.size, NO_BLOCKS)
        else:
            clues, self._shape = puzzles_and_shape(puzzle, blocks)  # type: ignore[arg-type]
        self.by_technique = self._variant is None or _has_techniques(self._variant)
        given = clues if values is None else values
        filled, self._marks = _checked(clues, given, candidates, self._shape)
        self._solution = self._solve(clues) if needs_one or self.by_technique else None
        if self._variant is not None:
            self.position = Position.of(self._variant, filled, self._marks)
        else:
            every = 2**self._shape.size - 1
            kept = [mask or every for mask in self._marks]
            self.position = Position(self._shape, filled, kept, clues.tolist())

    def _solve(self, clues: Boards) -> list[int]:
        puzzle, blocks = (clues, self._shape.blocks) if self._variant is None else (self._variant, None)
        if clues.ndim != 1 or count_solutions(puzzle, blocks=blocks) != 1:
            raise ValueError("hints need one puzzle with exactly one solution")
        found: list[int] = solve(puzzle, blocks=blocks).tolist()
        return found

    def mistakes(self, words: Words) -> list[Mistake]:
        return _compared(self._solution or (), self.position.values, self._marks, self._shape, words)

    def check(self) -> None:
        """ValueError for a size without techniques, and for mistakes."""
        if self._variant is None and (reason := why_unrated(self._shape.size)):
            raise ValueError(reason)
        if self._solution is not None and (found := self.mistakes(words_in())):
            raise ValueError("; ".join(mistake.sentence for mistake in found))

    def step(self) -> Step | None:
        """The easiest step by a technique of ratings."""
        if self.position.is_solved:
            return None
        return next(filter(None, map(self._of_family, FAMILIES)), None)

    def by_people(self, needs_one: bool) -> Sequence[SolvingStep]:
        """The steps of people, to the solution or as far as they lead."""
        from ..people.path import people_steps

        assert self._variant is not None
        return people_steps(self._variant, self.position.values, self._marks, needs_one=needs_one)

    def possible(self) -> list[Step | SolvingStep]:
        if not self.by_technique:
            from ..people.path import possible_people

            assert self._variant is not None
            return [*possible_people(self._variant, self.position.values, self._marks)]
        found: dict[object, Step] = {}
        for family in FAMILIES:
            if family in _NESTED and found:
                break
            if step := self._of_family(family):
                found.setdefault((step.technique, step.placement, step.eliminations), step)
        return [*found.values()]

    def _of_family(self, family: str) -> Step | None:
        values, masks = self.position.values, self.position.masks
        if self._variant is not None:
            return find_step(family, self._variant.with_givens(values), masks)
        return find_step(family, np.array(values, np.uint8), masks, blocks=self._shape.blocks)


def _has_techniques(variant: Variant) -> bool:
    from ..rules.houses import has_techniques

    return has_techniques(variant)


def _checked(
    clues: Boards, values: ArrayLike, candidates: ArrayLike | None, shape: Shape
) -> tuple[list[int], list[int]]:
    """The values of all cells, and their marks or zeros. ValueError for what is no position of the puzzle."""
    filled = np.array(cells_of(values)).reshape(-1)  # copies: another thread may change what was given
    marks = np.zeros(shape.cells, np.int64) if candidates is None else np.array(candidates).reshape(-1)
    if clues.ndim != 1:
        raise ValueError("hints need one puzzle with exactly one solution")
    if filled.shape != (shape.cells,) or marks.shape != (shape.cells,):
        raise ValueError(f"a position of this puzzle has {shape.cells} cells")
    if not are_within(filled, shape.size):
        raise ValueError(f"values are whole numbers in 0 .. {shape.size}")
    check_masks(marks, shape)
    if changed := np.flatnonzero((clues != 0) & (clues != filled)).tolist():
        raise ValueError(f"{cell_name(*divmod(changed[0], shape.size))} is a clue: it cannot change")
    return filled.tolist(), marks.tolist()


def _compared(
    solution: Sequence[int], filled: Sequence[int], marks: Sequence[int], shape: Shape, words: Words
) -> list[Mistake]:
    """Compare a position with a solution, as `mistakes` does; all of them have a number for each cell."""
    found = []
    for cell, right in enumerate(solution):
        digit, mask = filled[cell], marks[cell]
        name = cell_name(*divmod(cell, shape.size))
        if digit and digit != right:
            found.append(Mistake(cell, digit, words.say("mistakes", "wrong_digit", cell=name, digit=DIGITS[digit])))
        elif not digit and mask and not mask >> right - 1 & 1:
            found.append(Mistake(cell, 0, words.say("mistakes", "missing_mark", cell=name)))
    return found


def needed(steps: Sequence[AnyOfBoth], position: Position) -> list[AnyOfBoth]:
    """Return the steps that the last one may rest on, and it.

    They take candidates that it, or a step that it rests on, looks at.
    """
    wanted = _looked_at(steps[-1], position)
    kept = [steps[-1]]
    for step in reversed(steps[:-1]):
        if wanted & {cell for cell, _ in step.eliminations}:
            kept.append(step)
            wanted |= _looked_at(step, position)
    return kept[::-1]


def _looked_at(step: BaseStep, position: Position) -> set[int]:
    """The cells whose candidates a step needs to know: of its units and its pattern; of all the board for a chain."""
    if step.chains:
        return set(range(position.shape.cells))
    parts = {cell for part in step.parts for cell in part.cells}
    rules = {name for part in step.parts for name in part.units if part.role == "rule"}
    units = {cell for unit in step.units if unit not in rules for cell in position.shape.unit_named(unit)}
    return units | parts | set(step.cells) | set(step.placement[:1] if step.placement else ())
