"""Statistics of many puzzles: rank correlations, shares, backtracking by clues, and confidence intervals."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ... import engine
from ..puzzles.columns import PUZZLE_METRICS, TEXTBOOK_METRICS
from ..puzzles.correlation import Correlation, rank_correlation
from ..puzzles.filters import Criteria
from ..storage.queries import find
from ..storage.store import Store

RATING, MINIMAL, TEXTBOOK_BACKTRACKS = "rating", "minimal", "textbook_backtracks"

MetricValues = dict[str, NDArray[np.float64]]
"""A value for every puzzle, in the order of their numbers, by the name of the metric; nan if it is not known."""


def metric_values(store: Store) -> MetricValues:
    """Return the values of each of PUZZLE_METRICS and TEXTBOOK_METRICS, the rating, and 1 for a minimal puzzle."""
    names = (*PUZZLE_METRICS, *TEXTBOOK_METRICS, RATING, MINIMAL)
    rows = np.array([tuple(row) for row in find(store, Criteria(), columns=names)], np.float64)
    return dict(zip(names, rows.reshape(-1, len(names)).T.copy(), strict=True))


# --- Backtracking by clues ------------------------------------------------------------------------------------------

EFFORT = 30_000
"""Exchanges of a clue in the search for a puzzle of few clues: with these nearly every board gets 19."""


@dataclass(frozen=True)
class Searches:
    """Counts of the textbook search for many puzzles: `clues`, `int64 (n,)`, and the array of `engine.textbook`."""

    clues: NDArray[np.int64]
    counts: NDArray[np.void]

    @property
    def backtracks(self) -> NDArray[np.int64]:
        """Backtracks of each puzzle, `(n,)`; if a search was cut short, those up to there."""
        found: NDArray[np.int64] = self.counts["backtracks"]
        return found

    @property
    def by_clues(self) -> "list[tuple[int, Searches]]":
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
    return Searches(np.count_nonzero(carved, axis=1), engine.textbook(carved, threads=threads))


def together(parts: Sequence[Searches]) -> Searches:
    """Return the searches of several parts as one."""
    return Searches(np.concatenate([part.clues for part in parts]), np.concatenate([part.counts for part in parts]))
