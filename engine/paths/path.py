"""The path of a puzzle in either style, all that a position allows, and what is wrong with it.

The techniques are those of a *scale*: of ratings where all rules are houses, of HoDoKu's scores at plain 9x9, or of
people. A *style* chooses between ratings and scores.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import cached_property
from itertools import islice

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..boards import Boards, cells_of, puzzles_and_shape
from ..grades import SCORED_BLOCKS, RatingStatus, Style, style_for, why_unrated
from ..rating import USUAL_HOUSES, kernels_of, rate, rateable
from ..rules.houses import has_techniques, houses_of
from ..rules.variant import Variant
from ..shape import DIGITS, NO_BLOCKS, Shape, Unit, cell_name
from ..solving import AnyRules, Puzzles, count_solutions, ruled, solve
from ..words import ENGLISH, words_in
from .people import people_steps, possible_people
from .rated import FAMILIES, are_within, check_masks, find_step_ruled, path_of_rating, step_of, steps_ruled
from .record import Position, Step
from .scored import find_solving_steps, next_solving_step, solving_steps
from .scores import DEFAULT_RULES

AnyPuzzle = NDArray[np.uint8] | Variant
"""The cells of a plain puzzle, or a variant."""


def steps(puzzle: Puzzles, rules: AnyRules | None = None, *, blocks: str | None = None) -> list[Step]:
    """Solve one puzzle step by step, as `engine.rate` does; shapes, `rules` and `blocks` as there.

    The highest rating of a step is the rating of the puzzle. If no technique applies, the list ends before the puzzle
    is solved. Under rules that are no houses there are no ratings: the steps are those of people, with their scores.
    ValueError for a puzzle without exactly one solution, and as in `engine.rate` if it has ratings.
    """
    if under := ruled(puzzle, rules, blocks):
        variant = under.variant()
        return steps_ruled(variant) if has_techniques(variant) else [*_Begun(_puzzle_of(variant)).steps()]
    batch = rateable(puzzle, blocks)  # type: ignore[arg-type]
    checked, shape = batch.shaped(batch.rows), batch.shape
    if batch.axes:
        raise ValueError(f"one puzzle has shape ({shape.cells},), not {checked.shape}")
    status = RatingStatus(int(rate(checked, blocks=shape.blocks, ceiling=0)["status"]))
    if status in (RatingStatus.NO_SOLUTION, RatingStatus.SEVERAL_SOLUTIONS):
        raise ValueError(f"the puzzle has {status.name.lower().replace('_', ' ')}, so it has no solution path")
    return path_of_rating(kernels_of(shape), shape, USUAL_HOUSES, checked)


def find_step(
    family: str, puzzle: Puzzles, candidates: ArrayLike, rules: AnyRules | None = None, *, blocks: str | None = None
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
        variant = under.variant()
        return find_step_ruled(family, variant, variant.clues, candidates)
    batch = rateable(puzzle, blocks)  # type: ignore[arg-type]
    checked, shape = batch.shaped(batch.rows), batch.shape
    masks = np.array(candidates)  # a copy: another thread may change what was given
    if masks.shape == (shape.size, shape.size):
        masks = masks.reshape(shape.cells)
    return step_of(kernels_of(shape), (shape, USUAL_HOUSES), family, checked, masks)


# --- From a person's position: a puzzle half filled in, with pencil marks ---------------------------------------------


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
    return _Begun(_puzzle_of(puzzle, rules, blocks), values, candidates).mistakes(language)


def next_step(
    puzzle: Puzzles,
    values: ArrayLike,
    candidates: ArrayLike | None = None,
    rules: AnyRules | None = None,
    *,
    blocks: str | None = None,
) -> Step | None:
    """Find the easiest step from a position; arguments and errors as in `mistakes`.

    Without `candidates`, and in cells without marks, every digit that breaks no rule is one. None if the board is full
    or no technique applies. ValueError too above 12x12 if there are no rules but houses, and if the position has a
    mistake: then no step leads to the solution.
    """
    return next(_Begun(_puzzle_of(puzzle, rules, blocks), values, candidates).steps(1), None)


def possible_steps(
    puzzle: Puzzles,
    values: ArrayLike,
    candidates: ArrayLike | None = None,
    rules: AnyRules | None = None,
    *,
    blocks: str | None = None,
) -> list[Step]:
    """Return the steps that a position allows: the first of each family, or up to four of each technique of people.

    Nested chains and contradictions come only if nothing else applies. Arguments and errors as in `next_step`.
    """
    return _Begun(_puzzle_of(puzzle, rules, blocks), values, candidates).possible()


# --- In a style -------------------------------------------------------------------------------------------------------


def path_of(puzzle: AnyPuzzle, blocks: str, style: Style | None = None) -> Sequence[Step]:
    """Return the steps to the solution; ValueError as from `style_of`, and for a puzzle without exactly one."""
    styled = _styled(puzzle, blocks, style)
    if styled.scale is _Scale.RATING:
        return steps(puzzle, blocks=blocks)
    return solving_steps(styled.clues) if styled.variant is None else people_steps(styled.variant)


def path_from(
    puzzle: AnyPuzzle, values: Sequence[int], marks: Sequence[int], blocks: str, style: Style | None = None
) -> Sequence[Step]:
    """Return the steps to the solution from a board that has been begun; ValueError as from `engine.next_step`."""
    return [*_Begun(_styled(puzzle, blocks, style), values, marks).steps()]


def next_of(
    puzzle: AnyPuzzle, values: Sequence[int], marks: Sequence[int], blocks: str, style: Style | None = None
) -> Step | None:
    """Return the next step of a board that has been begun, as `engine.next_step` does; ValueError as there."""
    return next(_Begun(_styled(puzzle, blocks, style), values, marks).steps(1), None)


def to_next_digit(
    puzzle: AnyPuzzle, values: Sequence[int], marks: Sequence[int], blocks: str, style: Style | None = None
) -> Sequence[Step]:
    """Return the steps that the next digit needs, the last of which places it; ValueError as from `next_of`."""
    begun, found = _Begun(_styled(puzzle, blocks, style), values, marks), []
    before = begun.new_position()
    for step in begun.steps():
        found.append(step)
        if step.placement:
            return _needed(found, before)
    return []


def possible_now(
    puzzle: AnyPuzzle, values: Sequence[int], marks: Sequence[int], blocks: str, style: Style | None = None
) -> Sequence[Step]:
    """Return all steps that a board that has been begun allows, the easiest techniques first.

    In the style `rating` these are the first of each family; in the style `score` all steps of all rules, each
    conclusion once a technique, and at most MOST_OF_A_TECHNIQUE of each; of people up to four of each technique. What
    needs forcing or nested chains comes only if nothing else applies. ValueError as from `engine.next_step`.
    """
    return _Begun(_styled(puzzle, blocks, style), values, marks).possible()


def style_of(puzzle: AnyPuzzle, blocks: str, style: Style | None = None) -> Style:
    """Return the style of a puzzle's path. ValueError for a style that its size or its rules do not have."""
    if isinstance(puzzle, np.ndarray):
        is_unrated = why_unrated(round(puzzle.size**0.5)) is not None
        return style_for(style or (Style.score if is_unrated else None), blocks)
    if style is Style.rating:
        houses_of(puzzle)
    return style or Style.score


