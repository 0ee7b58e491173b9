"""Solutions of puzzles whose digits begin with 0 have these digits, wherever they are written."""

import csv
import json

import pytest

from board_catalogue import catalogue, engine

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


@pytest.mark.parametrize("puzzle", [PUZZLE, ".Shape~2x3.~R1C1_1"])
def test_what_such_boards_lack_is_said(puzzle, call, tmp_path):
    file, answers = tmp_path / "puzzle.txt", tmp_path / "answers.txt"
    file.write_text(f"{puzzle}\n")
    answers.write_text(f"{SOLUTION}\n")
    name = "4x4~0-3" if puzzle == PUZZLE else "2x3"
    for lacks, command in (
        ("solved step by step", ["path", puzzle]),
        ("solved step by step", ["hint", puzzle]),
        ("printed in books", ["book", file, "--output", tmp_path / "book.pdf"]),
        ("stored", ["import", file, "--home", tmp_path / "home"]),
        ("written for f-puzzles", ["show", puzzle, "--format", "fpuzzles"]),
        ("written for SudokuPad", ["show", puzzle, "--format", "link"]),
        ("compared with answers", ["check", answers, "--puzzles", file]),
    ):
        done = call(*command)
        assert done.status != 0 and "only square boards with the digits from 1 are" in done.err, command
        assert lacks in done.err and f"this is one of {name}" in done.err, (command, done.err)
    with pytest.raises(ValueError, match="compared with answers"):
        engine.reward(SOLUTION, engine.read_variant(puzzle))
