"""Scores of puzzles on the scale of HoDoKu 2.2.0: its techniques, the order in which it tries them, what each adds.

Order, scores and levels are facts about HoDoKu 2.2.0 (Bernhard Hobiger, build 116) with its default settings.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..boards import Batch, Boards, Whole, puzzles_and_shape
from ..grades import SCORE_VERSION, Level, ScoreStatus
from ..native import core, flat_dtype, record_dtype
from ..shape import Shape
from ..solving import AnyRules, Puzzles, count_solutions, ruled, solve
from ..words import words_in
from .record import Shown

if [*Level] != core.scoring_levels:
    raise ImportError(f"the kernels' levels are {core.scoring_levels}, not those of Level")

LEVELS: tuple[str, ...] = tuple(map(str, Level))
"""The levels of puzzles, the easiest first."""

HIGHEST_SCORES: tuple[int, ...] = tuple(core.highest_scores)
"""The highest score of each level: a puzzle with a higher one goes to the next level. The last has no limit."""

if core.score_version != SCORE_VERSION:
    raise ImportError(f"the kernels' scores are of version {core.score_version}, not {SCORE_VERSION}")


@dataclass(frozen=True, slots=True, repr=False)
class SolvingTechnique(Shown):
    """The name of a step of a path. Scores and steps name it by its `number`, which never changes."""

    shown = ("number", "name", "rule", "score", "level", "enabled", "meaning")

    number: int
    name: str
    rule: str
    """The rule that finds it: its own name, or that of a rule that finds several techniques in one search."""
    score: int
    """The points that a step adds to the score of a puzzle by default."""
    level: str
    """The least level of a puzzle that needs it, by default."""
    enabled: bool
    """Whether it is among DEFAULT_RULES."""

    @property
    def meaning(self) -> str:
        """What it is, in a sentence."""
        return words_in().tables["meanings"][self.name]


@dataclass(frozen=True, slots=True)
class Rule:
    """A row of the table that a solver tries in order: what it looks for, and what a step of it counts."""

    name: str
    score: int
    level: str


_FACTS = core.scoring_techniques
_SEVERAL = {_FACTS[rule][1] for number, _name, rule, *_ in _FACTS if number != rule}
"""Rules that find several techniques in one search."""

SOLVING_TECHNIQUES: tuple[SolvingTechnique, ...] = tuple(
    SolvingTechnique(number, name, _FACTS[rule][1], score, LEVELS[level], enabled)
    for number, name, rule, score, level, enabled in _FACTS
    if name not in _SEVERAL
)
"""Every technique that a step may carry, in the order of their numbers."""

ALL_RULES: tuple[Rule, ...] = tuple(
    Rule(name, score, LEVELS[level]) for number, name, rule, score, level, _enabled in _FACTS if number == rule
)
"""Every rule in HoDoKu's order, also those that it does not try unless asked."""

_ENABLED = {name for _number, name, _rule, _score, _level, enabled in _FACTS if enabled}
DEFAULT_RULES: tuple[Rule, ...] = tuple(rule for rule in ALL_RULES if rule.name in _ENABLED)
"""The rules that HoDoKu 2.2.0 tries by default, in its order, with its scores and levels."""

_NUMBERS = {name: number for number, name, *_ in _FACTS}
TECHNIQUE_OF = {technique.number: technique for technique in SOLVING_TECHNIQUES}
"""The technique of a number, as scores and steps have it."""


def rule_number(name: str) -> int:
    """The number of a rule. ValueError for an unknown name, with the names there are."""
    if name not in {rule.name for rule in ALL_RULES}:
        raise ValueError(f"no rule {name!r}: there are {', '.join(rule.name for rule in ALL_RULES)}")
    return int(_NUMBERS[name])


