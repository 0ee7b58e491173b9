"""Store puzzles from files.

Every puzzle is proven to have one solution, compared with those in the catalogue, measured and numbered. A puzzle
that is new, up to the symmetry of the catalogue, gets a number: N if its board is new, N.1, N.2, ... if board N is
already stored. Others are refused, with their lines. A missing catalogue is created.

The format of a file is detected from its content and name; it may also be a .gz, a .zip with one file, or UTF-16. A
file catalogue.db merges that catalogue. Titles, authors and other columns are kept. If a line of a file is not a
puzzle, nothing is imported, unless --skip-bad skips the line. Ctrl-C ends an import early and loses nothing; the same
command continues it.

\b
Examples:
  catalogue import puzzles.csv
  catalogue import puzzles.csv --rate full --refused refused.csv
  catalogue import puzzles.csv --symmetry full --home different
  catalogue import puzzles.csv --encoding cp1252 --column givens --skip-bad
  catalogue import other/catalogue.db --dry-run
"""

from __future__ import annotations

import gc
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import typer

from ...engine.names import SYMMETRIES
from ..requests.standard_input import STANDARD_INPUT, kept_standard_input
from ..verbs.import_ import ImportReports, ImportRequest, import_files
from .options import DEFAULT_HOME, Home, Quiet, TextFormat
from .terminal import ended_by_ctrl_c, histogram, leave, print_figures, progress
from .values import usage_errors

if TYPE_CHECKING:
    from ..runs.importing.checks import Refusal
    from ..runs.importing.run import ImportReport


@dataclass(frozen=True, kw_only=True)
class Options:
    """Which files to import, and how the report is shown."""

    request: ImportRequest
    format: TextFormat = "text"
    quiet: Quiet = False
    home: Home = DEFAULT_HOME


def run(options: Options) -> None:
    """Import the files one after another. After Ctrl-C the program ends with 130."""
    request = options.request
    if options.quiet and options.format == "json":
        raise typer.BadParameter("--quiet prints nothing: leave out --format json")
    # Statements with a thousand keys leave garbage in cycles, a hundred megabytes in a million lines.
    gc.set_threshold(10_000)
    source = STANDARD_INPUT if STANDARD_INPUT in request.paths else request.paths[0]
    with kept_standard_input(source, request.input_format):
        done = _import(options)
    if not options.quiet:
        _print_report(done.reports, options)
        if done.is_new and request.symmetry is None and options.format == "text":
            print(_symmetry_taken(done.symmetry))
    if done.reports[-1].interrupted:
        leave()


def _import(options: Options) -> ImportReports:
    with ended_by_ctrl_c() as stop, progress("puzzles", quiet=options.quiet) as show, usage_errors():
        return import_files(
            options.home,
            replace(
                options.request,
                stop=stop,
                on_progress=lambda now: show(now.done, now.wanted, now.seconds, f"{now.refused:,} refused"),
            ),
        )


# --- What it prints at its end -------------------------------------------------------------------------------------


def _print_report(reports: Sequence[ImportReport], options: Options) -> None:
    """Print what was done with each file, as text or as JSON."""
    if options.format == "json":
        print(json.dumps([report.data() for report in reports], indent=2))
        return
    for place, report in enumerate(reports):
        print(("\n" if place else "") + f"{report.name} ({report.format})")
        _print_one(report, options)


def _symmetry_taken(symmetry: str) -> str:
    others = " or ".join(f"--symmetry {each}" for each in SYMMETRIES if each != symmetry)
    return f"\nThe new catalogue compares puzzles up to {symmetry};\nmake it with {others} for another comparison."


def _print_one(report: ImportReport, options: Options) -> None:
    skipped = [("looked at before", f"{report.skipped:,}")] if report.skipped else []
    print_figures(
        [
            *skipped,
            ("puzzles looked at", f"{report.looked_at:,}"),
            ("new", f"{report.new:,}"),
            ("  on new boards", f"{report.new_boards:,}"),
            ("  on boards already there", f"{report.new - report.new_boards:,}"),
            *([("  with rules of their own", f"{report.ruled:,}")] if report.ruled else []),
            *([("  without a rating", f"{report.unrated:,}")] if report.unrated else []),
            ("duplicates refused", f"{report.duplicates:,}"),
            ("refused without one solution", f"{report.unsound:,}"),
            *([("skipped, not puzzles", f"{report.unreadable:,}")] if options.request.skip_bad else []),
            ("boards in total", f"{report.boards:,}"),
            ("seconds", f"{report.seconds:.2f}"),
            ("puzzles per second", f"{report.looked_at / report.seconds:,.0f}"),
        ]
    )
    if report.added:
        print("\nadded to puzzles already there")
        print_figures([(f"  {what}", f"{number:,}") for what, number in sorted(report.added.items())])
    if report.differing:
        print("\ndiffers, and stays as it is here")
        print("\n".join(report.differing))
    if report.clues:
        print("\n" + histogram(report.clues, "clues"))
    if report.refusals:
        print()
        for refusal in report.refusals:
            print(_sentence(refusal))
        if more := report.duplicates + report.unsound + report.unreadable - len(report.refusals):
            where = f"are in {options.request.refused}" if options.request.refused else "are listed with --refused FILE"
            print(f"{more:,} more {where}")
    if options.request.dry_run:
        print("\nDry run: nothing was changed.")
    elif report.interrupted:
        print("\nInterrupted; the same command continues from here.")


def _sentence(refusal: Refusal) -> str:
    if refusal.number is not None:
        return f"line {refusal.line}: the same as puzzle {refusal.number}"
    return f"line {refusal.line}: {refusal.reason}"
