"""`catalogue frontier`: what breadth-first search has to hold at each level."""

from itertools import zip_longest

from catalogue.cli.commands.frontier import Options
from catalogue.cli.puzzles import read_puzzle
from catalogue.cli.terminal.charts import table
from engine import Grid
from engine.teaching.frontier import BAND_SIZES, band_levels, frontier


def run(options: Options) -> None:
    """Search breadth first, and print the table."""
    grid = read_puzzle(options.file, options.size) if options.file else Grid.empty(options.size or 9)
    computed = band_levels(grid.size) if not options.file and grid.size in BAND_SIZES else []
    searched: list[int] = []
    for boards in frontier(grid):
        searched.append(len(boards))
        if len(boards) > options.limit:
            break
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
