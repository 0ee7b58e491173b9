"""The techniques of HoDoKu 2.2.0, and the table of rules that says in which order a solver tries them.

Order, scores and levels are facts about HoDoKu 2.2.0 (Bernhard Hobiger, build 116) with its default settings.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.grades import Level
from engine.native import core
from engine.scoring.meanings import MEANINGS

if [*Level] != core.scoring_levels:
    raise ImportError(f"the kernels' levels are {core.scoring_levels}, not those of Level")

LEVELS: tuple[str, ...] = tuple(map(str, Level))
"""The levels of puzzles, the easiest first."""

HIGHEST_SCORES: tuple[int, ...] = tuple(core.highest_scores)
"""The highest score of each level: a puzzle with a higher one goes to the next level. The last has no limit."""


@dataclass(frozen=True, slots=True)
class SolvingTechnique:
    """What a step of a path is called. Scores and steps name it by its `number`, which never changes."""

    number: int
    name: str
    rule: str
    """The rule that finds it: its own name, or that of a rule that finds several techniques in one search."""
    score: int
    """What a step adds to the score of a puzzle by default."""
    level: str
    """The least level of a puzzle that needs it, by default."""
    enabled: bool
    """Whether it is among DEFAULT_RULES."""
    meaning: str


@dataclass(frozen=True, slots=True)
class Rule:
    """A row of the table that a solver tries in order: what it looks for, and what a step of it counts."""

    name: str
    score: int
    level: str


_FACTS = core.scoring_techniques

SOLVING_TECHNIQUES: tuple[SolvingTechnique, ...] = tuple(
    SolvingTechnique(number, name, _FACTS[rule][1], score, LEVELS[level], enabled, MEANINGS[name])
    for number, name, rule, score, level, enabled in _FACTS
    if name in MEANINGS
)
"""Every technique that a step may carry, in the order of their numbers."""

ALL_RULES: tuple[Rule, ...] = tuple(
    Rule(name, score, LEVELS[level]) for number, name, rule, score, level, _enabled in _FACTS if number == rule
)
"""Every rule in HoDoKu's order, also those that it does not try unless asked."""

DEFAULT_RULES: tuple[Rule, ...] = tuple(
    rule for rule in ALL_RULES if any(name == rule.name and enabled for _n, name, _r, _s, _l, enabled in _FACTS)
)
"""The rules that HoDoKu 2.2.0 tries by default, in its order, with its scores and levels."""

_NUMBERS = {name: number for number, name, *_ in _FACTS}
_BY_NUMBER = {technique.number: technique for technique in SOLVING_TECHNIQUES}


def solving_technique(number: int) -> SolvingTechnique:
    """The technique of a number, as scores and steps have it; KeyError for a number that no step carries."""
    return _BY_NUMBER[number]


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
