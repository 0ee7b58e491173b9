"""Hints, mistakes and paths over the API: what `engine` says, as JSON."""

import json
from xml.etree import ElementTree

import pytest
from technique_examples import EXAMPLES

from board_catalogue import engine
from board_catalogue.engine import Grid
from board_catalogue.engine.paths.record import Position
from board_catalogue.engine.paths.sentences import branch_texts, where_to_look
from board_catalogue.engine.shape import DIGITS

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = engine.Grid(engine.solve(engine.Grid.parse(PUZZLE))).line()


PATHS = {"score": engine.paths.scored.solving_steps, "rating": engine.steps}


def asked(client, address, **data):
    response = client.post(f"/api/{address}", json=data)
    return response.status_code, response.json()


@pytest.mark.parametrize(
    ("depth", "style", "fields"),
    [
        ("where", "rating", {"where", "units", "cells"}),
        ("technique", "score", {"where", "units", "cells", "technique", "title", "worth", "meaning"}),
        ("all", "rating", {"where", "units", "cells", "technique", "title", "worth", "meaning", "step"}),
    ],
)
def test_a_hint_says_as_much_as_is_asked_for(client, depth, fields, style):
    status, hint = asked(client, "hint", puzzle=PUZZLE, depth=depth, style=style)
    step = PATHS[style](engine.Grid.parse(PUZZLE))[0]
    assert (status, set(hint)) == (200, fields)
    assert hint["where"] == where_to_look(step)
    assert hint.get("step", {}).get("sentence") in (None, step.sentence)


def test_a_hint_starts_from_values_and_candidates(client):
    grid = engine.Grid.parse(PUZZLE)
    first, second, *_ = engine.steps(grid)
    values = list(PUZZLE)
    values[first.placement[0]] = str(first.placement[1])
    _, hint = asked(client, "hint", puzzle=PUZZLE, values="".join(values), style="rating")
    assert hint["step"]["sentence"] == second.sentence
    assert asked(client, "hint", puzzle=PUZZLE, values=SOLUTION) == (200, {"none": "the board is full"})


def test_mistakes_come_before_a_hint(client):
    empty = PUZZLE.index(".")
    wrong = next(digit for digit in "123456789" if digit != SOLUTION[empty])
    values = PUZZLE[:empty] + wrong + PUZZLE[empty + 1 :]
    expected = {"mistakes": [{"cell": empty, "digit": int(wrong), "sentence": f"r1c3 is not {wrong}"}]}
    assert asked(client, "hint", puzzle=PUZZLE, values=values) == (200, expected)
    assert asked(client, "mistakes", puzzle=PUZZLE, values=values) == (200, expected)
    marks = [0] * 81
    marks[empty] = 1 << int(wrong) - 1
    _, found = asked(client, "mistakes", puzzle=PUZZLE, candidates=marks)
    assert found["mistakes"] == [
        {"cell": empty, "digit": 0, "sentence": "r1c3: the right digit is not among your marks"}
    ]
    assert asked(client, "mistakes", puzzle=PUZZLE, values=SOLUTION) == (200, {"mistakes": []})


def test_a_path_has_every_step_with_its_drawing(client):
    puzzle = next(example[2] for example in EXAMPLES if example[0] == "region-chains")
    steps = engine.steps(engine.Grid.parse(puzzle))
    _, path = asked(client, "path", puzzle=puzzle, drawn=True, style="rating")
    assert [step["sentence"] for step in path["steps"]] == [step.sentence for step in steps]
    assert path["is_solved"] and path["rating"] == max(step.rating for step in steps) / 10
    assert path["grade"] == "diabolical"
    for data, step in zip(path["steps"], steps, strict=True):
        assert ElementTree.fromstring(data["drawing"])[0].text == step.sentence
        questions = [branch["question"] for branch in branch_texts(step)]
        assert [branch["question"] for branch in data["branches"]] in (questions, [])
    assert any(data["branches"] for data in path["steps"])
    _, plain = asked(client, "path", puzzle=puzzle)
    assert not {"drawing", "branches"} & set(plain["steps"][0])


def later(puzzle, count, style):
    """The values and the masks of marks after some steps of a path, and the steps that are left."""
    path = PATHS[style](puzzle)
    position = Position.of(puzzle)
    for step in path[:count]:
        position.take(step)
    return "".join(DIGITS[value] for value in position.values), position.masks, path[count:]


