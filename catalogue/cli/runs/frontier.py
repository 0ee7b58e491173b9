"""`catalogue frontier`: what breadth-first search has to hold at each level."""

from itertools import zip_longest

from catalogue.cli.commands.frontier import Options
from catalogue.cli.options import shape_of
from catalogue.cli.puzzles import read_puzzle
from catalogue.cli.terminal.charts import table
from engine import Grid
from engine.teaching.frontier import band_levels, can_count_band, frontier_sizes


def run(options: Options) -> None:
    """Search breadth first, and print the table."""
    shape = shape_of(options.size, options.blocks)
    if options.file:
        grid, computed = read_puzzle(options.file, options.size, options.blocks), []
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
