"""How clues leave a board: the number of solutions in each step is that of a search in plain Python."""

from itertools import islice

import pytest
from reference.shapes import fits

from board_catalogue import engine
from board_catalogue.engine.teaching.making import removals


def completions(board):
    """All full boards with these clues."""
    if 0 not in board:
        yield board
        return
    cell = board.index(0)
    for digit in range(1, round(len(board) ** 0.5) + 1):
        if fits(board, cell, digit):
            yield from completions([*board[:cell], digit, *board[cell + 1 :]])


@pytest.mark.parametrize(("size", "seed"), [(4, 1), (4, 2), (6, 3)])
def test_clues_go_as_long_as_one_solution_is_left(size, seed):
    (cells,) = engine.carve(engine.generate(1, size=size, seed=seed), seed=seed)
    puzzle = engine.Grid(cells)
    left = engine.solve(cells).tolist()
    steps = list(removals(puzzle, seed=seed))
    assert sorted(step.cell for step in steps) == [(row, column) for row in range(size) for column in range(size)]
    for step in steps:
        cell = size * step.cell[0] + step.cell[1]
        without = [*left[:cell], 0, *left[cell + 1 :]]
        assert step.solutions == len(list(islice(completions(without), 2)))
        assert step.value == left[cell]
        assert step.is_of_puzzle == bool(cells[cell])
        left = left if step.is_of_puzzle else without
        assert step.grid.to_numpy().ravel().tolist() == left
    assert left == cells.tolist()


def test_a_puzzle_with_several_solutions_is_refused():
    with pytest.raises(ValueError, match="the puzzle has not exactly one solution"):
        next(removals(engine.Grid.empty(4), seed=1))
