"""Experiments: how the stack search fares on random cells, by their number, its rule and the size.

Random valid cells are no puzzle: with few of them there are many solutions, with many mostly none, and between
the two it is hard to tell which.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import mean, median

from engine.board.draws import Draws
from engine.board.grid import Grid
from engine.teaching.search import RULES, Ending, Metrics, Search


@dataclass(frozen=True)
class Outcome:
    """How a rule fared on many boards of a size that had the same number of random cells."""

    size: int
    givens: int
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
    givens: Sequence[int],
    *,
    runs: int,
    seed: int,
    size: int = 9,
    rules: Sequence[str] = ("row-major",),
    max_steps: int | None = None,
) -> Iterator[Outcome]:
    """Search boards with so many random valid cells each, and yield an outcome for each number and rule.

    Board i is the same for every rule, and with more givens it has those it had with fewer, so that what differs is
    what is compared. `rules` are names of `engine.teaching.search.RULES`; searches give up after
    `max_steps`. Counts of steps depend on the seed alone, times on the machine. ValueError, at the first outcome
    asked for, for what `Grid.random` refuses, for no run at all, and for an unknown rule.
    """
    if runs < 1:
        raise ValueError(f"runs {runs} is below 1")
    for rule in rules:
        if rule not in RULES:
            raise ValueError(f"rule {rule!r} is not one of {', '.join(RULES)}")
    seeds = [Draws(seed, index).below(2**32) for index in range(runs)]
    for number in givens:
        boards = [Grid.random(locked=number, seed=own, size=size) for own in seeds]
        for rule in rules:
            searches = [Search(board, rule=RULES[rule], max_steps=max_steps) for board in boards]
            yield _outcome(size, number, rule, [(search.run(), search.metrics) for search in searches])


def share_of_cells(givens: int, size: int) -> int:
    """Return the number of givens that is the same share of a board of a size as `givens` is of a 9x9 board."""
    return min(size**2, round(givens * size**2 / 81))


def _outcome(size: int, givens: int, rule: str, results: Sequence[tuple[Ending, Metrics]]) -> Outcome:
    endings = Counter(ending for ending, _ in results)
    steps = [metrics.steps for _, metrics in results]
    milliseconds = [1e3 * metrics.seconds for _, metrics in results]
    return Outcome(
        size=size,
        givens=givens,
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
