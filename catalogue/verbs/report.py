"""Test whether fewer clues mean more backtracking."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from board_catalogue.catalogue.puzzles.numbers import PROCESSORS, PUZZLE_METRICS
from board_catalogue.catalogue.verbs.option import Option, whole
from board_catalogue.catalogue.verbs.request import LongRequest
from board_catalogue.catalogue.verbs.shared import FORCE, PLOT, THREADS
from board_catalogue.catalogue.verbs.values import spans

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from board_catalogue.catalogue.runs.backtracking import MetricValues, Searches
    from board_catalogue.catalogue.storage.store import Place


@dataclass(frozen=True, kw_only=True)
class ReportRequest(LongRequest):
    """Which puzzles are made, and what the report shows."""

    clues: Annotated[
        Sequence[int],
        Option(
            help="Numbers of clues. Default: 18-60.",
            read=spans(18, 80),
            metavar="N,N-N...",
            least=18,
            greatest=80,
            is_joined=True,
        ),
    ] = tuple(range(18, 61))
    puzzles: Annotated[int, whole("Puzzles for each number of clues.", least=1)] = 100
    seed: Annotated[int, whole("The same seed always gives the same puzzles.")] = 1
    threads: Annotated[int, THREADS] = PROCESSORS
    plot: Annotated[Path | None, PLOT] = None
    force: Annotated[bool, FORCE] = False


@dataclass(frozen=True)
class Correlations:
    """Which metrics of a catalogue measure the same: Spearman's rank correlation of each with those before it."""

    names: Sequence[str]
    rows: Sequence[Sequence[float]]
    """Row k has the correlations of metric k with the metrics 0 .. k - 1; nan if nothing can be said."""


@dataclass(frozen=True)
class BacktrackingReport:
    """What the textbook search counts by clues, and the correlations of the catalogue, if there is one with puzzles."""

    searches: Searches
    catalogue: Correlations | None

    def data(self) -> dict[str, Any]:
        """Return the figures for programs."""
        found = self.searches.correlation
        return {
            "clues": [_by_clues(clues, ours) for clues, ours in self.searches.by_clues],
            "correlation": found and {"rho": found.rho, "low": found.low, "high": found.high},
            "catalogue": self.catalogue and _named(self.catalogue),
        }


def _by_clues(clues: int, ours: Searches) -> dict[str, float]:
    low, median, high = ours.quartiles
    quartiles = {"lower_quartile": low, "median": median, "upper_quartile": high}
    return {"clues": clues, "puzzles": len(ours.clues), **quartiles, "cut_short": ours.cut_short}


def _named(found: Correlations) -> dict[str, dict[str, float | None]]:
    return {
        name: {other: None if isnan(rho) else float(rho) for other, rho in zip(found.names, row, strict=False)}
        for name, row in zip(found.names, found.rows, strict=True)
    }


def report(place: Place, request: ReportRequest) -> BacktrackingReport:
    """Make 9x9 puzzles with every number of clues, and count what the textbook search does with them.

    The same seed always gives the same report. `on_progress` gets how many numbers of clues are done, and how many are
    wanted. CatalogueError for a catalogue that cannot be read, and for a plot that cannot be drawn.
    """
    from board_catalogue.catalogue.runs.backtracking import searches, together
    from board_catalogue.catalogue.verbs import plots
    from board_catalogue.catalogue.verbs.stats import check_plot

    if request.plot:
        check_plot(request.plot, force=request.force)
    of_catalogue = _of_catalogue(place)  # first: if the catalogue is old, a command runs again
    clues, parts = list(dict.fromkeys(request.clues)), []
    for done, each in enumerate(clues, 1):
        parts.append(searches(each, request.puzzles, seed=request.seed, threads=request.threads))
        request.on_progress(done, len(clues))
    found = together(parts)
    if request.plot:
        from board_catalogue.catalogue.storage.whole_files import write_output

        write_output(request.plot, plots.plot_searches(found, request.plot.suffix), force=request.force)
    return BacktrackingReport(found, of_catalogue)


# --- The metrics of a catalogue -------------------------------------------------------------------------------------


def _of_catalogue(place: Place) -> Correlations | None:
    """The correlations of the metrics of the catalogue; None if there is none with puzzles."""
    from board_catalogue.catalogue.errors import MissingCatalogue
    from board_catalogue.catalogue.runs.backtracking import metric_values
    from board_catalogue.catalogue.storage.store import reading

    try:
        with reading(place) as store:
            values = metric_values(store)
    except MissingCatalogue:
        return None
    return _correlations(values) if len(values["clues"]) else None


def _correlations(values: MetricValues) -> Correlations:
    """The rank correlations of the metrics in all puzzles, and of others in the puzzles that have them."""
    import numpy as np

    from board_catalogue.catalogue.puzzles.correlation import rank_correlations
    from board_catalogue.catalogue.runs.backtracking import RATING

    names, rows = list(PUZZLE_METRICS), list(rank_correlations([values[name] for name in PUZZLE_METRICS]))
    for name in ("textbook_backtracks", RATING):
        is_known = ~np.isnan(values[name])
        if is_known.any():
            names.append(name)
            rows.append(_correlations_of_last([values[other][is_known] for other in names]))
    return Correlations(names, [[float(rho) for rho in row[:number]] for number, row in enumerate(rows)])


def _correlations_of_last(columns: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
    """The rank correlations of the last column with each, if all of them are known."""
    import numpy as np

    from board_catalogue.catalogue.puzzles.correlation import rank_correlations

    is_known = ~np.isnan(columns).any(axis=0)
    last: NDArray[np.float64] = rank_correlations([column[is_known] for column in columns])[-1]
    return last
