"""Rate the puzzles that have no rating yet.

A puzzle's rating is that of its hardest step, on the scale of Sudoku Explainer. Ctrl-C ends the command early and loses
nothing; the next one continues from there. A PUZZLE, or those of a file, are rated in place of those of the catalogue,
and each is written with its rating, ER/EP/ED in a line: the hardest step, the hardest up to the first placement, and
the first.

\b
Examples:
  catalogue rate --rate fast
  catalogue rate
  catalogue rate puzzles.csv --format csv
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import engine
from catalogue.cli.many import Rows, target_of_many, write_each
from catalogue.cli.options import (
    DEFAULT_HOME,
    FORMATS_OF_MANY,
    Force,
    Home,
    Output,
    Threads,
    Wait,
    Workers,
    choice,
    format_choice,
)
from catalogue.cli.puzzles import kept_standard_input
from catalogue.cli.selection import check_ratable
from catalogue.cli.terminal import ended_by_ctrl_c, leave, notice, open_to_write, print_figures, progress
from catalogue.errors import CatalogueError
from catalogue.formats import Record
from catalogue.kinds import FAST_CEILING, Depth, spelled
from catalogue.numbers import PROCESSORS
from engine.grades import RatingStatus, grade_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from catalogue.queries import Rated
    from catalogue.rating import RatingReport

_COLUMNS = ("line", "puzzle", "status", "rating", "pearl", "diamond", "grade", "hardest")  # of a file
_BATCH = 128  # puzzles that a thread rates at a time


@dataclass(frozen=True, kw_only=True)
class Options:
    """Which puzzles are rated, and how far."""

    puzzle: Annotated[
        str | None,
        typer.Argument(
            help="File with puzzles in any format, - for standard input, the number of a puzzle, or its cells.",
            metavar="[PUZZLE]",
        ),
    ] = None
    rate: Annotated[
        Depth,
        choice(
            f"fast stops at the first step above {FAST_CEILING} and marks the puzzle as above; full also rates the"
            " puzzles marked so.",
            (Depth.full, Depth.fast),
        ),
    ] = Depth.full
    threads: Threads = PROCESSORS
    format: Annotated[str | None, format_choice("For PUZZLE. Default: line.", *FORMATS_OF_MANY)] = None
    output: Output = None
    force: Force = False
    workers: Workers = None
    wait: Wait = 0.0
    home: Home = DEFAULT_HOME


def run(options: Options) -> None:
    """Rate the puzzles of the catalogue, or those of a file. After Ctrl-C the program ends with 130."""
    from catalogue.queries import rated
    from catalogue.rating import rate_unrated

    if options.puzzle and options.workers:
        raise typer.BadParameter("--workers rates the puzzles of the catalogue: leave out PUZZLE, or import it first")
    if options.puzzle:
        with kept_standard_input(Path(options.puzzle)):
            _rate_each(options, options.puzzle)
        return
    if options.format or options.output:
        raise typer.BadParameter("--format and --output need a PUZZLE")
    with open_to_write(options.home, wait=options.wait) as store:
        check_ratable(store)
        with ended_by_ctrl_c() as stop, progress("puzzles") as show:
            report = rate_unrated(
                store,
                depth=options.rate,
                threads=options.threads,
                workers=options.workers,
                stop=stop,
                on_progress=lambda now: show(now.rated, now.wanted, now.seconds, ""),
                on_notice=notice,
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


# --- Puzzles of a file --------------------------------------------------------------------------------------------


def _rate_each(options: Options, word: str) -> None:
    """Write each puzzle with its rating, in the order of the file. CatalogueError for puzzles that are not 9x9."""
    from catalogue.kinds import CEILINGS

    ceiling = CEILINGS[options.rate]
    target = target_of_many(options.output, options.format, force=options.force)

    def work(records: Sequence[Record], puzzles: NDArray[np.uint8]) -> Rows:
        if puzzles.shape[1] != 81:
            raise CatalogueError(f"{word}: line {records[0].line}: only 9x9 puzzles have a rating")
        ratings = engine.rate(puzzles, ceiling=ceiling)
        row = _words if target.format == "line" else _row
        return [row(record, rating) for record, rating in zip(records, ratings, strict=True)]

    write_each(
        word,
        options.home,
        _COLUMNS,
        work,
        target=target,
        batch=_BATCH,
        threads=options.threads,
    )


def _words(record: Record, rating: np.void) -> Sequence[str]:
    status = RatingStatus(int(rating["status"]))
    if status is not RatingStatus.RATED:
        return record.puzzle, status.name.lower().replace("_", "-")
    return record.puzzle, "/".join(spelled(int(rating[name])) for name in ("rating", "pearl", "diamond"))


def _row(record: Record, rating: np.void) -> Sequence[object]:
    from engine.rating import technique_of

    status = RatingStatus(int(rating["status"]))
    name = status.name.lower().replace("_", " ")
    if status is not RatingStatus.RATED:
        return record.line, record.puzzle, name, None, None, None, None, None
    tenths = [int(rating[each]) for each in ("rating", "pearl", "diamond")]
    number = int(rating["hardest"])
    hardest = technique_of(number).name if number >= 0 else None
    return record.line, record.puzzle, name, *(each / 10 for each in tenths), grade_of(tenths[0]), hardest
