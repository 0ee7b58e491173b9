"""Summarize a catalogue: counts, metrics, ratings, and estimates of all minimal puzzles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from ...engine.grades import spelled
from ...engine.threads import ThreadPool
from .. import runs, storage
from ..errors import CatalogueError
from ..puzzles.kinds import FAST_CEILING
from ..requests.request import Request
from ..requests.shared import FORCE, PLOT
from ..storage.files import count_boards
from ..storage.home import Home, boards_path
from ..storage.whole_files import check_output, write_output
from .sections import Bars, Figures, Section, Sections, Table, histogram

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


# --- Figures for people -----------------------------------------------------------------------------------------------


def stats_sections(figures: Statistics) -> Sections:
    """Return the figures of a catalogue for people."""
    settings, is_filled = figures.settings, figures.looked_at or not figures.imported
    attempts = f"{figures.attempts / figures.looked_at:.2f}" if figures.looked_at else "-"
    has_imports = figures.imported or figures.refused
    counts = Figures(
        [
            ("boards", figures.boards),
            ("puzzles", figures.puzzles),
            ("files", figures.files if settings.files else f"{figures.files:,} (the catalogue keeps none)"),
            ("attempts per board", attempts if is_filled else None),
            ("duplicates refused", figures.duplicates if is_filled else None),
            ("puzzles imported", figures.imported if has_imports else None),
            ("refused by imports", figures.refused if has_imports else None),
            ("boards skipped", figures.unwanted or None),
            ("database", f"{figures.database_bytes / 1e6:,.1f} MB"),
            ("boards, symmetry, seed", f"{settings.shape}, {settings.symmetry}, {settings.seed}"),
            ("rules", settings.rules or None),
            ("method", settings.method if is_filled and not settings.rules else None),
        ]
    )
    spreads = [
        (metric, f"{s.min:,}", f"{s.median:,.1f}", f"{s.mean:,.2f}", f"{s.max:,}")
        for metric, s in (figures.metrics | figures.textbook).items()
    ]
    of_metrics = [*histogram("clues", figures.clues), Table(spreads, ["", "min", "median", "mean", "max"])]
    return [
        counts,
        *(of_metrics if spreads else []),
        *(_of_ratings(figures.ratings) if figures.ratings else ()),
        *(_of_scores(figures.scores) if figures.scores else ()),
        *_puzzles_by(["rule", "puzzles"], figures.rules),
        *_puzzles_by(["tag", "puzzles"], figures.tags),
    ]


def _puzzles_by(headings: Sequence[str], counts: Mapping[str, int]) -> list[Table]:
    """A table of names and how many puzzles each has; none without names."""
    return [Table([(name, f"{number:,}") for name, number in counts.items()], headings)] if counts else []


def _of_ratings(ratings: RatingStatistics) -> Iterator[Section]:
    puzzles, spread = ratings.puzzles, ratings.spread
    of_these = ", if rated in full" if puzzles.above else ""
    counts: list[tuple[str, str | int | None]] = [
        ("puzzles rated", puzzles.rated),
        (f"only as above {FAST_CEILING}", puzzles.above or None),
        ("beyond all techniques known here", puzzles.beyond or None),
        ("not rated", puzzles.unrated or None),
    ]
    if spread:
        counts += [
            (f"rating, min to max{of_these}", f"{spelled(spread.min)} to {spelled(spread.max)}"),
            (f"median{of_these}", f"{spread.median / 10:.2f}"),
            (f"mean{of_these}", f"{spread.mean / 10:.2f}"),
        ]
    yield Figures(counts)
    shares = {**ratings.grades, f"above {FAST_CEILING}": puzzles.above, "beyond": puzzles.beyond}
    if any(shares.values()):
        yield Bars("grade", {grade: number for grade, number in shares.items() if number})
    if ratings.techniques:
        rows = [(name, f"{each.hardest:,}", f"{each.used:,}") for name, each in ratings.techniques.items()]
        yield Table(rows, ["technique", "hardest step of", "used by"])


def _of_scores(scores: ScoreStatistics) -> Iterator[Section]:
    spread = scores.spread
    yield Figures(
        [
            ("puzzles scored", scores.puzzles),
            ("score, min to max", f"{spread.min:,} to {spread.max:,}"),
            ("median", f"{spread.median:,.0f}"),
            ("mean", f"{spread.mean:,.0f}"),
        ]
    )
    yield Bars("level", {level: number for level, number in scores.levels.items() if number})
    yield from _puzzles_by(["technique", "used by"], scores.techniques)


def estimate_sections(figures: WeightedStatistics) -> Sections:
    """Return the estimates of all minimal puzzles for people."""
    counts = Figures(
        [
            ("puzzles with a weight", figures.puzzles),
            ("puzzles of equal weight as good", f"{figures.effective:,.0f}"),
            ("mean clues", _with_error(figures.clues)),
            ("mean rating", _with_error(figures.rating, 10) if figures.rating else f"- ({figures.rated:,} have one)"),
        ]
    )
    rows = [
        (str(clues), f"{100 * share.mean:.3f}", f"{100 * share.error:.3f}") for clues, share in figures.shares.items()
    ]
    return [counts, Table(rows, ["clues", "% of all", "error"], ["right"] * 3)]


def _with_error(estimate: Estimate, unit: int = 1) -> str:
    return f"{estimate.mean / unit:.3f} ± {estimate.error / unit:.3f}"


# --- Estimates --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class EstimateRequest(Request):
    """Nothing is asked."""


def estimate(place: storage.Place, request: EstimateRequest) -> storage.statistics.WeightedStatistics:
    """Estimate the figures of all minimal puzzles from a fair sample, each with its standard error.

    CatalogueError if there is no catalogue, or its puzzles have no weights.
    """
    with storage.reading(place) as store:
        return storage.statistics.weighted_statistics(store)
