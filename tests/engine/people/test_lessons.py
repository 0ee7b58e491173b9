"""Every technique of rules has a lesson, and its example has a step of it that holds."""

import pytest

from board_catalogue import engine
from board_catalogue.engine.people.lessons import EXAMPLES, PEOPLE_LESSONS, ruled_example_of
from board_catalogue.engine.rules.solving import solve_ruled


def test_every_technique_is_in_one_lesson():
    names = [lesson.name for lesson in PEOPLE_LESSONS]
    assert len(set(names)) == len(names)
    plain = {technique.name for technique in engine.SOLVING_TECHNIQUES}
    assert set(names) == set(engine.PEOPLE_TECHNIQUES) - plain
    assert all(lesson.meaning and lesson.score and lesson.level for lesson in PEOPLE_LESSONS)
    assert set(EXAMPLES) <= set(names)
    assert ruled_example_of("sandwich-sum") is None


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_has_a_step_of_the_technique_that_holds(name):
    puzzle, position, step = ruled_example_of(name)
    assert step.technique == name
    solution = solve_ruled(puzzle)[0][0].tolist()
    assert step.placement is None or solution[step.placement[0]] == step.placement[1]
    for cell, digit in step.eliminations:
        assert solution[cell] != digit and digit in position.candidates(cell)
