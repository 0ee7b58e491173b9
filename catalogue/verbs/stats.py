"""Summarize a catalogue: counts, metrics, ratings, and estimates of all minimal puzzles."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from ...engine.threads import ThreadPool
from .. import runs, storage
from ..errors import CatalogueError
from ..requests.request import Request
from ..requests.shared import FORCE, PLOT
from ..storage.files import count_boards
from ..storage.home import Home, boards_path
from ..storage.whole_files import check_output, write_output

if TYPE_CHECKING:
    from ..storage.statistics import Estimate as Estimate
    from ..storage.statistics import RatingStatistics as RatingStatistics
    from ..storage.statistics import ScoreStatistics as ScoreStatistics
    from ..storage.statistics import Statistics as Statistics
    from ..storage.statistics import WeightedStatistics as WeightedStatistics


@dataclass(frozen=True, kw_only=True)
class StatsRequest(Request):
    """Which plot is drawn beside the figures."""

    plot: Annotated[Path | None, PLOT] = None
    force: Annotated[bool, FORCE] = False


def stats(home: Home, request: StatsRequest) -> storage.statistics.Statistics:
    """Return the figures of the whole catalogue.

    CatalogueError if there is none, or a plot cannot be drawn.
    """
    if request.plot:
        check_plot(request.plot, force=request.force)
    # Millions of files take longer to count than all the rest: that begins before the imports.
    with ThreadPool(1, "files") as pool:
        files = pool.submit(count_boards, boards_path(home)) if isinstance(home, Path) else None

        with storage.Store.read(home) as store:
            if request.plot:
                _write_plot(store, request.plot, force=request.force)
            return storage.statistics.statistics(store, files.result if files else None)


def check_plot(path: Path, *, force: bool) -> None:
    """Refuse a plot that could not be drawn, before any work is done."""
    from . import plots

    plots.check(path)
    check_output(path, force=force)


def _write_plot(store: storage.Store, path: Path, *, force: bool) -> None:
    from .plots import plot_overview

    values = runs.metric_values(store)
    count = len(values["clues"])
    if not count:
        raise CatalogueError("the catalogue is empty: there is nothing to plot")
    write_output(path, plot_overview(values, f"{count:,} puzzles", path.suffix), force=force)


@dataclass(frozen=True, kw_only=True)
class EstimateRequest(Request):
    """Nothing is asked."""


def estimate(place: storage.Place, request: EstimateRequest) -> storage.statistics.WeightedStatistics:
    """Estimate the figures of all minimal puzzles from a fair sample, each with its standard error.

    CatalogueError if there is no catalogue, or its puzzles have no weights.
    """
    with storage.reading(place) as store:
        return storage.statistics.weighted_statistics(store)
