"""Draw the next step of a puzzle among its candidates.

It is the easiest step available. A digit in brackets is the value of its cell. Candidates are marked: + is placed, - is
removed, * belongs to the pattern behind the step. On a chain, ? is assumed, * then holds and ~ does not.

--at is for a puzzle that you have begun: a file with your digits, or with a word for each cell, its pencil marks or its
value in brackets, as hint draws them. If one is wrong, hint names it and gives no step.

\b
Examples:
  catalogue hint 123
  catalogue hint 123 --step 20
  catalogue hint 123 --depth where
  catalogue hint 123 --format json
  catalogue hint 123 --format svg > hint.svg
  catalogue hint puzzle.txt
  catalogue hint latin.txt --size 3 --blocks none
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from catalogue.cli.options import DEFAULT_HOME, Blocks, Home, PuzzleSource, Size, choice, format_choice, number


@dataclass(frozen=True, kw_only=True)
class Options:
    """Which step of which puzzle to draw."""

    puzzle: PuzzleSource
    step: Annotated[int, number("Number of the step, as catalogue path counts them.", least=1)] = 1
    at: Annotated[
        Path | None,
        typer.Option(help="File with the board as you have it.", metavar="FILE"),
    ] = None
    depth: Annotated[
        str, choice("How much to say: where to look, which technique too, or all.", ("where", "technique", "all"))
    ] = "all"
    format: Annotated[
        str, format_choice("text for people, json for programs, svg for an image.", "text", "json", "svg")
    ] = "text"
    size: Size = None
    blocks: Blocks = None
    home: Home = DEFAULT_HOME
