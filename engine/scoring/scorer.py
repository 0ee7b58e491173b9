"""Scores of puzzles on the scale of HoDoKu 2.2.0: its techniques, the order in which it tries them, what each adds.

Order, scores and levels are facts about HoDoKu 2.2.0 (Bernhard Hobiger, build 116) with its default settings.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..boards import Boards, in_pieces, puzzles_and_shape
from ..grades import SCORE_VERSION, Level, ScoreStatus
from ..native import core, flat_dtype, record_dtype
from ..ruled import AnyRules, Puzzles, Ruled, ruled
from ..shape import Shape
from ..solving import count_solutions, solve

if [*Level] != core.scoring_levels:
    raise ImportError(f"the kernels' levels are {core.scoring_levels}, not those of Level")

LEVELS: tuple[str, ...] = tuple(map(str, Level))
"""The levels of puzzles, the easiest first."""

HIGHEST_SCORES: tuple[int, ...] = tuple(core.highest_scores)
"""The highest score of each level: a puzzle with a higher one goes to the next level. The last has no limit."""

if core.score_version != SCORE_VERSION:
    raise ImportError(f"the kernels' scores are of version {core.score_version}, not {SCORE_VERSION}")


@dataclass(frozen=True, slots=True)
class SolvingTechnique:
    """The name of a step of a path. Scores and steps name it by its `number`, which never changes."""

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
    meaning: str


@dataclass(frozen=True, slots=True)
class Rule:
    """A row of the table that a solver tries in order: what it looks for, and what a step of it counts."""

    name: str
    score: int
    level: str


_MEANINGS = {
    "full-house": "The last empty cell of a row, column or block takes the digit that is missing there.",
    "naked-single": "A cell has one candidate left.",
    "hidden-single": "A digit has one place left in a row, column or block.",
    "locked-pair": "Two cells where a block and a line cross hold the same two candidates, which are "
    "removed from the rest of both.",
    "locked-triple": "Three cells where a block and a line cross hold three candidates, which are "
    "removed from the rest of both.",
    "pointing": "Within a block a digit must lie on one line, so it is removed from the rest of that line.",
    "claiming": "Within a line a digit must lie in one block, so it is removed from the rest of that block.",
    "naked-pair": "Two cells of a unit hold the same two candidates, so these are removed from its other cells.",
    "naked-triple": "Three cells of a unit hold no more than three candidates, so these are removed from its other "
    "cells.",
    "hidden-pair": "Two digits share the only two cells they have in a unit, so other candidates are removed from "
    "these cells.",
    "hidden-triple": "Three digits share the only three cells they have in a unit, so other candidates are removed "
    "from there.",
    "naked-quadruple": "Four cells of a unit hold no more than four candidates, so these are removed from its other "
    "cells.",
    "hidden-quadruple": "Four digits share the only four cells they have in a unit, so other candidates are removed "
    "from there.",
    "x-wing": "A digit has its places in two parallel lines on the same two crossing lines, so "
    "it is removed from the rest of those.",
    "swordfish": "A digit has its places in three parallel lines on three crossing lines, so it "
    "is removed from the rest of those.",
    "jellyfish": "A digit has its places in four parallel lines on four crossing lines, so it is "
    "removed from the rest of those.",
    "remote-pair": "A chain of cells with the same two candidates: its ends differ, so cells that "
    "see both lose the two digits.",
    "bug-plus-1": "Without one candidate every empty cell and every unit would have two choices, "
    "and the puzzle two solutions.",
    "skyscraper": "Two parallel lines have two places for a digit each, and share a crossing line "
    "at one end: one of the other ends is true.",
    "two-string-kite": "A row and a column have two places for a digit each, and share a block at one "
    "end: one of the other ends is true.",
    "turbot-fish": "Two strong links of a digit are joined by a weak one, so one of the outer ends is true.",
    "empty-rectangle": "A digit lies on one row and one column of a block; a strong link on a crossing "
    "line carries one to the other.",
    "w-wing": "Two equal cells of two candidates are joined by a strong link of one of them, so "
    "one holds the other digit.",
    "xy-wing": "Whichever of its two candidates a cell takes, one of two others that it sees takes a third digit.",
    "xyz-wing": "Whichever of its three candidates a cell takes, it or one of two others that it "
    "sees takes the same digit.",
    "uniqueness-1": "Three corners of a rectangle have only two candidates, so the fourth takes neither of them.",
    "uniqueness-2": "Two corners of a rectangle on one line share one further candidate, and one of them takes it.",
    "uniqueness-3": "The further candidates of two corners of a rectangle form a naked set with other cells of a unit.",
    "uniqueness-4": "One digit of a rectangle must lie in one of two corners, so the other digit is removed from both.",
    "uniqueness-5": "Two opposite or three corners of a rectangle share one further candidate, and "
    "one of them takes it.",
    "uniqueness-6": "One digit of a rectangle has no other place in its rows and columns, so it is "
    "removed from two opposite corners.",
    "hidden-rectangle": "From a corner with two candidates a digit is strong both ways, so the other "
    "digit is removed from the opposite corner.",
    "avoidable-rectangle-1": "Three filled cells, no clues, would complete a rectangle that can be filled in two ways.",
    "avoidable-rectangle-2": "Two filled cells, no clues, and two that share a further candidate: one of these "
    "takes it.",
    "finned-x-wing": "An X-wing with extra places, the fins: it removes the digit only from cells that see all fins.",
    "sashimi-x-wing": "A finned X-wing in which a line has one place or none besides its fins.",
    "finned-swordfish": "A swordfish with extra places, the fins: it removes the digit only from cells that see all "
    "fins.",
    "sashimi-swordfish": "A finned swordfish in which a line has one place or none besides its fins.",
    "finned-jellyfish": "A jellyfish with extra places, the fins: it removes the digit only from cells that see all "
    "fins.",
    "sashimi-jellyfish": "A finned jellyfish in which a line has one place or none besides its fins.",
    "sue-de-coq": "Cells where a line and a block cross, with some of the line and some of the "
    "block, hold as many digits as cells.",
    "simple-colors-trap": "The places of a digit alternate between two colours; cells that see both "
    "colours lose the digit.",
    "simple-colors-wrap": "Two cells of one colour see each other, so the other colour is true.",
    "multi-colors-1": "Two pairs of colours touch, so one of the two colours that do not touch is true.",
    "multi-colors-2": "A colour sees both colours of another pair, so it is false.",
    "x-chain": "Strong and weak links of one digit alternate, so one end of the chain is true.",
    "xy-chain": "A chain through cells of two candidates: one of its ends takes the digit.",
    "continuous-nice-loop": "A chain that closes: each of its weak links holds one of its two ends.",
    "discontinuous-nice-loop": "A chain from a cell back to it proves or rules out one of its candidates.",
    "aic": "Strong and weak links alternate, so one end of the chain is true.",
    "grouped-continuous-nice-loop": "A continuous loop that also runs through groups of places.",
    "grouped-discontinuous-nice-loop": "A discontinuous loop that also runs through groups of places.",
    "grouped-aic": "A chain that also runs through groups of places: one of its ends is true.",
    "als-xz": "Two almost locked sets share a digit that only one can hold, so the other is locked.",
    "als-xy-wing": "An almost locked set shares a digit each with two others, so one of these two is locked.",
    "als-chain": "Almost locked sets, each of which shares a digit with the next: one of the two "
    "at the ends is locked.",
    "death-blossom": "Each candidate of a cell locks an almost locked set; a digit that all of "
    "them hold is removed from the cells that see it.",
    "franken-x-wing": "An X-wing that has blocks among its units.",
    "franken-swordfish": "A swordfish that has blocks among its units.",
    "franken-jellyfish": "A jellyfish that has blocks among its units.",
    "finned-franken-x-wing": "A Franken X-wing with fins: it removes the digit only from cells that see all fins.",
    "finned-franken-swordfish": "A Franken swordfish with fins: it removes the digit only from cells that see all "
    "fins.",
    "finned-franken-jellyfish": "A Franken jellyfish with fins: it removes the digit only from cells that see all "
    "fins.",
    "mutant-x-wing": "An X-wing of any units.",
    "mutant-swordfish": "A swordfish of any units.",
    "mutant-jellyfish": "A jellyfish of any units.",
    "finned-mutant-x-wing": "A mutant X-wing with fins: it removes the digit only from cells that see all fins.",
    "finned-mutant-swordfish": "A mutant swordfish with fins: it removes the digit only from cells that see all fins.",
    "finned-mutant-jellyfish": "A mutant jellyfish with fins: it removes the digit only from cells that see all fins.",
    "kraken-fish-1": "A fish whose fins each lead by a chain to the same removal.",
    "kraken-fish-2": "A fish whose places in a cover unit and fins each lead by a chain to the same removal.",
    "forcing-chain-contradiction": "What follows from a candidate contradicts itself, so the opposite holds.",
    "forcing-chain-verity": "The same follows from every choice that there is.",
    "forcing-net-contradiction": "What follows from a candidate, several causes together, contradicts itself.",
    "forcing-net-verity": "The same follows from every choice that there is, several causes together.",
    "brute-force": "No technique applies: the solution fills a cell.",
}
"""The sentence for each name of a step."""

_FACTS = core.scoring_techniques

SOLVING_TECHNIQUES: tuple[SolvingTechnique, ...] = tuple(
    SolvingTechnique(number, name, _FACTS[rule][1], score, LEVELS[level], enabled, _MEANINGS[name])
    for number, name, rule, score, level, enabled in _FACTS
    if name in _MEANINGS
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
    `engine.people.scorer.score_people`; `rules` and `blocks` are as in `engine.solve`. What follows is about plain 9x9.

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
    `engine.scoring.scorer.rule_table`, and as in `engine.boards.check_puzzles`.
    """
    if table is DEFAULT_RULES and (under := _of_people(puzzles, rules, blocks)):
        from ..people.scorer import score_people

        found = score_people(under.rules, under.puzzles, threads=threads)
        return found[0] if under.is_single else found
    checked = scoreable(puzzles)  # type: ignore[arg-type]  # variants are above
    rows, highest = rule_table(table), np.array(HIGHEST_SCORES, np.int32)
    scores = np.zeros(checked.shape[:-1], SCORED)
    batch, out = np.atleast_2d(checked), np.atleast_1d(scores)
    counts = count_solutions(batch, threads=threads)
    solutions = solve(batch, threads=threads)
    in_pieces(
        lambda some: core.score(
            Shape.of(9),
            batch[some],
            solutions[some],
            counts[some],
            highest,
            rows.view(np.uint8),
            len(rows),
            out[some].view(np.uint8),
        ),
        len(batch),
        threads,
    )
    return scores


def _of_people(puzzles: Puzzles | None, rules: AnyRules | None, blocks: str | None) -> Ruled | None:
    """Puzzles under rules, or of another shape than 9x9 under none; None for plain 9x9."""
    if under := ruled(puzzles, rules, blocks):
        return under
    checked, shape = puzzles_and_shape(puzzles, blocks)  # type: ignore[arg-type]
    if shape == Shape.of(9):
        return None
    from ..rules.variant import Variant

    board = Variant.of(shape.size, blocks=shape.blocks)
    return Ruled(board, np.atleast_2d(checked), is_single=checked.ndim == 1)


def scoreable(puzzles: ArrayLike) -> Boards:
    """Like `engine.boards.check_puzzles`; ValueError too for boards that are not 9x9."""
    checked, shape = puzzles_and_shape(puzzles, None)
    if shape != Shape.of(9):
        raise ValueError(f"scores are for 9x9 puzzles, not {shape.size}x{shape.size}")
    return checked