class _Scale(Enum):
    RATING = auto()
    SCORE = auto()
    PEOPLE = auto()


@dataclass(frozen=True)
class _Puzzle:
    """A puzzle, and the scale of the techniques that solve it."""

    variant: Variant | None
    clues: Boards
    shape: Shape
    scale: _Scale


def _puzzle_of(puzzle: Puzzles, rules: AnyRules | None = None, blocks: str | None = None) -> _Puzzle:
    """A puzzle on the scale of ratings, or under rules that are no houses on that of people."""
    if under := ruled(puzzle, rules, blocks):
        variant = under.variant()
        scale = _Scale.RATING if has_techniques(variant) else _Scale.PEOPLE
        return _Puzzle(variant, variant.clues, Shape.of(variant.size, NO_BLOCKS), scale)
    return _Puzzle(None, *puzzles_and_shape(puzzle, blocks), _Scale.RATING)  # type: ignore[arg-type]


def _styled(puzzle: AnyPuzzle, blocks: str, style: Style | None) -> _Puzzle:
    """A puzzle on the scale of a style; plain ones of other shapes than 9x9 have the scores of people."""
    if style_of(puzzle, blocks, style) is Style.rating:
        return _puzzle_of(puzzle, blocks=blocks if isinstance(puzzle, np.ndarray) else None)
    if isinstance(puzzle, np.ndarray) and blocks == SCORED_BLOCKS:
        return _Puzzle(None, *puzzles_and_shape(puzzle, blocks), _Scale.SCORE)
    if isinstance(puzzle, np.ndarray):
        puzzle = Variant.of(round(puzzle.size**0.5), blocks=blocks).with_givens(puzzle.reshape(-1).tolist())
    return _Puzzle(puzzle, puzzle.clues, Shape.of(puzzle.size, NO_BLOCKS), _Scale.PEOPLE)


_NESTED = ("dynamic-chains-plus", "nested-chains", "nested-multiple-chains", "nested-dynamic-chains",
           "twice-nested-chains")  # fmt: skip
"""Families with steps for nearly every candidate."""

_FORCING = ("forcing-chain", "forcing-net", "brute-force")
"""Rules of scores with steps for nearly every candidate."""

MOST_OF_A_TECHNIQUE = 20


