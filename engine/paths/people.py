"""How people solve puzzles of any rules and shape: the cheapest step that helps, scores, and clues to order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..boards import Boards, in_pieces, puzzles_and_shape
from ..grades import Level, ScoreStatus
from ..native import core
from ..random_numbers import RandomNumbers
from ..rules.frame import orbits
from ..rules.houses import full_houses_of
from ..rules.making import images_of
from ..rules.solving import solve_ruled
from ..rules.variant import Variant
from ..shape import NO_BLOCKS, Shape, Where
from ..solving import AnyRules, Puzzles, ruled
from .board import BoardOfPeople, Full, RulePart, board_of_people
from .people_techniques import BY_NUMBER, MACHINES, PEOPLE_NUMBERS, level_of_cost, most_cost_of
from .record import CELL, Link, Part, Step, digits_of
from .rule_sentences import LinkOfPeople, Why, phrase_of

_NO_LIMIT = 2**31 - 1


def people_steps(
    variant: Variant,
    values: Sequence[int] | None = None,
    candidates: Sequence[int] | None = None,
    *,
    most: int | None = None,
    needs_one: bool = True,
) -> list[Step]:
    """Solve a puzzle step by step, perhaps from a later position; at most so many steps.

    `values` has a digit or 0 for each cell, the givens among them; `candidates` a mask for each cell, 0 for no marks.
    A digit that no technique leads to is placed by a step of the technique `all-rules`. Without `needs_one` a puzzle
    may have several solutions: the steps lead as far as they can. ValueError for a puzzle without a solution, or with
    several, for a position of another size, and one that the solution contradicts.
    """
    board, filled, marks = _position(variant, values, candidates)
    solutions, counts, _guesses = solve_ruled(variant)
    solution = solutions[0]
    if not counts[0]:
        raise ValueError("it has no solution, so it has no path")
    if counts[0] > 1 and needs_one:
        raise ValueError("it has several solutions, so it has no path")
    if counts[0] == 1:
        _check(filled.tolist(), marks.tolist(), solution.tolist())
    else:
        solution = np.zeros_like(solution)
    found = core.path_of_people(board.numbers, filled, marks, solution, _NO_LIMIT if most is None else most)
    return [_step(variant, board, facts) for facts in found]


def possible_people(
    variant: Variant, values: Sequence[int] | None = None, candidates: Sequence[int] | None = None
) -> list[Step]:
    """Return the steps that a position allows, the cheapest techniques first, up to four of each.

    A contradiction comes only if nothing else helps. Arguments as in `people_steps`; ValueError for a position of
    another size.
    """
    board, filled, marks = _position(variant, values, candidates)
    return [_step(variant, board, facts) for facts in core.possible_of_people(board.numbers, filled, marks)]


def _position(
    variant: Variant, values: Sequence[int] | None, candidates: Sequence[int] | None
) -> tuple[BoardOfPeople, Any, Any]:
    filled = np.array(variant.clues if values is None else values, np.uint8)
    marks = np.array([0] * variant.size**2 if candidates is None else candidates, np.uint16)
    if filled.shape != (variant.size**2,) or marks.shape != filled.shape:
        raise ValueError(f"a position of this puzzle has {variant.size**2} cells")
    return board_of_people(variant.with_givens(())), filled, marks


def _check(filled: Sequence[int], marks: Sequence[int], solution: Sequence[int]) -> None:
    for digit, mask, right in zip(filled, marks, solution, strict=True):
        if (digit and digit != right) or (not digit and mask and not mask >> (right - 1) & 1):
            raise ValueError("the position contradicts the solution")


# --- A step from what the kernels found -------------------------------------------------------------------------------


def _step(variant: Variant, board: BoardOfPeople, facts: Mapping[str, Any]) -> Step:
    machine = MACHINES[facts["machine"]].name
    cell, digit = facts["placed"]
    units, parts = _reasons(board, facts, machine)
    is_chain = bool(facts["links"])
    return Step(
        technique=BY_NUMBER[facts["technique"]].name,
        score=facts["weight"],
        level=level_of_cost(facts["cost"]),
        cells=() if is_chain else tuple(sorted({*facts["cells"], *facts["minus"]})),
        digits=() if is_chain else digits_of(facts["digits"]),
        where=(*(unit.where for unit in units), *(part.where for part in parts)),
        links=len(facts["links"]),
        placement=(cell, digit) if cell >= 0 else None,
        eliminations=tuple((lost, each) for lost, mask in facts["lost"] for each in digits_of(mask)),
        parts=(
            *(Part("rule", () if part.is_wide else part.cells, (), (part.where,)) for part in parts),
            *(() if is_chain else _left(facts)),
        ),
        chains=(_links(board, facts["links"]),) if is_chain else (),
        shape=full_houses_of(variant),
        phrase=partial(phrase_of, board, facts, machine),
    )


def _reasons(board: BoardOfPeople, facts: Mapping[str, Any], machine: str) -> tuple[list[Full], list[RulePart]]:
    """The units and the rules that a step follows from, those by which cells see each other after its own."""
    units, parts = list(facts["units"]), [facts["part"]] if facts["part"] >= 0 else []
    if machine in ("rule-of-45", "ways-to-fill-a-unit"):
        parts += facts["others"]
    if machine in ("law-of-leftovers", "finned-fish"):
        units += [number for number in facts["others"] if number < len(board.units)]
        parts += [number - len(board.units) for number in facts["others"] if number >= len(board.units)]
    if not facts["links"]:
        for _cell, _other, unit, part in (*facts["apart"], *facts["sights"]):
            if unit >= 0:
                units.append(unit)
            else:
                parts.append(part)
    return [board.units[unit] for unit in dict.fromkeys(units)], [board.parts[part] for part in dict.fromkeys(parts)]


def _left(facts: Mapping[str, Any]) -> Iterator[Part]:
    """The digits that the cells of the reason may hold; of a sum those of both sides."""
    lost = dict(facts["lost"])
    cells = facts["cells"] if facts["digits"] else sorted((*facts["cells"], *facts["minus"]))
    for cell in cells:
        if left := facts["masks"][cell] & ~lost.get(cell, 0):
            yield Part("left", (cell,), digits_of(left))


def _links(board: BoardOfPeople, given: Sequence[LinkOfPeople]) -> tuple[Link, ...]:
    """The links of a chain, one for each digit; in an alternating chain each follows from the one before."""
    found: list[Link] = []
    places: list[range] = []
    for cell, mask, holds, reason, number, after in given:
        first = len(found)
        before = [each for place in after for each in places[place]] or ([first - 1] if first else [])
        if cell >= 0:
            kind, where = _reason(board, holds, reason, number)
            found += [Link(cell, digit, holds, kind, where, tuple(before)) for digit in digits_of(mask)]
        places.append(range(first, len(found)))
    return tuple(found)


def _reason(board: BoardOfPeople, holds: bool, reason: int, number: int) -> tuple[str, Where | None]:
    """The kind of a link, and where it lies."""
    match reason:
        case Why.ASSUMED:
            return "assumption", None
        case Why.UNIT:
            return "strong", board.units[number].where
        case Why.LOCKED | Why.WAYS:
            return "weak", board.units[number].where
        case Why.PART:
            return board.parts[number].rule, board.parts[number].where
        case Why.CELL:
            return ("strong" if holds else "weak"), CELL
    return "weak", None


# --- Scores ---------------------------------------------------------------------------------------------------------


HIGHEST_SCORES_A_CELL = (25, 40, 80, 200)
"""The highest score of each level but the last, for each cell of the board: with more, a puzzle is of the next one."""

_FIELDS = [("status", np.int8), ("level", np.int8), ("logical", np.bool_), ("hardest", np.int16), ("score", np.int32)]
_NO_CEILING = 1 << 30

_FIRST = 16  # bytes of the fields, before the uses of techniques

PEOPLE_SCORED = np.dtype(
    {
        "names": [*(name for name, _ in _FIELDS), "steps", *PEOPLE_NUMBERS],
        "formats": [*(kind for _, kind in _FIELDS), np.int32, *[np.uint16] * len(PEOPLE_NUMBERS)],
        "offsets": [0, 1, 2, 4, 8, 12, *(_FIRST + 2 * number for number in PEOPLE_NUMBERS.values())],
        "itemsize": _FIRST + 2 * core.most_people_techniques,
    }
)
"""The dtype of what `score_people` returns."""


def score_any(puzzles: Puzzles | None, rules: AnyRules | None, blocks: str | None, threads: int) -> NDArray[np.void]:
    """Return the scores of puzzles under rules, or of any shape under none; without an axis for a single puzzle."""
    if under := ruled(puzzles, rules, blocks):
        found = score_people(under.rules, under.puzzles, threads=threads)
        return found[0] if under.is_single else found
    checked, shape = puzzles_and_shape(puzzles, blocks)  # type: ignore[arg-type]
    found = score_people(Variant.of(shape.size, blocks=shape.blocks), np.atleast_2d(checked), threads=threads)
    return found[0] if checked.ndim == 1 else found


def score_people(
    rules: Variant | Sequence[Variant], puzzles: Boards | None = None, *, most_cost: int | None = None, threads: int = 1
) -> NDArray[np.void]:
    """Scores and levels of puzzles of any rules and sizes 4 to 16, a structured array with one row per puzzle.

    A puzzle is solved step by step, always by the cheapest technique that helps (`engine.PEOPLE_TECHNIQUES`). A step
    counts its cost, and a tenth less for each of up to three other steps by the same technique. The level is that of
    the greatest cost, or the least one whose highest score is enough, if that is higher (HIGHEST_SCORES_A_CELL). All
    numbers are whole, so that every machine finds the same.

    - `status`: a `ScoreStatus`, SCORED for a puzzle with one solution; else every other field is 0, `hardest` -1
    - `score`: the sum
    - `level`: a place in `engine.LEVELS`, 0 (easy) to 4 (extreme)
    - `logical`: whether named techniques alone solve it, without a digit by all rules together
    - `hardest`: the number of the technique of the first step of the greatest cost, -1 for a full board
    - `steps`: how many there are
    - a field for each of `engine.PEOPLE_TECHNIQUES`, by its name, such as "cage-combinations": how often it was used

    One variant holds for all `puzzles`, `uint8 (n, cells)`, a sequence has that of each; variants bring their givens
    if no puzzles are passed. With `most_cost` a path ends where only steps that cost more help, and is not logical
    then: that is much quicker. `threads` share the batch. ValueError as in `solve_ruled`.
    """
    shared = isinstance(rules, Variant)
    each: list[Variant] = [rules] if isinstance(rules, Variant) else list(rules)
    batch = np.array([one.clues for one in each], np.uint8) if puzzles is None else np.atleast_2d(puzzles)
    scores = np.zeros(len(batch), PEOPLE_SCORED)
    scores["hardest"] = -1
    solutions, counts, _guesses = solve_ruled(rules, puzzles, threads=threads)
    scores["status"] = np.where(counts == 1, ScoreStatus.SCORED, ScoreStatus.SEVERAL_SOLUTIONS)
    scores["status"][counts == 0] = ScoreStatus.NO_SOLUTION
    one = np.flatnonzero(counts == 1)
    if not one.size:
        return scores
    size = each[0].size
    programs = [board_of_people(each[row].with_givens(())).numbers for row in ([0] if shared else one.tolist())]
    numbers = np.concatenate(programs)
    starts = np.cumsum([0, *map(len, programs)])[:-1].astype(np.int64)
    given, solved = np.ascontiguousarray(batch[one], np.uint8), np.ascontiguousarray(solutions[one])
    efforts = np.zeros((len(one), 5), np.int32)
    uses = np.zeros((len(one), core.most_people_techniques), np.uint16)
    shape = Shape.of(size, NO_BLOCKS)
    ceiling = _NO_CEILING if most_cost is None else most_cost

    def work(some: slice) -> None:
        of_each = starts if shared else starts[some]
        core.effort_of(shape, given[some], solved[some], numbers, of_each, shared, ceiling, efforts[some], uses[some])

    in_pieces(work, len(one), threads)
    _fill(scores, one, efforts, uses, size)
    return scores


def _fill(scores: NDArray[np.void], rows: NDArray[np.intp], efforts: NDArray[np.int32], uses: Any, size: int) -> None:
    score, steps, unexplained, hardest, technique = efforts.T
    levels = [list(Level).index(level_of_cost(cost)) for cost in hardest.tolist()]
    by_score = np.searchsorted(np.array(HIGHEST_SCORES_A_CELL) * size**2, score)
    found = {
        "score": score,
        "steps": steps,
        "logical": unexplained == 0,
        "hardest": technique,
        "level": np.maximum(levels, by_score),
    }
    for name, column in found.items():
        scores[name][rows] = column
    for name, number in PEOPLE_NUMBERS.items():
        scores[name][rows] = uses[:, number]


def hardest_of(score: np.void) -> str | None:
    """Return the name of the technique of the hardest step; None for a full board."""
    number = int(score["hardest"])
    return BY_NUMBER[number].name if number >= 0 else None


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

    @property
    def _hardest(self) -> int | None:
        """The place of the hardest level that will do; None for any."""
        return max(map(list(Level).index, self.levels)) if self.levels else None

    def suits(self, variant: Variant) -> bool:
        """Whether a puzzle is easy enough, and logical if that is asked for."""
        hardest = self._hardest
        if hardest is None and not self.logical:
            return True
        ceiling = None if hardest is None else most_cost_of(list(Level)[hardest])
        score = score_people([variant], most_cost=ceiling)[0]
        # what is left of a path that ends at the ceiling counts as not logical
        is_easy = hardest is None or (score["level"] <= hardest and (score["logical"] or ceiling is None))
        return bool(is_easy and (score["logical"] or not self.logical))


def with_clues(variant: Variant, board: Boards | Sequence[int], wish: Wish, seed: int, position: int) -> Variant:
    """Return a puzzle with the fewest further clues of its board, in an order at random, with which it suits a wish.

    A pattern's clues are added orbit by orbit.

    How easy a puzzle is almost always follows from the clues, so the number is found by halving. A puzzle that no
    clues make suit stays as it is. The result depends on the puzzle, the seed and the position alone.
    """
    digits = [int(digit) for digit in board]
    clues = variant.clues.tolist()
    empty = [orbit for orbit in orbits(images_of(variant, wish.pattern)) if not clues[orbit[0]]]
    order = RandomNumbers(seed, position + _PLACE).shuffled(empty)

    def given(count: int) -> Variant:
        added = {cell for orbit in order[:count] for cell in orbit}
        return variant.with_givens([digits[cell] if cell in added else clue for cell, clue in enumerate(clues)])

    counts = [*accumulate(map(len, order), initial=sum(map(bool, clues)))]
    least = next((added for added, count in enumerate(counts) if count >= (wish.clues or 0)), len(order))
    few, many = least - 1, len(order)
    while many - few > 1:
        middle = max(least, (few + many) // 2)
        if wish.suits(given(middle)):
            many = middle
        else:
            few = middle
    return given(many)
