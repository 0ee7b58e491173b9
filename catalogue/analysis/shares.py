"""Does the share of clues correlate with the share of backtracking? Figures from the puzzles of a catalogue."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from catalogue.analysis.correlation import Correlation, rank_correlation
from catalogue.analysis.metric_values import MetricValues

WIDE_ENOUGH = 0.25
"""The share of the cells that numbers of clues must span to be compared: 20 clues at 9x9.

Any puzzle of a default fill is minimal, so nearly all have 22 to 27 clues. What holds in so short a piece of 17 to 81
says nothing about the rest of it.
"""


@dataclass(frozen=True)
class ClueRange:
    """From the fewest clues of a puzzle to the most, and of 95 % of the puzzles, without the extremes at each end."""

    cells: int
    fewest: int
    most: int
    usual_fewest: int
    usual_most: int

    @property
    def share(self) -> float:
        """The range of 95 % of the puzzles, as a share of the cells of a board."""
        return (self.usual_most - self.usual_fewest) / self.cells

    @property
    def is_too_narrow(self) -> bool:
        """Whether it is too narrow to conclude anything about more or fewer clues."""
        return self.share < WIDE_ENOUGH


@dataclass(frozen=True)
class Shares:
    """For each puzzle of a catalogue its share of clues, and the share of the reference search that went back."""

    cells: int
    clues: NDArray[np.int64]
    backtracking: NDArray[np.float64]
    """Backtracks (nodes that were dead ends) as a share of all nodes."""

    @property
    def clue_shares(self) -> NDArray[np.float64]:
        """Clues as a share of the cells of a board."""
        return self.clues / self.cells

    @property
    def clue_range(self) -> ClueRange:
        """The range of clues; ValueError without a puzzle."""
        ends = np.quantile(self.clues, (0, 1, 0.025, 0.975), method="inverted_cdf")
        return ClueRange(self.cells, *map(int, ends))

    @property
    def correlation(self) -> Correlation | None:
        """Spearman's rank correlation of the two shares; None where nothing can be said."""
        return rank_correlation(self.clue_shares, self.backtracking)


def shares(values: MetricValues, size: int) -> Shares:
    """Return the shares of puzzles of that size."""
    return Shares(size**2, values["clues"].astype(np.int64), values["backtracks"] / values["nodes"])
