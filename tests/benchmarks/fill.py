"""A fill beside the floor under it: what one bare thread needs to create the files and insert the rows.

    python tests/benchmarks/fill.py beside_floor FOLDER     50,000 boards beside their floor, as JSON
    python tests/benchmarks/fill.py million FOLDER          a million boards, filled and asked, as JSON

The program is the installed `catalogue` beside this Python; seconds are those of whole processes. It measures in a
small process of its own, since Linux counts the memory of the parent in the peak memory of a child.
"""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PROGRAM = Path(sys.executable).with_name("catalogue")
COUNT = 50_000
TURNS = 5
MILLION = 1_000_000
QUESTIONS = ["stats", "query --min-clues 17 --max-clues 21 --limit 10", "export 123456"]

INSTALLED = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
"""The environment of the program: an installed package has its bytecode, so a checkout may write it."""

Figures = dict[str, float]


def floor(count: int, home: Path) -> float:
    """Seconds to create `count` files as large as a board's, and to insert three rows for each, as a fill does."""
    home.mkdir()
    text = b"1 2 3 4 5 6 7 8 9\n" * 9
    begin = time.perf_counter()
    folder = os.open(home, os.O_RDONLY)
    for number in range(count):
        file = os.open(f"{number}.txt", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644, dir_fd=folder)
        os.write(file, text)
        os.close(file)
    os.close(folder)
    db = sqlite3.connect(home / "floor.db", isolation_level=None)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = NORMAL")
    db.execute("CREATE TABLE claims (key BLOB PRIMARY KEY, board BLOB, id INTEGER) WITHOUT ROWID")
    db.execute("CREATE TABLE boards (id INTEGER PRIMARY KEY AUTOINCREMENT, solution TEXT, a INTEGER, b INTEGER)")
    numbers = ", ".join(f"n{i} INTEGER" for i in range(8))
    db.execute(f"CREATE TABLE puzzles (id INTEGER PRIMARY KEY, givens TEXT, rating TEXT, {numbers})")
    puzzle = ("." * 81, "naked single", *range(8))
    for first in range(0, count, 1000):
        ids = range(first, min(first + 1000, count))
        db.execute("BEGIN")
        db.executemany("INSERT INTO claims VALUES (?, ?, ?)", [(os.urandom(26), b"x" * 41, i) for i in ids])
        db.executemany("INSERT INTO boards (solution, a, b) VALUES (?, 1, ?)", [("1" * 81, i) for i in ids])
        db.executemany(f"INSERT INTO puzzles VALUES (NULL{', ?' * len(puzzle)})", [puzzle for _ in ids])
        db.execute("COMMIT")
    db.close()
    seconds = time.perf_counter() - begin
    shutil.rmtree(home)
    return seconds


def run(home: Path, *words: str) -> tuple[float, float]:
    """Seconds and megabytes of memory of a whole process of the program."""
    command = [PROGRAM, *words, "--home", home]
    begin = time.perf_counter()
    process = subprocess.Popen(command, env=INSTALLED, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - begin
    if status:
        raise SystemExit(f"figures.py: failed: {' '.join(map(str, command))}")
    return seconds, usage.ru_maxrss / (1024 if sys.platform == "linux" else 1024**2)


def beside_floor(parent: str) -> Figures:
    """The turn with the median ratio, fill and floor one after the other, and the spread of the ratios."""
    turns = []
    with tempfile.TemporaryDirectory(dir=parent) as work:
        home = Path(work, "home")
        for _ in range(TURNS):
            seconds, memory = run(home, "fill", "--count", str(COUNT), "--seed", "1")
            shutil.rmtree(home)
            turns.append((seconds / floor(COUNT, home), seconds, memory))
    turns.sort()
    ratio, seconds, memory = turns[TURNS // 2]
    return {
        "fill s": seconds,
        "floor s": seconds / ratio,
        "boards/s": COUNT / seconds,
        "memory MB": memory,
        "ratio": ratio,
        "least ratio": turns[0][0],
        "greatest ratio": turns[-1][0],
    }


def million(parent: str) -> dict[str, Figures]:
    """Seconds and memory to fill a catalogue of a million boards, and to ask it."""
    figures = {}
    with tempfile.TemporaryDirectory(dir=parent) as work:
        for words in (f"fill --count {MILLION} --seed 1", *QUESTIONS):
            seconds, memory = run(Path(work, "home"), *words.split())
            figures[words] = {"s": seconds, "memory MB": memory}
    return figures


if __name__ == "__main__":
    measurement, folder = sys.argv[1:]
    print(json.dumps({"beside_floor": beside_floor, "million": million}[measurement](folder)))
