"""`catalogue techniques`: the list of both scales, and one technique with its example."""

import json

import pytest

from board_catalogue import engine
from board_catalogue.engine.paths.lessons import LESSONS, PEOPLE_LESSONS, lesson_of


def test_the_list_has_every_technique_of_both_scales_within_80_columns(call):
    lines = call("techniques").out.splitlines()
    assert max(map(len, lines)) <= 80
    listed = {name for line in lines[2:] for name in line[:31].split(" = ") for name in [name.strip()]}
    both = {each.name for each in (*engine.TECHNIQUES, *engine.SOLVING_TECHNIQUES)}
    assert listed == both | {*engine.paths.people.PEOPLE_TECHNIQUES}
    (skyscraper,) = [line for line in lines if line.startswith("skyscraper ")]
    assert skyscraper.split() == ["skyscraper", "130", "hard"]


def test_programs_get_what_each_scale_says(call):
    rows = {row["name"]: row for row in json.loads(call("techniques", "--format", "json").out)}
    assert list(rows) == [lesson.name for lesson in (*LESSONS, *PEOPLE_LESSONS)]
    assert rows["hidden-triple"]["other_name"] == "hidden-triplet"
    for rated in engine.TECHNIQUES:
        row = rows[lesson_of(rated.name).name]
        assert (row["rating"], row["highest_rating"]) == (rated.rating / 10, rated.highest / 10)
    for scored in engine.SOLVING_TECHNIQUES:
        assert (rows[scored.name]["score"], rows[scored.name]["level"]) == (scored.score, scored.level)


@pytest.mark.parametrize("name", ["skyscraper", "hidden-triplet", "x-cycle", "direct-claiming"])
def test_a_technique_is_explained_with_a_step_of_it(call, name):
    said, lesson = call("techniques", name).out, lesson_of(name)
    assert said.startswith(f"{lesson.title}: ") and lesson.meaning in said
    assert ("r1 ║" in said) == ("an example, in the puzzle " in said) == (name != "direct-claiming")
    assert all(len(line) < 200 for line in said.splitlines())


def test_an_unknown_technique_is_refused_with_near_ones(call):
    done = call("techniques", "skyscrapers")
    assert (done.status, done.out, done.err) == (
        1,
        "",
        "catalogue: no technique is called 'skyscrapers'; similar names are skyscraper, skyscraper-clue\n",
    )


def test_a_technique_of_rules_is_explained_with_a_step_of_it(call):
    said = call("techniques", "cage-combinations").out
    assert said.startswith("Cage combinations: score 30 (easy)\n") and "r1 ║" in said and "catalogue show '." in said
    assert call("techniques", "sandwich-sum").out.startswith("Sandwich sum: score 60 (medium)\n")
