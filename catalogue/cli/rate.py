"""`catalogue rate`: rate what has no rating yet."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from catalogue.cli.interruption import ended_by_ctrl_c
from catalogue.cli.options import DEFAULT_HOME, MOST_THREADS, Home
from catalogue.scale import FAST_CEILING, Depth

if TYPE_CHECKING:
    from catalogue.rating_run import RatingReport


class RatingDepth(StrEnum):
    """How far puzzles are rated: the depths that rate at all."""

    full = "full"
    fast = "fast"


def command(
    depth: Annotated[
        RatingDepth,
        typer.Option(
            help=f"How far: fast stops at the first step above {FAST_CEILING} and marks the puzzle as above; full also"
            " rates those that are only marked."
        ),
    ] = RatingDepth.full,
    threads: Annotated[
        int, typer.Option(help="Threads that rate.", min=1, max=MOST_THREADS, show_default="processors")
    ] = min(MOST_THREADS, os.cpu_count() or 1),
    home: Home = DEFAULT_HOME,
) -> None:
    """Rate the puzzles that have no rating yet.

    The rating is Sudoku Explainer's, of the hardest step that a puzzle needs. Ctrl-C ends it early and loses nothing;
    the next one goes on from there.

    \b
    Example:
      catalogue rate --depth fast
      catalogue rate
    """
    from catalogue.cli.puzzles import check_size, tell
    from catalogue.queries import rated
    from catalogue.rating_run import rate_unrated
    from catalogue.store import Store

    with Store.write(home) as store:
        check_size(store)
        with ended_by_ctrl_c() as stop, _progress() as on_progress:
            report = rate_unrated(store, depth=Depth(depth), threads=threads, stop=stop, on_progress=on_progress)
        puzzles = rated(store)
    tell(
        [
            ("puzzles rated now", f"{report.rated:,}"),
            ("rated in all", f"{puzzles.rated:,}"),
            (f"only as above {FAST_CEILING}", f"{puzzles.above:,}"),
            ("not rated", f"{puzzles.unrated:,}"),
            ("seconds", f"{report.seconds:.2f}"),
            ("puzzles per second", f"{report.rated / report.seconds:,.0f}"),
        ]
    )
    if report.rated < report.wanted:
        print("\nInterrupted; the next one goes on from here.")
        raise typer.Exit(130)


@contextmanager
def _progress() -> Iterator[Callable[["RatingReport"], None]]:
    """Show a bar on a terminal, and nothing elsewhere."""
    if not sys.stderr.isatty():
        yield lambda report: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        BarColumn(bar_width=None),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]:,.0f}/s "),
        TimeRemainingColumn(compact=True),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True, expand=True) as bar:
        task = bar.add_task("", total=None, rate=0.0)
        yield lambda report: bar.update(
            task, completed=report.rated, total=report.wanted, rate=report.rated / report.seconds
        )
