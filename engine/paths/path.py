"""The path of a puzzle in either style, all that a position allows, and what is wrong with it.

The techniques are those of a *scale*: of ratings where all rules are houses, of HoDoKu's scores at plain 9x9, or of
people. A *style* chooses between ratings and scores.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from itertools import islice
from typing import Any, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .. import rules
from ..boards import Boards, cells_of, puzzles_and_shape
from ..grades import SCORED_BLOCKS, Style, style_for, why_unrated
from ..rating import rateable
from ..shape import DIGITS, SIZE_OF_CELLS, Shape, Unit, cell_name
from ..solving import AnyRules, Puzzles, count_solutions, is_variant, ruled, solve
from ..words import ENGLISH, words_in
from .rated import FAMILIES, Rater, are_within, check_masks
from .record import Position, Step
from .scored import find_solving_steps, next_solving_step, solving_steps
from .scores import DEFAULT_RULES

AnyPuzzle = Union[NDArray[np.uint8], "rules.Variant"]
"""The cells of a plain puzzle, or a variant."""


def steps(
    puzzle: Puzzles, rules: AnyRules | None = None, *, blocks: str | None = None, style: str | None = None
) -> list[Step]:
    """Solve one puzzle step by step, as `engine.rate` does; shapes, `rules` and `blocks` as there.

    The highest rating of a step is the rating of the puzzle. If no technique applies, the list ends before the puzzle
    is solved. Under rules that are no houses there are no ratings: the steps are those of people, with their scores.
    `style="score"` has the steps of `engine.score` in every case, `"rating"` ratings or a ValueError; `"eye"` those of
    scores, but at plain 9x9 first full units, then hidden singles of blocks, of lines, and naked ones.
    ValueError for a puzzle without exactly one solution, another style, and as in `engine.rate` if it has ratings.
    """
    given = puzzle_of(puzzle, rules, blocks, style)
    if given.scale in (_Scale.PEOPLE, _Scale.EYE):
        return [*Begun(given).steps()]
    if given.scale is _Scale.SCORE:
        return solving_steps(given.clues)
    rater = given.rater
    if given.clues.ndim != 1:
        raise ValueError(f"one puzzle has shape ({given.clues.shape[-1]},), not {given.clues.shape}")
    if (count := given.count_solutions()) != 1:
        many = "several solutions" if count else "no solution"
        raise ValueError(f"the puzzle has {many}, so it has no solution path")
    return rater.path(given.clues)


def find_step(
    family: str,
    puzzle: Puzzles,
    candidates: ArrayLike,
    rules: AnyRules | None = None,
    *,
    blocks: str | None = None,
    style: str | None = None,
) -> Step | None:
    """Find the first step of one family of techniques (a name of `FAMILIES`) in a position; None if it has none.

    `candidates` has a mask of candidates for each cell, `(S*S,)` or `(S, S)`, bit 0 for digit 1. The masks of
    filled cells, and digits that a peer holds, are ignored. Shapes, `rules` and `blocks` as in `engine.rate`: rules
    that are no houses have no families. With `style="score"`, for plain 9x9, the family is a rule of `engine.score`
    (a name of `paths.scores.ALL_RULES`), and every filled cell is a clue.
    ValueError for another family, style or shape, and as in `engine.rate`.
    """
    given = puzzle_of(puzzle, rules, blocks, style)
    masks = np.array(candidates)  # a copy: another thread may change what was given
    if given.scale in (_Scale.SCORE, _Scale.EYE):
        return next(iter(find_solving_steps(family, given.clues, given.clues, masks)), None)
    if style and given.scale is _Scale.PEOPLE:
        raise ValueError("techniques of people have no families: engine.next_step finds their steps")
    return given.rater.find(family, given.clues, masks.reshape(-1) if masks.shape == (given.size,) * 2 else masks)


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
    return Begun(puzzle_of(puzzle, rules, blocks), values, candidates).mistakes(language)


def next_step(
    puzzle: Puzzles,
    values: ArrayLike,
    candidates: ArrayLike | None = None,
    rules: AnyRules | None = None,
    *,
    blocks: str | None = None,
    style: str | None = None,
) -> Step | None:
    """Find the easiest step from a position; arguments and errors as in `mistakes`, `style` as in `steps`.

    Without `candidates`, and in cells without marks, every digit that breaks no rule is one. None if the board is full
    or no technique applies. ValueError too above 12x12 if there are no rules but houses, and if the position has a
    mistake: then no step leads to the solution.
    """
    return Begun(puzzle_of(puzzle, rules, blocks, style), values, candidates).next()


# --- In a style -------------------------------------------------------------------------------------------------------


def path_of(puzzle: AnyPuzzle, blocks: str, style: Style | None = None) -> Sequence[Step]:
    """Return the steps to the solution; ValueError for a style that the puzzle lacks, and without one solution."""
    styled = _styled(puzzle, blocks, style)
    if styled.scale is _Scale.RATING:
        return steps(puzzle, blocks=blocks)
    if styled.scale is _Scale.SCORE:
        return solving_steps(styled.clues)
    if styled.scale is _Scale.EYE:
        return [*Begun(styled).steps()]
    from . import people  # with the rows of rules

    return people.people_steps(styled.board)


def begun(
    puzzle: AnyPuzzle, values: Sequence[int], marks: Sequence[int], blocks: str, style: Style | None = None
) -> Begun:
    """Return a board that has been begun. ValueError for a style that the puzzle lacks, and as from `mistakes`."""
    return Begun(_styled(puzzle, blocks, style), values, marks)


_Scale = Enum("_Scale", "RATING SCORE PEOPLE EYE")


@dataclass(frozen=True)
class _Puzzle:
    """A puzzle, and the scale of the techniques that solve it."""

    board: Any
    """The variant, or the clues of a plain puzzle."""
    clues: Boards
    blocks: str | None
    """None under rules, which say what blocks there are."""
    scale: _Scale

    @property
    def size(self) -> int:
        return SIZE_OF_CELLS[self.clues.shape[-1]]

    @cached_property
    def shape(self) -> Shape:
        if is_variant(self.board):
            return rules.houses.full_houses_of(self.board)
        return Shape.of(self.size, self.blocks)

    @cached_property
    def rater(self) -> Rater:
        """ValueError for sizes and rules without ratings."""
        if is_variant(self.board):
            return Rater.of(self.board)
        return Rater.of(rateable(self.clues, self.blocks).shape)

    def count_solutions(self) -> int:
        return int(count_solutions(self.board, blocks=self.blocks))


def puzzle_of(
    puzzle: Puzzles, rules_given: AnyRules | None = None, blocks: str | None = None, style: str | None = None
) -> _Puzzle:
    """A puzzle on the scale of a style, by default of ratings, or under rules that are no houses of people."""
    if style not in (None, *Style):
        raise ValueError(f"style {style!r} is not one of {', '.join(Style)}")
    if under := ruled(puzzle, rules_given, blocks):
        variant = under.variant()
        if style:
            return _styled(variant, "", Style(style))
        has_ratings = rules.houses.has_techniques(variant)
        return _Puzzle(variant, variant.clues, None, _Scale.RATING if has_ratings else _Scale.PEOPLE)
    clues, shape = puzzles_and_shape(puzzle, blocks)  # type: ignore[arg-type]
    return _styled(clues, shape.blocks, Style(style or Style.rating))


def _styled(puzzle: AnyPuzzle, blocks: str, style: Style | None) -> _Puzzle:
    """A puzzle on the scale of a style, by default the usual one of its board; ValueError for one that it lacks."""
    if is_variant(puzzle):
        if style is Style.rating:
            rules.houses.houses_of(puzzle)
            return puzzle_of(puzzle)
        return _Puzzle(puzzle, puzzle.clues, None, _Scale.PEOPLE)
    clues, shape = puzzles_and_shape(puzzle, blocks)  # type: ignore[arg-type]
    style = style_for(style or (Style.score if why_unrated(shape.size) else None), blocks)
    if style is Style.rating or blocks == SCORED_BLOCKS:  # others have the scores of people
        return _Puzzle(clues, clues, blocks, _SCALES[style])
    variant = rules.Variant.of(shape.size, blocks=blocks).with_givens(clues.tolist())
    return _Puzzle(variant, variant.clues, None, _Scale.PEOPLE)


_SCALES = {Style.rating: _Scale.RATING, Style.score: _Scale.SCORE, Style.eye: _Scale.EYE}

_NESTED = ("dynamic-chains-plus", "nested-chains", "nested-multiple-chains", "nested-dynamic-chains",
           "twice-nested-chains")  # fmt: skip
"""Families with steps for nearly every candidate."""

_FORCING = ("forcing-chain", "forcing-net", "brute-force")
"""Rules of scores with steps for nearly every candidate."""

MOST_OF_A_TECHNIQUE = 20


class Begun:
    """A puzzle that a player has begun: a position, the solution, and what finds the steps between them.

    ValueError for what is no position of a puzzle with one solution; steps are found only where it has no mistake.
    """

    def __init__(self, puzzle: _Puzzle, values: ArrayLike | None = None, candidates: ArrayLike | None = None) -> None:
        self._puzzle = puzzle
        self._filled, self._marks = _checked(puzzle, puzzle.clues if values is None else values, candidates)
        if puzzle.count_solutions() != 1:
            raise ValueError("hints need one puzzle with exactly one solution")
        self._solution: list[int] = solve(puzzle.board, blocks=puzzle.blocks).tolist()
        every = 2**puzzle.size - 1
        self._kept = [mask or every for mask in self._marks]

    def mistakes(self, language: str = ENGLISH) -> list[Mistake]:
        """The wrong digits, and the cells whose marks lack the right one."""
        words, found = words_in(language), []
        for cell, (right, digit, mask) in enumerate(zip(self._solution, self._filled, self._marks, strict=True)):
            name = cell_name(*divmod(cell, self._puzzle.size))
            if digit and digit != right:
                found.append(Mistake(cell, digit, words.say("mistakes", "wrong_digit", cell=name, digit=DIGITS[digit])))
            elif not digit and mask and not mask >> right - 1 & 1:
                found.append(Mistake(cell, 0, words.say("mistakes", "missing_mark", cell=name)))
        return found

    def steps(self, most: int | None = None) -> Iterator[Step]:
        """The steps to the solution, at most so many."""
        self._check()
        puzzle = self._puzzle
        if puzzle.scale is _Scale.RATING:
            return islice(self._rated_steps(), most)
        if puzzle.scale is _Scale.PEOPLE:
            from . import people  # with the rows of rules

            return iter(people.people_steps(puzzle.board, self._filled, self._marks, most=most))
        if puzzle.scale is _Scale.EYE:
            return islice(self._seen_steps(), most)
        if most == 1:
            return filter(None, [next_solving_step(puzzle.clues, self._filled, self._kept)])
        return iter(solving_steps(puzzle.clues, filled=self._filled, candidates=self._kept))

    def next(self) -> Step | None:
        """The next step; None if the board is full or no technique applies."""
        return next(self.steps(1), None)

    def to_next_digit(self) -> Sequence[Step]:
        """The steps that the next digit needs, the last of which places it."""
        found: list[Step] = []
        for step in self.steps():
            found.append(step)
            if step.placement:
                return _needed(found, self._puzzle.shape)
        return []

    def possible(self) -> list[Step]:
        """The steps that the position allows, the easiest techniques first.

        Of ratings the first of each family; of HoDoKu's scores each conclusion once a technique, and at most
        MOST_OF_A_TECHNIQUE of each; of people up to four of each. Forcing and nested chains come last.
        """
        self._check()
        puzzle, found = self._puzzle, dict[object, Step]()
        if puzzle.scale is _Scale.PEOPLE:
            from . import people  # with the rows of rules

            return people.possible_people(puzzle.board, self._filled, self._marks)
        is_rated, position = puzzle.scale is _Scale.RATING, self._position()
        begun, most = (puzzle.clues, self._filled, self._kept), MOST_OF_A_TECHNIQUE
        for name in FAMILIES if is_rated else (rule.name for rule in DEFAULT_RULES):
            if found and name in (_NESTED if is_rated else _FORCING):
                break
            some = self._of_family(name, position) if is_rated else find_solving_steps(name, *begun, most=most)
            for step in some:
                found.setdefault((step.technique, step.placement, step.eliminations), step)
        return sorted(found.values(), key=_how_far_seen) if puzzle.scale is _Scale.EYE else [*found.values()]

    def _check(self) -> None:
        """ValueError for a size without techniques, and for mistakes."""
        if self._puzzle.scale is _Scale.RATING and (reason := why_unrated(self._puzzle.size)):
            raise ValueError(reason)
        if found := self.mistakes():
            raise ValueError("; ".join(mistake.sentence for mistake in found))

    def _position(self) -> Position:
        return Position(self._puzzle.shape, self._filled, self._kept)

    def _rated_steps(self) -> Iterator[Step]:
        position = self._position()
        while not position.is_solved:
            found = (step for family in FAMILIES for step in self._of_family(family, position))
            if (step := next(found, None)) is None:
                return
            yield step
            position.take(step)

    def _seen_steps(self) -> Iterator[Step]:
        position, clues = self._position(), self._puzzle.clues
        while not position.is_solved:
            begun = (clues, position.values, position.masks)
            singles = (each for rule in _SEEN for each in find_solving_steps(rule, *begun))
            seen = min(singles, key=_how_far_seen, default=None) or next_solving_step(*begun)
            if seen is None:
                return
            yield seen
            position.take(seen)

    def _of_family(self, family: str, position: Position) -> Iterable[Step]:
        values, masks = np.array(position.values, np.uint8), np.array(position.masks)
        return filter(None, [self._puzzle.rater.find(family, values, masks)])


_SEEN = {"full-house": 0, "hidden-single": 1, "naked-single": 3}


def _how_far_seen(step: Step) -> int:
    """The place of a step among those that eyes find: in a line a digit is harder to see than in a block."""
    where = step.where[0] if step.where else None
    is_in_line = step.technique == "hidden-single" and not (isinstance(where, Unit) and where.kind == "block")
    return _SEEN.get(step.technique, 4) + is_in_line


def _checked(puzzle: _Puzzle, values: ArrayLike, candidates: ArrayLike | None) -> tuple[list[int], list[int]]:
    """The values of all cells, and their marks or zeros. ValueError for what is no position of the puzzle."""
    size, clues = puzzle.size, puzzle.clues
    filled = np.array(cells_of(values)).reshape(-1)  # copies: another thread may change what was given
    marks = np.zeros(size**2, np.int64) if candidates is None else np.array(candidates).reshape(-1)
    if clues.ndim != 1:
        raise ValueError("hints need one puzzle with exactly one solution")
    if filled.shape != clues.shape or marks.shape != clues.shape:
        raise ValueError(f"a position of this puzzle has {size**2} cells")
    if not are_within(filled, size):
        raise ValueError(f"values are whole numbers in 0 .. {size}")
    check_masks(marks, size)
    if changed := np.flatnonzero((clues != 0) & (clues != filled)).tolist():
        raise ValueError(f"{cell_name(*divmod(changed[0], size))} is a clue: it cannot change")
    return filled.tolist(), marks.tolist()


def _needed(found: Sequence[Step], shape: Shape) -> list[Step]:
    """The steps that the last one may rest on, and it: they take candidates that it, or one it rests on, looks at."""
    wanted = _looked_at(found[-1], shape)
    kept = [found[-1]]
    for step in reversed(found[:-1]):
        if wanted & {cell for cell, _ in step.eliminations}:
            kept.append(step)
            wanted |= _looked_at(step, shape)
    return kept[::-1]


def _looked_at(step: Step, shape: Shape) -> set[int]:
    """The cells whose candidates a step needs to know: of its units and its pattern; of all the board for a chain."""
    if step.chains:
        return set(range(shape.cells))
    parts = {cell for part in step.parts for cell in part.cells}
    units = {cell for unit in step.where if isinstance(unit, Unit) for cell in shape.cells_of(unit)}
    return units | parts | set(step.cells) | set(step.placement[:1] if step.placement else ())
