"""Rate the puzzles that have no rating yet.

A puzzle's rating is that of its hardest step, on the scale of Sudoku Explainer. Ctrl-C ends the command early and loses
nothing; the next one continues from there. Puzzles of a FILE are rated in place of those of the catalogue, and each is
written with its rating, ER/EP/ED in a line: the hardest step, the hardest up to the first placement, the first.

\b
Examples:
  catalogue rate --depth fast
  catalogue rate
  catalogue rate puzzles.csv --format csv
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from catalogue.cli.options import (
    DEFAULT_HOME,
    Force,
    Home,
    Output,
    Wait,
    Workers,
    choice,
    format_choice,
    thread_count,
)
from catalogue.processors import PROCESSORS
from catalogue.rating.grades import FAST_CEILING, Depth


@dataclass(frozen=True, kw_only=True)
class Options:
    """Which puzzles are rated, and how far."""

    file: Annotated[
        Path | None, typer.Argument(help="File with puzzles, in any format; - for standard input.", metavar="[FILE]")
    ] = None
    depth: Annotated[
        Depth,
        choice(
            f"fast stops at the first step above {FAST_CEILING} and marks the puzzle as above; full also rates the"
            " puzzles marked so.",
            (Depth.full, Depth.fast),
        ),
    ] = Depth.full
    threads: Annotated[int, thread_count("Threads that rate.", show_default="processors")] = PROCESSORS
    format: Annotated[str | None, format_choice("For FILE. Default: line.", "line", "csv", "jsonl")] = None
    output: Output = None
    force: Force = False
    workers: Workers = None
    wait: Wait = 0.0
    home: Home = DEFAULT_HOME
