"""Prove the catalogue: compute everything again and compare it.

Boards are made again from their seeds, puzzles from their boards, metrics from their puzzles; counts, keys, files and
the database itself are checked too. Each fault is a line; the exit status is 1 if there is any. A fill may run
at the same time.

\b
Examples:
  catalogue verify
  catalogue verify --full --format json
  catalogue verify --repair
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from board_catalogue.catalogue.cli.options import DEFAULT_HOME, Home, Quiet, TextFormat, Threads, Wait
from board_catalogue.catalogue.cli.terminal import notice, open_to_write, progress
from board_catalogue.catalogue.errors import CatalogueError
from board_catalogue.catalogue.puzzles.numbers import PROCESSORS

if TYPE_CHECKING:
    from board_catalogue.catalogue.runs.verify import Fault, Report
    from board_catalogue.catalogue.runs.verify.repair import Repaired

_MANY = 20  # faults that are listed one by one, unless the output is for programs

_PROVEN = {
    "quick": "files, counts and database are right",
    "usual": "everything but the ratings is proven",
    "full": "everything is proven",
}


@dataclass(frozen=True, kw_only=True)
class Options:
    """How much is computed again, and what is done about faults."""

    quick: Annotated[
        bool, typer.Option("--quick", help="Compute nothing again: only files, counts and the database itself.")
    ] = False
    full: Annotated[bool, typer.Option("--full", help="Rate all rated puzzles again, too.")] = False
    repair: Annotated[
        bool,
        typer.Option(
            "--repair",
            help="Verify in full and repair what can be computed, after a backup. Without a database, make one from the"
            " files of the boards.",
        ),
    ] = False
    format: TextFormat = "text"
    threads: Threads = PROCESSORS
    quiet: Quiet = False
    wait: Wait = 0.0
    home: Home = DEFAULT_HOME


def run(options: Options) -> None:
    """Verify the catalogue, and repair it on request."""
    from board_catalogue.catalogue.runs.verify import Depth, verify
    from board_catalogue.catalogue.runs.verify.adoption import can_adopt
    from board_catalogue.catalogue.runs.verify.repair import Repaired, repair
    from board_catalogue.catalogue.storage.store import Store

    if options.wait and not options.repair:
        raise typer.BadParameter("only --repair waits for another process: leave out --wait")
    if options.quick and (options.full or options.repair):
        raise typer.BadParameter("--quick goes neither with --full nor with --repair, which computes everything again")
    if options.quiet and options.format == "json":
        raise typer.BadParameter("--quiet prints nothing: leave out --format json")
    begin = time.perf_counter()
    with progress("boards", quiet=options.quiet) as show:

        def on_progress(done: int, wanted: int) -> None:
            show(done, wanted, time.perf_counter() - begin, "")

        if options.repair:
            if isinstance(options.home, Path) and can_adopt(options.home):
                _adopt(options.home, options.wait, quiet=options.quiet)
            with open_to_write(options.home, wait=options.wait) as store:
                done = repair(store, threads=options.threads, on_progress=on_progress)
        else:
            depth = Depth.quick if options.quick else Depth.full if options.full else Depth.usual
            with Store.read(options.home) as store:
                report = verify(store, depth=depth, threads=options.threads, on_progress=on_progress)
            done = Repaired([], report, None)
    if options.format == "json":
        _print_json(done)
    elif not options.quiet:
        _print_text(done)
    left = done.after.faults
    if not left:
        return
    computable = sum(fault.repair is not None for fault in left)
    advice = (
        f"repair them with: catalogue verify --repair --home {options.home}"
        if computable and not options.repair
        else "restore them with: catalogue restore FILE"
    )
    raise CatalogueError(f"{_counted(len(left), 'fault')}, {computable:,} of them can be computed; {advice}")


def _adopt(home: Path, wait: float, *, quiet: bool) -> None:
    """Make a database from the files of the boards, and say on stderr what they do not hold."""
    from board_catalogue.catalogue.runs.verify.adoption import adopt

    adopted = adopt(home, wait=wait, on_wait=notice)
    if not adopted.boards:
        raise CatalogueError(f"no file in {home} holds a board; restore the database with: catalogue restore FILE")
    said = [
        f"adopted {_counted(adopted.boards, 'board')} from files; their puzzles are new, and seeds, recipes and ratings"
        " are lost"
    ]
    if adopted.left:
        names = ", ".join(adopted.left[:_MANY])
        said.append(f"{_counted(len(adopted.left), 'file')} without a board of its own left alone: {names}")
    if not quiet:
        notice("; ".join(said))


def _print_text(done: Repaired) -> None:
    if done.repaired:
        _print_faults(done.repaired, "repaired: ")
    if done.backup is not None:
        print(f"everything as it was before: {done.backup}")
    _print_faults(done.after.faults, "")
    for note in done.after.notes:
        print(f"note: {note}")
    if not done.after.faults:
        print(f"{_counted(done.after.boards, 'board')}: {_PROVEN[done.after.depth]}")


def _print_faults(faults: Sequence[Fault], head: str) -> None:
    for fault in faults[:_MANY]:
        print(f"{head}{fault}")
    if len(faults) > _MANY:
        print(f"{head}{len(faults) - _MANY:,} more: --format json lists all")


def _print_json(done: Repaired) -> None:
    report: Report = done.after
    answer = {
        "depth": report.depth,
        "boards": report.boards,
        "faults": [fault.as_json() for fault in report.faults],
        "repaired": [fault.as_json() for fault in done.repaired],
        "backup": None if done.backup is None else str(done.backup),
        "notes": report.notes,
    }
    json.dump(answer, sys.stdout, indent=1)
    print()


def _counted(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'' if number == 1 else 's'}"
