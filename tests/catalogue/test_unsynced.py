"""The mark that says which files a power cut may have damaged, and what a fill does about it."""

import threading

import plain_view
import pytest

from board_catalogue.catalogue.errors import CatalogueError
from board_catalogue.catalogue.runs.filling import fill
from board_catalogue.catalogue.runs.how import How
from board_catalogue.catalogue.runs.keeping import check_after_restart
from board_catalogue.catalogue.runs.recipe import Order
from board_catalogue.catalogue.storage import files as unsynced
from board_catalogue.catalogue.storage.store import Store

pytestmark = pytest.mark.sqlite("files after a power cut")


@pytest.fixture
def restart(monkeypatch):
    return lambda: monkeypatch.setattr(unsynced, "boot_id", lambda: "another-boot")


def test_a_fill_marks_its_files_and_keeps_the_lowest_number(home, filled_by):
    assert unsynced.unsynced(home) is None if home.exists() else True
    filled_by(home, boards=10)
    filled_by(home, boards=10)
    mark = unsynced.unsynced(home)
    assert mark == (0, unsynced.boot_id()) and not mark.is_of_another_boot


def test_after_a_restart_a_fill_writes_damaged_files_again_and_says_so(home, call, restart):
    assert call("fill", "--count", 20, "--seed", 7).status == 0
    whole = plain_view.files(home)
    for number in (3, 11):
        (home / "boards" / f"{number}.txt").write_bytes(b"")
    quiet = call("fill", "--count", 1)
    assert quiet.err == "" and (home / "boards" / "3.txt").read_bytes() == b""  # the machine runs as before
    restart()
    done = call("fill", "--count", 1)
    assert done.status == 0
    assert done.err.splitlines() == [
        "the computer was restarted, and a power cut may have damaged files of the last fills: comparing 21 of them"
        " with the database",
        "2 files were damaged and are written again",
    ]
    assert plain_view.files(home).items() >= whole.items()
    assert unsynced.unsynced(home) == (3, "another-boot")
    assert call("fill", "--count", 1).err == ""


def test_a_check_that_is_stopped_begins_again(home, filled_by, restart):
    filled_by(home, boards=20)
    (home / "boards" / "19.txt").write_bytes(b"")
    restart()
    stop = threading.Event()
    stop.set()
    with Store.write(home) as store:
        check_after_restart(store, 20, How(stop=stop))
        mark = unsynced.unsynced(home)
        assert mark is not None and mark.is_of_another_boot
        check_after_restart(store, 20, How())
    plain_view.assert_sound(home, count=20)


@pytest.mark.parametrize("content", [b"", b"\0" * 40, b"17", b"x" * 200, "١٢".encode()])
def test_a_mark_that_cannot_be_read_names_every_board(home, filled_by, content):
    filled_by(home, boards=3)
    (home / "catalogue.unsynced").write_bytes(content)
    mark = unsynced.unsynced(home)
    assert mark is not None and mark.first == 0 and mark.is_of_another_boot


def test_a_durable_fill_leaves_no_mark_and_the_same_boards(home, tmp_path, call, filled_by):
    filled_by(home, boards=10)
    assert call("fill", "--count", 20, "--durable").status == 0
    assert unsynced.unsynced(home) is None
    filled_by(tmp_path / "other", boards=30)
    assert plain_view.contents(home) == plain_view.contents(tmp_path / "other")


def test_nothing_is_added_to_a_database_that_does_not_pass_the_check(home, filled_by, call, error_of):
    filled_by(home, boards=200)
    database = home / "catalogue.db"
    content = bytearray(database.read_bytes())
    for page in range(8, len(content) // 4096):  # leaves of a table: the order of their cells is wrong
        if content[page * 4096] == 0x0D:
            start = page * 4096 + 8
            content[start : start + 2], content[start + 2 : start + 4] = (
                content[start + 2 : start + 4],
                content[start : start + 2],
            )
            break
    database.write_bytes(content)
    with Store.write(home) as store, pytest.raises(CatalogueError, match="does not pass SQLite's check"):
        store.check_sound()
    for words in (("fill", "--count", 5), ("rate",)):
        assert "restore it from a backup" in error_of(call(*words))
    assert database.read_bytes() == content
    with Store.write(home) as store, pytest.raises(CatalogueError):
        fill(store, Order(boards=1), How())


def test_a_repair_marks_the_files_that_it_writes(copied, call):
    unsynced.all_synced(copied)
    for number in (7, 3):
        (copied / "boards" / f"{number}.txt").unlink()
    assert call("verify", "--repair").status == 0
    assert unsynced.unsynced(copied) == (3, unsynced.boot_id())


@pytest.mark.slow
def test_a_repair_that_writes_no_file_leaves_no_mark(copied, call):
    unsynced.all_synced(copied)
    (copied / "boards" / "400.txt").write_text("mine")
    assert call("verify", "--repair").status == 0
    assert unsynced.unsynced(copied) is None


@pytest.mark.slow
def test_a_restored_catalogue_is_compared_after_a_restart(copied, call, restart, tmp_path):
    again = tmp_path / "again"
    assert call("backup", tmp_path / "copy.db").status == 0
    assert call("restore", tmp_path / "copy.db", "--home", again).status == 0
    assert unsynced.unsynced(again) == (0, unsynced.boot_id())
    (again / "boards" / "5.txt").write_bytes(b"")
    restart()
    assert "1 files were damaged" in call("fill", "--count", 1, "--home", again).err
    plain_view.assert_sound(again, count=401)
