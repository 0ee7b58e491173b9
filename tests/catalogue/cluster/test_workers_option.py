"""`--workers` of the commands."""

import os
import subprocess
import sys

import plain_view
import pytest

from board_catalogue.catalogue.runs.cluster import check_workers, local_cluster, local_workers


def test_workers_are_an_address_or_a_number_on_this_machine():
    assert local_workers(check_workers("local:12")) == 12
    assert local_workers(check_workers("tls://scheduler:8786")) is None
    for wrong in ("local:0", "local:65", "local:", "local:x", "scheduler:8786", "tcp://", ""):
        with pytest.raises(ValueError, match="local:N"):
            check_workers(wrong)


@pytest.mark.slow
def test_commands_take_workers(home, call, cluster, tmp_path):
    done = call("fill", "--count", 40, "--seed", 7, "--rate", "fast", "--workers", cluster, "--verbose")
    assert done.status == 0 and "boards added" in done.out and "seconds: rate" in done.out
    assert not done.err
    done = call("rate", "--workers", cluster)
    assert done.status == 0
    (tmp_path / "puzzles.txt").write_text(f"{'.' * 81}\n" + call("query", "--limit", 5, "--format", "line").out)
    done = call("import", tmp_path / "puzzles.txt", tmp_path / "puzzles.txt", "--workers", cluster)
    assert done.out.count(": the same as puzzle ") == 10
    plain_view.assert_sound(home, count=40)


@pytest.mark.parametrize(
    "words",
    [
        ("fill", "--count", 1, "--workers", "local:0"),
        ("fill", "--count", 1, "--workers", "scheduler"),
        ("rate", "puzzles.txt", "--workers", "local:1"),
    ],
)
def test_workers_that_cannot_be_are_a_wrong_use(home, call, error_of, words):
    assert "workers" in error_of(call(*words), status=2)
    assert not home.exists()


def test_without_dask_the_error_says_what_to_install(home, call, error_of, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert "pip install 'board-catalogue[dask]'" in error_of(call("fill", "--count", 1, "--workers", "local:1"))


@pytest.mark.slow
def test_workers_on_this_machine_say_nothing(capfd):
    with local_cluster(1):
        pass
    assert capfd.readouterr() == ("", "")


@pytest.mark.slow
def test_workers_whose_program_was_killed_while_they_started_say_nothing():
    read_end, closed = os.pipe()
    os.close(read_end)  # where the address of the scheduler goes
    command = [sys.executable, "-P", "-c", "from board_catalogue.catalogue.runs.cluster import main; main()", "1"]
    ended = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=closed, stderr=subprocess.PIPE)
    os.close(closed)
    assert ended.stderr == b""
