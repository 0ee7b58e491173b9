"""Test whether fewer clues mean more backtracking."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from math import isnan
from pathlib import Path
from typing import Annotated, Any, ClassVar

from .. import runs, storage
from ..errors import MissingCatalogue
from ..puzzles.columns import PUZZLE_METRICS
from ..puzzles.numbers import PROCESSORS
from ..requests.option import Option, whole
from ..requests.request import LongRequest
from ..requests.shared import FORCE, PLOT, THREADS
from ..requests.values import spans
from .sections import Lines, Section, Sections, Table


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

    def sections(self) -> Sections:
        """Return the table of rank correlations, and what sets its puzzles apart from those made for the report."""
        # Each row ends before its own column: what follows is above, and numbered columns leave room for all of them.
        rows = [(f"{number} {name}", *map(_spelled, rho)) for number, (name, rho) in enumerate(self.rho.items(), 1)]
        fewest, most = self.clues
        caption = [
            f"{self.puzzles:,} puzzles of {fewest} to {most} clues in the catalogue, {self.minimal:,} of them minimal;",
            "2 to 6 are of the reference search, which fills singles before it guesses",
            *(f"{name}: of {count:,} puzzles" for name, count in self.known.items() if count < self.puzzles),
        ]
        notes = [*_OTHERS, *(_TWO_KINDS if {"textbook_backtracks", "rating"} <= self.rho.keys() else ())]
        return [
            [Lines(caption), Table(rows, ["rank correlations", *map(str, range(1, len(rows)))])],
            Lines(notes),
        ]

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
        found = self.searches.correlation
        return {
            "clues": list(self.searches.rows()),
            "correlation": found and asdict(found),
            "catalogue": self.catalogue and self.catalogue.data(),
        }


_OTHERS = (
    "These are other puzzles than those above: where all have few clues, their",
    "number says little.",
)
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


def _spelled(rho: float) -> str:
    return "-" if isnan(rho) else f"{rho:z.2f}"


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
    return BacktrackingReport(found, of_catalogue, request.puzzles)


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
