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

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

import typer

from catalogue.cli.names import SERVICES
from catalogue.cli.options import DEFAULT_HOME, Columns, Force, Home, Numbers, Output, choice
from catalogue.cli.selection import Selection
from catalogue.cli.values import shares
from catalogue.formats import FORMATS

FILES = "files"
"""The format that is a folder of files."""

_FORMATS = (*(name for name in FORMATS if name != "table"), FILES)


@dataclass(frozen=True, kw_only=True)
class Options(Selection):
    """Which boards to write, and how."""

    numbers: Numbers = None
    format: Annotated[
        str | None,
        choice(
            f"{', '.join(_FORMATS)}. txt is the format of boards/N.txt. files writes those: a file for each board, into"
            " the folder --output or into boards/ of the catalogue. Default: by the ending of --output, or grid.",
            _FORMATS,
            metavar="NAME",
        ),
    ] = None
    solution: Annotated[bool, typer.Option(help="Include the solutions, where the format has room for them.")] = True
    columns: Columns = None
    hints: Annotated[
        bool, typer.Option("--hints", help="Add the steps of each solution as sentences: sqlite, json and jsonl.")
    ] = False
    split: Annotated[
        Mapping[str, float] | None,
        typer.Option(
            help="Write a file for each share, such as NAME-train.csv. Puzzles that are the same up to any symmetry"
            " are in the same file.",
            parser=shares,
            metavar="NAME=SHARE,...",
        ),
    ] = None
    service: Annotated[str | None, choice("For --format link. Default: sudokupad.", SERVICES)] = None
    output: Output = None
    force: Force = False
    home: Home = DEFAULT_HOME
