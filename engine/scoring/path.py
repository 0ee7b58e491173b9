"""The path that HoDoKu's techniques take through a puzzle, as data: each step with all that its picture needs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, partial

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..boards import Boards
from ..native import core
from ..paths.explanations import BaseStep
from ..paths.positions import Position
from ..shape import Shape
from ..solving import count_solutions, solve
from .chains import Spot, StepFacts, chains_of, is_fish, parts_of, unit_of_single, units_of
from .scorer import DEFAULT_RULES, LEVELS, Rule, rule_number, rule_table, scoreable, solving_technique
from .sentences import sentence_of, single_sentence

_SHAPE = Shape.of(9)
_NO_LIMIT = 2**31 - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class SolvingStep(BaseStep):
    """One step of a path; its `technique` is one of `engine.SOLVING_TECHNIQUES`.

    `cells` and `digits` are empty for chains. A link of a group of places is an `engine.GroupLink`.
    """

    score: int
    """The points that it adds to the score of the puzzle."""
    level: str
    """The least level of a puzzle that needs it."""
    links: int
    """The literals of its chains, side branches too, as HoDoKu counts them; 0 for other techniques."""


def solving_steps(
    puzzle: ArrayLike,
    *,
    filled: ArrayLike | None = None,
    candidates: ArrayLike | None = None,
    table: Iterable[Rule] = DEFAULT_RULES,
) -> list[SolvingStep]:
    """Solve one 9x9 puzzle step by step, as `engine.score` does, with the same `table`; perhaps from a later position.

    `filled` and `candidates` are a position as in `next_solving_step`; the puzzle, and all digits, by default. If no
    rule applies, the list ends before the puzzle is solved. ValueError for a puzzle without exactly one solution, for a
    position that the solution contradicts, and as in `engine.score`.
    """
    values = puzzle if filled is None else filled
    masks = np.full(81, _ALL, np.uint16) if candidates is None else candidates
    return _path(*_position(puzzle, values, masks), table, _NO_LIMIT)


def next_solving_step(
    puzzle: ArrayLike, filled: ArrayLike, candidates: ArrayLike, *, table: Iterable[Rule] = DEFAULT_RULES
) -> SolvingStep | None:
    """Find the step that comes next in a position; None if no rule applies or nothing is left to do.

    `filled` has the values of all filled cells, the clues of `puzzle` among them; `candidates` a mask for each cell,
    bit 0 for digit 1. ValueError for a position that the solution contradicts, and as in `solving_steps`.
    """
    clues, values, kept = _position(puzzle, filled, candidates)
    steps = _path(clues, values, kept, table, 1)
    return steps[0] if steps else None


def find_solving_steps(
    rule: str,
    puzzle: ArrayLike,
    filled: ArrayLike,
    candidates: ArrayLike,
    *,
    wide: bool = False,
    most: int | None = None,
) -> list[SolvingStep]:
    """Find all steps of one rule (a name of `engine.ALL_RULES`) in a position, as in `next_solving_step`.

    Of chains with the same conclusion, it finds only those that are shorter than the ones found before. `wide` also
    takes what HoDoKu leaves out by default: almost locked sets that overlap, or within grouped loops and chains, and
    empty rectangles of two places. With `most`, each conclusion comes once, and each technique at most that often.
    """
    clues, values, kept = _position(puzzle, filled, candidates)
    number = rule_number(rule)
    found = core.find_solving_steps(clues, values, kept, solve(clues), number, wide)
    masks = Position(_SHAPE, values.tolist(), kept.tolist()).masks
    facts = [StepFacts.of(given) for given in found]
    if most is not None:
        facts = _some_of(facts, most)
    return [_step(of, solving_technique(of.technique).score, None, masks) for of in facts]


def _some_of(facts: Iterable[StepFacts], most: int) -> list[StepFacts]:
    """Each conclusion of a technique once, and of each technique the first ones."""
    kept: dict[int, dict[object, StepFacts]] = {}
    for given in facts:
        own = kept.setdefault(given.technique, {})
        if len(own) < most:
            own.setdefault((tuple(given.placed), frozenset(given.removed)), given)
    return [given for own in kept.values() for given in own.values()]


_ALL = 0x1FF


def _one(puzzle: ArrayLike) -> Boards:
    checked = scoreable(puzzle)
    if checked.ndim != 1:
        raise ValueError(f"one puzzle has shape (81,), not {checked.shape}")
    count = int(count_solutions(checked))
    if count != 1:
        raise ValueError(f"the puzzle has {'no solution' if count == 0 else 'several solutions'}, so it has no path")
    return checked


def _position(puzzle: ArrayLike, filled: ArrayLike, candidates: ArrayLike) -> tuple[Boards, Boards, NDArray[np.uint16]]:
    clues, values = _one(puzzle), scoreable(filled)
    masks = np.array(candidates).reshape(-1)  # a copy: another thread may change what was given
    if values.shape != (81,) or masks.shape != (81,):
        raise ValueError("a position is one puzzle, its filled cells and its candidates, 81 each")
    if masks.dtype.kind not in "iu" or (masks < 0).any() or (masks > _ALL).any():
        raise ValueError(f"candidates are masks of 9 bits, whole numbers in 0 .. {_ALL}")
    solution = solve(clues)
    if (values[values > 0] != solution[values > 0]).any():
        raise ValueError("a filled cell has another digit than the solution")
    if (clues[clues > 0] != values[clues > 0]).any():
        raise ValueError("the filled cells lack a clue")
    empty = values == 0
    if not (masks[empty] >> (solution[empty] - 1) & 1).all():
        raise ValueError("the candidates of a cell lack its digit in the solution")
    return clues, values, masks.astype(np.uint16)


def _path(
    clues: Boards, values: Boards, kept: NDArray[np.uint16], rules: Iterable[Rule], most: int
) -> list[SolvingStep]:
    table = _default_table() if rules is DEFAULT_RULES else rule_table(rules)
    taken = core.solving_path(clues, values, kept, solve(clues), table.view(np.uint8), len(table), most)
    position, steps = Position(_SHAPE, values.tolist(), kept.tolist()), []
    for given, score, level in taken:
        technique = solving_technique(given["technique"]).name
        if technique in _SINGLES:
            spot = given["placed"][0]
            units = () if technique == "naked-single" else (unit_of_single(technique, spot, position.masks),)
            step = _single(technique, spot, units, score, LEVELS[level])
        else:
            step = _step(StepFacts.of(given), score, LEVELS[level], position.masks)
        position.take(step)
        steps.append(step)
    return steps


@cache
def _default_table() -> NDArray[np.int32]:
    return rule_table(DEFAULT_RULES)


_SINGLES = ("full-house", "naked-single", "hidden-single")


@cache  # four steps in five are singles, and there are some 6,000 different ones
def _single(technique: str, spot: Spot, units: tuple[str, ...], score: int, level: str) -> SolvingStep:
    """A step that fills a cell and needs no pattern."""
    return SolvingStep(
        technique=technique,
        score=score,
        level=level,
        cells=(),
        digits=(),
        units=units,
        links=0,
        placement=spot,
        eliminations=(),
        say=partial(single_sentence, technique, units, spot),
    )


def _step(facts: StepFacts, score: int, level: str | None, candidates: Sequence[int]) -> SolvingStep:
    technique = solving_technique(facts.technique)
    units = units_of(technique.name, facts, candidates)
    placement = facts.placed[0] if facts.placed else None
    eliminations = tuple(sorted(set(facts.removed)))
    parts = parts_of(technique.name, facts, candidates)
    chains = chains_of(technique.name, facts, candidates)
    in_pattern = not chains or is_fish(technique.name)
    return SolvingStep(
        technique=technique.name,
        score=score,
        level=level or technique.level,
        cells=facts.cells if in_pattern else (),
        digits=facts.digits if in_pattern else (),
        units=units,
        links=sum(map(len, facts.chains)),
        placement=placement,
        eliminations=eliminations,
        parts=parts,
        chains=chains,
        say=partial(sentence_of, technique.name, facts, units, placement, eliminations, parts, chains),
    )
