"""Scores of puzzles: at plain 9x9 those of HoDoKu 2.2.0, else those of people, and puzzles made to order by them.

Order, scores and levels of HoDoKu are facts about its version 2.2.0 (Bernhard Hobiger, build 116) with its default
settings: its techniques, the order in which it tries them, what each adds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .. import rules as variants
from ..boards import Batch, Boards, Whole, in_pieces, puzzles_and_shape
from ..grades import SCORE_VERSION, Level, ScoreStatus
from ..native import core, flat_dtype, record_dtype
from ..random_numbers import RandomNumbers
from ..shape import NO_BLOCKS, Shape
from ..solving import AnyRules, Puzzles, count_solutions, is_variant, ruled, solve
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

_RULES = [(Rule(name, score, LEVELS[level]), on) for number, name, rule, score, level, on in _FACTS if number == rule]

ALL_RULES: tuple[Rule, ...] = tuple(rule for rule, _is_on in _RULES)
"""Every rule in HoDoKu's order, also those that it does not try unless asked."""

DEFAULT_RULES: tuple[Rule, ...] = tuple(rule for rule, is_on in _RULES if is_on)
"""The rules that HoDoKu 2.2.0 tries by default, in its order, with its scores and levels."""

_RULE_NUMBERS = {name: number for number, name, rule, *_ in _FACTS if number == rule}
TECHNIQUE_OF = {technique.number: technique for technique in SOLVING_TECHNIQUES}
"""The technique of a number, as scores and steps have it."""


