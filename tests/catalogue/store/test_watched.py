"""Readers who may not write: what they get is right, whatever a writer does meanwhile."""

import json
import os
import subprocess
import sys
import threading

import pytest

from catalogue.errors import ChangedCatalogue
from catalogue.store import Store
from catalogue.store.databases.sqlite import database as sqlite
from catalogue.store.reading.queries import Criteria, count, find

pytestmark = pytest.mark.sqlite("readers of a file that they may not lock")


@pytest.fixture
def unable_to_write(monkeypatch):
    """The store takes this process for one that may only read."""
    monkeypatch.setattr(sqlite.os, "access", lambda path, mode: False)


def ids(opened):
    return [row[0] for row in find(opened, Criteria(), columns=("id",))]


def test_a_reader_who_may_not_write_makes_no_file_and_leaves_none(copied, unable_to_write):
    before = set(copied.iterdir())
    with Store.read(copied) as opened:
        assert ids(opened) == list(range(400))
    assert set(copied.iterdir()) == before


@pytest.fixture
def closed(copied):
    """The filled catalogue without the log that other readers have left."""
    for path in copied.glob("catalogue.db-*"):
        path.unlink()
    return copied


def test_a_reader_is_stopped_before_the_first_row_that_a_writer_may_have_changed(closed, filled_by, unable_to_write):
    with Store.read(closed) as opened:
        rows = find(opened, Criteria(), columns=("id",))
        assert [next(rows)[0] for _ in range(10)] == list(range(10))
        filled_by(closed, boards=10)  # writes to the database when it is closed
        with pytest.raises(ChangedCatalogue, match="changed while it was read; run the command again"):
            next(rows)
        with pytest.raises(ChangedCatalogue):
            count(opened, Criteria())
    with Store.read(closed) as opened:
        assert ids(opened) == list(range(410))


def test_a_reader_goes_on_while_what_a_writer_committed_is_in_the_log_alone(closed, new_settings, unable_to_write):
    with Store.read(closed) as opened, Store.write(closed) as writer:
        rows = find(opened, Criteria(), columns=("id",))
        assert next(rows)[0] == 0
        with writer.turn() as connection:
            connection.exec_driver_sql("DELETE FROM puzzles WHERE id > 100")
        writer.commit()
        assert [row[0] for row in rows] == list(range(1, 400))
        with Store.read(closed) as later:  # finds the log
            assert ids(later) == list(range(101))


def test_a_log_that_another_reader_left_is_no_obstacle(copied, monkeypatch, as_ordinary_user, run):
    with Store.read(copied) as opened:
        assert count(opened, Criteria()) == 400
    for path in copied.glob("catalogue.*"):
        path.chmod(0o444)
    copied.chmod(0o555)
    try:
        done = run("query", "--count-only", preexec_fn=as_ordinary_user)
    finally:
        copied.chmod(0o755)
    assert (done.status, done.out, done.err) == (0, "400\n", "")


READER = """
import json, sys, time
from pathlib import Path
from catalogue.store import Store
from catalogue.store.reading.queries import COLUMNS, Criteria, find, statistics
from catalogue.errors import ChangedCatalogue

changed = lengths = 0
end = time.monotonic() + float(sys.argv[2])
seen = []
while time.monotonic() < end:
    try:
        with Store.read(Path(sys.argv[1])) as store:
            rows = list(find(store, Criteria(), columns=("id", "givens", "solution")))
            figures = statistics(store)
    except ChangedCatalogue:
        changed += 1
        continue
    assert [row[0] for row in rows] == list(range(len(rows))), "a row twice, or lost"
    assert all(given in (".", digit) for _, *both in rows for given, digit in zip(*both)), "a wrong puzzle"
    assert figures.boards >= len(rows) and figures.puzzles == figures.boards, figures
    seen.append(len(rows))
assert seen == sorted(seen)
print(json.dumps({"seen": seen, "changed": changed}))
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can have a reader who may not write beside a fill that may")
def test_readers_who_may_not_write_are_right_beside_fills_that_come_and_go(copied, filled_by, as_ordinary_user):
    for path in copied.glob("catalogue.*"):
        path.chmod(0o444)
    copied.chmod(0o555)  # root's own rights let it write here, and a reader without them may not
    reader = subprocess.Popen(
        [sys.executable, "-c", READER, copied, "3"],
        preexec_fn=as_ordinary_user,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    over = threading.Event()

    def fill():
        while not over.is_set():
            filled_by(copied, boards=300)

    filling = threading.Thread(target=fill)
    filling.start()
    out, err = reader.communicate(timeout=60)
    over.set()
    filling.join()
    copied.chmod(0o755)
    assert reader.returncode == 0, err
    assert len(set(json.loads(out)["seen"])) > 1, out
