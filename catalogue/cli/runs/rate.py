"""`catalogue rate`: rate what has no rating yet."""

import sys

import typer

from catalogue.cli.commands.rate import Options
from catalogue.cli.opening import open_to_write
from catalogue.cli.ratable import check_ratable
from catalogue.cli.runs.rate_many import rate_each
from catalogue.cli.standard_input import kept_standard_input
from catalogue.cli.terminal.charts import print_figures
from catalogue.cli.terminal.interruption import ended_by_ctrl_c, leave
from catalogue.cli.terminal.progress import progress
from catalogue.rating.grades import FAST_CEILING
from catalogue.rating.later import RatingReport, rate_unrated
from catalogue.store.reading.queries import Rated, rated


def run(options: Options) -> None:
    """Rate the puzzles of the catalogue, or those of a file. After Ctrl-C the program ends with 130."""
    if options.file and options.workers:
        raise typer.BadParameter("--workers rates the puzzles of the catalogue: leave out FILE, or import it first")
    if options.file:
        with kept_standard_input(options.file):
            rate_each(options, options.file)
        return
    if options.format or options.output:
        raise typer.BadParameter("--format and --output need a FILE")
    with open_to_write(options.home, wait=options.wait) as store:
        check_ratable(store)
        with ended_by_ctrl_c() as stop, progress("puzzles") as show:
            report = rate_unrated(
                store,
                depth=options.depth,
                threads=options.threads,
                workers=options.workers,
                stop=stop,
                on_progress=lambda now: show(now.rated, now.wanted, now.seconds, ""),
                on_notice=lambda line: print(line, file=sys.stderr, flush=True),
            )
        puzzles = rated(store)
    _print(report, puzzles)
    if report.rated < report.wanted:
        print("\nInterrupted; the next run continues from here.")
        leave()


def _print(report: RatingReport, puzzles: Rated) -> None:
    print_figures(
        [
            ("puzzles rated now", f"{report.rated:,}"),
            ("rated in total", f"{puzzles.rated:,}"),
            (f"only as above {FAST_CEILING}", f"{puzzles.above:,}"),
            *([("beyond all techniques known here", f"{puzzles.beyond:,}")] if puzzles.beyond else []),
            ("not rated", f"{puzzles.unrated:,}"),
            ("seconds", f"{report.seconds:.2f}"),
            ("puzzles per second", f"{report.rated / report.seconds:,.0f}"),
        ]
    )
