"""The engine beside qqwing, a generator and solver that every Debian has, in one run: how many times as fast?

`pytest tests/benchmarks/test_qqwing.py` ends with a table. `CORPORA=FOLDER` before it proves the puzzles of every
`.txt` file there too, one of 81 characters a line (well-known lists are 17-clue, magictour top 1465 and hardest 11+).
Both make three turns, one after the other, and the best counts; qqwing, a process of its own, gets a sample. It counts
solutions to the end where the engine stops at the second, so a list of puzzles with many solutions says little.
"""

import os
import shutil
import subprocess
from pathlib import Path
from time import perf_counter

import numpy as np
import pytest

from board_catalogue import engine
from board_catalogue.engine.boards import as_lines

pytestmark = [
    pytest.mark.benchmark,
    pytest.mark.skipif(not shutil.which("qqwing"), reason="qqwing is not installed (Debian: apt install qqwing)"),
]

SAMPLE = 500
TURNS = 3

LISTS = sorted(Path(os.environ["CORPORA"]).glob("*.txt")) if "CORPORA" in os.environ else []


def read(path):
    lines = [line[:81] for line in path.read_text(errors="replace").splitlines() if line and line[0] != "#"]
    return np.array([engine.Grid.parse(line).to_numpy().reshape(-1) for line in lines])


def seconds(work):
    begin = perf_counter()
    work()
    return perf_counter() - begin


def compare(ours, theirs):
    turns = [(seconds(ours), seconds(theirs)) for _ in range(TURNS)]
    return (min(times) for times in zip(*turns, strict=True))


def qqwing(*words, given=""):
    done = subprocess.run(["qqwing", *words, "--one-line"], input=given, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


@pytest.mark.parametrize("path", [None, *LISTS], ids=lambda path: path.stem if path else "carved")
def test_prove(beside, path):
    puzzles = read(path) if path else engine.carve(engine.generate(10_000, seed=95), seed=95)
    sample = as_lines(puzzles[:: max(1, len(puzzles) // SAMPLE)])
    given = "\n".join(sample) + "\n"
    ours, theirs = compare(
        lambda: engine.count_solutions(puzzles),
        lambda: qqwing("--solve", "--nosolution", "--count-solutions", given=given),
    )
    beside(f"puzzles proven, {path.stem if path else 'carved'}", len(puzzles) / ours, len(sample) / theirs)


def test_make_minimal_puzzles(beside):
    count = 20_000
    ours, theirs = compare(
        lambda: engine.carve(engine.generate(count, seed=96), seed=96),
        lambda: qqwing("--generate", str(SAMPLE)),
    )
    beside("minimal puzzles made", count / ours, SAMPLE / theirs)
