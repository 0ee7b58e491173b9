"""A signal at any moment ends the program without a traceback, with at most one line, and loses nothing."""

import os
import random
import signal
import subprocess
import sys
import time

import plain_view
import pytest

from board_catalogue import catalogue

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
COMMANDS = [
    ("stats",),
    ("query",),
    ("verify",),
    ("fill", "--count", "500", "--seed", "2"),
    ("rate",),
    ("export", "all", "--format", "line", "--output", "out.txt", "--force"),
    ("solve", PUZZLE),
    ("hint", PUZZLE),
    ("create",),
    ("--help",),
]
OF_A_CATALOGUE = ("stats", "query", "verify", "fill", "rate", "export")
PROGRAM = "import os; from board_catalogue.catalogue.__main__ import main; os.write({}, b'.'); main()"
ENDINGS = (0, 130, -signal.SIGINT, -signal.SIGTERM)


@pytest.mark.parametrize(("count", "longest"), [(5, 0.4), pytest.param(1000, 3.0, marks=pytest.mark.slow)])
def test_a_signal_at_any_moment_is_at_most_one_line(tmp_path, count, longest):
    home = tmp_path / "home"
    with catalogue.open(home) as found:
        found.fill(200, seed=1)
    draw = random.Random(1)
    for turn in range(count):
        words = COMMANDS[turn % len(COMMANDS)]
        where = tmp_path / f"new{turn}" if words[0] == "fill" and draw.random() < 0.5 else home
        options = ("--home", where) if words[0] in OF_A_CATALOGUE else ()
        begun, begins = os.pipe()
        running = subprocess.Popen(
            [sys.executable, "-c", PROGRAM.format(begins), *words, *options],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            cwd=tmp_path,
            pass_fds=(begins,),
        )
        os.close(begins)
        assert os.read(begun, 1)
        os.close(begun)
        time.sleep(draw.uniform(0, longest))
        running.send_signal(draw.choice((signal.SIGINT, signal.SIGTERM)))
        _, said = running.communicate(timeout=60)
        assert running.returncode in ENDINGS, (words, said)
        assert "Traceback" not in said and "Exception" not in said and "invalid" not in said, (words, said)
        assert sum(not line.startswith(("Interrupted", "seed")) for line in said.splitlines()) <= 1, (words, said)
    plain_view.assert_sound(home, count=len(plain_view.table(home, "boards")))
