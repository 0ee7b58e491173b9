"""Solve a puzzle from a file and report the cost.

Reads 81 characters, 9 lines, rows of numbers, drawn grids, lines "row column value" that count from 0 or 1, and what
show and export print. An empty cell is one of . 0 * x _ - or a blank in a drawing; # begins a comment. Lines "row
column value" need --size where it is not 9; a Latin square needs --blocks none. The exit status is 1 if no solution was
found, 3 if --method fast has no full answer after --max-seconds.

Of a file with many puzzles, each is proven by the engine's solver and written with its solution; --format line, csv or
jsonl chooses how.

\b
Examples:
  catalogue solve puzzle.txt
  catalogue solve puzzle.txt --progress --rule row-major --max-steps 100000
  catalogue solve puzzle.txt --method fast --limit 3
  catalogue solve puzzle.txt --method fast --max-seconds 60
  catalogue solve puzzle.txt --output solution.txt --format txt
  catalogue solve latin.txt --size 3 --blocks none
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from catalogue.cli.names import RULES
from catalogue.cli.options import Blocks, Force, Size, Watch, choice, frame_delay, number
from catalogue.cli.values import seconds

SOLUTION_FORMATS = ("line", "txt", "csv", "json", "jsonl", "triples")
"""The formats of --output."""

DELAY = 10
"""Milliseconds between two frames of an animation."""


@dataclass(frozen=True, kw_only=True)
class Options:
    """Which puzzle to solve, how, and what to show."""

    file: Annotated[
        Path, typer.Argument(help="File with a puzzle, in any format; - for standard input.", metavar="FILE")
    ]
    method: Annotated[
        str,
        choice(
            "stack searches step by step; fast uses the engine's solver, for hard or large puzzles.", ("fast", "stack")
        ),
    ] = "stack"
    rule: Annotated[
        str | None,
        choice("Which cell stack takes next: row by row, or one with the fewest candidates. Default: fewest.", RULES),
    ] = None
    size: Size = None
    blocks: Blocks = None
    progress: Annotated[bool, typer.Option("--progress", help="Draw the grid each time another band is complete.")] = (
        False
    )
    watch: Watch = False
    delay: Annotated[int | None, frame_delay(DELAY)] = None
    all: Annotated[bool, typer.Option("--all", help="Find all solutions.")] = False
    limit: Annotated[int | None, number("Find at most this many solutions. Default: 1.", least=1)] = None
    output: Annotated[
        Path | None, typer.Option(help="Also write the solutions to this file; solve reads it.", metavar="FILE")
    ] = None
    format: Annotated[
        str | None, choice("Format of --output. txt has rows of numbers. Default: line.", SOLUTION_FORMATS)
    ] = None
    force: Force = False
    max_steps: Annotated[int | None, number("Stack gives up after this many steps.", least=1)] = None
    max_seconds: Annotated[
        float | None,
        typer.Option(help="Give up after this many seconds.", parser=seconds, metavar="SECONDS"),
    ] = None
