"""Draw the next step of a puzzle among its candidates.

It is the easiest step available. A digit in brackets is the value of its cell. Candidates are marked: + is placed, - is
removed, * belongs to the pattern behind the step. On a chain, ? is assumed, * then holds and ~ does not.

\b
Examples:
  catalogue hint 123
  catalogue hint 123 --step 20
  catalogue hint 123 --format json
  catalogue hint 123 --format svg > hint.svg
  catalogue hint puzzle.txt
  catalogue hint latin.txt --size 3 --blocks none
"""

from dataclasses import dataclass
from typing import Annotated

from catalogue.cli.options import DEFAULT_HOME, Blocks, Home, PuzzleSource, Size, format_choice, number


@dataclass(frozen=True, kw_only=True)
class Options:
    """Which step of which puzzle to draw."""

    puzzle: PuzzleSource
    step: Annotated[int, number("Number of the step, as catalogue path counts them.", least=1)] = 1
    format: Annotated[
        str, format_choice("text for people, json for programs, svg for an image.", "text", "json", "svg")
    ] = "text"
    size: Size = None
    blocks: Blocks = None
    home: Home = DEFAULT_HOME
