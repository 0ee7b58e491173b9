"""`catalogue frontier`: what breadth-first search has to hold, level by level."""

from itertools import zip_longest
from pathlib import Path
from typing import Annotated

import typer

from catalogue.cli.charts import table
from catalogue.cli.puzzles import read_puzzle


def command(
    file: Annotated[
        Path | None,
        typer.Argument(help="File with a puzzle; - for the standard input. Default: an empty board.", metavar="FILE"),
    ] = None,
    size: Annotated[int | None, typer.Option(help="Size of the board. Empty board: 9.")] = None,
    limit: Annotated[int, typer.Option(help="Boards of a level after which the search ends.", min=1)] = 50_000,
) -> None:
    """Search breadth first, and count the boards of each level.

    Beside them stands the size of a depth-first search's stack. Level k has all ways to fill the first k empty cells.
    An empty board's first band is computed, too, as far as nobody can search it.

    \b
    Example:
      catalogue frontier --size 4
      catalogue frontier --limit 1000
    """
    from engine import Grid
    from engine.teaching.frontier import BAND_SIZES, band_levels, frontier

    try:
        grid = read_puzzle(file, size) if file else Grid.empty(9 if size is None else size)
    except ValueError as error:
        raise typer.BadParameter(f"--{error}") from error
    computed = band_levels(grid.size) if not file and grid.size in BAND_SIZES else []
    searched: list[int] = []
    for boards in frontier(grid):
        searched.append(len(boards))
        if len(boards) > limit:
            break
    levels = max(len(searched), len(computed))
    columns = {
        "level": range(levels),
        "boards, searched": [f"{number:,}" for number in searched],
        **({"boards, computed": [f"{number:,}" for number in computed]} if computed else {}),
        "cells on the stack": range(levels),
    }
    print(table(zip_longest(*columns.values(), fillvalue=""), list(columns), ["right"] * len(columns)))
    if searched[-1] > limit:
        print(f"\nthe search ended at level {len(searched) - 1}: it had more than {limit:,} boards")
