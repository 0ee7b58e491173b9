"""An import streams: a million lines take hardly more memory than a thousand."""

import subprocess
import sys

import pytest

import engine
from catalogue.formats.digits import as_lines

BATCH = 10_000

SCRIPT = """
import resource, sys
from catalogue.__main__ import main
try:
    main()
finally:
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)
"""


def write(path, count):
    with path.open("w") as file:
        file.write("puzzle,title\n")
        for start in range(0, count, BATCH):
            boards = engine.generate(min(BATCH, count - start), seed=351, start=start)
            puzzles = as_lines(engine.carve(boards, seed=352, clues=40))
            file.writelines(f'{puzzle},"puzzle {start + row}"\n' for row, puzzle in enumerate(puzzles))


def most_memory(path, home):
    """The greatest resident memory of an import, in MB."""
    words = [sys.executable, "-c", SCRIPT, "import", str(path), "--home", str(home), "--quiet"]
    done = subprocess.run(words, stderr=subprocess.PIPE, text=True, check=True)
    return int(done.stderr.split()[-1]) / (1024 if sys.platform == "linux" else 1024**2)


@pytest.mark.slow
def test_a_million_lines_take_no_more_memory_than_a_thousand(tmp_path):
    used = []
    for count in (1_000, 1_000_000):
        write(tmp_path / "list.csv", count)
        used.append(most_memory(tmp_path / "list.csv", tmp_path / str(count)))
    few, many = used
    print(f"{few:.0f} MB for a thousand, {many:.0f} MB for a million")
    assert many < few + 120  # SQLite keeps up to 64 MB of pages, and the queues are full