@pytest.mark.parametrize("style", ["score", "rating"])
def test_a_path_goes_on_from_a_position(client, style):
    puzzle = engine.Grid.parse(next(example[2] for example in EXAMPLES if example[0] == "xy-wing"))
    values, marks, left = later(puzzle, 12, style)
    _, path = asked(client, "path", puzzle=puzzle.line(), values=values, candidates=marks, style=style)
    assert path["is_solved"]
    if style == "rating":
        assert [step["sentence"] for step in path["steps"]] == [step.sentence for step in left]
    else:  # where several singles are possible, the one that comes next depends on those before
        assert (
            path["steps"][0]["sentence"] == engine.next_step(puzzle, Grid.parse(values), marks, style="score").sentence
        )
    wrong = "9" if values[values.index(".")] != "9" else "8"
    for address in ("path", "steps"):
        _, found = asked(client, address, puzzle=puzzle.line(), values=values.replace(".", wrong), style=style)
        assert set(found) == {"mistakes"} and found["mistakes"]


@pytest.mark.slow_cases("xy-wing-score")
@pytest.mark.parametrize(("name", "style"), [("xy-wing", "score"), ("region-chains", "rating")])
def test_all_steps_that_are_possible_now_hold_and_have_the_next_one_among_them(client, name, style):
    puzzle = engine.Grid.parse(next(example[2] for example in EXAMPLES if example[0] == name))
    solution = engine.solve(puzzle).tolist()
    for count in (0, 20):
        values, marks, left = later(puzzle, count, style)
        _, found = asked(
            client, "steps", puzzle=puzzle.line(), values=values, candidates=marks, style=style, drawn=True
        )
        assert left[0].sentence in [step["sentence"] for step in found["steps"]]
        conclusions = set()
        for step in found["steps"]:
            conclusions.add(json.dumps([step["technique"], step["placement"], step["eliminations"]]))
            assert not step["placement"] or solution[step["placement"][0]] == step["placement"][1]
            assert all(solution[cell] != digit for cell, digit in step["eliminations"])
            assert ElementTree.fromstring(step["drawing"])[0].text == step["sentence"]
        assert len(conclusions) == len(found["steps"]) > 1
        shown = [step["technique"] for step in found["steps"]]
        assert max(map(shown.count, shown)) <= 40  # 20 of a rule; two rules find some techniques


def test_a_path_of_scores_adds_up_to_the_score(client):
    puzzle = next(example[2] for example in EXAMPLES if example[0] == "xy-wing")
    _, path = asked(client, "path", puzzle=puzzle)
    whole = engine.score(engine.Grid.parse(puzzle))
    assert (path["score"], path["rating"], path["grade"]) == (int(whole["score"]), None, None)
    assert path["level"] in engine.LEVELS


@pytest.mark.parametrize("shape", [(7, "none"), (12, "4x3")])
def test_other_shapes_are_named_by_their_blocks(client, shape):
    size, blocks = shape
    puzzle = engine.carve(engine.generate(1, size=size, blocks=blocks, seed=1), blocks=blocks, seed=1)[0]
    grid = engine.Grid(puzzle, blocks=blocks)
    _, hint = asked(client, "hint", puzzle=grid.line(), blocks=blocks)
    assert hint["step"]["sentence"] == engine.steps(grid)[0].sentence


def test_above_12x12_there_are_mistakes_and_hints_with_scores(client):
    board = engine.Grid(engine.generate(1, size=16, seed=1)[0])
    line = "." + board.line()[1:]
    assert asked(client, "mistakes", puzzle=line, values=board.line()) == (200, {"mistakes": []})
    status, hint = asked(client, "hint", puzzle=line)
    assert status == 200 and hint["step"]["technique"] == "full-house"
    status, error = asked(client, "hint", puzzle=line, style="rating")
    assert status == 400 and "only those up to 12x12" in error["error"]


@pytest.mark.parametrize(
    ("data", "error"),
    [
        ({}, "give puzzle"),
        ({"puzzle": PUZZLE, "blocks": 3}, "blocks has to be a text"),
        ({"puzzle": PUZZLE, "values": "1"}, "values are not a text of 81 characters, one a cell"),
        ({"puzzle": PUZZLE, "candidates": [512] * 81}, "candidates are not a list of 81 whole numbers in 0 .. 511"),
        ({"puzzle": PUZZLE, "candidates": [True] * 81}, "candidates has to be a list of whole numbers"),
        ({"puzzle": PUZZLE, "values": "9" + PUZZLE[1:]}, "r1c1 is a clue: it cannot change"),
        ({"puzzle": "." * 81}, "hints need one puzzle with exactly one solution"),
        ({"puzzle": "11" + "." * 79}, "r1c1 and r1c2 contradict each other: both are 1"),
        ({"puzzle": PUZZLE, "depth": "deep"}, "depth 'deep' is not one of where, technique, all"),
        ({"puzzle": PUZZLE, "style": "easy"}, "style 'easy' is not one of score, rating"),
        ({"puzzle": PUZZLE, "deep": 1}, "nothing is called 'deep' here; there is puzzle, blocks, values"),
    ],
    ids=lambda value: json.dumps(value)[-40:],
)
def test_what_is_wrong_is_one_line(client, data, error):
    status, answer = asked(client, "hint", **data)
    assert status == 400
    assert answer["error"].startswith(error) and "\n" not in answer["error"]
