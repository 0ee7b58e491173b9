"""What the numbers of boards cost, and how a bit for each class judges what is new beside the UNIQUE key of a database.

    python tests/benchmarks/classes.py                  rank and unrank: batches, single calls, numbers in a row
    python tests/benchmarks/classes.py --new 1e7        boards judged: how fast, in how much room on the disk

Processor time of one thread.
"""

import argparse
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time

import numpy as np
from numpy.typing import NDArray
from pages import number, table

from board_catalogue import engine
from board_catalogue.catalogue.storage.files import SeenClasses

BATCH = 5_000
JUDGED_TOGETHER = 1_024  # as in a fill


def microseconds(call: Callable[[], object], count: int) -> float:
    """Processor time for each of the `count` boards of a call, the better of two turns."""
    turns = []
    for _ in range(2):
        begin = process_time()
        call()
        turns.append(process_time() - begin)
    return min(turns) / count * 1e6


def costs() -> Iterator[tuple[str, float]]:
    """Microseconds a board for each way to ask."""
    scattered = np.random.default_rng(1).integers(0, engine.names.CLASSES, BATCH)
    in_a_row = scattered[0] % (engine.names.CLASSES - BATCH) + np.arange(BATCH)
    for name, numbers in (("at random", scattered), ("in a row", in_a_row)):
        boards = engine.unrank(numbers)
        yield f"unrank, a batch {name}", microseconds(lambda some=numbers: engine.unrank(some), BATCH)
        yield f"rank, a batch {name}", microseconds(lambda some=boards: engine.rank(some), BATCH)
    boards = engine.unrank(scattered[:1000])
    for kernel, given in (("unrank", scattered[:1000]), ("rank", boards)):
        single = [microseconds(lambda one=one, kernel=kernel: getattr(engine, kernel)(one), 1) for one in given]
        yield f"{kernel}, single calls, mean", float(np.mean(single))
        yield f"{kernel}, single calls, greatest of 1,000", max(single)
    images = engine.generate(100_000, seed=1)
    yield "key up to full, for comparison", microseconds(lambda: engine.keys(images, symmetry="full"), len(images))


def judged(count: int, folder: Path) -> Iterator[tuple[str, float, float]]:
    """Microseconds a board over the last tenth, and MB on the disk, for each judge of `count` boards at random."""
    random = np.random.default_rng(2)
    key_bytes = engine.keys(engine.generate(1, seed=1), symmetry="full").shape[1]
    with SeenClasses(folder / "seen") as seen:
        batches = (random.integers(0, engine.names.CLASSES, JUDGED_TOGETHER) for _ in range(count // JUDGED_TOGETHER))
        cost = last_tenth(batches, count, seen.mark)
    yield "a bit for each class", cost, 512 * (folder / "seen").stat().st_blocks / 1e6
    with sqlite3.connect(folder / "keys.db") as database:
        database.execute("PRAGMA journal_mode = WAL").close()
        database.execute("PRAGMA synchronous = OFF")
        database.execute("CREATE TABLE claims (key BLOB PRIMARY KEY, board_id INTEGER NOT NULL) WITHOUT ROWID")

        def insert(rows: NDArray[np.uint8]) -> None:
            database.executemany("INSERT OR IGNORE INTO claims VALUES (?, 0)", ((row.tobytes(),) for row in rows))
            database.commit()

        keys = (
            random.integers(0, 256, (JUDGED_TOGETHER, key_bytes)).astype(np.uint8)
            for _ in range(count // JUDGED_TOGETHER)
        )
        cost = last_tenth(keys, count, insert)
    yield f"a UNIQUE key of {key_bytes} bytes", cost, (folder / "keys.db").stat().st_size / 1e6


def last_tenth(batches: Iterator[NDArray], count: int, judge: Callable[[NDArray], object]) -> float:
    """Microseconds a board that the judge takes when nine tenths of the boards are there."""
    seconds = 0.0
    boards = 0
    for place, batch in enumerate(batches):
        begin = process_time()
        judge(batch)
        if place * JUDGED_TOGETHER >= 0.9 * count:
            seconds += process_time() - begin
            boards += len(batch)
    return seconds / boards * 1e6


def main() -> None:
    """Read the options and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--new", type=float, metavar="N", help="judge N boards; default: what numbers cost")
    parser.add_argument("--folder", metavar="DIR", help="where the judges keep what they know")
    options = parser.parse_args()
    if options.new is None:
        print(table(["", "µs a board"], [[name, number(cost)] for name, cost in costs()]))
        return
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        lines = [[name, number(cost), number(room)] for name, cost, room in judged(int(options.new), Path(folder))]
        print(table([f"{int(options.new):,} boards", "µs a board", "MB on the disk"], lines))


if __name__ == "__main__":
    main()
