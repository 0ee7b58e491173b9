"""Every technique of both scales has its lesson, and its example has a step of it that holds."""

import pytest

from board_catalogue import engine
from board_catalogue.engine.paths.lessons import LESSONS, example_of, lesson_of, puzzles_of_examples, technique_in_words

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


@pytest.mark.parametrize(
    "lesson",
    [pytest.param(lesson, id=lesson.name, marks=pytest.mark.slow if lesson.name in LONG else ()) for lesson in LESSONS],
)
def test_an_example_has_a_step_of_the_technique_that_holds(lesson):
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
