"""Files of boards: what differs is written again, and what is no board stays."""

import json
import os
from pathlib import Path

import plain_view
import pytest

pytestmark = pytest.mark.sqlite("files of boards")


def board_file(home, number):
    return home / "boards" / f"{number}.txt"


@pytest.mark.slow
def test_every_fault_is_found_and_repaired(copied, call):
    for number in (0, 7, 399):
        board_file(copied, number).unlink()
    for number, text in ((3, ""), (4, "1 2 3\n"), (5, board_file(copied, 6).read_text()), (398, "\xff\x00 binary")):
        plain_view.replace(board_file(copied, number), text.encode())
    plain_view.replace(board_file(copied, 8), board_file(copied, 8).read_bytes() + b"\n")
    for number in (400, 10**12):
        board_file(copied, number).write_text("stale\n")
    for depth in ("--quick", "--full"):
        faults = json.loads(call("verify", depth, "--format", "json").out)["faults"]
        missing = [fault["number"] for fault in faults if fault["found"] is None]
        wrong = [fault["number"] for fault in faults if fault["found"] == "differs from its board"]
        stale = [fault["number"] for fault in faults if fault["found"] == "file"]
        assert (missing, wrong) == ([0, 7, 399], [3, 4, 5, 8, 398])
        assert stale == ["1000000000000.txt", "400.txt"]
    assert call("verify", "--repair").status == 0
    plain_view.assert_sound(copied, count=400)


@pytest.mark.slow
def test_all_files_are_written_again(copied, call):
    for number in range(400):
        board_file(copied, number).unlink() if number % 2 else plain_view.replace(board_file(copied, number), b"")
    assert call("verify", "--repair").status == 0
    plain_view.assert_sound(copied, count=400)


NO_BOARDS = ("notes.txt", "01.txt", "1.txt~", "-1.txt", "1 .txt", "٣.txt", ".txt", "1.TXT")


def test_files_that_are_no_boards_are_left_alone(copied, call):
    files = [copied / "boards" / name for name in NO_BOARDS]
    for file in files:
        file.write_text("mine")
    assert call("verify", "--repair").status == 0
    assert all(file.read_text() == "mine" for file in files)


@pytest.mark.slow
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


@pytest.mark.slow
def test_no_descriptor_is_left_open(copied, call):
    def open_files():
        return len(os.listdir("/proc/self/fd"))

    if not Path("/proc/self/fd").is_dir():
        pytest.skip("this system does not list the open files")
    call("verify", "--repair")
    before = open_files()
    for _ in range(3):
        board_file(copied, 1).unlink()
        assert call("verify", "--repair").status == 0
    assert open_files() == before
