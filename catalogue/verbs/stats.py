"""Figures of a catalogue, estimates for all minimal puzzles, and whether fewer clues mean more backtracking."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import isnan
from pathlib import Path
from typing import Annotated, Any, ClassVar

from ...engine.grades import spelled
from ...engine.threads import ThreadPool
from .. import runs, storage
from ..errors import CatalogueError, MissingCatalogue
from ..puzzles.columns import PUZZLE_METRICS
from ..puzzles.kinds import FAST_CEILING
from ..requests.request import LongRequest, Option, Request, spans
from ..requests.shared import THREADS
from ..runs.how import PROCESSORS
from ..storage.files import count_boards
from ..storage.home import BOARDS, Home
from ..storage.whole_files import check_output, write_output
from .class_results import ClassReport, results_of
from .sections import Bars, Figures, Lines, Section, Sections, Table, histogram


@dataclass(frozen=True, kw_only=True)
class StatsRequest(Request):
    """Which plot is drawn beside the figures."""

    plot: Path | None = None
    force: bool = False


def stats(home: Home, request: StatsRequest) -> storage.statistics.Statistics:
    """Return the figures of the whole catalogue.

    CatalogueError if there is none, or a plot cannot be drawn.
    """
    if request.plot:
        check_plot(request.plot, force=request.force)
    # Millions of files take longer to count than all the rest: that begins before the imports.
    with ThreadPool(1, "files") as pool:
        files = pool.submit(count_boards, home / BOARDS) if isinstance(home, Path) else None

        with storage.Store.read(home) as store:
            if request.plot:
                _write_plot(store, request.plot, force=request.force)
            return storage.statistics.statistics(store, files.result if files else None)


def _plots() -> Any:
    from . import plots  # with numpy, which figures in words do without

    return plots


def check_plot(path: Path, *, force: bool) -> None:
    """Refuse a plot that could not be drawn, before any work is done."""
    _plots().check(path)
    check_output(path, force=force)


def _write_plot(store: storage.Store, path: Path, *, force: bool) -> None:
    values = runs.metric_values(store)
    count = len(values["clues"])
    if not count:
        raise CatalogueError("the catalogue is empty: there is nothing to plot")
    write_output(path, _plots().plot_overview(values, f"{count:,} puzzles", path.suffix), force=force)


# --- Figures for people -----------------------------------------------------------------------------------------------


def stats_sections(figures: storage.statistics.Statistics, *, short: bool = False) -> Sections:
    """Return the figures of a catalogue for people, or those that fit a screen."""
    if short:
        return _summary(figures)
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


def _summary(figures: storage.statistics.Statistics) -> Sections:
    settings, ratings, scores = figures.settings, figures.ratings, figures.scores
    spread, clues = ratings.spread if ratings else None, figures.metrics.get("clues")
    further = f", {figures.puzzles:,} puzzles" if figures.puzzles != figures.boards else ""
    rows = [
        ("boards", f"{figures.boards:,}{further}"),
        ("boards, symmetry, seed", f"{settings.shape}, {settings.symmetry}, {settings.seed}"),
        ("rules", settings.rules or None),
        ("database", f"{figures.database_bytes / 1e6:,.1f} MB"),
        ("clues, min to max, median", f"{clues.min} to {clues.max}, {clues.median:g}" if clues else None),
        ("rating", f"{spelled(spread.min)} to {spelled(spread.max)}, {spread.median / 10:.2f}" if spread else None),
        ("score", f"{scores.spread.min:,} to {scores.spread.max:,}, {scores.spread.median:,.0f}" if scores else None),
    ]
    grades = {grade: number for grade, number in ratings.grades.items() if number} if ratings else {}
    levels = {level: number for level, number in scores.levels.items() if number} if scores else {}
    bars = [Bars(name, counts) for name, counts in (("grade", grades), ("level", levels)) if counts]
    return [Figures(rows), *bars, *(() if bars else histogram("clues", figures.clues))]


def _puzzles_by(headings: Sequence[str], counts: Mapping[str, int]) -> list[Table]:
    return [Table([(name, f"{number:,}") for name, number in counts.items()], headings)] if counts else []


def _of_ratings(ratings: storage.statistics.RatingStatistics) -> Iterator[Section]:
    puzzles, spread = ratings.puzzles, ratings.spread
    of_these = ", if rated in full" if puzzles.above else ""
    yield Figures(
        [
            ("puzzles rated", puzzles.rated),
            (f"only as above {FAST_CEILING}", puzzles.above or None),
            ("beyond all techniques known here", puzzles.beyond or None),
            ("not rated", puzzles.unrated or None),
            (f"rating, min to max{of_these}", f"{spelled(spread.min)} to {spelled(spread.max)}" if spread else None),
            (f"median{of_these}", f"{spread.median / 10:.2f}" if spread else None),
            (f"mean{of_these}", f"{spread.mean / 10:.2f}" if spread else None),
        ]
    )
    shares = {**ratings.grades, f"above {FAST_CEILING}": puzzles.above, "beyond": puzzles.beyond}
    if any(shares.values()):
        yield Bars("grade", {grade: number for grade, number in shares.items() if number})
    if ratings.techniques:
        rows = [(name, f"{each.hardest:,}", f"{each.used:,}") for name, each in ratings.techniques.items()]
        yield Table(rows, ["technique", "hardest step of", "used by"])


def _of_scores(scores: storage.statistics.ScoreStatistics) -> Iterator[Section]:
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


def estimate_sections(figures: storage.statistics.WeightedStatistics) -> Sections:
    """Return the estimates of all minimal puzzles for people."""

    def with_error(estimate: storage.statistics.Estimate, unit: int = 1) -> str:
        return f"{estimate.mean / unit:.3f} ± {estimate.error / unit:.3f}"

    counts = Figures(
        [
            ("puzzles with a weight", figures.puzzles),
            ("puzzles of equal weight as good", f"{figures.effective:,.0f}"),
            ("mean clues", with_error(figures.clues)),
            ("mean rating", with_error(figures.rating, 10) if figures.rating else f"- ({figures.rated:,} have one)"),
        ]
    )
    rows = [
        (str(clues), f"{100 * share.mean:.3f}", f"{100 * share.error:.3f}") for clues, share in figures.shares.items()
    ]
    return [counts, Table(rows, ["clues", "% of all", "error"], ["right"] * 3)]


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


# --- Whether fewer clues mean more backtracking -----------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class ReportRequest(LongRequest):
    """Which puzzles are made, and what the report shows."""

    clues: Annotated[Sequence[int], Option(read=spans(18, 80), least=18, greatest=80, is_joined=True)] = tuple(
        range(18, 61)
    )
    puzzles: int = 100
    seed: int = 1
    threads: Annotated[int, THREADS] = PROCESSORS
    plot: Path | None = None
    force: bool = False
    class_folder: Annotated[Path | None, Option(read=Path, name="class")] = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.class_folder and self.plot:
            raise ValueError("`plot` does not go with `class`")


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

    def sections(self) -> Sections:
        """Return the table of rank correlations, and what sets its puzzles apart from those made for the report."""
        # Each row ends before its own column: what follows is above, and numbered columns leave room for all of them.
        rows = [
            (f"{number} {name}", *("-" if isnan(each) else f"{each:z.2f}" for each in rho))
            for number, (name, rho) in enumerate(self.rho.items(), 1)
        ]
        fewest, most = self.clues
        caption = [
            f"{self.puzzles:,} puzzles of {fewest} to {most} clues in the catalogue, {self.minimal:,} of them minimal;",
            "2 to 6 are of the reference search, which fills singles before it guesses",
            *(f"{name}: of {count:,} puzzles" for name, count in self.known.items() if count < self.puzzles),
        ]
        notes = [*_OTHERS, *(_TWO_KINDS if {"textbook_backtracks", "rating"} <= self.rho.keys() else ())]
        table = Table(rows, ["rank correlations", *map(str, range(1, len(rows)))])
        return [[Lines(caption), table], Lines(notes)]

    def data(self) -> dict[str, Any]:
        """Return the figures for programs."""
        fewest, most = self.clues
        counts = {"puzzles": self.puzzles, "minimal": self.minimal, "fewest_clues": fewest, "most_clues": most}
        return {**counts, "correlations": list(self.rows())}

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield a row for every two metrics."""
        for name, ours in self.rho.items():
            for other, rho in zip(self.rho, ours, strict=False):
                yield {"first": other, "second": name, "puzzles": self.known[name], "rho": None if isnan(rho) else rho}


