"""Make a data set of puzzles to train and test models on, or prove one.

DIR gets Parquet files in splits, a card, Croissant metadata and checksums, in the layout that the large hubs read
without a script. Every puzzle has one solution and is rated. No two are the same up to symmetry, and no two splits
share a solution up to symmetry. The same request gives the same files, byte for byte. After Ctrl-C the same call
continues.

--verify makes every row again and names what is wrong; then the exit status is 1.

\b
Examples:
  catalogue dataset puzzles --count 1000000 --seed 1
  catalogue dataset graded --seed 1 --grade easy=100 --grade hard=100
  catalogue dataset harder --count 100000 --seed 1 --test 0.1 --hard 7.0
  catalogue dataset puzzles --verify
"""

from __future__ import annotations

import time
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from board_catalogue.catalogue.cli.options import Goals, Quiet, Threads, Workers, choice, goals, number
from board_catalogue.catalogue.cli.terminal import notice, print_figures, progress
from board_catalogue.catalogue.cli.values import parser, usage_errors
from board_catalogue.catalogue.errors import CatalogueError
from board_catalogue.catalogue.puzzles.numbers import PROCESSORS
from board_catalogue.catalogue.verbs.values import share, tenths
from board_catalogue.engine.grades import Grade
from board_catalogue.engine.names import SAMPLINGS

if TYPE_CHECKING:
    from board_catalogue.catalogue.runs.dataset import DatasetReport, DatasetRequest

_SHARE = 0.05


def _share(help: str) -> Any:
    return typer.Option(help=help, parser=parser(share), metavar="SHARE")


@dataclass(frozen=True, kw_only=True)
class Options:
    """What a data set holds."""

    folder: Annotated[Path, typer.Argument(help="Folder of the data set.", metavar="DIR")]
    count: Annotated[int | None, number("Number of puzzles in all splits together.", least=1)] = None
    seed: Annotated[int | None, number("The same seed always gives the same data set.")] = None
    sampling: Annotated[
        str,
        choice(
            "How puzzles are chosen. carved favours few clues. fair makes every minimal puzzle equally likely, takes"
            " about 10 ms a puzzle, and adds a column of weights.",
            SAMPLINGS,
        ),
    ] = SAMPLINGS[0]
    clues: Annotated[
        int | None,
        number("Stop removing clues at this many. Default: remove every clue that can go.", least=17, greatest=81),
    ] = None
    grade: Annotated[
        Goals,
        goals(f"N puzzles of a grade, in place of --count; repeat it: {', '.join(Grade)}.", Grade, numbered=True),
    ] = None
    validation: Annotated[float, _share("Share of the solutions in the validation split.")] = _SHARE
    test: Annotated[float, _share("Share of the solutions in the test split.")] = _SHARE
    hard: Annotated[
        int | None,
        typer.Option(
            help="Add a split test_hard: puzzles with this rating or more, from a further share of the solutions, as"
            " large as the test share.",
            parser=parser(tenths),
            metavar="RATING",
        ),
    ] = None
    score: Annotated[
        bool,
        typer.Option("--score", help="Add columns with HoDoKu's score and level, about 1 ms a puzzle."),
    ] = False
    measure: Annotated[
        str | None,
        choice("Add columns with the counts of the textbook search too, about 2 ms a puzzle.", ("textbook",)),
    ] = None
    steps: Annotated[bool, typer.Option("--steps", help="Add a column with the path of each puzzle.")] = False
    verify: Annotated[bool, typer.Option("--verify", help="Prove the data set in DIR.")] = False
    threads: Threads = PROCESSORS
    workers: Workers = None
    quiet: Quiet = False


_OF_BOTH = ("folder", "verify", "threads", "quiet")


def run(options: Options) -> None:
    """Make a data set, or prove one."""
    if options.verify:
        _verify(options)
        return
    from board_catalogue.catalogue.runs.dataset import make_dataset

    request = _request(options)
    begin = time.monotonic()
    with progress("puzzles", quiet=options.quiet) as show:
        report = make_dataset(
            options.folder,
            request,
            threads=options.threads,
            workers=options.workers,
            on_notice=notice,
            on_progress=lambda rows: show(rows, request.count, time.monotonic() - begin, ""),
        )
    if not options.quiet:
        _print(report, time.monotonic() - begin)


def _request(options: Options) -> DatasetRequest:
    """What the options ask for; BadParameter for options that do not go together."""
    from board_catalogue.catalogue.runs.dataset import DatasetRequest

    wanted = options.grade or []
    grades = {str(goal.mark): goal.number for goal in wanted if goal.number is not None}
    if len(grades) < len(wanted):
        raise typer.BadParameter("give every --grade once and with a number, such as --grade easy=100")
    if (options.count is None) == (not grades):
        raise typer.BadParameter("give one of --count and --grade GRADE=N, or --verify")
    if options.seed is None:
        raise typer.BadParameter("give --seed N: the data set depends on it")
    with usage_errors():
        return DatasetRequest(
            count=options.count or sum(grades.values()),
            seed=options.seed,
            sampling=options.sampling,
            clues=options.clues,
            grades=grades,
            validation=options.validation,
            test=options.test,
            hard=None if options.hard is None else options.hard / 10,
            score=options.score,
            textbook=options.measure is not None,
            steps=options.steps,
        )


def _print(report: DatasetReport, seconds: float) -> None:
    total = sum(report.rows.values())
    print_figures(
        [
            *((name, f"{rows:,}") for name, rows in report.rows.items()),
            ("puzzles in total", f"{total:,}"),
            ("positions of the seed", f"{report.positions:,}"),
            ("duplicates left out", f"{report.duplicates:,}"),
            ("seconds", f"{seconds:.2f}"),
            ("puzzles per second", f"{total / seconds:,.0f}"),
        ]
    )


# --- The proof ----------------------------------------------------------------------------------------------------

_MANY = 20  # faults that are listed one by one


def _verify(options: Options) -> None:
    """Prove a data set; CatalogueError if something is wrong with it."""
    from board_catalogue.catalogue.runs.dataset import verify_dataset

    given = [field.name for field in fields(options) if field.name not in _OF_BOTH]
    if others := [name for name in given if getattr(options, name) != getattr(Options, name)]:
        raise typer.BadParameter(f"--verify reads what was asked for in DIR: leave out --{others[0]}")
    begin = time.monotonic()
    with progress("positions", quiet=options.quiet) as show:
        faults = verify_dataset(
            options.folder,
            threads=options.threads,
            on_progress=lambda done, wanted: show(done, wanted, time.monotonic() - begin, ""),
        )
    if faults:
        for fault in faults[:_MANY]:
            print(fault)
        if len(faults) > _MANY:
            print(f"{len(faults) - _MANY:,} more")
        raise CatalogueError(
            f"{options.folder} is not proven: it has changed since it was made, or another version made it; make it in"
            " a new folder and compare"
        )
    if not options.quiet:
        print(f"{options.folder}: every row and every file is proven")
