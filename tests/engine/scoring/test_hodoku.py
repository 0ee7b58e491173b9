"""Scores, levels and paths beside those that HoDoKu 2.2.0 gave with its default settings."""

import re
from pathlib import Path

import numpy as np
import pytest

import engine

# Puzzle, level, score, and the techniques of the path in order, `Naked Single x3; Full House`.
ROWS = [line.split("\t") for line in Path(__file__).with_name("hodoku.tsv").read_text().splitlines()]
NAMES = {
    "Locked Candidates Type 1 (Pointing)": "pointing",
    "Locked Candidates Type 2 (Claiming)": "claiming",
    "2-String Kite": "two-string-kite",
    "Bivalue Universal Grave + 1": "bug-plus-1",
    "Almost Locked Set XZ-Rule": "als-xz",
    "Almost Locked Set XY-Wing": "als-xy-wing",
    "Almost Locked Set XY-Chain": "als-chain",
    "Almost Locked Set Chain": "als-chain",
    "Avoidable Rectangle Type 1": "avoidable-rectangle-1",
    "Avoidable Rectangle Type 2": "avoidable-rectangle-2",
}


def board(text):
    return np.array([0 if char == "." else int(char) for char in text], np.uint8)


def named(text):
    return NAMES.get(text) or text.replace("Uniqueness Test", "Uniqueness").lower().replace(" ", "-")


def techniques(text):
    for part in text.split("; "):
        name, times = re.fullmatch(r"(.*?)(?: x(\d+))?", part).groups()
        yield from [named(name)] * int(times or 1)


def test_levels_and_scores_are_those_of_hodoku():
    scores = engine.score(np.array([board(row[0]) for row in ROWS]))
    assert [engine.LEVELS[level] for level in scores["level"]] == [row[1].lower() for row in ROWS]
    assert scores["score"].tolist() == [int(row[2]) for row in ROWS]
    assert {row[1] for row in ROWS} == {"Easy", "Medium", "Hard", "Unfair", "Extreme"}


@pytest.mark.parametrize("level", ["Easy", "Medium", "Hard", "Unfair", "Extreme"])
def test_paths_are_those_of_hodoku(level):
    for puzzle, _level, score, path in (row for row in ROWS if row[1] == level):
        steps = engine.solving_steps(board(puzzle))
        assert [step.technique for step in steps] == list(techniques(path))
        assert sum(step.score for step in steps) == int(score)
