"""`catalogue export`: boards by their numbers, in the format another program wants."""

import io
import re
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from catalogue.cli.options import DEFAULT_HOME, Home
from catalogue.whole_files import write_whole


class Format(StrEnum):
    """How boards are written."""

    grid = "grid"
    line = "line"
    txt = "txt"
    csv = "csv"
    json = "json"


def command(
    numbers: Annotated[list[str], typer.Argument(help="Numbers of boards, or ranges such as 10-20.", metavar="N…")],
    format: Annotated[Format, typer.Option(help="How to write them; txt is the format of boards/N.txt.")] = Format.grid,
    solution: Annotated[bool, typer.Option(help="With the solution.")] = True,
    output: Annotated[
        Path | None, typer.Option(help="File to write, in place of the terminal.", metavar="FILE")
    ] = None,
    home: Home = DEFAULT_HOME,
) -> None:
    """Write puzzles and their solutions.

    \b
    Example:
      catalogue export 123
      catalogue export 3 10-20 --format line --no-solution --output puzzles.txt
    """
    ranges = [_range(text) for text in numbers]
    from catalogue.formats import ROWS, boards
    from catalogue.store import Store
    from catalogue.store.queries import COLUMNS, numbered

    if format in (Format.csv, Format.json):
        columns = tuple(name for name in COLUMNS if solution or name != "solution")
        columns += ("techniques",) if format is Format.json else ()
    else:
        columns = ("givens", "solution") if solution else ("givens",)
    text = io.StringIO()
    with Store.read(home) as store:
        rows = numbered(store, ranges, columns=columns)
        if format is Format.grid:
            boards.write_grids(rows, text)
        elif format is Format.txt:
            boards.write_rows(rows, text)
        else:
            ROWS[format](rows, columns, text)
    if output:
        write_whole(output, text.getvalue())
    else:
        sys.stdout.write(text.getvalue())


def _range(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{1,18})(?:-(\d{1,18}))?", text, re.ASCII)
    if not match:
        raise typer.BadParameter(f"{text!r} is neither a number nor a range such as 10-20")
    first, last = int(match[1]), int(match[2] or match[1])
    if last < first:
        raise typer.BadParameter(f"{text} ends before it begins")
    return first, last
