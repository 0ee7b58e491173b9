"""Does the share of clues correlate with the share of backtracking? Figures from the puzzles of a catalogue."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from catalogue.analysis.correlation import Correlation, rank_correlation
from catalogue.store import Store
from catalogue.store.queries import Criteria, find


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
    def correlation(self) -> Correlation | None:
        """Spearman's rank correlation of the two shares; None where nothing can be said."""
        return rank_correlation(self.clue_shares, self.backtracking)


def shares(store: Store) -> Shares:
    """Return the shares of every puzzle, in the order of their numbers."""
    rows = np.array([tuple(row) for row in find(store, Criteria(), columns=("clues", "backtracks", "nodes"))], np.int64)
    clues, backtracks, nodes = rows.reshape(-1, 3).T
    return Shares(store.settings.size**2, clues, backtracks / nodes)