class _Begun:
    """A puzzle that a player has begun: a position, the solution, and what finds the steps between them.

    ValueError for what is no position of a puzzle with one solution.
    """

    def __init__(self, puzzle: _Puzzle, values: ArrayLike | None = None, candidates: ArrayLike | None = None) -> None:
        self._puzzle = puzzle
        filled, self._marks = _checked(puzzle, puzzle.clues if values is None else values, candidates)
        self._filled = filled
        board = puzzle.clues if puzzle.variant is None else puzzle.variant
        if puzzle.clues.ndim != 1 or count_solutions(board, blocks=self._blocks) != 1:
            raise ValueError("hints need one puzzle with exactly one solution")
        self._solution: list[int] = solve(board, blocks=self._blocks).tolist()

    @property
    def _blocks(self) -> str | None:
        return self._puzzle.shape.blocks if self._puzzle.variant is None else None

    @cached_property
    def _kept(self) -> list[int]:
        """The marks of each cell, all digits where there are none."""
        every = 2**self._puzzle.shape.size - 1
        return [mask or every for mask in self._marks]

    def new_position(self) -> Position:
        """The position of the player."""
        puzzle = self._puzzle
        if puzzle.variant is not None:
            return Position.of(puzzle.variant, self._filled, self._marks)
        return Position(puzzle.shape, self._filled, self._kept, puzzle.clues.tolist())

    def mistakes(self, language: str = ENGLISH) -> list[Mistake]:
        words, found = words_in(language), []
        for cell, (right, digit, mask) in enumerate(zip(self._solution, self._filled, self._marks, strict=True)):
            name = cell_name(*divmod(cell, self._puzzle.shape.size))
            if digit and digit != right:
                found.append(Mistake(cell, digit, words.say("mistakes", "wrong_digit", cell=name, digit=DIGITS[digit])))
            elif not digit and mask and not mask >> right - 1 & 1:
                found.append(Mistake(cell, 0, words.say("mistakes", "missing_mark", cell=name)))
        return found

    def _check(self) -> None:
        """ValueError for a size without techniques, and for mistakes."""
        puzzle = self._puzzle
        if puzzle.variant is None and puzzle.scale is _Scale.RATING and (reason := why_unrated(puzzle.shape.size)):
            raise ValueError(reason)
        if found := self.mistakes():
            raise ValueError("; ".join(mistake.sentence for mistake in found))

    def steps(self, most: int | None = None) -> Iterator[Step]:
        """The steps to the solution, at most so many."""
        self._check()
        puzzle, begun = self._puzzle, (self._filled, self._kept)
        if puzzle.scale is _Scale.RATING:
            return islice(self._rated_steps(), most)
        if puzzle.variant is not None:
            return iter(people_steps(puzzle.variant, self._filled, self._marks, most=most))
        if most == 1:
            return iter(filter(None, [next_solving_step(puzzle.clues, *begun)]))
        return iter(solving_steps(puzzle.clues, filled=begun[0], candidates=begun[1]))

    def _rated_steps(self) -> Iterator[Step]:
        position = self.new_position()
        while not position.is_solved:
            found = filter(None, (self._of_family(family, position) for family in FAMILIES))
            if (step := next(found, None)) is None:
                return
            yield step
            position.take(step)

    def _of_family(self, family: str, position: Position) -> Step | None:
        values, masks = position.values, position.masks
        if self._puzzle.variant is not None:
            return find_step(family, self._puzzle.variant.with_givens(values), masks)
        return find_step(family, np.array(values, np.uint8), masks, blocks=self._blocks)

    def possible(self) -> list[Step]:
        """The steps that the position allows."""
        self._check()
        puzzle, found = self._puzzle, dict[object, Step]()
        if puzzle.scale is _Scale.PEOPLE and puzzle.variant is not None:
            return possible_people(puzzle.variant, self._filled, self._marks)
        is_rated, position = puzzle.scale is _Scale.RATING, self.new_position()
        for name in FAMILIES if is_rated else (rule.name for rule in DEFAULT_RULES):
            if found and name in (_NESTED if is_rated else _FORCING):
                break
            some: Sequence[Step | None] = (
                [self._of_family(name, position)]
                if is_rated
                else find_solving_steps(name, puzzle.clues, self._filled, self._kept, most=MOST_OF_A_TECHNIQUE)
            )
            for step in filter(None, some):
                found.setdefault((step.technique, step.placement, step.eliminations), step)
        return [*found.values()]


def _checked(puzzle: _Puzzle, values: ArrayLike, candidates: ArrayLike | None) -> tuple[list[int], list[int]]:
    """The values of all cells, and their marks or zeros. ValueError for what is no position of the puzzle."""
    shape, clues = puzzle.shape, puzzle.clues
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


def _needed(found: Sequence[Step], position: Position) -> list[Step]:
    """Return the steps that the last one may rest on, and it.

    They take candidates that it, or a step that it rests on, looks at.
    """
    wanted = _looked_at(found[-1], position.shape)
    kept = [found[-1]]
    for step in reversed(found[:-1]):
        if wanted & {cell for cell, _ in step.eliminations}:
            kept.append(step)
            wanted |= _looked_at(step, position.shape)
    return kept[::-1]


def _looked_at(step: Step, shape: Shape) -> set[int]:
    """The cells whose candidates a step needs to know: of its units and its pattern; of all the board for a chain."""
    if step.chains:
        return set(range(shape.cells))
    parts = {cell for part in step.parts for cell in part.cells}
    units = {cell for unit in step.where if isinstance(unit, Unit) for cell in shape.cells_of(unit)}
    return units | parts | set(step.cells) | set(step.placement[:1] if step.placement else ())
