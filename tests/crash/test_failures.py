"""A sample of calls that fail, limits, and commands at the same time; with `-m slow -s` many, with their tables."""

from pathlib import Path

import pytest
import tape

SCRIPTS = Path(__file__).parent

pytestmark = pytest.mark.skipif(not tape.compiler(), reason="needs Linux and a C compiler")


def faultless(table):
    print(table)
    rows = [line.split() for line in table.splitlines()[1:] if line.strip()]
    assert rows and all(row[-1] == "0" for row in rows), table


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        ("--count", 1, "--only", "fill", "tag"),
        ("--count", 1, "--only", "backup", "--seed", 3),  # the log of a copy cannot be written back
        pytest.param(("--count", 900), marks=pytest.mark.slow),
    ],
    ids=lambda words: str(words[1]),
)
def test_a_call_that_fails_and_a_limit_are_one_line_and_lose_nothing(tmp_path, words):
    faultless(tape.run_preloaded(SCRIPTS / "failures.py", tmp_path, tmp_path, *words, timeout=4 * 3600))


@pytest.mark.slow
@pytest.mark.timeout(0)
@pytest.mark.parametrize(
    "words", [("--only", "tag", "--memory", 0), ()], ids=lambda words: " ".join(map(str, words[:2]))
)
def test_every_call_that_fails_is_one_line_and_loses_nothing(tmp_path, words):
    """All in turn: of the disk in a quarter of an hour, of memory in some hours more."""
    faultless(tape.run_preloaded(SCRIPTS / "simulator.py", tmp_path, tmp_path, *words, timeout=24 * 3600))


@pytest.mark.slow
@pytest.mark.parametrize("count", [2, 200])
def test_two_commands_at_the_same_time_leave_a_catalogue_that_is_proven(tmp_path, count):
    faultless(tape.run_preloaded(SCRIPTS / "pairs.py", tmp_path, tmp_path, "--count", count, timeout=4 * 3600))
