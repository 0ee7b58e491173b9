"""Solve a puzzle step by step, as a person could.

Each step uses the easiest technique that applies, in the order of Sudoku Explainer, and is printed with its rating.

\b
Examples:
  catalogue path 123
  catalogue path 123 --format json
  catalogue path puzzle.txt
"""

from dataclasses import dataclass

from catalogue.cli.options import DEFAULT_HOME, Home, PuzzleSource, TextFormat


@dataclass(frozen=True, kw_only=True)
class Options:
    """Which puzzle to solve."""

    puzzle: PuzzleSource
    format: TextFormat = "text"
    home: Home = DEFAULT_HOME
