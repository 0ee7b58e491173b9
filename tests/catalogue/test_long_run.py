"""Two million boards, interrupted and resumed, and ten million.

pytest tests/catalogue/test_long_run.py -m slow -s -k two_million (prints the figures of explanation/tested.md)
pytest tests/catalogue/test_long_run.py -m slow -s -k ten_million --basetemp FOLDER   (3 GB, 4 minutes)
"""

import os
import random
import signal
import subprocess
import time
from pathlib import Path

import pytest
from tabulate import tabulate

from board_catalogue.catalogue.cli.group import COMMANDS

TOTAL = 2_000_000
INTERRUPTIONS = 3
AFTER = [
    (command, words)
    for command, words in (
        ("verify", ("verify",)),
        ("stats", ("stats",)),
        ("query", ("query", "--sort", "comparisons", "--limit", "1000", "--format", "csv")),
        ("query", ("query", "--count-only", "--min-backtracks", "3")),
        ("backup", ("backup", "copy.db")),
    )
    if command in COMMANDS
]


class Measured:
    """A run of the program: its status, seconds, processor seconds and the most memory that it had, in MB."""

    def __init__(self, program, words, interrupted_after=None):
        begin = time.monotonic()
        with Path(os.devnull).open("wb") as nothing:
            process = subprocess.Popen([program, *map(str, words)], stdout=nothing)
            if interrupted_after is not None:
                try:
                    process.wait(interrupted_after)
                except subprocess.TimeoutExpired:
                    process.send_signal(signal.SIGINT)
            _, status, used = os.wait4(process.pid, 0)
        process.returncode = self.status = os.waitstatus_to_exitcode(status)
        self.seconds, self.processor = time.monotonic() - begin, used.ru_utime + used.ru_stime
        self.memory = used.ru_maxrss / 1024


@pytest.mark.slow
def test_two_million_boards_take_no_more_memory_than_a_tenth_of_them(home, program):
    runs = []

    def run(name, *words, **options):
        measured = Measured(program, words, **options)
        runs.append((name, measured))
        return measured

    small = run("fill 200,000", "fill", "--total", TOTAL // 10, "--seed", 7, "--no-files", "--quiet")
    assert small.status == 0
    moments = random.Random(1)
    for number in range(INTERRUPTIONS):
        words = ("fill", "--total", TOTAL, "--quiet")
        assert run(f"interrupted {number + 1}", *words, interrupted_after=moments.uniform(3, 10)).status in (0, 130)
    assert run("fill 2,000,000", "fill", "--total", TOTAL, "--quiet").status == 0
    for _, words in AFTER:
        assert run(" ".join(words), *words).status == 0
    rows = [(name, of.status, of.seconds, of.processor, of.memory) for name, of in runs]
    print(tabulate(rows, ("command", "status", "seconds", "processor", "MB"), floatfmt=",.1f", tablefmt="github"))
    largest = max(of.memory for name, of in runs if "fill" in name or "interrupted" in name)
    assert largest < 1.25 * small.memory, f"{largest:.0f} MB, {small.memory:.0f} MB for a tenth"


FEW, MANY = 50_000, 10_000_000
QUESTIONS = (  # and the seconds that each may take, on a machine that does nothing else
    (1.0, ("stats",)),
    (0.5, ("query", "--min-rating", "9.0", "--limit", "10")),
    (0.5, ("query", "--min-id", str(MANY - 10), "--format", "csv")),
    (0.5, ("export", str(MANY // 2), "--format", "line")),
    (0.5, ("show", str(MANY - 1))),
)


@pytest.mark.slow
def test_ten_million_boards_cost_as_much_each_as_fifty_thousand(home, program):
    few = Measured(program, ("fill", "--count", FEW, "--seed", 8, "--no-files", "--quiet", "--home", home / "few"))
    many = Measured(program, ("fill", "--count", MANY, "--seed", 7, "--no-files", "--quiet"))
    answers = [(limit, words, Measured(program, words)) for limit, words in QUESTIONS]
    assert not any(of.status for of in (few, many, *(of for _, _, of in answers)))
    rows = [
        (name, of.seconds, of.processor, of.memory, 1e6 * of.processor / boards if boards else None)
        for name, of, boards in (
            (f"fill {FEW:,}", few, FEW),
            (f"fill {MANY:,}", many, MANY),
            *((" ".join(words), of, None) for _, words, of in answers),
        )
    ]
    headings = ("command", "seconds", "processor", "MB", "processor µs a board")
    print("\n" + tabulate(rows, headings, floatfmt=",.2f", tablefmt="github"))
    assert many.processor / MANY < 1.3 * few.processor / FEW
    assert many.memory < few.memory + 80, "more than SQLite's 64 MB of pages"
    assert not [words for limit, words, of in answers if of.processor > limit]
