"""Scores, levels and paths beside those that HoDoKu 2.2.0 gave with its default settings."""

import re
from pathlib import Path

import hodoku_agreement
import numpy as np
import pytest
from scoring_positions import along

from board_catalogue import engine
from board_catalogue.catalogue.formats.solvers import TECHNIQUE_OF_CODE, techniques_of

SOLVED = Path(__file__).with_name("hodoku.tsv")
ROWS = [line.split("\t") for line in SOLVED.read_text().splitlines()[1:]]  # puzzle, level, score, techniques


def board(text):
    return np.array([0 if char == "." else int(char) for char in text], np.uint8)


def test_levels_and_scores_are_those_of_hodoku():
    scores = engine.score(np.array([board(row[0]) for row in ROWS]))
    assert [engine.LEVELS[level] for level in scores["level"]] == [row[1].lower() for row in ROWS]
    assert scores["score"].tolist() == [int(row[2]) for row in ROWS]
    assert {row[1] for row in ROWS} == {"Easy", "Medium", "Hard", "Unfair", "Extreme"}


@pytest.mark.parametrize("level", ["Easy", "Medium", "Hard", "Unfair", "Extreme"])
def test_paths_are_those_of_hodoku(level):
    for puzzle, _level, score, path in (row for row in ROWS if row[1] == level):
        steps = engine.solving_steps(board(puzzle))
        assert [step.technique for step in steps] == list(techniques_of(path))
        assert sum(step.score for step in steps) == int(score)


def test_the_report_counts_what_agrees(tmp_path):
    easy, hard = (next(row for row in ROWS if row[1] == level) for level in ("Easy", "Hard"))
    wrong = [hard[0], "Easy", "1", hard[3] + "; X-Wing"]
    file = tmp_path / "solved.tsv"
    file.write_text(
        "".join("\t".join(row) + "\n" for row in (SOLVED.read_text().split("\n")[0].split("\t"), easy, wrong))
    )
    assert "| easy |         2 |       50.00% |       50.00% |      50.00% |" in hodoku_agreement.agreement(file)


def library_line(puzzle, position, step):
    """A line of HoDoKu's library for a step that removes candidates."""

    def spots(candidates):
        return " ".join(sorted(f"{digit}{cell // 9 + 1}{cell % 9 + 1}" for cell, digit in candidates))

    both = zip(puzzle, position.values, strict=True)
    cells = "".join(f"+{value}" if value and not clue else str(value or ".") for clue, value in both)
    gone = [
        (cell, digit)
        for cell in range(81)
        for digit in range(1, 10)
        if not position.values[cell] and digit not in position.candidates[cell]
    ]
    code = next(code for code, name in TECHNIQUE_OF_CODE.items() if name == step.technique)
    return f":{code}:1:{cells}:{spots(gone)}:{spots(step.eliminations)}::\n"


def test_the_report_counts_the_examples_that_are_found(tmp_path):
    puzzle = board(next(row[0] for row in ROWS if row[1] == "Unfair")).tolist()
    lines = [library_line(puzzle, position, step) for position, step in along(puzzle) if step.eliminations]
    file = tmp_path / "library.txt"
    file.write_text("# of a path\n" + "".join(lines))
    assert f"| {len(lines)} | {len(lines)} |" in squeezed(hodoku_agreement.library(file).split("\n")[-1])
    other = re.sub(r":(\d\d\d)[^:]*::$", r":\1 111::", lines[0].strip())
    file.write_text("".join(lines) + other + "\n")
    assert hodoku_agreement.library(file).split("\n")[-1].startswith(f"line {len(lines) + 1}, ")


def squeezed(text):
    return re.sub(" +", " ", text)
