"""A sample of damages, and with `-m slow -s` a thousand of them with their table."""

from pathlib import Path

import pytest
import tape

SCRIPT = Path(__file__).with_name("damage.py")

pytestmark = pytest.mark.skipif(not tape.compiler(), reason="needs Linux and a C compiler")


@pytest.mark.slow
@pytest.mark.parametrize("count", [1, pytest.param(1000, marks=pytest.mark.slow)])
def test_commands_answer_rightly_or_refuse_a_damaged_database_in_one_line(tmp_path, count):
    table = tape.run_preloaded(SCRIPT, tmp_path, tmp_path, "--count", count, timeout=4 * 3600)
    print(table)
    rows = [line.split() for line in table.splitlines()[1:]]
    assert all(row[-1] == "0" for row in rows), table
