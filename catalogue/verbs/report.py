"""Test whether fewer clues mean more backtracking."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from math import isnan
from pathlib import Path
from typing import Annotated, Any

from .. import runs, storage
from ..errors import MissingCatalogue
from ..puzzles.columns import PUZZLE_METRICS
from ..puzzles.numbers import PROCESSORS
from ..requests.option import Option, whole
from ..requests.request import LongRequest
from ..requests.shared import FORCE, PLOT, THREADS
from ..requests.values import spans


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

    puzzles: int
    minimal: int
    clues: tuple[int, int]
    """The fewest and the most."""
    known: dict[str, int]
    """In how many puzzles each metric is known, with those before it; one that is known in none is left out."""
    rho: dict[str, list[float]]
    """Of each metric with those before it, in these puzzles; nan if one is the same in all."""

    def data(self) -> dict[str, Any]:
        """Return the figures for programs."""
        fewest, most = self.clues
        counts = {"puzzles": self.puzzles, "minimal": self.minimal, "fewest_clues": fewest, "most_clues": most}
        return {**counts, "correlations": list(self.rows())}

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield a row for every two metrics."""
        names = list(self.rho)
        for name, ours in self.rho.items():
            for other, rho in zip(names, ours, strict=False):
                yield {"first": other, "second": name, "puzzles": self.known[name], "rho": None if isnan(rho) else rho}


@dataclass(frozen=True)
class BacktrackingReport:
    """Counts of the textbook search by clues, and the correlations of the catalogue, if it has puzzles."""

    searches: runs.Searches
    catalogue: Correlations | None

    def data(self) -> dict[str, Any]:
        """Return the figures for programs."""
        found = self.searches.correlation
        return {
            "clues": list(self.searches.rows()),
            "correlation": found and asdict(found),
            "catalogue": self.catalogue and self.catalogue.data(),
        }


def report(place: storage.Place, request: ReportRequest) -> BacktrackingReport:
    """Make 9x9 puzzles with every number of clues, and count what the textbook search does with them.

    The same seed always gives the same report. `on_progress` gets how many numbers of clues are done, and how many are
    wanted. CatalogueError for a catalogue that cannot be read, and for a plot that cannot be drawn.
    """
    from . import plots
    from .stats import check_plot

    if request.plot:
        check_plot(request.plot, force=request.force)
    of_catalogue = _of_catalogue(place)  # first: if the catalogue is old, a command runs again
    clues, parts = list(dict.fromkeys(request.clues)), []
    for done, each in enumerate(clues, 1):
        parts.append(runs.searches(each, request.puzzles, seed=request.seed, threads=request.threads))
        request.on_progress(done, len(clues))
    found = runs.together(parts)
    if request.plot:
        from ..storage.whole_files import write_output

        write_output(request.plot, plots.plot_searches(found, request.plot.suffix), force=request.force)
    return BacktrackingReport(found, of_catalogue)


# --- The metrics of a catalogue -------------------------------------------------------------------------------------


def _of_catalogue(place: storage.Place) -> Correlations | None:
    """The correlations of the metrics of the catalogue; None if there is none with puzzles."""
    try:
        with storage.reading(place) as store:
            values = runs.metric_values(store)
    except MissingCatalogue:
        return None
    return _correlations(values) if len(values["clues"]) else None


def _correlations(values: runs.MetricValues) -> Correlations:
    """The rank correlations of the metrics in all puzzles, and of others in the puzzles that have them."""
    import numpy as np

    from ..puzzles.correlation import rank_correlations

    names, clues = list(PUZZLE_METRICS), values["clues"]
    rho = dict(zip(names, rank_correlations([values[name] for name in names]).tolist(), strict=True))
    known = dict.fromkeys(names, len(clues))
    for name in (runs.TEXTBOOK_BACKTRACKS, runs.RATING):
        columns = np.array([values[each] for each in (*names, name)])
        is_known = ~np.isnan(columns).any(axis=0)
        if is_known.any():
            names.append(name)
            known[name] = int(is_known.sum())
            rho[name] = rank_correlations(columns[:, is_known])[-1].tolist()
    return Correlations(
        puzzles=len(clues),
        minimal=int(values[runs.MINIMAL].sum()),
        clues=(int(clues.min()), int(clues.max())),
        known=known,
        rho={name: rho[name][:number] for number, name in enumerate(names)},
    )
