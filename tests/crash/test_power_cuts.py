"""A sample of power cuts, and with `-m slow -s` a thousand of them with their table."""

from pathlib import Path

import pytest
import tape

SCRIPT = Path(__file__).with_name("power_cuts.py")

pytestmark = pytest.mark.skipif(not tape.compiler(), reason="needs Linux and a C compiler")


@pytest.mark.parametrize(
    "words",
    [("1", "--only", "grown, durable"), pytest.param(("1000",), marks=pytest.mark.slow)],
    ids=lambda words: words[0],
)
def test_after_a_power_cut_the_next_fill_goes_on_and_durable_fills_have_lost_nothing(tmp_path, words):
    table = tape.run_preloaded(SCRIPT, tmp_path, tmp_path, "--count", *words, timeout=4 * 3600)
    print(table)
    rows = [line.split() for line in table.splitlines()[1:]]
    assert all(row[-1] == "0" for row in rows), table
    assert all(int(row[-2]) > 0 for row in rows), table
