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
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import typer

from ..errors import CatalogueError
from ..requests.request import ignore
from ..verbs.verify import VerifyReport, VerifyRequest, counted, verify
from .options import DEFAULT_HOME, Home, Quiet, TextFormat
from .terminal import notice, progress

if TYPE_CHECKING:
    from ..runs.verify import Fault

_MANY = 20  # faults that are listed one by one, unless the output is for programs

_PROVEN = {
    "quick": "files, counts and database are right",
    "usual": "everything but the ratings is proven",
    "full": "everything is proven",
}


@dataclass(frozen=True, kw_only=True)
class Options:
    """How much is computed again, and how it is shown."""

    request: VerifyRequest
    format: TextFormat = "text"
    quiet: Quiet = False
    home: Home = DEFAULT_HOME


def run(options: Options) -> None:
    """Verify the catalogue, and repair it on request."""
    if options.quiet and options.format == "json":
        raise typer.BadParameter("--quiet prints nothing: leave out --format json")
    with progress("boards", quiet=options.quiet) as show:

        def on_progress(done: int, wanted: int, seconds: float) -> None:
            show(done, wanted, seconds, "")

        on_notice = ignore if options.quiet else notice
        done = verify(options.home, replace(options.request, on_progress=on_progress, on_notice=on_notice))
    if options.format == "json":
        json.dump(done.data(), sys.stdout, indent=1)
        print()
    elif not options.quiet:
        _print_text(done)
    if left := done.faults:
        raise CatalogueError(_advice(left, options))


def _advice(left: Sequence[Fault], options: Options) -> str:
    computable = sum(fault.repair is not None for fault in left)
    advice = (
        f"repair them with: catalogue verify --repair --home {options.home}"
        if computable and not options.request.repair
        else "restore them with: catalogue restore FILE"
    )
    return f"{counted(len(left), 'fault')}, {computable:,} of them can be computed; {advice}"


def _print_text(done: VerifyReport) -> None:
    if done.repaired:
        _print_faults(done.repaired, "repaired: ")
    if done.backup is not None:
        print(f"everything as it was before: {done.backup}")
    _print_faults(done.after.faults, "")
    for note in done.after.notes:
        print(f"note: {note}")
    if not done.after.faults:
        print(f"{counted(done.after.boards, 'board')}: {_PROVEN[done.after.depth]}")


def _print_faults(faults: Sequence[Fault], head: str) -> None:
    for fault in faults[:_MANY]:
        print(f"{head}{fault}")
    if len(faults) > _MANY:
        print(f"{head}{len(faults) - _MANY:,} more: --format json lists all")
