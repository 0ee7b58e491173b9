import errno
import json
import os
from pathlib import Path

import plain_view
import pytest

from catalogue.store import Store
from catalogue.store.verification import Faults, find_faults, repair
from catalogue.whole_files import part_name


@pytest.fixture
def store(copied):
    with Store.write(copied) as store:
        yield store


def board_file(store, number):
    return store.home / "boards" / f"{number}.txt"


def test_a_sound_catalogue_has_no_faults(store):
    assert not find_faults(store)
    assert find_faults(store, read=True) == Faults([], [], [])


def test_every_fault_is_found_and_mended(store):
    for number in (0, 7, 399):
        board_file(store, number).unlink()
    for number, text in ((3, ""), (4, "1 2 3\n"), (5, board_file(store, 6).read_text()), (398, "\xff\x00 binary")):
        board_file(store, number).write_text(text)
    board_file(store, 8).write_bytes(board_file(store, 8).read_bytes() + b"\n")
    for number in (400, 10**12):
        board_file(store, number).write_text("stale\n")

    faults = find_faults(store, read=True)
    assert faults == Faults(missing=[0, 7, 399], wrong=[3, 4, 5, 8, 398], stale=["1000000000000.txt", "400.txt"])
    repair(store, faults)
    assert not find_faults(store, read=True)
    plain_view.assert_sound(store.home, count=400)


def test_without_reading_the_names_alone_are_compared(store):
    board_file(store, 1).unlink()
    board_file(store, 2).write_text("wrong\n")
    board_file(store, 400).touch()
    assert find_faults(store) == Faults(missing=[1], wrong=[], stale=["400.txt"])


def test_more_faults_than_are_read_at_a_time_are_mended(store, monkeypatch):
    monkeypatch.setattr("catalogue.store.verification._CHUNK", 7)
    for number in range(400):
        board_file(store, number).unlink() if number % 2 else board_file(store, number).write_text("")
    faults = find_faults(store, read=True)
    assert (len(faults.missing), len(faults.wrong)) == (200, 200)
    repair(store, faults)
    plain_view.assert_sound(store.home, count=400)


@pytest.mark.parametrize("name", ["notes.txt", "01.txt", "1.txt~", "-1.txt", "1 .txt", "٣.txt", ".txt", "1.TXT"])
def test_files_that_are_no_boards_are_left_alone(store, name):
    (store.home / "boards" / name).write_text("mine")
    assert not find_faults(store, read=True)
    repair(store, find_faults(store, read=True))
    assert (store.home / "boards" / name).read_text() == "mine"


def test_verify_finds_and_repair_mends(copied, call, error_of):
    sound = call("verify")
    assert (sound.status, sound.out, sound.err) == (0, "every board has its file\n", "")
    (copied / "boards" / "3.txt").unlink()
    (copied / "boards" / "4.txt").write_text("wrong")
    (copied / "boards" / "400.txt").touch()
    message = error_of(call("verify"))
    assert "1 missing, 1 wrong, 1 stale" in message
    assert f"catalogue verify --repair --home {copied}" in message
    assert not (copied / "boards" / "3.txt").exists()  # looking mends nothing

    mended = call("verify", "--repair")
    assert (mended.status, mended.out, mended.err) == (0, "repaired: 1 missing, 1 wrong, 1 stale\n", "")
    plain_view.assert_sound(copied, count=400)
    assert call("verify").status == 0


def test_a_missing_folder_of_boards_is_a_fault_like_any_other(copied, call, error_of):
    for path in (copied / "boards").iterdir():
        path.unlink()
    (copied / "boards").rmdir()
    assert "400 missing" in error_of(call("verify"))
    assert call("verify", "--repair").status == 0
    plain_view.assert_sound(copied, count=400)


@pytest.mark.parametrize("words", [("verify",), ("verify", "--repair"), ("fill", "--count", 1)])
@pytest.mark.parametrize("number", [3, 400])
def test_a_folder_where_a_board_should_be_is_told_in_one_line(copied, call, error_of, number, words):
    (copied / "boards" / f"{number}.txt").unlink(missing_ok=True)
    (copied / "boards" / f"{number}.txt").mkdir()
    done = call(*words)
    if number == 400 and words[0] == "verify":  # it is no file, so it is nobody's board
        assert (done.status, done.out) == (0, "every board has its file\n")
    else:
        assert ("1 missing" if words == ("verify",) else f"{number}.txt") in error_of(done)


def test_a_folder_that_is_named_like_a_board_to_come_stops_no_fill_before_that(copied, call):
    (copied / "boards" / "5000.txt").mkdir()
    assert call("fill", "--count", 3).status == 0
    assert json.loads(call("stats", "--format", "json").out)["files"] == 403


def test_a_repair_that_fails_leaves_no_half_written_file_and_one_that_was_killed_is_mended(
    copied, call, error_of, monkeypatch
):
    def no_room(path, target):
        raise OSError(errno.ENOSPC, "No space left on device")

    (copied / "boards" / "3.txt").unlink()
    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", no_room)
        assert "No space left" in error_of(call("verify", "--repair"))
    assert not list((copied / "boards").glob("*.part"))
    (copied / "boards" / part_name("3.txt")).write_text("1 2")
    (copied / "boards" / part_name("5.txt")).touch()
    assert "1 missing, 2 stale" in error_of(call("verify"))
    assert call("verify", "--repair").status == 0
    plain_view.assert_sound(copied, count=400)


def test_repairing_a_catalogue_that_was_never_finished_leaves_one_that_can_be_filled(home, call):
    home.mkdir()
    (home / "catalogue.db").touch()
    call("verify", "--repair")
    done = call("fill", "--count", 5)
    assert (done.status, done.err) == (0, "")
    plain_view.assert_sound(home, count=5)


def test_no_descriptor_is_left_open(copied):
    def open_files():
        return len(os.listdir("/proc/self/fd"))

    if not Path("/proc/self/fd").is_dir():
        pytest.skip("this system does not list the open files")
    with Store.write(copied) as store:
        repair(store, find_faults(store, read=True))
    before = open_files()
    for _ in range(3):
        with Store.write(copied) as store:
            board_file(store, 1).unlink()
            repair(store, find_faults(store, read=True))
        with Store.read(copied):
            pass
    assert open_files() == before
