"""An import streams: a million lines take hardly more memory than a thousand.

What grows with new puzzles is the catalogue, of which SQLite keeps pages; so most lines here repeat puzzles.
"""

import subprocess
import sys

import pytest

from board_catalogue import engine
from board_catalogue.engine.boards import as_lines

DIFFERENT = 1_000

SCRIPT = """
import resource, sys
from board_catalogue.catalogue.__main__ import main
try:
    main()
finally:
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)
"""


def write(path, count):
    """Write a table of so many lines with `DIFFERENT` puzzles."""
    puzzles = as_lines(engine.carve(engine.generate(DIFFERENT, seed=351), seed=352, clues=40))
    with path.open("w") as file:
        file.write("puzzle,title\n")
        file.writelines(f'{puzzles[row % DIFFERENT]},"puzzle {row}"\n' for row in range(count))


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
    assert many < few + 30  # what the queues hold when they are full