def rule_table(rules: Iterable[Rule]) -> NDArray[np.int32]:
    """The rules as the kernels read them, `int32 (n, 3)`.

    ValueError for an unknown name or level, for a rule that comes twice, a score below 0, or no rule at all.
    """
    table = []
    for rule in rules:
        if not isinstance(rule, Rule):
            raise TypeError(f"a table of rules has Rule(name, score, level), not {type(rule).__name__}")
        if rule.level not in LEVELS:
            raise ValueError(f"no level {rule.level!r} for {rule.name}: there are {', '.join(LEVELS)}")
        if not 0 <= rule.score <= 1_000_000:
            raise ValueError(f"score {rule.score} of {rule.name} is not in 0 .. 1,000,000")
        table.append((rule_number(rule.name), rule.score, LEVELS.index(rule.level)))
    if not table:
        raise ValueError("a table of rules needs at least one")
    names = [row[0] for row in table]
    if len(set(names)) < len(names):
        raise ValueError("a rule comes twice in the table")
    return np.array(table, np.int32)


if [status.name.lower() for status in ScoreStatus] != core.scoring_statuses:
    raise ImportError(f"the kernels' statuses are {core.scoring_statuses}, not those of ScoreStatus")

SCORED = flat_dtype(
    record_dtype(core.score_layout), {technique.name: technique.number for technique in SOLVING_TECHNIQUES}
)
"""The dtype of what `score` returns."""


def score(
    puzzles: Puzzles | None,
    rules: AnyRules | None = None,
    *,
    blocks: str | None = None,
    table: Iterable[Rule] = DEFAULT_RULES,
    threads: int = 1,
) -> NDArray[np.void]:
    """Scores and levels of puzzles of any rules and sizes 4 to 16, a structured array with one row per puzzle.

    Puzzles under rules, and puzzles of other shapes than 9x9, have the scores and fields of
    `engine.paths.people`; `rules` and `blocks` are as in `engine.solve`. What follows is about plain 9x9.

    A puzzle is solved step by step, always with the first rule of the table that applies. The score is the sum of the
    rules' scores; the level is the highest of their levels, or the least one whose highest score is enough, if that is
    higher (`engine.HIGHEST_SCORES`). With DEFAULT_RULES both equal HoDoKu 2.2.0's with its default settings, and
    so are the steps.

    - `status`: a `ScoreStatus`; every other field is 0, `hardest` -1, unless it is SCORED or STUCK
    - `score`: the sum
    - `level`: a place in `engine.LEVELS`, 0 (easy) to 4 (extreme)
    - `hardest`: `number` of the technique (in `engine.SOLVING_TECHNIQUES`) of the first step of the highest score; -1
      for a full board
    - a field for each of `engine.SOLVING_TECHNIQUES`, by its name, such as `"skyscraper"`: how often it was used

    `table` replaces the rules: other scores, levels, orders, fewer rules, or more of `engine.ALL_RULES`. `threads`
    share the batch.

    ValueError for boards above 16x16, for a `table` with other puzzles than plain 9x9 ones, for a bad one as in
    `rule_table`, and as in `engine.boards.check_puzzles`.
    """
    if table is DEFAULT_RULES and not _is_plain_nine(puzzles, rules, blocks):
        from .people import score_any  # which loads the rules of variants

        return score_any(puzzles, rules, blocks, threads)
    batch = Batch.of(scoreable(puzzles))  # type: ignore[arg-type]  # variants are above
    rows, highest = rule_table(table), Whole(np.array(HIGHEST_SCORES, np.int32))
    scores, counts = np.zeros(len(batch), SCORED), count_solutions(batch.rows, threads=threads)
    solutions = solve(batch.rows, threads=threads)
    given = (solutions, counts, highest, Whole(rows.view(np.uint8)), len(rows))
    batch.run(core.score, *given, scores, threads=threads)
    return batch.shaped(scores)


def _is_plain_nine(puzzles: Puzzles | None, rules: AnyRules | None, blocks: str | None) -> bool:
    if ruled(puzzles, rules, blocks):
        return False
    return puzzles_and_shape(puzzles, blocks)[1] == Shape.of(9)  # type: ignore[arg-type]


def scoreable(puzzles: ArrayLike) -> Boards:
    """Like `engine.boards.check_puzzles`; ValueError too for boards that are not 9x9."""
    checked, shape = puzzles_and_shape(puzzles, None)
    if shape != Shape.of(9):
        raise ValueError(f"scores are for 9x9 puzzles, not {shape.size}x{shape.size}")
    return checked
