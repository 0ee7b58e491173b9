"""A sample of the kills that `python tests/crash/kills.py` makes by the thousand."""

from pathlib import Path

import pytest
import tape

SCRIPT = Path(__file__).with_name("kills.py")

pytestmark = pytest.mark.skipif(not tape.compiler(), reason="needs Linux and a C compiler")


@pytest.mark.parametrize("count", [12, pytest.param(1000, marks=pytest.mark.slow)])
def test_a_command_killed_anywhere_loses_nothing_and_runs_again(tmp_path, count):
    """The table is printed when a line of it fails."""
    table = tape.run_preloaded(SCRIPT, tmp_path, "--count", count, "--folder", tmp_path, timeout=4 * 3600)
    rows = [line.split() for line in table.splitlines()[1:]]
    assert sum(int(row[-3]) for row in rows if row[-1].isdigit()) > count // 2, table
    assert all(row[-1] == "0" for row in rows), table