@dataclass(frozen=True)
class BacktrackingReport:
    """Counts of the textbook search by clues, and the correlations of the catalogue, if it has puzzles."""

    searches: runs.Searches
    catalogue: Correlations | None
    puzzles: int
    """How many were made for each number of clues."""
    columns: ClassVar[Sequence[str]] = (
        *("table", "clues", "puzzles", "lower_quartile", "median", "upper_quartile", "cut_short"),
        *("first", "second", "rho", "low", "high", "confidence"),
    )
    """Of the rows of all tables."""

    def sections(self) -> Sections:
        """Return the tables and the answer for people."""
        names = ("lower_quartile", "median", "upper_quartile")
        rows = [
            (row["clues"], f"{row['puzzles']:,}", *(f"{row[name]:,.0f}" for name in names), f"{row['cut_short']:,}")
            for row in self.searches.rows()
        ]
        headings = ["clues", "puzzles", "lower quartile", "median", "upper quartile", "cut short"]
        caption = [
            "backtracks of the textbook search, which goes row by row without inference:",
            f"{self.puzzles:,} puzzles of 9x9 made for each number of clues, each from another board",
        ]
        searched: list[Section] = [Lines(caption), Table(rows, headings, ["right"] * len(headings))]
        return [searched, Lines(_answer(self.searches)), *(self.catalogue.sections() if self.catalogue else ())]

    def rows(self) -> list[Sequence[object]]:
        """Return the rows of all tables, each with the name of its table first, by `columns`."""
        rows = [{"table": "searches", **row} for row in self.searches.rows()]
        if found := self.searches.correlation:
            both = {"first": "clues", "second": "textbook_backtracks"}
            rows.append({"table": "correlation", "puzzles": found.pairs, **both, **asdict(found)})
        rows += [{"table": "catalogue", **row} for row in (self.catalogue.rows() if self.catalogue else ())]
        return [[row.get(name) for name in self.columns] for row in rows]

    def data(self) -> dict[str, Any]:
        """Return the figures for programs."""
        found, known = self.searches.correlation, self.catalogue
        correlation, of_catalogue = found and asdict(found), known and known.data()
        return {"clues": list(self.searches.rows()), "correlation": correlation, "catalogue": of_catalogue}


