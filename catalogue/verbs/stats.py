"""Summarize a catalogue: counts, metrics, ratings, and estimates of all minimal puzzles."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from board_catalogue.catalogue.errors import CatalogueError
from board_catalogue.catalogue.requests.request import Request
from board_catalogue.catalogue.requests.shared import FORCE, PLOT
from board_catalogue.catalogue.storage.files import count_boards
from board_catalogue.catalogue.storage.home import Home, boards_path
from board_catalogue.catalogue.storage.whole_files import check_output, write_output
from board_catalogue.engine.threads import ThreadPool

if TYPE_CHECKING:
    from board_catalogue.catalogue.storage.statistics import Estimate as Estimate
    from board_catalogue.catalogue.storage.statistics import RatingStatistics as RatingStatistics
    from board_catalogue.catalogue.storage.statistics import ScoreStatistics as ScoreStatistics
    from board_catalogue.catalogue.storage.statistics import Statistics as Statistics
    from board_catalogue.catalogue.storage.statistics import WeightedStatistics as WeightedStatistics
    from board_catalogue.catalogue.storage.store import Place, Store


@dataclass(frozen=True, kw_only=True)
class StatsRequest(Request):
    """Which plot is drawn beside the figures."""

    plot: Annotated[Path | None, PLOT] = None
    force: Annotated[bool, FORCE] = False


def stats(home: Home, request: StatsRequest) -> Statistics:
    """Return the figures of the whole catalogue.

    CatalogueError if there is none, or a plot cannot be drawn.
    """
    if request.plot:
        check_plot(request.plot, force=request.force)
    # Millions of files take longer to count than all the rest: that begins before the imports.
    with ThreadPool(1, "files") as pool:
        files = pool.submit(count_boards, boards_path(home)) if isinstance(home, Path) else None

        from board_catalogue.catalogue.storage.statistics import statistics
        from board_catalogue.catalogue.storage.store import Store

        with Store.read(home) as store:
            if request.plot:
                _write_plot(store, request.plot, force=request.force)
            return statistics(store, files.result if files else None)


def check_plot(path: Path, *, force: bool) -> None:
    """Refuse a plot that could not be drawn, before any work is done."""
    from board_catalogue.catalogue.verbs import plots

    plots.check(path)
    check_output(path, force=force)


def _write_plot(store: Store, path: Path, *, force: bool) -> None:
    from board_catalogue.catalogue.runs.backtracking import metric_values
    from board_catalogue.catalogue.verbs.plots import plot_overview

    values = metric_values(store)
    count = len(values["clues"])
    if not count:
        raise CatalogueError("the catalogue is empty: there is nothing to plot")
    write_output(path, plot_overview(values, f"{count:,} puzzles", path.suffix), force=force)


@dataclass(frozen=True, kw_only=True)
class EstimateRequest(Request):
    """Nothing is asked."""


def estimate(place: Place, request: EstimateRequest) -> WeightedStatistics:
    """Estimate the figures of all minimal puzzles from a fair sample, each with its standard error.

    CatalogueError if there is no catalogue, or its puzzles have no weights.
    """
    from board_catalogue.catalogue.storage.statistics import weighted_statistics
    from board_catalogue.catalogue.storage.store import reading

    with reading(place) as store:
        return weighted_statistics(store)
