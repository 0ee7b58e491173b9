"""`inspect`: a puzzle as its setter sees it, by every face."""

import json

import pytest

from board_catalogue import catalogue, engine

PUZZLE = engine.boards.as_lines(engine.carve(engine.generate(1, seed=5), seed=5))[0]
TWO_CAGES = ".Cage~11~R1C1~R1C2.Cage~17~R1C1~R1C2.Thermo~R1C1~R2C2"


def test_a_puzzle_with_one_solution_says_what_it_can_lose(call):
    (row,) = json.loads(call("inspect", PUZZLE, "--format", "json").out)
    assert (row["solutions"], row["more"], row["contradiction"]) == (1, False, None)
    assert row["solution"] == "".join(map(str, engine.solve(engine.boards.from_lines([PUZZLE]))[0].tolist()))
    assert row["candidates"] == [[int(digit)] for digit in row["solution"]]
    assert row["needless"] == [] and len(row["steps"]) >= PUZZLE.count(".")  # carved puzzles are minimal
    assert json.loads(json.dumps(catalogue.inspect(PUZZLE).data())) == [row]


def test_rules_that_contradict_are_named_and_others_not(call):
    assert "contradiction: cage 11 of r1c1, r1c2, cage 17 of r1c1, r1c2" in call("inspect", TWO_CAGES).out
    (row,) = json.loads(call("inspect", TWO_CAGES, "--format", "json").out)
    assert row["solutions"] == 0 and row["needless"] is None and row["steps"] == [] and not any(row["candidates"])


def test_solutions_are_counted_to_a_limit(call, error_of):
    assert "more than 3 solutions" in call("inspect", "." * 36, "--limit", 3).out
    assert "0" in error_of(call("inspect", "." * 36, "--limit", 0), status=2)


@pytest.mark.parametrize("word", ["1...", "no-such-file.txt"])
def test_what_is_no_puzzle_is_refused_in_one_line(call, error_of, word):
    assert word in error_of(call("inspect", word), status=1)


def test_a_board_that_is_too_large_is_refused_with_its_size(call, error_of):
    assert "inspect takes sizes 4 to 16, and the puzzle has size 25" in error_of(call("inspect", "." * 625), status=1)
