"""A fill beside the floor under it: what one bare thread needs to create the files and insert the rows.

    python tests/benchmarks/fill.py COUNT FOLDER...     a table, one line a folder: a RAM disk, a real disk

Each folder is measured five times, fill and floor in turn, because these machines are shared: the line with the median
ratio is printed. The program is the installed `catalogue` beside this Python.
"""

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tabulate import tabulate

PROGRAM = Path(sys.executable).with_name("catalogue")
TURNS = 5


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


def fill(count: int, home: Path) -> tuple[float, float]:
    """Seconds and megabytes of memory of a whole `catalogue fill` process."""
    command = [PROGRAM, "fill", "--count", str(count), "--seed", "1", "--home", home]
    begin = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - begin
    assert status == 0
    shutil.rmtree(home)
    return seconds, usage.ru_maxrss / 1024


def main() -> None:
    """Measure and print the table."""
    count, folders = int(sys.argv[1]), sys.argv[2:]
    lines = []
    for folder in folders:
        with tempfile.TemporaryDirectory(dir=folder) as work:
            turns = []
            for _ in range(TURNS):
                seconds, memory = fill(count, Path(work, "fill"))
                bare = floor(count, Path(work, "floor"))
                turns.append((seconds / bare, folder, seconds, bare, count / seconds, memory))
        ratio, *figures = sorted(turns)[TURNS // 2]
        lines.append([*figures, ratio])
    headers = ["folder", "fill s", "floor s", "boards/s", "memory MB", "ratio"]
    print(tabulate(lines, headers=headers, tablefmt="github", floatfmt=("", ".2f", ".2f", ".0f", ".0f", ".2f")))


if __name__ == "__main__":
    main()
