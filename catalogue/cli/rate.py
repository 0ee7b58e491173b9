"""`catalogue rate`: rate what has no rating yet."""

import os
from enum import StrEnum
from typing import Annotated

import typer

from catalogue.cli.charts import tell
from catalogue.cli.interruption import ended_by_ctrl_c
from catalogue.cli.options import DEFAULT_HOME, MOST_THREADS, Home
from catalogue.cli.progress import progress
from catalogue.rating.grades import FAST_CEILING, Depth


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
    from catalogue.cli.puzzles import check_size
    from catalogue.rating.later import rate_unrated
    from catalogue.store import Store
    from catalogue.store.queries import rated

    with Store.write(home) as store:
        check_size(store)
        with ended_by_ctrl_c() as stop, progress("puzzles") as show:
            report = rate_unrated(
                store,
                depth=Depth(depth),
                threads=threads,
                stop=stop,
                on_progress=lambda now: show(now.rated, now.wanted, now.seconds, ""),
            )
        puzzles = rated(store)
    tell(
        [
            ("puzzles rated now", f"{report.rated:,}"),
            ("rated in all", f"{puzzles.rated:,}"),
            (f"only as above {FAST_CEILING}", f"{puzzles.above:,}"),
            *([("beyond every technique known here", f"{puzzles.beyond:,}")] if puzzles.beyond else []),
            ("not rated", f"{puzzles.unrated:,}"),
            ("seconds", f"{report.seconds:.2f}"),
            ("puzzles per second", f"{report.rated / report.seconds:,.0f}"),
        ]
    )
    if report.rated < report.wanted:
        print("\nInterrupted; the next one goes on from here.")
        raise typer.Exit(130)
