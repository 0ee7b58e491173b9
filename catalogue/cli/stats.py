"""Summarize the catalogue: counts, metrics and ratings.

With --weighted, it estimates the figures of all minimal puzzles from a catalogue filled with --sampling fair. Each mean
and share comes with its standard error.

\b
Examples:
  catalogue stats
  catalogue stats --format json
  catalogue stats --plot stats.svg
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from ...engine.grades import spelled
from ..puzzles.kinds import FAST_CEILING
from ..verbs.stats import EstimateRequest, StatsRequest, estimate, stats
from .options import DEFAULT_HOME, Force, Home, Output, Plot, format_choice
from .output import target_of
from .terminal import bars, histogram, table, two_columns

if TYPE_CHECKING:
    from ..verbs.stats import Estimate, RatingStatistics, ScoreStatistics, Statistics, WeightedStatistics

FORMATS = ("text", "json")


@dataclass(frozen=True, kw_only=True)
class Options:
    """How the figures are printed."""

    weighted: Annotated[bool, typer.Option("--weighted", help="Estimate the figures of all minimal puzzles.")] = False
    format: Annotated[str | None, format_choice("text for people, json for programs.", *FORMATS)] = None
    output: Output = None
    plot: Plot = None
    force: Force = False
    home: Home = DEFAULT_HOME


def run(options: Options) -> None:
    """Print the figures as text or as JSON, and draw the plot on request."""
    target = target_of(options.output, options.format, FORMATS, default="text", force=options.force)
    if options.weighted and options.plot:
        raise typer.BadParameter("--plot does not go with --weighted")
    if options.weighted:
        estimates = estimate(options.home, EstimateRequest())
        text = _weighted_text(estimates) if target.format == "text" else json.dumps(estimates.data(), indent=2)
    else:
        figures = stats(options.home, StatsRequest(plot=options.plot, force=options.force))
        text = _text(figures) if target.format == "text" else json.dumps(figures.data(), indent=2)
    target.write(f"{text}\n")


def _text(figures: Statistics) -> str:
    settings = figures.settings
    is_filled = figures.looked_at or not figures.imported
    counts = [
        ("boards", f"{figures.boards:,}"),
        ("puzzles", f"{figures.puzzles:,}"),
        ("files", f"{figures.files:,}" if settings.files else f"{figures.files:,} (the catalogue keeps none)"),
        *(_of_fills(figures) if is_filled else ()),
        *(_of_imports(figures) if figures.imported or figures.refused else ()),
        *([("boards skipped", f"{figures.unwanted:,}")] if figures.unwanted else []),
        ("database", f"{figures.database_bytes / 1e6:,.1f} MB"),
        ("boards, symmetry, seed", f"{settings.shape}, {settings.symmetry}, {settings.seed}"),
        *([("rules", settings.rules)] if settings.rules else [("method", settings.method)] if is_filled else []),
    ]
    spreads = [
        (metric, f"{s.min:,}", f"{s.median:,.1f}", f"{s.mean:,.2f}", f"{s.max:,}")
        for metric, s in (figures.metrics | figures.textbook).items()
    ]
    parts = [two_columns(counts)]
    if spreads:
        parts.append(histogram(figures.clues, "clues"))
        columns = ["", "min", "median", "mean", "max"]
        parts.append(table(spreads, columns, ["left", *["right"] * 4]))
    if figures.ratings:
        parts += _rating_texts(figures.ratings)
    if figures.scores:
        parts += _score_texts(figures.scores)
    if figures.rules:
        rows = [(name, f"{number:,}") for name, number in figures.rules.items()]
        parts.append(table(rows, ["rule", "puzzles"], ["left", "right"]))
    if figures.tags:
        rows = [(name, f"{number:,}") for name, number in figures.tags.items()]
        parts.append(table(rows, ["tag", "puzzles"], ["left", "right"]))
    return "\n\n".join(parts)


def _of_fills(figures: Statistics) -> Sequence[tuple[str, str]]:
    attempts = f"{figures.attempts / figures.looked_at:.2f}" if figures.looked_at else "-"
    return [("attempts per board", attempts), ("duplicates refused", f"{figures.duplicates:,}")]


def _of_imports(figures: Statistics) -> Sequence[tuple[str, str]]:
    return [("puzzles imported", f"{figures.imported:,}"), ("refused by imports", f"{figures.refused:,}")]


def _rating_texts(ratings: RatingStatistics) -> list[str]:
    puzzles, spread = ratings.puzzles, ratings.spread
    of_these = ", if rated in full" if puzzles.above else ""
    counts = [("puzzles rated", f"{puzzles.rated:,}")]
    if puzzles.above:
        counts.append((f"only as above {FAST_CEILING}", f"{puzzles.above:,}"))
    if puzzles.beyond:
        counts.append(("beyond all techniques known here", f"{puzzles.beyond:,}"))
    if puzzles.unrated:
        counts.append(("not rated", f"{puzzles.unrated:,}"))
    if spread:
        low, median, high = spelled(spread.min), f"{spread.median / 10:.2f}", spelled(spread.max)
        counts.append((f"rating, min to max{of_these}", f"{low} to {high}"))
        counts += [(f"median{of_these}", median), (f"mean{of_these}", f"{spread.mean / 10:.2f}")]
    parts = [two_columns(counts)]
    shares = {**ratings.grades, f"above {FAST_CEILING}": puzzles.above, "beyond": puzzles.beyond}
    if any(shares.values()):
        parts.append(bars({grade: number for grade, number in shares.items() if number}, "grade"))
    if not ratings.techniques:
        return parts
    rows = [(name, f"{each.hardest:,}", f"{each.used:,}") for name, each in ratings.techniques.items()]
    columns = ["technique", "hardest step of", "used by"]
    return [*parts, table(rows, columns, ["left", "right", "right"])]


def _score_texts(scores: ScoreStatistics) -> list[str]:
    spread = scores.spread
    counts = [
        ("puzzles scored", f"{scores.puzzles:,}"),
        ("score, min to max", f"{spread.min:,} to {spread.max:,}"),
        ("median", f"{spread.median:,.0f}"),
        ("mean", f"{spread.mean:,.0f}"),
    ]
    rows = [(name, f"{number:,}") for name, number in scores.techniques.items()]
    return [
        two_columns(counts),
        bars({level: number for level, number in scores.levels.items() if number}, "level"),
        *([table(rows, ["technique", "used by"], ["left", "right"])] if rows else []),
    ]


# --- Estimates of all minimal puzzles ------------------------------------------------------------------------------


def _weighted_text(figures: WeightedStatistics) -> str:
    """The estimates for people."""
    counts = [
        ("puzzles with a weight", f"{figures.puzzles:,}"),
        ("puzzles of equal weight as good", f"{figures.effective:,.0f}"),
        ("mean clues", _with_error(figures.clues)),
        ("mean rating", _with_error(figures.rating, 10) if figures.rating else f"- ({figures.rated:,} have one)"),
    ]
    rows = [
        (str(clues), f"{100 * share.mean:.3f}", f"{100 * share.error:.3f}") for clues, share in figures.shares.items()
    ]
    return "\n\n".join([two_columns(counts), table(rows, ["clues", "% of all", "error"], ["right"] * 3)])


def _with_error(estimate: Estimate, unit: int = 1) -> str:
    return f"{estimate.mean / unit:.3f} ± {estimate.error / unit:.3f}"
