"""The commands for data sets of puzzles, to train and test models on."""

from __future__ import annotations

import json

from ..errors import CatalogueError
from ..formats import FORMATS
from ..requests.request import ignore
from .calls import Call, clock, command
from .options import FORCE, OUTPUT, QUIET, format_option
from .printing import markdown
from .printing import text as printed
from .terminal import notice

_MANY = 20  # faults that are listed one by one


@command(quiet=QUIET)
def dataset(call: Call) -> None:
    """Make a data set of puzzles to train and test models on, or prove one.

    DIR gets Parquet files in splits, a card, Croissant metadata and checksums, in the layout that the large hubs read
    without a script. Every puzzle has one solution and is rated. No two are the same up to symmetry, and no two splits
    share a solution up to symmetry. The same request gives the same files, byte for byte. After Ctrl-C the same call
    continues.

    --rules, --size and --solutions make variants, puzzles of other sizes, and puzzles of several solutions. Their rows
    have the rules in words, as a drawing in JSON and as constraint text, and the score and level of the path for
    people.

    --verify makes every row again and names what is wrong; then the exit status is 1.

    \b
    Examples:
      catalogue dataset puzzles --count 1000000 --seed 1
      catalogue dataset graded --seed 1 --grade easy=100 --grade hard=100
      catalogue dataset harder --count 100000 --seed 1 --test 0.1 --hard 7.0
      catalogue dataset variants --size 6 --rules killer,xv --count 99 --seed 1
      catalogue dataset bench --schema sudoku-bench --rules xv --count 99 --seed 1
      catalogue dataset puzzles --verify
    """
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
    format=format_option(
        "text for people, json for programs, markdown for pages.", "text", "json", "markdown", default="text"
    )
)
def audit(call: Call) -> None:
    """Report what a data set of puzzles really holds.

    FILEs have any format that catalogue import reads, compressed or not. Several files are splits of one data set.

    The report has, for each file: rows without a puzzle, with no solution, several or a wrong one, duplicates under
    each symmetry, near copies, what each other file has too (rows, near copies and solutions), and how hard the puzzles
    are. Rows with constraint text are proven under their rules. A folder that catalogue dataset made stands for the
    files of its splits.

    --output writes the sound rows without duplicates and without shared solutions. A file loses those that an earlier
    file has; --keep names the file that comes first.

    \b
    Examples:
      catalogue audit train.csv test.csv
      catalogue audit puzzles.parquet --format json
      catalogue audit train.csv test.csv --output cleaned --keep test.csv
    """
    report = call.done("rows", lambda file, done, wanted: (done, max(done, wanted), file))
    if call.format == "markdown":
        print(markdown(report.overview()))
    else:
        call.tell(report)


@command(
    format=format_option("Of the report: text for people, json for programs.", "text", "json", default="text"),
    output=OUTPUT,
    force=FORCE,
    quiet=QUIET,
)
def check(call: Call) -> None:
    """Score the answers of a model to puzzles.

    ANSWERS is what a model printed: JSON lines, CSV or Parquet with a column answer, and a column puzzle that has the
    cells of the puzzle or its row from 0; an array of numpy, (n, 81) or (n, 9, 9), also with channels, also with 1 for
    an empty cell; or text, an answer a line, or between empty lines. Without a column puzzle, answers are in the order
    of the puzzles.

    An answer is read as models write boards: 81 characters, rows, a code fence, answer tags, \\boxed{}, lists of JSON,
    a table of Markdown, with text around it. The last board counts, inside the last answer tags or \\boxed{} if there
    are any. An answer to a puzzle of several solutions is right if it satisfies all rules.

    A column steps has the steps of an answer: a text of lines, or a list, of sentences as path prints them, or of
    records as path --format json and column moves of a data set have them. Each is proven or refuted: what it concludes
    is true and new, and its technique, if one is named, gives that in the marks so far.

    \b
    Examples:
      catalogue check answers.jsonl --puzzles puzzles.csv
      catalogue check answers.jsonl --format json
      catalogue check answers.jsonl --output rows.csv --puzzles puzzles.csv
    """
    target = None
    if call.output is not None:
        target = call.target(("csv", "tsv", "json", "jsonl", "parquet"), "csv", by_ending=True)
    report = call.done("answers")
    if target is not None:
        rows = ([row.data()[name] for name in report.columns] for row in report.rows)
        with target.opened() as file:
            FORMATS[target.format].write(rows, report.columns, file)
    print(json.dumps(report.data(), indent=2) if call.format == "json" else printed(report.sections()))
