"""Report what a data set of puzzles really holds.

FILEs have any format that catalogue import reads, compressed or not. Several files are splits of one data set.

The report has, for each file: rows without a puzzle, with no solution, several or a wrong one, duplicates
under each symmetry, near copies, what each other file has too (rows, near copies and solutions), and how hard the
puzzles are. Rows with constraint text are proven under their rules. A folder that catalogue dataset made stands for the
files of its splits.

--output writes the sound rows without duplicates and without shared solutions. A file loses those that an earlier file
has; --keep names the file that comes first.

\b
Examples:
  catalogue audit train.csv test.csv
  catalogue audit puzzles.parquet --format json
  catalogue audit train.csv test.csv --output cleaned --keep test.csv
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from textwrap import fill
from typing import TYPE_CHECKING, Annotated

from ...engine.grades import grade_of
from ..verbs.audit import AuditRequest, audit
from .options import format_choice
from .terminal import bars, histogram, progress, table
from .values import usage_errors

if TYPE_CHECKING:
    from ..runs.audit import FileReport

_WIDEST_NAME = 46  # what leaves room for the numbers in 80 columns

_DUPLICATES = {
    "exact": "the same puzzle",
    "d4": "also turned or mirrored",
    "d4+relabel": "also with digits renamed",
    "full": "under every symmetry",
}


_LEAKS = {
    "exact": "copies",
    "d4": "images by d4",
    "d4+relabel": "images by d4+relabel",
    "full": "images by full",
    "near": "near copies",
}


@dataclass(frozen=True, kw_only=True)
class Options:
    """Which files are looked at, and how the report is written."""

    request: AuditRequest
    format: Annotated[
        str,
        format_choice("text for people, json for programs, markdown for pages.", "text", "json", "markdown"),
    ] = "text"


def run(options: Options) -> None:
    """Look at the files and print the report."""
    begin = time.monotonic()
    with progress("rows") as show, usage_errors():
        request = replace(
            options.request,
            on_progress=lambda file, done, wanted: show(done, max(done, wanted), time.monotonic() - begin, file),
        )
        report = audit(request)
    if options.format == "json":
        print(json.dumps(report.data(), indent=2))
    elif options.format == "markdown":
        print(_markdown(report.files))
    else:
        print("\n\n".join(map(_text, report.files)))
        if options.request.output is not None and len(report.files) > 1:
            names = ", then ".join(each.file for each in report.files)
            print("\n" + fill(f"Rows that several files have stay in the first of them: {names}.", 80))


# --- Figures ------------------------------------------------------------------------------------------------------


def _figures(report: FileReport) -> Iterator[tuple[str, int]]:
    """Return the figures that count rows."""
    yield "rows", report.rows
    yield "no readable puzzle", report.broken
    yield "no solution", report.no_solution
    yield "several solutions", report.several_solutions
    yield "another solution given", report.wrong_solution
    yield "not minimal", report.not_minimal
    for kind, meaning in _DUPLICATES.items():
        yield f"duplicates: {meaning}", report.duplicates[kind]
    yield "near copies: one clue moved", report.near_copies
    yield "solved by singles alone", report.singles_only
    yield "different solutions", report.classes
    for name, solutions in report.shared.items():
        yield f"solutions shared with {name}", solutions
    for name, leaks in report.leaks.items():
        for kind, rows in leaks.items():
            if rows:
                yield f"{_LEAKS[kind]} in {name}", rows
    if report.kept is not None:
        yield "rows written", report.kept


def _said(report: FileReport) -> Iterator[str]:
    """Sentences on ratings and labels."""
    ratings, label = report.ratings, report.label
    if "why" in ratings:
        yield ratings["why"]
    elif ratings.get("rated"):
        yield (
            f"ratings of {ratings['rated']:,} puzzles: {ratings['least']:.1f} to {ratings['greatest']:.1f},"
            f" median {ratings['median']:.1f}"
        )
    if label and label["stated"]:
        found = label["rank_correlation"]
        known = [f"{name} {rho:.2f}" for name, rho in found.items() if rho is not None]
        yield f"rank correlation of column {label['column']}: {', '.join(known) or 'unknown, all values are alike'}"
    elif label:
        yield f"column {label['column']} has no numbers, and no known words for difficulty"


def _grades(report: FileReport) -> dict[str, int]:
    """How many of the rated puzzles have each grade."""
    grades: Counter[str] = Counter()
    for rating, puzzles in report.ratings.get("counts", {}).items():
        grades[str(grade_of(round(10 * float(rating))))] += puzzles
    return dict(grades)


# --- Pages --------------------------------------------------------------------------------------------------------


def _text(report: FileReport) -> str:
    rows = [(_short(name), f"{count:,}", _share(count, report.rows)) for name, count in _figures(report)]
    parts = [table(rows, [_short(report.file), "rows", "share"], ["left", "right", "right"])]
    parts += ["\n".join(lines)] if (lines := [fill(sentence, 80) for sentence in _said(report)]) else []
    parts += [bars(grades, "grade")] if (grades := _grades(report)) else []
    parts += [histogram(report.clues, "clues")] if report.clues else []
    return "\n\n".join(parts)


def _short(name: str) -> str:
    return name if len(name) <= _WIDEST_NAME else f"{name[: _WIDEST_NAME - 1]}…"


def _share(count: int, rows: int) -> str:
    return f"{count / rows:.2%}" if rows else "-"


def _markdown(reports: Sequence[FileReport]) -> str:
    """One table for all files, then what is said about each."""
    names: dict[str, None] = {}
    columns = []
    for report in reports:
        column = dict(_figures(report))
        names |= dict.fromkeys(column)
        columns.append(column)
    heads = ["rows", *(_escaped(report.file) for report in reports)]
    lines = [_line(heads), _line(["---", *["---:"] * len(reports)])]
    for name in names:
        cells = (f"{column[name]:,}" if name in column else "" for column in columns)
        lines.append(_line([_escaped("all" if name == "rows" else name), *cells]))
    said = [f"- `{report.file}`: {sentence}" for report in reports for sentence in _said(report)]
    return "\n".join([*lines, *(["", *said] if said else [])])


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _escaped(text: str) -> str:
    return text.replace("|", "\\|")
