"""A sample of lost connections to PostgreSQL, and with `-m slow -s` hundreds of them with their table."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).with_name("servers.py")


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [("--count", "2", "--only", "tag"), pytest.param(("--count", "15"), marks=pytest.mark.slow)],
    ids=lambda words: words[1],
)
def test_a_lost_connection_is_one_line_and_the_next_run_completes_the_work(tmp_path, words):
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, str(SCRIPT), str(tmp_path), *words]
    table = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout
    print(table)
    rows = [line.split() for line in table.splitlines()[1:] if line.strip()]
    assert rows and all(row[-1] == "0" for row in rows), table
