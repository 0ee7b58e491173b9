"""Statistics of many puzzles: rank correlations, shares, backtracking by clues, and confidence intervals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import atanh, sqrt, tanh
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ... import engine
from ..puzzles.columns import PUZZLE_METRICS, TEXTBOOK_METRICS
from ..puzzles.kinds import Criteria
from ..storage.database import damaged
from ..storage.queries import find
from ..storage.store import Store

RATING, MINIMAL, TEXTBOOK_BACKTRACKS = "rating", "minimal", "textbook_backtracks"

MetricValues = dict[str, NDArray[np.float64]]
"""A value for every puzzle, in the order of their numbers, by the name of the metric; nan if it is not known."""


def metric_values(store: Store) -> MetricValues:
    """Return the values of each of PUZZLE_METRICS and TEXTBOOK_METRICS, the rating, and 1 for a minimal puzzle.

    CatalogueError for a puzzle that lacks what every one has.
    """
    names = (*(each.name for each in (PUZZLE_METRICS | TEXTBOOK_METRICS).values()), RATING, MINIMAL)
    rows = np.array([tuple(row) for row in find(store, Criteria(), columns=names)], np.float64)
    values = dict(zip(names, rows.reshape(-1, len(names)).T.copy(), strict=True))
    for each in PUZZLE_METRICS.values():
        if np.isnan(values[each.name]).any():
            raise damaged(store.home, f"a puzzle has no {each.name}")
    return values


# --- Backtracking by clues ------------------------------------------------------------------------------------------

EFFORT = 30_000
"""Exchanges of a clue in the search for a puzzle of few clues: with these nearly every board gets 19."""


@dataclass(frozen=True)
class Searches:
    """Counts of the textbook search for many puzzles: `clues`, `int64 (n,)`, and the array of `solving.textbook`."""

    clues: NDArray[np.int64]
    counts: NDArray[np.void]

    @property
    def backtracks(self) -> NDArray[np.int64]:
        """Backtracks of each puzzle, `(n,)`; if a search was cut short, those up to there."""
        found: NDArray[np.int64] = self.counts["backtracks"]
        return found

    @property
    def by_clues(self) -> list[tuple[int, Searches]]:
        """The searches for each number of clues, the fewest first."""
        return [
            (number, Searches(self.clues[ours], self.counts[ours]))
            for number in np.unique(self.clues).tolist()
            for ours in [self.clues == number]
        ]

    @property
    def quartiles(self) -> tuple[float, float, float]:
        """The lower quartile of the backtracks, the median and the upper quartile; ValueError without a puzzle."""
        low, median, high = np.quantile(self.backtracks, (0.25, 0.5, 0.75)).tolist()
        return low, median, high

    @property
    def cut_short(self) -> int:
        """How many of the searches were cut short."""
        return int(np.count_nonzero(self.counts["solutions"] < 0))

    @property
    def correlation(self) -> Correlation | None:
        """Spearman's rank correlation of clues and backtracks; None if nothing can be said."""
        return rank_correlation(self.clues, self.backtracks)

    def rows(self) -> Iterator[dict[str, float]]:
        """Yield a row for each number of clues: its puzzles, the quartiles of their backtracks, and those cut short."""
        for number, ours in self.by_clues:
            low, median, high = ours.quartiles
            quartiles = {"lower_quartile": low, "median": median, "upper_quartile": high}
            yield {"clues": number, "puzzles": len(ours.clues), **quartiles, "cut_short": ours.cut_short}


def searches(clues: int, puzzles: int, *, seed: int, threads: int = 1) -> Searches:
    """Carve 9x9 puzzles with a number of clues, each from a different board, and solve them by the textbook search.

    No other number of clues has the same boards. Below 20 some puzzles keep a clue or two more than asked for. The same
    arguments give the same counts. ValueError as in `engine.generate` and `engine.carve`.
    """
    boards = engine.generate(puzzles, seed=seed, start=clues * puzzles, threads=threads)
    carved = engine.carve(boards, seed=seed, clues=clues, effort=EFFORT, threads=threads)
    return Searches(np.count_nonzero(carved, axis=1), engine.solving.textbook(carved, threads=threads))


