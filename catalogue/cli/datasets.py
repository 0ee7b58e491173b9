"""The commands for data sets of puzzles, to train and test models on."""

from __future__ import annotations

import json

from ..errors import CatalogueError
from ..formats import FORMATS
from ..requests.request import ignore
from .calls import Call, clock, command
from .options import FILE, SWITCH, TEXT_OR_JSON, format_option
from .printing import markdown
from .printing import text as printed
from .terminal import notice

_MANY = 20  # faults that are listed one by one


@command(quiet=SWITCH)
def dataset(call: Call) -> None:
    """Make a data set, or prove one."""
    passed, folder = clock(), call.request.folder
    on_notice = ignore if call.quiet else notice
    result = call.done("positions" if call.request.verify else "puzzles", on_notice=on_notice)
    if not call.request.verify:
        call.tell(result, result.sections(passed()))
        return
    for fault in result.faults[:_MANY]:
        print(fault)
    if len(result.faults) > _MANY:
        print(f"{len(result.faults) - _MANY:,} more")
    if result.faults:
        raise CatalogueError(
            f"{folder} is not proven: it has changed since it was made, or another version made it; make it in"
            " a new folder and compare"
        )
    if not call.quiet:
        print(f"{folder}: every row and every file is proven")


@command(
    format=format_option("text", "json", "markdown", default="text"),
)
def audit(call: Call) -> None:
    """Look at the files and print the report."""
    report = call.done("rows", lambda file, done, wanted: (done, max(done, wanted), file))
    if call.format == "markdown":
        print(markdown(report.overview()))
    else:
        call.tell(report)


@command(format=TEXT_OR_JSON, output=FILE, force=SWITCH, quiet=SWITCH)
def check(call: Call) -> None:
    """Score the answers, print the report, and write the answers as rows if that is wanted."""
    target = None
    if call.output is not None:
        target = call.target(("csv", "tsv", "json", "jsonl", "parquet"), "csv", by_ending=True)
    report = call.done("answers")
    if target is not None:
        rows = ([row.data()[name] for name in report.columns] for row in report.rows)
        with target.opened() as file:
            FORMATS[target.format].write(rows, report.columns, file)
    print(json.dumps(report.data(), indent=2) if call.format == "json" else printed(report.sections()))
