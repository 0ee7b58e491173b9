"""Search boards with random cells and count the outcomes.

Counts how many have a solution, have none, or made the search give up, with steps and times. After Ctrl-C it prints the
rows that are complete, and ends with status 130.

\b
Examples:
  catalogue explore --runs 10 --seed 1
  catalogue explore --clues 10,36 --runs 5 --compare row-major,fewest
  catalogue explore --clues 0,40 --runs 5 --sizes 4,9 --seed 1 --format csv
  catalogue explore --runs 10 --max-seconds 0.5 --plot explore.png
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from catalogue.cli.names import RULES
from catalogue.cli.options import Blocks, Force, Seed, format_choice, number
from catalogue.cli.values import one_of, seconds, several, whole
from engine.board.shape import LARGEST_SIZE


@dataclass(frozen=True, kw_only=True)
class Options:
    """Which searches to run."""

    clues: Annotated[
        Sequence[int],
        typer.Option(
            "--clues",
            "--givens",
            help="Numbers of random valid clues on a 9x9 board; other sizes get the same share.",
            metavar="N,N...",
            parser=several(whole(0, 81)),
        ),
    ] = (0, 10, 20, 30, 40)
    runs: Annotated[int, number("Boards for each number of clues.", least=1)] = 100
    compare: Annotated[
        Sequence[str],
        typer.Option(
            help=f"Rules for the next cell, tried on the same boards: {', '.join(RULES)}.",
            metavar="RULE,RULE...",
            parser=several(one_of(RULES)),
        ),
    ] = ("row-major",)
    sizes: Annotated[
        Sequence[int] | None,
        typer.Option(
            "--sizes",
            "--size",
            help=f"Cells in a row of the boards, 1 to {LARGEST_SIZE}, such as 4,9,16.",
            metavar="N,N...",
            parser=several(whole(1, LARGEST_SIZE)),
        ),
    ] = None
    blocks: Blocks = None
    max_steps: Annotated[int, number("Steps after which a search gives up.", least=1)] = 10_000
    max_seconds: Annotated[
        float | None,
        typer.Option(
            help="Seconds after which a search gives up. The outcomes then depend on the machine.",
            parser=seconds,
            metavar="SECONDS",
        ),
    ] = None
    seed: Seed = None
    format: Annotated[str, format_choice("table for people, csv and json for programs.", "table", "csv", "json")] = (
        "table"
    )
    plot: Annotated[
        Path | None,
        typer.Option(
            help="Also plot the endings, steps and times with their 95 % confidence intervals, as .png or .svg.",
            metavar="FILE",
        ),
    ] = None
    force: Force = False