def together(parts: Sequence[Searches]) -> Searches:
    """Return the searches of several parts as one."""
    return Searches(np.concatenate([part.clues for part in parts]), np.concatenate([part.counts for part in parts]))


# --- Rank correlations ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Correlation:
    """A rank correlation between -1 and 1, with its confidence interval."""

    rho: float
    low: float
    high: float
    confidence: float
    pairs: int


def rank_correlation(x: ArrayLike, y: ArrayLike, *, confidence: float = 0.95) -> Correlation | None:
    """Return Spearman's rho of pairs of numbers; equal numbers share the mean of their ranks.

    The interval is Fisher's: atanh(rho) is nearly normal, with a standard error of sqrt((1 + rho² / 2) / (n - 3))
    (Bonett and Wright, "Sample size requirements for estimating Pearson, Kendall and Spearman correlations",
    Psychometrika 65, 2000). None if nothing can be said: fewer than 4 pairs, or numbers that are all equal.
    ValueError if there are not as many y as x, or a confidence outside 0 .. 1.
    """
    first, second = np.asarray(x, np.float64), np.asarray(y, np.float64)
    if first.ndim != 1 or first.shape != second.shape:
        raise ValueError(f"pairs have shapes {first.shape} and {second.shape}, not twice (n,)")
    if not 0 < confidence < 1:
        raise ValueError(f"confidence {confidence} is not between 0 and 1")
    pairs = len(first)
    if pairs < 4 or np.ptp(first) == 0 or np.ptp(second) == 0:
        return None
    rho = float(np.corrcoef(ranks(first), ranks(second))[0, 1])
    if abs(rho) >= 1 - 1e-12:  # in perfect order: no interval
        return Correlation(round(rho), round(rho), round(rho), confidence, pairs)
    error = sqrt((1 + rho**2 / 2) / (pairs - 3))
    reach = NormalDist().inv_cdf((1 + confidence) / 2) * error
    return Correlation(rho, tanh(atanh(rho) - reach), tanh(atanh(rho) + reach), confidence, pairs)


def rank_correlations(columns: ArrayLike) -> NDArray[np.float64]:
    """Return Spearman's rho of every two of k columns, `(k, k)`; nan if one of them has equal numbers only.

    `columns` has shape `(k, n)`; ValueError for another one.
    """
    numbers = np.asarray(columns, np.float64)
    if numbers.ndim != 2:
        raise ValueError(f"columns have shape {numbers.shape}, not (k, n)")
    ranked = np.array([ranks(column) - (len(column) + 1) / 2 for column in numbers]).reshape(numbers.shape)
    products = ranked @ ranked.T
    lengths = np.sqrt(products.diagonal())
    with np.errstate(invalid="ignore"):  # 0 / 0
        rho: NDArray[np.float64] = products / np.outer(lengths, lengths)
    return rho


def ranks(numbers: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the rank of each number from 1, equal ones with the mean of theirs."""
    _, which, counts = np.unique(numbers, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    shared: NDArray[np.float64] = (last - (counts - 1) / 2)[which]
    return shared


def share_interval(count: int, total: int, *, confidence: float = 0.95) -> tuple[float, float]:
    """Return the confidence interval of a share, of which `count` out of `total` independent cases were counted.

    It is Wilson's score interval ("Probable inference, the law of succession, and statistical inference", Journal of
    the American Statistical Association 22, 1927), which is sound for shares near 0 and 1 too. ValueError unless
    0 <= count <= total and total >= 1.
    """
    if not 0 <= count <= total or not total:
        raise ValueError(f"{count} of {total} is not a share")
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    centre = (count + z**2 / 2) / (total + z**2)
    reach = z / (total + z**2) * sqrt(count * (total - count) / total + z**2 / 4)
    return max(0.0, centre - reach), min(1.0, centre + reach)
