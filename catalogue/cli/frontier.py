"""Search breadth first and count the boards of each level.

Level k has all ways to fill the first k empty cells. The last column is the size of a depth-first search's stack. For
an empty board, the counts of the first band are also computed, as far as no search can get.

\b
Examples:
  catalogue frontier --size 4
  catalogue frontier --limit 1000
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from typing import Annotated

import typer

from catalogue.cli.charts import table
from catalogue.cli.options import DEFAULT_HOME, Blocks, Home, Size, number, shape_of
from catalogue.cli.puzzles import puzzle_of


@dataclass(frozen=True, kw_only=True)
class Options:
    """What to search."""

    puzzle: Annotated[
        str | None,
        typer.Argument(
            help="Number of a puzzle, its cells, or a file; - for standard input. Default: an empty board.",
            metavar="[PUZZLE]",
        ),
    ] = None
    size: Size = None
    blocks: Blocks = None
    limit: Annotated[int, number("Stop at the first level with more boards than this.", least=1)] = 50_000
    home: Home = DEFAULT_HOME


def run(options: Options) -> None:
    """Search breadth first, and print the table."""
    from engine import Grid
    from engine.teaching.frontier import band_levels, can_count_band, frontier_sizes

    shape = shape_of(options.size, options.blocks)
    if options.puzzle:
        grid, computed = puzzle_of(options.puzzle, options.home, options.size, options.blocks), []
    else:
        grid = Grid.empty(shape.size, blocks=shape.blocks)
        computed = band_levels(shape.size, blocks=shape.blocks) if can_count_band(shape) else []
    searched = list(frontier_sizes(grid, options.limit))
    print(_table(searched, computed))
    if searched[-1] > options.limit:
        print(f"\nthe search ended at level {len(searched) - 1}: it had more than {options.limit:,} boards")


def _table(searched: list[int], computed: list[int]) -> str:
    levels = max(len(searched), len(computed))
    columns = {
        "level": range(levels),
        "boards, searched": [f"{number:,}" for number in searched],
        **({"boards, computed": [f"{number:,}" for number in computed]} if computed else {}),
        "cells on the stack": range(levels),
    }
    return table(zip_longest(*columns.values(), fillvalue=""), list(columns), ["right"] * len(columns))
