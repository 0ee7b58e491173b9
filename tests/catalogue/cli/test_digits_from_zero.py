"""Solutions of puzzles whose digits begin with 0 have these digits, wherever they are written."""

import csv
import json

import pytest

from board_catalogue import catalogue

PUZZLE = ".Shape~4x4~0-3.~R1C1_0~R2C2_3~R1C2_1~R3C1_1~R3C4_2~R4C3_1"
SOLUTION = "0123230110323210"


@pytest.mark.parametrize("form", ["line", "csv", "json", "jsonl"])
def test_a_solution_has_the_digits_of_its_puzzle(form, call, tmp_path):
    out = tmp_path / f"out.{form}"
    assert call("solve", PUZZLE, "--format", form, "--output", out).status == 0
    text = out.read_text()
    if form == "line":
        assert text == f"{SOLUTION}\n"
    elif form == "csv":
        assert [row["solution"] for row in csv.DictReader(text.splitlines())] == [SOLUTION]
    else:
        rows = json.loads(text) if form == "json" else [json.loads(text)]
        assert [row["solution"] for row in rows] == [SOLUTION]
    assert SOLUTION in call("solve", PUZZLE, "--format", "jsonl").out
    assert [row.solution for row in catalogue.solve(PUZZLE)] == [SOLUTION]


@pytest.mark.parametrize("form", ["txt", "triples"])
def test_a_format_without_room_for_a_digit_0_is_refused(form, call, tmp_path, error_of):
    done = call("solve", PUZZLE, "--format", form, "--output", tmp_path / "out")
    assert done.status == 1 and "use line, csv or json" in done.err and not (tmp_path / "out").exists()
