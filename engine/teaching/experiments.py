"""Experiments: how the stack search performs on random clues, by their number, its rule and the size.

Random clues that break no rule do not make a puzzle: a few leave many solutions, many mostly leave none, and in between
it is hard to tell which.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import mean, median

from engine.board.grid import Grid
from engine.board.random_numbers import RandomNumbers
from engine.teaching.search import RULES, Ending, Metrics, Search


@dataclass(frozen=True)
class Outcome:
    """How a rule performed on many boards of the same size with the same number of random clues."""

    size: int
    clues: int
    rule: str
    runs: int
    solved: int
    unsolvable: int
    gave_up: int
    median_steps: float
    mean_steps: float
    median_ms: float
    mean_ms: float


def explore(
    clues: Sequence[int],
    *,
    runs: int,
    seed: int,
    size: int = 9,
    rules: Sequence[str] = ("row-major",),
    max_steps: int | None = None,
) -> Iterator[Outcome]:
    """Search boards with that many random clues, and yield an outcome for each number of clues and each rule.

    Board i is the same for every rule, and with more clues it keeps those it had with fewer, so that only what is
    compared differs. `rules` are names of `engine.teaching.search.RULES`; a search gives up after `max_steps`.
    Counts of steps depend on the seed alone, times on the machine. ValueError, raised by the first outcome, as in
    `Grid.random`, for `runs` below 1, and for an unknown rule.
    """
    if runs < 1:
        raise ValueError(f"runs {runs} is below 1")
    for rule in rules:
        if rule not in RULES:
            raise ValueError(f"rule {rule!r} is not one of {', '.join(RULES)}")
    seeds = [RandomNumbers(seed, index).below(2**32) for index in range(runs)]
    for number in clues:
        boards = [Grid.random(locked=number, seed=own, size=size) for own in seeds]
        for rule in rules:
            searches = [Search(board, rule=RULES[rule], max_steps=max_steps) for board in boards]
            yield _outcome(size, number, rule, [(search.run(), search.metrics) for search in searches])


def share_of_cells(clues: int, size: int) -> int:
    """Return the number of clues that is the same share of a board of that size as `clues` is of a 9x9 board."""
    return min(size**2, round(clues * size**2 / 81))


def _outcome(size: int, clues: int, rule: str, results: Sequence[tuple[Ending, Metrics]]) -> Outcome:
    endings = Counter(ending for ending, _ in results)
    steps = [metrics.steps for _, metrics in results]
    milliseconds = [1e3 * metrics.seconds for _, metrics in results]
    return Outcome(
        size=size,
        clues=clues,
        rule=rule,
        runs=len(results),
        solved=endings[Ending.SOLVED],
        unsolvable=endings[Ending.UNSOLVABLE],
        gave_up=endings[Ending.GAVE_UP],
        median_steps=median(steps),
        mean_steps=mean(steps),
        median_ms=median(milliseconds),
        mean_ms=mean(milliseconds),
    )
