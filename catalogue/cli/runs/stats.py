"""`catalogue stats`: the figures of the whole catalogue."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import typer

from catalogue.cli.commands.stats import Options
from catalogue.cli.runs.weighted import weighted_data, weighted_text
from catalogue.cli.terminal.charts import bars, histogram, table, two_columns
from catalogue.errors import CatalogueError
from catalogue.rating.grades import FAST_CEILING, spelled
from catalogue.store import Store
from catalogue.store.reading.queries import RatingStatistics, Statistics, statistics
from catalogue.store.reading.weighted import weighted_statistics
from catalogue.whole_files import check_output, write_output


def run(options: Options) -> None:
    """Print the figures as text or as JSON, and draw the plot on request."""
    if options.plot:
        _check_plot(options, options.plot)
    with Store.read(options.home) as store:
        if options.weighted:
            estimates = weighted_statistics(store)
            print(
                json.dumps(weighted_data(estimates), indent=2) if options.format == "json" else weighted_text(estimates)
            )
            return
        figures = statistics(store)
        if options.plot:
            _write_plot(store, options, options.plot)
    print(json.dumps(_data(figures), indent=2) if options.format == "json" else _text(figures))


def _check_plot(options: Options, path: Path) -> None:
    """Refuse a plot that could not be drawn, before any work is done."""
    from catalogue.analysis import plots

    if options.weighted:
        raise typer.BadParameter("--plot does not go with --weighted")
    plots.check(path)
    check_output(path, force=options.force)


def _write_plot(store: Store, options: Options, path: Path) -> None:
    from catalogue.analysis.metric_values import metric_values  # imports numpy
    from catalogue.analysis.overview_plot import plot_overview

    values = metric_values(store)
    count = len(values["clues"])
    if not count:
        raise CatalogueError("the catalogue is empty: there is nothing to plot")
    write_output(path, plot_overview(values, f"{count:,} puzzles", path.suffix), force=options.force)


def _data(figures: Statistics) -> dict[str, Any]:
    """The figures for programs, with ratings as people write them."""
    data = asdict(figures)
    if figures.ratings and figures.ratings.spread:
        data["ratings"]["spread"] = {name: value / 10 for name, value in asdict(figures.ratings.spread).items()}
    return data


def _text(figures: Statistics) -> str:
    settings = figures.settings
    counts = [
        ("boards", f"{figures.boards:,}"),
        ("puzzles", f"{figures.puzzles:,}"),
        ("files", f"{figures.files:,}" if settings.files else f"{figures.files:,} (the catalogue keeps none)"),
        ("attempts per board", f"{figures.attempts / figures.looked_at:.2f}" if figures.looked_at else "-"),
        ("duplicates refused", f"{figures.duplicates:,}"),
        *([("boards skipped", f"{figures.unwanted:,}")] if figures.unwanted else []),
        ("database", f"{figures.database_bytes / 1e6:,.1f} MB"),
        ("boards, symmetry, seed", f"{settings.shape}, {settings.symmetry}, {settings.seed}"),
        ("method", settings.method),
    ]
    spreads = [
        (metric, f"{s.min:,}", f"{s.median:,.1f}", f"{s.mean:,.2f}", f"{s.max:,}")
        for metric, s in figures.metrics.items()
    ]
    parts = [two_columns(counts)]
    if spreads:
        parts.append(histogram(figures.clues, "clues"))
        columns = ["", "min", "median", "mean", "max"]
        parts.append(table(spreads, columns, ["left", *["right"] * 4]))
    if figures.ratings:
        parts += _rating_texts(figures.ratings)
    if figures.tags:
        rows = [(name, f"{number:,}") for name, number in figures.tags.items()]
        parts.append(table(rows, ["tag", "puzzles"], ["left", "right"]))
    return "\n\n".join(parts)


def _rating_texts(ratings: RatingStatistics) -> list[str]:
    puzzles, spread = ratings.puzzles, ratings.spread
    whose = ", if rated in full" if puzzles.above else ""
    counts = [("puzzles rated", f"{puzzles.rated:,}")]
    if puzzles.above:
        counts.append((f"only as above {FAST_CEILING}", f"{puzzles.above:,}"))
    if puzzles.beyond:
        counts.append(("beyond all techniques known here", f"{puzzles.beyond:,}"))
    if puzzles.unrated:
        counts.append(("not rated", f"{puzzles.unrated:,}"))
    if spread:
        low, median, high = spelled(spread.min), f"{spread.median / 10:.2f}", spelled(spread.max)
        counts.append((f"rating, min to max{whose}", f"{low} to {high}"))
        counts += [(f"median{whose}", median), (f"mean{whose}", f"{spread.mean / 10:.2f}")]
    parts = [two_columns(counts)]
    shares = {**ratings.grades, f"above {FAST_CEILING}": puzzles.above, "beyond": puzzles.beyond}
    if any(shares.values()):
        parts.append(bars({grade: number for grade, number in shares.items() if number}, "grade"))
    if not ratings.techniques:
        return parts
    rows = [(name, f"{each.hardest:,}", f"{each.used:,}") for name, each in ratings.techniques.items()]
    columns = ["technique", "hardest step of", "used by"]
    return [*parts, table(rows, columns, ["left", "right", "right"])]
