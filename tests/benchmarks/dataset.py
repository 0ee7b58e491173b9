"""What a data set of N rows costs to make, by threads and by workers, to prove, and to audit.

    python tests/benchmarks/dataset.py 1e5

Processor time is that of all processes of a command; memory is that of the greatest one. Both are looked at ten times a
second. It needs psutil, which comes with `board-catalogue[dask]`.
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
from pages import number, table

from board_catalogue import engine
from board_catalogue.engine.boards import as_lines

PERIOD = 0.1
TOGETHER = 50_000


def measured(*words: object) -> tuple[float, float, float]:
    """Seconds, processor seconds and MB of a command."""
    begin = time.perf_counter()
    process = psutil.Popen([sys.executable, "-m", "catalogue", *map(str, words)], stdout=subprocess.DEVNULL)
    seconds: dict[int, float] = {}
    most = 0
    while process.poll() is None:
        for each in [process, *process.children(recursive=True)]:
            try:
                spent, memory = each.cpu_times(), each.memory_info().rss
            except psutil.NoSuchProcess:
                continue
            seconds[each.pid] = spent.user + spent.system
            most = max(most, memory)
        time.sleep(PERIOD)
    if process.returncode:
        sys.exit(process.returncode)
    return time.perf_counter() - begin, sum(seconds.values()), most / 1e6


def commands(rows: int, folder: Path) -> Iterator[tuple[str, tuple[object, ...]]]:
    """Each command with its name, in an order in which they can run."""
    of_set = ("--count", rows, "--seed", 1, "--hard", 7, "--quiet")
    yield "made, 2 threads", ("dataset", folder / "threads", *of_set, "--threads", 2)
    for workers in (1, 2, 4):
        yield f"made, {workers} workers", ("dataset", folder / f"{workers}", *of_set, "--workers", f"local:{workers}")
    yield "proven, 2 threads", ("dataset", folder / "threads", "--verify", "--quiet", "--threads", 2)
    yield "audited, 2 threads", ("audit", folder / "rows.csv", "--threads", 2)


def write_rows(rows: int, path: Path) -> None:
    """Write puzzles with their solutions as CSV."""
    with path.open("w") as file:
        file.write("puzzle,solution\n")
        for start in range(0, rows, TOGETHER):
            boards = engine.generate(min(TOGETHER, rows - start), seed=11, start=start)
            puzzles = as_lines(engine.carve(boards, seed=11))
            file.writelines(f"{pair[0]},{pair[1]}\n" for pair in zip(puzzles, as_lines(boards), strict=True))


def main() -> None:
    """Measure each and print a table."""
    rows = int(float(sys.argv[1])) if len(sys.argv) > 1 else 100_000
    lines = []
    with tempfile.TemporaryDirectory() as folder:
        write_rows(rows, Path(folder) / "rows.csv")
        for name, words in commands(rows, Path(folder)):
            wall, processor, memory = measured(*words)
            lines.append([name, *map(number, (wall, processor, rows / processor, memory))])
    headings = [f"{rows:,} rows", "s", "processor s", "rows a processor second", "MB"]
    print(table(headings, lines))


if __name__ == "__main__":
    main()
