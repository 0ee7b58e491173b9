"""Every technique has its lesson, and its example has a step of it that holds."""

import numpy as np
import pytest
from people_oracle import Checked

from board_catalogue import engine
from board_catalogue.engine.native import core
from board_catalogue.engine.paths.lessons import (
    LESSONS,
    PEOPLE_LESSONS,
    example_of,
    grouped,
    lesson_of,
    puzzles_of_examples,
)
from board_catalogue.engine.paths.people import board_of_people
from board_catalogue.engine.paths.sentences import technique_in_words
from board_catalogue.engine.rules.solving import solve_ruled

LONG = ("twice-nested-chains", "nested-dynamic-chains", "nested-multiple-chains", "kraken-fish-1")  # a second and more
UNKNOWN = {"direct-claiming"}
"""Techniques that no puzzle searched so far has."""


def test_every_technique_of_both_scales_is_in_one_lesson():
    names = [name for lesson in LESSONS for name in lesson.names]
    assert len(names) == len(set(names))
    assert {each.name for each in (*engine.TECHNIQUES, *engine.SOLVING_TECHNIQUES)} == set(names)
    titles = [lesson.title for lesson in LESSONS]
    assert len(titles) == len(set(titles))
    with pytest.raises(ValueError, match="no technique is called 'magic'"):
        lesson_of("magic")


def test_lessons_have_what_each_scale_says():
    for technique in engine.SOLVING_TECHNIQUES:
        lesson = lesson_of(technique.name)
        assert (lesson.score, lesson.level) == (technique.score, technique.level)
    for technique in engine.TECHNIQUES:
        lesson = lesson_of(technique.name)
        assert (lesson.rating, lesson.highest) == (technique.rating, technique.highest)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("hidden-single-block", "Hidden single in a block"),
        ("xyz-wing", "XYZ-wing"),
        ("finned-franken-x-wing", "Finned Franken X-wing"),
        ("als-xy-wing", "ALS-XY-wing"),
        ("grouped-aic", "Grouped AIC"),
        ("kraken-fish-2", "Kraken fish type 2"),
    ],
)
def test_techniques_have_names_as_in_a_book(name, words):
    assert technique_in_words(name) == words


QUICK = grouped((lesson.name, lesson) for lesson in LESSONS if lesson.name not in LONG)


@pytest.mark.slow_cases("Forcing")
@pytest.mark.parametrize(("group", "lessons"), QUICK, ids=[group for group, _ in QUICK])
def test_an_example_has_a_step_of_the_technique_that_holds(group, lessons):
    for lesson in lessons:
        check_example(lesson)


@pytest.mark.slow
@pytest.mark.parametrize("name", LONG)
def test_a_long_example_has_a_step_of_the_technique_that_holds(name):
    check_example(lesson_of(name))


def check_example(lesson):
    example = example_of(lesson.name)
    assert (example is None) == (lesson.name in UNKNOWN)
    if example is None:
        return
    assert example.step.technique in lesson.names
    puzzles = puzzles_of_examples()
    assert example.puzzle.line() in (puzzles["scores"].get(lesson.name), puzzles["ratings"].get(lesson.names[-1]))
    solution = engine.solve(example.puzzle).tolist()
    step = example.step
    assert step.placement is None or solution[step.placement[0]] == step.placement[1]
    for cell, digit in step.eliminations:
        assert solution[cell] != digit and digit in example.position.candidates(cell)


def test_every_technique_of_rules_is_in_one_lesson():
    names = [lesson.name for lesson in PEOPLE_LESSONS]
    assert len(set(names)) == len(names)
    plain = {technique.name for technique in engine.SOLVING_TECHNIQUES}
    assert set(names) == set(engine.paths.people.PEOPLE_TECHNIQUES) - plain
    assert all(lesson.meaning and lesson.score and lesson.level for lesson in PEOPLE_LESSONS)
    assert set(puzzles_of_examples()["rules"]) == set(names)


RULED = [*puzzles_of_examples()["rules"]]


@pytest.mark.slow_cases("3", "6", "4", "5", "0", "7")
@pytest.mark.parametrize("first", range(8))
def test_an_example_under_rules_has_a_step_of_the_technique_that_holds(first):
    for name in RULED[first::8]:
        check_ruled_example(name)


def check_ruled_example(name):
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
