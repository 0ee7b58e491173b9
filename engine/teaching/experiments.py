"""Experiments: how the stack search performs on random clues, by their number, its rule and the size.

Random clues that break no rule do not make a puzzle: a few leave many solutions, many mostly leave none, and in between
it is hard to tell which.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import compress
from statistics import mean, median
from time import thread_time
from typing import Any, NamedTuple

from ..boards import check_at_least_one
from ..grid import Grid
from ..native import check_time
from ..random_numbers import RandomNumbers
from ..shape import Shape
from .search import RULE_FUNCTIONS, Ending, Search


@dataclass(frozen=True)
class Outcome:
    """How a rule performed on many boards of the same size with the same number of random clues."""

    size: int
    blocks: str
    """Rows and columns of a block, such as "3x3", or "none"."""
    clues: int
    rule: str
    runs: int
    solved: int
    unsolvable: int
    gave_up: int
    median_steps: float
    median_steps_low: float | None
    """The 95 % confidence interval of the median begins here; None for fewer than 6 runs."""
    median_steps_high: float | None
    mean_steps: float
    solved_by_all: int
    """Boards on which every rule compared found a solution: the same for each of the rules."""
    solved_ms: float | None
    """Median of the processor time on those boards, in milliseconds; None if there are none."""
    solved_ms_low: float | None
    """The 95 % confidence interval of that median begins here; None for fewer than 6 searches."""
    solved_ms_high: float | None
    unsolvable_ms: float | None
    """Median of the searches that proved that there is no solution."""
    gave_up_ms: float | None
    """Median of the searches that gave up: a lower bound, for they would take longer."""


@dataclass(frozen=True, kw_only=True)
class Experiment:
    """A comparison: rules, on boards of some shapes, with some numbers of random clues.

    `clues` are for a 9x9 board; other sizes get the same share of their cells. Board i of `runs` is the same for every
    rule, and with more clues it keeps those it had with fewer, so that only what is compared differs. `rules` are names
    of `engine.teaching.search.RULE_FUNCTIONS`; a search gives up after `max_steps` or `max_seconds`. Without
    `max_seconds`, endings and counts of steps depend on the seed alone; times depend on the machine.
    """

    clues: tuple[int, ...]
    runs: int
    seed: int
    shapes: tuple[Shape, ...] = (Shape.of(9),)
    rules: tuple[str, ...] = ("row-major",)
    max_steps: int | None = None
    max_seconds: float | None = None

    @property
    def rows(self) -> int:
        """How many outcomes it has."""
        return sum(len(self._clues_on(shape)) for shape in self.shapes) * len(self.rules)

    def outcomes(self) -> Iterator[Outcome]:
        """Yield the outcome for each shape, number of clues and rule; errors as from `on`."""
        for shape in self.shapes:
            yield from self.on(shape, self._clues_on(shape))

    def on(self, shape: Shape, clues: Sequence[int]) -> Iterator[Outcome]:
        """Search boards of a shape with that many random clues, and yield an outcome for each number and each rule.

        ValueError, raised by the first outcome, as in `Grid.random`, for `runs` below 1, and for an unknown rule.
        TimeoutError before the next search once `engine.time_limit` has passed.
        """
        check_at_least_one("runs", self.runs)
        for rule in self.rules:
            if rule not in RULE_FUNCTIONS:
                raise ValueError(f"rule {rule!r} is not one of {', '.join(RULE_FUNCTIONS)}")
        seeds = [RandomNumbers(self.seed, index).below(2**32) for index in range(self.runs)]
        for number in clues:
            boards = [Grid.random(locked=number, seed=own, size=shape.size, blocks=shape.blocks) for own in seeds]
            results = {rule: [self._result(board, rule) for board in boards] for rule in self.rules}
            by_all = [
                all(one.ending is Ending.SOLVED for one in board) for board in zip(*results.values(), strict=True)
            ]
            for rule, ours in results.items():
                facts = {"size": shape.size, "blocks": shape.blocks, "clues": number, "rule": rule}
                yield Outcome(**facts, **_figures(ours, list(compress(ours, by_all))))  # type: ignore[arg-type]

    def _result(self, board: Grid, rule: str) -> _Result:
        search = Search(board, rule=RULE_FUNCTIONS[rule], max_steps=self.max_steps, max_seconds=self.max_seconds)
        check_time()
        begin = thread_time()
        ending = search.run()
        return _Result(ending, search.metrics.steps, round(1e3 * (thread_time() - begin), _DECIMALS))

    def _clues_on(self, shape: Shape) -> list[int]:
        """The numbers of clues on a board of that shape, each once."""
        return list(dict.fromkeys(share_of_cells(number, shape.size) for number in self.clues))


def share_of_cells(clues: int, size: int) -> int:
    """Return the number of clues that is the same share of a board of that size as `clues` is of a 9x9 board."""
    return min(size**2, round(clues * size**2 / 81))


def median_interval(numbers: Sequence[float]) -> tuple[float, float] | None:
    """Return the 95 % confidence interval of the median of the distribution that the numbers come from.

    It reaches from the k-th smallest to the k-th largest number. The median is below the k-th smallest only if fewer
    than k of the numbers are below the median, and that count is binomial, whatever the distribution (Conover,
    "Practical Nonparametric Statistics", 1999, section 3.2). None for fewer than 6 numbers: too few for 95 %.
    """
    ordered, total = sorted(numbers), len(numbers)
    most = 2**total // 40  # 2.5 % of the ways in which numbers can be below or above the median
    rank, ways, below = 0, 1, 1  # ways: that exactly `rank` numbers are below it
    while below <= most:
        ways = ways * (total - rank) // (rank + 1)
        rank += 1
        below += ways
    return (ordered[rank - 1], ordered[-rank]) if rank else None


_DECIMALS = 6  # of times in milliseconds and of means


class _Result(NamedTuple):
    ending: Ending
    steps: int
    milliseconds: float  # of the processor


def _figures(results: Sequence[_Result], solved_by_all: Sequence[_Result]) -> dict[str, Any]:
    """The fields of an `Outcome` that are counted."""
    steps = [result.steps for result in results]
    steps_low, steps_high = median_interval(steps) or (None, None)
    times = {ending: [result.milliseconds for result in results if result.ending is ending] for ending in Ending}
    counts = {ending.name.lower(): len(found) for ending, found in times.items()}
    times[Ending.SOLVED] = [result.milliseconds for result in solved_by_all]  # only those can be compared
    ms_low, ms_high = median_interval(times[Ending.SOLVED]) or (None, None)
    medians = {ending: round(median(found), _DECIMALS) if found else None for ending, found in times.items()}
    return {
        "runs": len(results),
        **counts,
        "median_steps": median(steps),
        "median_steps_low": steps_low,
        "median_steps_high": steps_high,
        "mean_steps": round(mean(steps), _DECIMALS),
        "solved_by_all": len(solved_by_all),
        **{f"{ending.name.lower()}_ms": found for ending, found in medians.items()},
        "solved_ms_low": ms_low,
        "solved_ms_high": ms_high,
    }
