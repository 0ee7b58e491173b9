"""The next step from a position that a person has made, and what is wrong in it."""

import numpy as np
import pytest
from positions import along, masks

from board_catalogue import engine
from board_catalogue.engine import paths
from board_catalogue.engine.grades import Style
from board_catalogue.engine.paths.record import Position, SolvingStep
from board_catalogue.engine.paths.scored import find_solving_steps, next_solving_step, solving_steps
from board_catalogue.engine.shape import Shape

PUZZLE = engine.carve(engine.generate(1, seed=5), seed=5)[0]
SOLUTION = engine.solve(PUZZLE)


def test_from_every_position_of_a_path_the_next_step_is_that_of_the_path():
    for position, step in along(PUZZLE.tolist()):
        assert engine.next_step(PUZZLE, position.values, masks(position.candidates)) == step


def test_without_marks_every_digit_that_breaks_no_rule_is_a_candidate():
    first = engine.steps(PUZZLE)[0]
    assert engine.next_step(PUZZLE, PUZZLE) == first
    assert engine.next_step(PUZZLE, PUZZLE, np.zeros(81, int)) == first
    assert engine.next_step(PUZZLE.reshape(9, 9).ravel(), PUZZLE.reshape(9, 9)) == first


def test_a_full_board_has_no_next_step():
    assert engine.next_step(PUZZLE, SOLUTION) is None


def test_wrong_digits_and_marks_are_named_without_the_right_digit():
    one, two = np.flatnonzero(PUZZLE == 0)[:2]
    values, marks = PUZZLE.copy(), np.zeros(81, int)
    values[one] = SOLUTION[one] % 9 + 1
    marks[two] = 511 & ~(1 << int(SOLUTION[two]) - 1)
    found = engine.mistakes(PUZZLE, values, marks)
    names = [f"r{cell // 9 + 1}c{cell % 9 + 1}" for cell in (one, two)]
    assert [(mistake.cell, mistake.digit) for mistake in found] == [(one, values[one]), (two, 0)]
    assert [mistake.sentence for mistake in found] == [
        f"{names[0]} is not {values[one]}",
        f"{names[1]}: the right digit is not among your marks",
    ]
    with pytest.raises(ValueError, match=f"{names[0]} is not {values[one]}; {names[1]}: the right digit"):
        engine.next_step(PUZZLE, values, marks)
    assert engine.mistakes(PUZZLE, SOLUTION) == engine.mistakes(PUZZLE, PUZZLE) == []


def test_a_position_is_one_of_its_puzzle():
    changed = PUZZLE.copy()
    clue = np.flatnonzero(PUZZLE)[0]
    changed[clue] = 0
    with pytest.raises(ValueError, match="is a clue: it cannot change"):
        engine.next_step(PUZZLE, changed)
    with pytest.raises(ValueError, match="has 81 cells"):
        engine.mistakes(PUZZLE, PUZZLE[:80])
    with pytest.raises(ValueError, match="exactly one solution"):
        engine.mistakes(np.zeros(81, int), PUZZLE)


@pytest.mark.parametrize("wrong", [-1, 10, 26, 200, 2**40, 2.5, None, True])
def test_a_position_has_digits_and_masks(wrong):
    values = PUZZLE.astype(object if wrong is None else np.array(wrong).dtype)
    values[np.flatnonzero(PUZZLE == 0)[0]] = wrong
    marks = np.full(81, 512 if wrong == 200 else wrong)
    for call in (engine.mistakes, engine.next_step):
        with pytest.raises(ValueError, match=r"values are whole numbers in 0 \.\. 9|is a clue: it cannot change"):
            call(PUZZLE, values)
        if wrong not in (10, 26, 200):
            with pytest.raises(ValueError, match="candidates are masks of 9 bits"):
                call(PUZZLE, PUZZLE, marks)


def test_other_shapes_have_a_next_step():
    puzzle = engine.carve(engine.generate(1, size=6, seed=3), seed=3)[0]
    assert engine.next_step(puzzle, puzzle) == engine.steps(puzzle)[0]


@pytest.mark.parametrize(("size", "blocks"), [(16, "4x4"), (13, "none")])
def test_above_12x12_mistakes_are_found_but_no_step(size, blocks):
    board = engine.generate(1, size=size, blocks=blocks, seed=2)[0]
    puzzle, values = board.copy(), board.copy()
    puzzle[:3] = 0
    values[1] = board[0]
    marks = np.where(np.arange(size**2) == 2, 1 << int(board[1]) - 1, 0)
    values[2] = 0
    found = engine.mistakes(puzzle, values, marks, blocks=blocks)
    assert [(mistake.cell, mistake.digit) for mistake in found] == [(1, board[0]), (2, 0)]
    assert engine.mistakes(puzzle, board, blocks=blocks) == []
    with pytest.raises(ValueError, match="only those up to 12x12"):
        engine.next_step(puzzle, puzzle, blocks=blocks)


def test_a_style_names_the_scale_of_the_steps():
    path = engine.steps(PUZZLE, style="score")
    assert path == solving_steps(PUZZLE) != engine.steps(PUZZLE, style="rating") == engine.steps(PUZZLE)
    assert engine.next_step(PUZZLE, PUZZLE, style="score") == path[0]
    every = np.full(81, 511)
    found = find_solving_steps("hidden-single", PUZZLE, PUZZLE, every)[0]
    assert engine.find_step("hidden-single", PUZZLE.reshape(9, 9), every, style="score") == found
    small = engine.carve(engine.generate(1, seed=1, size=6), seed=1)[0]
    assert {type(step) for step in engine.steps(small, style="score")} == {SolvingStep}
    with pytest.raises(ValueError, match="have no families"):
        engine.find_step("hidden-single", small, np.full(36, 63), style="score")
    for call in (engine.steps, lambda puzzle, style: engine.next_step(puzzle, puzzle, style=style)):
        with pytest.raises(ValueError, match="style 'scores' is not one of score, rating"):
            call(PUZZLE, style="scores")


def test_by_eye_finds_blocks_then_lines_then_naked_singles_then_the_usual_step():
    path = engine.steps(PUZZLE, style="eye")
    position, places = Position(Shape.of(9), PUZZLE.tolist()), set()
    for step in path:
        begun = (PUZZLE, position.values, position.masks)
        singles = find_solving_steps("hidden-single", *begun)
        full = find_solving_steps("full-house", *begun)
        blocks = [each for each in singles if each.where[0].kind == "block"]
        lines = [each for each in singles if each.where[0].kind != "block"]
        first = next(filter(None, (full, blocks, lines, find_solving_steps("naked-single", *begun))), None)
        assert step in (first or [next_solving_step(*begun)])
        assert step == engine.next_step(PUZZLE, position.values, position.masks, style="eye")
        places.add((step.technique, bool(blocks), bool(lines)))
        position.take(step)
    assert position.is_solved
    assert len(places) > 2
    assert engine.steps(PUZZLE, style="score") != path
    assert paths.begun(PUZZLE, PUZZLE, [0] * 81, "3x3", Style.eye).possible()[0] == path[0]
