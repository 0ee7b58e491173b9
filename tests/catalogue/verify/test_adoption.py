import json
import sqlite3
from contextlib import closing

import plain_view
import pytest

pytestmark = pytest.mark.sqlite("files of boards without a database")


@pytest.fixture
def orphaned(copied):
    """A catalogue whose database is gone."""
    for path in copied.glob("catalogue.db*"):
        path.unlink()
    return copied


@pytest.mark.slow
@pytest.mark.parametrize("empty", [False, True])
def test_boards_are_adopted_from_their_files(orphaned, call, empty):
    if empty:
        (orphaned / "catalogue.db").touch()
    files = plain_view.files(orphaned)
    done = call("verify", "--repair")
    assert (done.status, done.err.count("\n")) == (0, 1), done
    assert done.err.startswith("adopted 400 boards from files; their puzzles are new")
    assert plain_view.files(orphaned) == files
    plain_view.assert_sound(orphaned, count=400)
    assert call("verify", "--full").status == 0
    assert call("fill", "--count", 20).status == 0
    plain_view.assert_sound(orphaned, count=420)
    assert call("verify", "--full").status == 0


def test_boards_with_oblong_blocks_are_adopted(home, call):
    call("fill", "--size", 6, "--count", 20)
    for path in home.glob("catalogue.db*"):
        path.unlink()
    done = call("verify", "--repair")
    assert done.err.startswith("adopted 20 boards from files"), done
    assert call("verify", "--full").status == 0


@pytest.mark.slow
def test_the_log_of_the_lost_database_does_not_get_into_the_new_one(copied, call):
    database, log = copied / "catalogue.db", copied / "catalogue.db-wal"
    with closing(sqlite3.connect(database)) as connection:
        connection.executescript("CREATE TABLE other (x); UPDATE tallies SET puzzles = 7")
        left = log.read_bytes()
    for path in copied.glob("catalogue.db*"):
        path.unlink()
    log.write_bytes(left)
    done = call("verify", "--repair")
    assert (done.status, "repaired" in done.out) == (0, False), done
    assert (copied / "before-repair-1" / "catalogue.db-wal").read_bytes() == left
    plain_view.assert_sound(copied, count=400)


@pytest.mark.slow
def test_numbers_are_kept_and_what_is_no_board_stays(orphaned, call):
    boards = orphaned / "boards"
    (boards / "3.txt").unlink()
    plain_view.replace(boards / "4.txt", b"shopping list\n")
    plain_view.replace(boards / "7.txt", (boards / "6.txt").read_bytes())
    done = call("verify", "--repair", "--format", "json")
    assert "2 files without a board of its own left alone: 4.txt, 7.txt" in done.err
    assert done.status == 1
    lost = [fault["number"] for fault in json.loads(done.out)["faults"] if fault["table"] == "boards"]
    assert lost == [3, 4, 7]
    kept = {row["id"]: row["solution"] for row in plain_view.table(orphaned, "boards")}
    assert sorted(kept) == sorted({*range(400)} - {3, 4, 7})
    assert all((boards / f"{n}.txt").read_bytes() == plain_view.file_text(line) for n, line in kept.items())
    assert (boards / "4.txt").read_text() == "shopping list\n"


def test_files_that_hold_no_board_are_not_adopted(home, call, error_of):
    (home / "boards").mkdir(parents=True)
    (home / "boards" / "1.txt").write_text("a letter\n")
    assert "no file" in error_of(call("verify", "--repair"))
    assert [path.name for path in home.rglob("*.txt")] == ["1.txt"]
    assert not (home / "catalogue.db").exists()


def test_looking_adopts_nothing(orphaned, call, error_of):
    error_of(call("verify"))
    assert not (orphaned / "catalogue.db").exists()