def rule_number(name: str) -> int:
    """The number of a rule. ValueError for an unknown name, with the names there are."""
    if name not in _RULE_NUMBERS:
        raise ValueError(f"no rule {name!r}: there are {', '.join(_RULE_NUMBERS)}")
    return int(_RULE_NUMBERS[name])


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
    if len({number for number, *_ in table}) < len(table):
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
    `score_people`; `rules` and `blocks` are as in `engine.solve`. What follows is about plain 9x9.

    A puzzle is solved step by step, always with the first rule of the table that applies. The score is the sum of the
    rules' scores; the level is the highest of their levels, or the least one whose highest score is enough, if that is
    higher (HIGHEST_SCORES). With DEFAULT_RULES both equal HoDoKu 2.2.0's with its default settings, and
    so are the steps.

    - `status`: a `ScoreStatus`; every other field is 0, `hardest` -1, unless it is SCORED or STUCK
    - `score`: the sum
    - `level`: a place in `engine.LEVELS`, 0 (easy) to 4 (extreme)
    - `hardest`: `number` of the technique (in `engine.SOLVING_TECHNIQUES`) of the first step of the highest score; -1
      for a full board
    - a field for each of `engine.SOLVING_TECHNIQUES`, by its name, such as `"skyscraper"`: how often it was used

    `table` replaces the rules: other scores, levels, orders, fewer rules, or more of ALL_RULES. `threads`
    share the batch.

    ValueError for boards above 16x16, for a `table` with other puzzles than plain 9x9 ones, for a bad one as in
    `rule_table`, and as in `engine.boards.check_puzzles`.
    """
    if table is DEFAULT_RULES and (found := _score_other(puzzles, rules, blocks, threads)) is not None:
        return found
    batch = Batch.of(scoreable(puzzles))  # type: ignore[arg-type]  # variants are above
    rows, highest = rule_table(table), Whole(np.array(HIGHEST_SCORES, np.int32))
    scores, counts = np.zeros(len(batch), SCORED), count_solutions(batch.rows, threads=threads)
    solutions = solve(batch.rows, threads=threads)
    given = (solutions, counts, highest, Whole(rows.view(np.uint8)), len(rows))
    batch.run(core.score, *given, scores, threads=threads)
    return batch.shaped(scores)


def scoreable(puzzles: ArrayLike) -> Boards:
    """Like `engine.boards.check_puzzles`; ValueError too for boards that are not 9x9."""
    checked, shape = puzzles_and_shape(puzzles, None)
    if shape != Shape.of(9):
        raise ValueError(f"scores are for 9x9 puzzles, not {shape.size}x{shape.size}")
    return checked


# --- Scores of people -------------------------------------------------------------------------------------------------


HIGHEST_SCORES_A_CELL = (25, 40, 80, 200)
"""The highest score of each level but the last, for each cell of the board: with more, a puzzle is of the next one."""

_NO_CEILING = 1 << 30


def _score_other(
    puzzles: Puzzles | None, rules: AnyRules | None, blocks: str | None, threads: int
) -> NDArray[np.void] | None:
    """The scores of puzzles under rules, or of any shape under none; None for plain 9x9 ones."""
    if under := ruled(puzzles, rules, blocks):
        found = score_people(under.rules, under.puzzles, threads=threads)
        return found[0] if under.is_single else found
    checked, shape = puzzles_and_shape(puzzles, blocks)  # type: ignore[arg-type]
    if shape == Shape.of(9):
        return None
    board = variants.Variant.of(shape.size, blocks=shape.blocks)
    found = score_people(board, np.atleast_2d(checked), threads=threads)
    return found[0] if checked.ndim == 1 else found


def score_people(
    rules: variants.Variant | Sequence[variants.Variant],
    puzzles: Boards | None = None,
    *,
    most_cost: int | None = None,
    threads: int = 1,
) -> NDArray[np.void]:
    """Scores and levels of puzzles of any rules and sizes 4 to 16, a structured array with one row per puzzle.

    A puzzle is solved step by step, always by the cheapest technique that helps (`people.PEOPLE_TECHNIQUES`). A step
    counts its cost, and a tenth less for each of up to three other steps by the same technique. The level is that of
    the greatest cost, or the least one whose highest score is enough, if that is higher (HIGHEST_SCORES_A_CELL). All
    numbers are whole, so that every machine finds the same.

    - `status`: a `ScoreStatus`, SCORED for a puzzle with one solution; else every other field is 0, `hardest` -1
    - `score`: the sum
    - `level`: a place in `engine.LEVELS`, 0 (easy) to 4 (extreme)
    - `logical`: whether named techniques alone solve it, without a digit by all rules together
    - `hardest`: the number of the technique of the first step of the greatest cost, -1 for a full board
    - `steps`: how many there are
    - a field for each of `people.PEOPLE_TECHNIQUES`, by its name, such as "cage-combinations": how often it was used

    One variant holds for all `puzzles`, `uint8 (n, cells)`, a sequence has that of each; variants bring their givens
    if no puzzles are passed. With `most_cost` a path ends where only steps that cost more help, and is not logical
    then: that is much quicker. `threads` share the batch. ValueError as in `solve_ruled`.
    """
    from . import people  # with the rows of rules

    shared = is_variant(rules)
    each: list[variants.Variant] = [rules] if is_variant(rules) else list(rules)  # type: ignore[arg-type]
    batch = np.array([one.clues for one in each], np.uint8) if puzzles is None else np.atleast_2d(puzzles)
    scores = np.zeros(len(batch), people.PEOPLE_SCORED)
    scores["hardest"] = -1
    solutions, counts, _guesses = variants.solving.solve_ruled(rules, puzzles, threads=threads)
    scores["status"] = np.where(counts == 1, ScoreStatus.SCORED, ScoreStatus.SEVERAL_SOLUTIONS)
    scores["status"][counts == 0] = ScoreStatus.NO_SOLUTION
    is_beside = (counts == 1) & [bool(variant.rules.count) for variant in each]  # nobody sees those cells
    scores["status"][is_beside], scores["level"][is_beside] = ScoreStatus.STUCK, len(LEVELS) - 1
    one = np.flatnonzero((counts == 1) & ~is_beside)
    if not one.size:
        return scores
    boards = [each[row].with_givens(()) for row in ([0] if shared else one.tolist())]
    programs = [people.board_of_people(board).numbers for board in boards]
    numbers = np.concatenate(programs)
    starts = np.cumsum([0, *map(len, programs)])[:-1].astype(np.int64)
    given, solved = np.ascontiguousarray(batch[one], np.uint8), np.ascontiguousarray(solutions[one])
    efforts = np.zeros((len(one), 5), np.int32)
    uses = np.zeros((len(one), core.most_people_techniques), np.uint16)
    shape = Shape.of(each[0].size, NO_BLOCKS)
    ceiling = _NO_CEILING if most_cost is None else most_cost

    def work(some: slice) -> None:
        of_each = starts if shared else starts[some]
        core.effort_of(shape, given[some], solved[some], numbers, of_each, shared, ceiling, efforts[some], uses[some])

    in_pieces(work, len(one), threads)
    score, steps, unexplained, hardest, technique = efforts.T
    levels = [LEVELS.index(people.level_of_cost(cost)) for cost in hardest.tolist()]
    by_score = np.searchsorted(np.array(HIGHEST_SCORES_A_CELL) * shape.cells, score)
    found = {"score": score, "steps": steps, "logical": unexplained == 0, "hardest": technique}
    found |= {"level": np.maximum(levels, by_score)}
    found |= {name: uses[:, number] for name, number in people.PEOPLE_NUMBERS.items()}
    for name, column in found.items():
        scores[name][one] = column
    return scores


# --- Puzzles under rules made to order: clues are added to a minimal puzzle until its level fits, or it is logical ----

_PLACE = 1 << 20
"""Added to a position, so that clues are added in another order than they are removed."""


@dataclass(frozen=True)
class Wish:
    """An order for a puzzle."""

    levels: tuple[Level, ...] = ()
    """Its level is one of these; any without."""
    clues: int | None = None
    """The least number of clues."""
    logical: bool = False
    """Whether named techniques alone solve it."""
    pattern: str | None = None
    """The symmetry of the clues, which the minimal puzzle has too."""

    @property
    def adds_clues(self) -> bool:
        """Whether a minimal puzzle may lack it."""
        return bool(self.levels or self.clues or self.logical)

    def suits(self, variant: variants.Variant) -> bool:
        """Whether a puzzle is easy enough, and logical if that is asked for."""
        if not self.levels and not self.logical:
            return True
        from .people import COSTS  # with the rows of rules

        hardest = max(map(LEVELS.index, self.levels), default=len(LEVELS) - 1)
        ceiling = COSTS.get(Level(LEVELS[hardest]))
        score = score_people([variant], most_cost=ceiling)[0]
        # what is left of a path that ends at the ceiling counts as not logical
        is_easy = score["level"] <= hardest and (score["logical"] or ceiling is None)
        return bool(is_easy and (score["logical"] or not self.logical))


def with_clues(
    variant: variants.Variant, board: Boards | Sequence[int], wish: Wish, seed: int, position: int
) -> variants.Variant:
    """Return a puzzle with the fewest further clues of its board, in an order at random, with which it suits a wish.

    A pattern's clues are added orbit by orbit. How easy a puzzle is almost always follows from the clues, so the number
    is found by halving. A puzzle that no clues make suit stays as it is.
    """
    order, given = _further(variant, board, wish.pattern, seed, position + _PLACE)
    counts = [*accumulate(map(len, order), initial=int(np.count_nonzero(variant.clues)))]
    least = next((added for added, count in enumerate(counts) if count >= (wish.clues or 0)), len(order))
    few, many = least - 1, len(order)
    while many - few > 1:
        middle = max(least, (few + many) // 2)
        if wish.suits(given(middle)):
            many = middle
        else:
            few = middle
    return given(many)


def with_techniques(
    variant: variants.Variant,
    board: Boards | Sequence[int],
    names: Sequence[str],
    pattern: str | None,
    seed: int,
    position: int,
    *,
    marks: int = 0,
) -> Iterator[variants.Variant]:
    """Yield which of a puzzle, and of that with a few further clues of its board, take techniques of people.

    Paths are followed up to what the techniques cost, so one that needs a costlier step before them does not count.
    The last `marks` rules of the puzzle may go: then some of them at random stay, and the clues are those that these
    need. Cages all over a board leave a step by lines and columns alone almost no place.
    """
    from .people import PEOPLE_TECHNIQUES  # with the rows of rules

    cost = max(PEOPLE_TECHNIQUES[name].cost for name in names)
    for start in _with_fewer_marks(variant, board, pattern, seed, position, marks):
        near = [start]
        for place in range(1, _ORDERS + 1):
            order, given = _further(start, board, pattern, seed, position + place * _PLACE)
            near += [given(count) for count in range(1, min(_MOST_FURTHER, len(order)) + 1)]
        scores = score_people(near, most_cost=cost)
        yield from (puzzle for puzzle, score in zip(near, scores, strict=True) if all(score[name] for name in names))


def _with_fewer_marks(
    variant: variants.Variant, board: Boards | Sequence[int], pattern: str | None, seed: int, position: int, marks: int
) -> Iterator[variants.Variant]:
    """The puzzle, then minimal ones with a third and a sixth of its marks."""
    yield variant
    fixed = len(variant.uses) - marks
    order = RandomNumbers(seed, position + 5 * _PLACE).shuffled(range(fixed, len(variant.uses)))
    for part in (3, 6) if marks else ():
        kept = sorted(order[: -(-marks // part)])
        fewer = variant.with_uses([*variant.uses[:fixed], *(variant.uses[place] for place in kept)])
        clues = variants.making.carve_ruled(fewer, np.array([board]), seed=seed, start=position, pattern=pattern)[0]
        yield fewer.with_givens(clues.tolist())


_ORDERS, _MOST_FURTHER = 4, 4


def _further(
    variant: variants.Variant, board: Boards | Sequence[int], pattern: str | None, seed: int, position: int
) -> tuple[list[tuple[int, ...]], Callable[[int], variants.Variant]]:
    """The empty orbits of a pattern in an order at random, and the puzzle with the clues of so many of them."""
    clues = variant.clues.tolist()
    images = variants.making.images_of(variant, pattern)
    empty = [orbit for orbit in variants.frame.orbits(images) if not clues[orbit[0]]]
    order = RandomNumbers(seed, position).shuffled(empty)

    def given(count: int) -> variants.Variant:
        added = {cell for orbit in order[:count] for cell in orbit}
        return variant.with_givens([int(board[cell]) if cell in added else clue for cell, clue in enumerate(clues)])

    return order, given
