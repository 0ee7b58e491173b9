"""Every technique of rules has a lesson, and an example with a step of it that holds."""

import numpy as np
import pytest
from people_oracle import Checked

from board_catalogue import engine
from board_catalogue.engine.native import core
from board_catalogue.engine.paths.board import board_of_people
from board_catalogue.engine.paths.lessons import PEOPLE_LESSONS, example_of, puzzles_of_examples
from board_catalogue.engine.rules.solving import solve_ruled


def test_every_technique_is_in_one_lesson():
    names = [lesson.name for lesson in PEOPLE_LESSONS]
    assert len(set(names)) == len(names)
    plain = {technique.name for technique in engine.SOLVING_TECHNIQUES}
    assert set(names) == set(engine.PEOPLE_TECHNIQUES) - plain
    assert all(lesson.meaning and lesson.score and lesson.level for lesson in PEOPLE_LESSONS)
    assert set(puzzles_of_examples()["rules"]) == set(names)


@pytest.mark.parametrize("name", puzzles_of_examples()["rules"])
def test_an_example_has_a_step_of_the_technique_that_holds(name):
    """The step is right, and follows from the cells that it names by the plain definition of the rules."""
    example = example_of(name)
    puzzle, position, step = example.puzzle, example.position, example.step
    assert step.technique == name
    solution = solve_ruled(puzzle)[0][0].tolist()
    assert step.placement is None or solution[step.placement[0]] == step.placement[1]
    for cell, digit in step.eliminations:
        assert solution[cell] != digit and digit in position.candidates(cell)
    board = board_of_people(puzzle.with_givens(()))
    values, masks = np.array(position.values, np.uint8), np.array(position.masks, np.uint16)
    (facts,) = core.path_of_people(board.numbers, values, masks, np.array(solution, np.uint8), 1)
    assert [(cell, mask) for cell, mask in facts["lost"]] == _lost(step)
    Checked(board).check(facts)


def _lost(step):
    masks = {}
    for cell, digit in step.eliminations:
        masks[cell] = masks.get(cell, 0) | 1 << (digit - 1)
    return list(masks.items())
