"""Positions on the way to a solution, and their drawings; the command `hint` is tested cell by cell."""

import pytest

import engine
from engine import Grid
from engine.rating.position import Position
from engine.rating.step_drawing import draw_step

PUZZLES = engine.carve(engine.generate(60, seed=5), seed=5)


@pytest.mark.parametrize("puzzle", PUZZLES, ids=range(len(PUZZLES)))
def test_steps_lead_to_the_solution_and_no_candidate_of_it_goes(puzzle):
    solution = engine.solve(puzzle).tolist()
    position = Position(Grid(puzzle))
    for step in engine.steps(puzzle):
        for cell in range(81):
            left = position.candidates(cell)
            filled = position.grid.get(*divmod(cell, 9))
            assert filled in (0, solution[cell])
            assert left == [] if filled else solution[cell] in left
        if step.placement:
            assert step.placement[1] in position.candidates(step.placement[0])
        for cell, digit in step.eliminations:
            assert digit in position.candidates(cell) or step.placement
        position.take(step)
    assert position.grid.to_numpy().ravel().tolist() == solution


def test_a_position_leaves_the_puzzle_alone():
    puzzle = Grid(PUZZLES[0])
    position = Position(puzzle)
    position.take(engine.steps(PUZZLES[0])[0])
    assert puzzle == Grid(PUZZLES[0])
    assert position.grid != puzzle


def test_a_drawing_has_37_lines_of_73_columns():
    puzzle = Grid(PUZZLES[0])
    lines = draw_step(Position(puzzle), engine.steps(PUZZLES[0])[0]).plain.split("\n")
    assert {len(line) for line in lines} == {73}
    assert len(lines) == 37
    values = [line[4 + 8 * column] for line in lines[2::4] for column in range(9)]
    givens = [str(value) if value else None for value in PUZZLES[0]]
    assert all(given in (None, value) for given, value in zip(givens, values, strict=True))
