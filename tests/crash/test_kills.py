"""A sample of kills, and with `-m slow -s` 1,800 of them with their table."""

from pathlib import Path

import pytest
import tape

SCRIPT = Path(__file__).with_name("kills.py")

pytestmark = pytest.mark.skipif(not tape.compiler(), reason="needs Linux and a C compiler")


@pytest.mark.parametrize(
    "words",
    [
        ("--count", 2, "--only", "fill", "repair"),
        pytest.param(("--count", 1800), marks=pytest.mark.slow),
    ],
    ids=lambda words: str(words[1]),
)
def test_a_command_killed_anywhere_loses_nothing_and_runs_again(tmp_path, words):
    table = tape.run_preloaded(SCRIPT, tmp_path, tmp_path, *words, timeout=4 * 3600)
    print(table)
    rows = [line.split() for line in table.splitlines()[1:]]
    assert all(row[-1] == "0" for row in rows), table
    assert sum(int(row[-3]) for row in rows) > words[1] // 2, table
