"""Make a puzzle with one solution and write it to a file.

The file has a line "row column value" for each clue, with rows and columns from 0. The puzzle is also drawn, with its
numbers and what making it cost: the puzzles made until one suited, the attempts at its board, and the comparisons and
backtracks of these attempts. A dead end that begins a new attempt is a backtrack too. catalogue solve reads the file;
boards of other sizes than 9 need its options --size and --blocks.

\b
Examples:
  catalogue create puzzle.txt --clues 30 --seed 1
  catalogue create hard.txt --grade hard
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from catalogue.cli.options import Blocks, Effort, Force, Seed, Size, choice, number
from engine.rating.grades import Grade


@dataclass(frozen=True, kw_only=True)
class Options:
    """Which puzzle to make."""

    out: Annotated[Path, typer.Argument(help="File to write.", metavar="OUT")]
    clues: Annotated[int | None, number("Number of clues.", least=1)] = None
    effort: Effort = None
    empty: Annotated[int | None, number("Number of empty cells.")] = None
    grade: Annotated[
        Grade | None,
        choice(
            "Grade of the puzzle, by its hardest step. Above 12x12 it depends on the number of clues and guesses,"
            " compared with other puzzles. Default: medium, or easier where a shape has no medium puzzles.",
            Grade,
        ),
    ] = None
    size: Size = None
    blocks: Blocks = None
    seed: Seed = None
    progress: Annotated[
        bool, typer.Option("--progress", help="Draw the board each time another band of it is complete.")
    ] = False
    force: Force = False
