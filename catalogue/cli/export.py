"""Write puzzles and their solutions.

Name boards by their numbers, or choose puzzles with the options of catalogue query, or both. The ending of --output
chooses the format: catalogue/formats/README.md lists them.

\b
Examples:
  catalogue export 123
  catalogue export 3,5 10-20 --format line --no-solution --output puzzles.txt
  catalogue export all --max-clues 22 --format csv
  catalogue export all --columns quizzes,solutions --output sudoku.csv
  catalogue export all --output sudoku.parquet --split train=0.9,test=0.1
  catalogue export 0-99 --hints --output hints.db
  catalogue export 7 --format link --service sudokuwiki
  catalogue export --grade easy --sort random --seed 1 --limit 9 --format txt
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace

import typer

from ..verbs.export import FILES, ExportReport, ExportRequest, export
from .options import DEFAULT_HOME, Home
from .terminal import notice, progress
from .values import usage_errors


@dataclass(frozen=True, kw_only=True)
class Options:
    """Which boards to write, and how."""

    request: ExportRequest
    home: Home = DEFAULT_HOME


def run(options: Options) -> None:
    """Write the boards to a file or to the standard output."""
    if not options.request.names_puzzles:
        raise typer.BadParameter("name board numbers, all, or options that choose puzzles")
    report = _export(options)
    if report.shares:
        print(", ".join(f"{name} {count:,}" for name, count in report.shares.items()))
    if not report.puzzles and report.format != FILES:
        notice("No matching puzzles.")


def _export(options: Options) -> ExportReport:
    """Do it, and show on stderr how many steps are found unless the puzzles appear on the screen themselves."""
    request = options.request
    with usage_errors():
        if not request.hints or (request.path is None and sys.stdout.isatty()):
            return export(options.home, request)
        with progress("puzzles") as show:
            watched = replace(request, on_progress=lambda done, wanted, seconds: show(done, wanted, seconds, ""))
            return export(options.home, watched)
