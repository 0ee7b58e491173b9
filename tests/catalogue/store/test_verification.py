import json
import os
from pathlib import Path

import plain_view
import pytest

from catalogue.store.verification import Faults, find_faults, repair
from catalogue.store_ import Store

pytestmark = pytest.mark.sqlite("files of boards")


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


def test_a_folder_that_is_named_like_a_board_to_come_stops_no_fill_before_that(copied, call):
    (copied / "boards" / "5000.txt").mkdir()
    assert call("fill", "--count", 3).status == 0
    assert json.loads(call("stats", "--format", "json").out)["files"] == 403


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