_OTHERS = ("These are other puzzles than those above: where all have few clues, their", "number says little.")
_TWO_KINDS = (
    "The textbook search infers nothing, so its backtracks say little about the work",
    "of a person, which the rating measures.",
)


def _answer(found: runs.Searches) -> list[str]:
    """Whether fewer clues mean more backtracking, in a sentence of several lines."""
    correlation = found.correlation
    if correlation is None:
        return ["No conclusion: too few puzzles, or all alike."]
    clues = f"{found.clues.min()} to {found.clues.max()} clues"
    verdict = "no connection is visible"
    if correlation.high < 0 or correlation.low > 0:
        verdict = f"fewer clues go with {'more' if correlation.high < 0 else 'less'} backtracking"
    return [
        f"{len(found.clues):,} puzzles of {clues}: rank correlation of clues and backtracks {correlation.rho:.3f},",
        f"{correlation.confidence:.0%} confidence interval {correlation.low:.3f} to {correlation.high:.3f}:",
        verdict,
    ]


def report(place: storage.Place, request: ReportRequest) -> BacktrackingReport | ClassReport:
    """Make 9x9 puzzles with every number of clues, and count what the textbook search does with them.

    The same seed always gives the same report. `on_progress` gets how many numbers of clues are done, and how many are
    wanted. CatalogueError for a catalogue that cannot be read, and for a plot that cannot be drawn. With a class, what
    its pupils have solved instead.
    """
    if request.class_folder:
        return results_of(request.class_folder)
    if request.plot:
        check_plot(request.plot, force=request.force)
    of_catalogue = _of_catalogue(place)  # first: if the catalogue is old, a command runs again
    clues, parts = list(dict.fromkeys(request.clues)), []
    for done, each in enumerate(clues, 1):
        parts.append(runs.searches(each, request.puzzles, seed=request.seed, threads=request.threads))
        request.on_progress(done, len(clues))
    found = runs.together(parts)
    if request.plot:
        write_output(request.plot, _plots().plot_searches(found, request.plot.suffix), force=request.force)
    return BacktrackingReport(found, of_catalogue, request.puzzles)


def _of_catalogue(place: storage.Place) -> Correlations | None:
    """The rank correlations of the metrics of the catalogue; None if there is none with puzzles."""
    try:
        with storage.reading(place) as store:
            values = runs.metric_values(store)
    except MissingCatalogue:
        return None
    if not len(values["clues"]):
        return None
    import numpy as np

    names, clues = [each.name for each in PUZZLE_METRICS.values()], values["clues"]
    correlations = runs.analysis.rank_correlations
    rho = dict(zip(names, correlations([values[name] for name in names]).tolist(), strict=True))
    known = dict.fromkeys(names, len(clues))
    for name in (runs.TEXTBOOK_BACKTRACKS, runs.RATING):  # in the puzzles that have them
        columns = np.array([values[each] for each in (*names, name)])
        is_known = ~np.isnan(columns).any(axis=0)
        if is_known.any():
            names.append(name)
            known[name] = int(is_known.sum())
            rho[name] = correlations(columns[:, is_known])[-1].tolist()
    return Correlations(
        puzzles=len(clues),
        minimal=int(values[runs.MINIMAL].sum()),
        clues=(int(clues.min()), int(clues.max())),
        known=known,
        rho={name: rho[name][:number] for number, name in enumerate(names)},
    )
