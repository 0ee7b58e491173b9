"""Solve a puzzle step by step, as a person could.

Each step uses the easiest technique that applies, in the order of Sudoku Explainer, and is printed with its rating.
Of a file with many puzzles, each is written with its rating and its steps; --format line, csv or jsonl chooses how.

\b
Examples:
  catalogue path 123
  catalogue path 123 --format json
  catalogue path puzzle.txt
  catalogue path latin.txt --size 3 --blocks none
  catalogue path puzzles.csv --format csv
"""

from dataclasses import dataclass
from typing import Annotated

from catalogue.cli.options import DEFAULT_HOME, Blocks, Home, PuzzleSource, Size, format_choice


@dataclass(frozen=True, kw_only=True)
class Options:
    """Which puzzle to solve."""

    puzzle: PuzzleSource
    format: Annotated[
        str | None,
        format_choice(
            "text for people, json for programs; of many puzzles: line, csv or jsonl. Default: text, or line.",
            "text",
            "json",
            "line",
            "csv",
            "jsonl",
        ),
    ] = None
    size: Size = None
    blocks: Blocks = None
    home: Home = DEFAULT_HOME
