"""How clues leave a board until a puzzle remains, to watch cell by cell.

`engine.carve` removes clues in a random order and proves each time that one solution is left. Here the puzzle is known,
so first the cells that it leaves empty lose their clues, in a random order, and then each of its clues is tried.

>>> from board_catalogue import engine
>>> puzzle = engine.Grid.parse("3.21..........13")
>>> [step.solutions for step in removals(puzzle, seed=1)][-4:]
[2, 2, 2, 2]
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ..grid import Grid
from ..shape import RowColumn
from ..solving import count_solutions, solve


class Removal(NamedTuple):
    """A clue that was tried."""

    grid: Grid
    """The clues that are left."""
    cell: RowColumn
    value: int
    solutions: int
    """Solutions without the clue; 2 stands for several, and then the clue stays."""
    is_of_puzzle: bool


def removals(puzzle: Grid, *, seed: int) -> Iterator[Removal]:
    """Yield each clue that is tried on the way from the full board to a puzzle; ValueError if it has several solutions.

    A clue of the puzzle stays, even if one solution were left without it.
    """
    blocks, clues = puzzle.blocks, puzzle.to_numpy().ravel()
    if count_solutions(clues, blocks=blocks, limit=2) != 1:
        raise ValueError("the puzzle has not exactly one solution")
    left = solve(clues, blocks=blocks)
    order = np.random.default_rng(seed).permutation(clues.size)
    for cell in sorted(order.tolist(), key=lambda cell: bool(clues[cell])):  # sorted keeps the order of each kind
        value, left[cell] = int(left[cell]), 0
        solutions = int(count_solutions(left, blocks=blocks, limit=2))
        if clues[cell]:
            left[cell] = value
        row, column = divmod(cell, puzzle.size)
        yield Removal(Grid(left, blocks=blocks), (row, column), value, solutions, bool(clues[cell]))
