"""Score the answers of a model to puzzles.

ANSWERS is what a model printed: JSON lines, CSV or Parquet with a column answer, and a column puzzle that has the cells
of the puzzle or its row from 0; an array of numpy, (n, 81) or (n, 9, 9), also with channels, also with 1 for an empty
cell; or text, an answer a line, or between empty lines. Without a column puzzle, answers are in the order of the
puzzles.

An answer is read as models write boards: 81 characters, rows, a code fence, answer tags, \\boxed{}, lists of JSON, a
table of Markdown, with text around it. The last board counts, inside the last answer tags or \\boxed{} if there
are any. An answer to a puzzle of several solutions is right if it satisfies all rules.

A column steps has the steps of an answer: a text of lines, or a list, of sentences as path prints them, or of records
as path --format json and column moves of a data set have them. Each is proven or refuted: what it concludes is true and
new, and its technique, if one is named, gives that in the marks so far.

\b
Examples:
  catalogue check answers.jsonl --puzzles puzzles.csv
  catalogue check answers.jsonl --format json
  catalogue check answers.jsonl --output rows.csv --puzzles puzzles.csv
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated

from ..formats import FORMATS
from ..verbs.check import CheckReport, CheckRequest, Tally, check
from .options import Force, Output, Quiet, format_choice
from .output import target_of
from .terminal import folded, print_figures, progress, table
from .values import usage_errors

if TYPE_CHECKING:
    from collections.abc import Mapping

_FORMATS_OF_ROWS = ("csv", "tsv", "json", "jsonl", "parquet")


@dataclass(frozen=True, kw_only=True)
class Options:
    """Which answers to which puzzles, and how the report is written."""

    request: CheckRequest
    format: Annotated[str, format_choice("Of the report: text for people, json for programs.", "text", "json")] = "text"
    output: Output = None
    force: Force = False
    quiet: Quiet = False


def run(options: Options) -> None:
    """Score the answers, print the report, and write the answers as rows if that is wanted."""
    begin = time.monotonic()
    target = None
    if options.output is not None:
        target = target_of(options.output, None, _FORMATS_OF_ROWS, default="csv", force=options.force)
    with progress("answers", quiet=options.quiet) as show, usage_errors():
        watched = lambda done, wanted: show(done, wanted, time.monotonic() - begin, "")  # noqa: E731
        report = check(replace(options.request, on_progress=watched))
    if target is not None:
        rows = ([row.data()[name] for name in report.columns] for row in report.rows)
        with target.opened() as file:
            FORMATS[target.format].write(rows, report.columns, file)
    if options.format == "json":
        print(json.dumps(report.data(), indent=2))
    else:
        _print(report)


def _print(report: CheckReport) -> None:
    total = report.total
    low, high = total.interval
    print_figures(
        [
            ("answers", f"{total.answers:,}"),
            ("solved", f"{total.solved:,}"),
            ("share solved", f"{total.solved / total.answers:.1%} ({low:.1%} to {high:.1%})"),
            ("unreadable", f"{total.unreadable:,}"),
            ("cells right", "-" if total.right_cells is None else f"{total.right_cells:.1%}"),
            ("clues broken", f"{total.broken_clues:,}"),
            ("units broken", f"{total.broken_units:,}"),
            *([("steps right", f"{total.right_steps:,} of {total.steps:,}")] if total.steps else []),
        ]
    )
    if wrong := report.first_wrong:
        print(folded("first wrong step: line {line}, step {step}: {why}".format(**wrong)))
    for name, some in report.by.items():
        print(f"\n{_table(name, some)}")


def _table(name: str, some: Mapping[str, Tally]) -> str:
    rows = []
    for value, tally in some.items():
        low, high = tally.interval
        cells = "-" if tally.right_cells is None else f"{tally.right_cells:.1%}"
        solved = f"{tally.solved / tally.answers:.1%}"
        rows.append((value, f"{tally.answers:,}", solved, f"{low:.1%} to {high:.1%}", cells, f"{tally.unreadable:,}"))
    heads = [name, "answers", "solved", "95 % interval", "cells right", "unreadable"]
    return table(rows, heads, ["left", *["right"] * 5])
