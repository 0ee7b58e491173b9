import os
import subprocess
import time
from types import SimpleNamespace

import plain_view
import pytest

from board_catalogue.catalogue.errors import CatalogueError
from board_catalogue.catalogue.storage.home import WriterLock, is_held
from board_catalogue.catalogue.storage.store import Store

pytestmark = pytest.mark.sqlite("a lock in a folder; test_postgresql.py has the other one")


def test_the_second_writer_is_told_who_holds_the_lock(tmp_path):
    lock = WriterLock(tmp_path / "lock")
    with pytest.raises(CatalogueError, match=f"process {os.getpid()} is writing to {tmp_path}"):
        WriterLock(tmp_path / "lock")
    lock.close()


def test_a_closed_lock_is_free(tmp_path):
    for _ in range(3):
        WriterLock(tmp_path / "lock").close()


def test_a_lock_whose_file_another_process_removes_is_not_taken(tmp_path):
    lock = WriterLock(tmp_path / "lock")

    def give_up(_line):
        (tmp_path / "lock").unlink()
        lock.close()

    with pytest.raises(CatalogueError, match="run the command again"):
        WriterLock(tmp_path / "lock", wait=5, on_wait=give_up)


def test_the_lock_names_its_newest_holder_alone(tmp_path):
    (tmp_path / "lock").write_text("12345678901\n")  # a longer number than ours
    lock = WriterLock(tmp_path / "lock")
    assert (tmp_path / "lock").read_text() == f"{os.getpid()}\n"
    lock.close()


@pytest.mark.slow
def test_a_fill_during_a_fill_is_refused_in_one_line_that_names_the_process(home, running_fill, call, error_of):
    with running_fill("--clues", 23) as process:
        for words in (("fill", "--count", 10), ("verify", "--repair")):
            assert f"process {process.pid} " in error_of(call(*words))


@pytest.mark.slow
def test_the_lock_of_a_killed_fill_is_free(home, running_fill, call):
    with running_fill("--seed", 7, "--clues", 23) as process:
        process.kill()
        process.wait()
        assert call("fill", "--count", 10).status == 0
    plain_view.assert_sound(home)


def test_readers_take_no_lock(copied):
    with Store.write(copied), Store.read(copied), Store.read(copied):
        pass


def test_a_store_that_fails_to_open_lets_the_lock_go(home, new_settings):
    (home / "catalogue.db").mkdir(parents=True)  # no file, so no database
    with pytest.raises(CatalogueError):
        Store.write(home, new_settings())
    (home / "catalogue.db").rmdir()
    Store.write(home, new_settings()).close()


def test_a_child_of_the_writer_does_not_keep_the_lock(home, new_settings):
    with Store.write(home, new_settings()):
        child = subprocess.Popen(["sleep", "60"], close_fds=False)
    try:
        Store.write(home).close()
    finally:
        child.kill()
        child.wait()


def test_the_lock_is_seen_by_others_while_it_is_held(tmp_path):
    path = tmp_path / "catalogue.lock"
    assert not is_held(path)
    lock = WriterLock(path)
    assert is_held(path)
    lock.close()
    assert not is_held(path)


def test_the_name_in_a_lock_may_be_any_bytes(copied, call, error_of):
    """Its digits are shown, and nothing that a terminal would obey."""
    with Store.write(copied):
        for content, name in ((b"\xff\xfe\x1b[31m\n", "unknown"), (b"123\x1b[31m", "123"), (b"", "unknown")):
            (copied / "catalogue.lock").write_bytes(content)
            assert f"process {name} is writing to {copied}; wait until it ends" in error_of(call("fill", "--count", 1))


WRITING = [("fill", "--count", 1), ("rate", "--rate", "fast"), ("tag", "3", "book"), ("verify", "--repair")]


@pytest.mark.daily("words1", "words4")
@pytest.mark.parametrize("words", [*WRITING, ("restore", "{backup}", "--force")])
def test_who_waits_says_for_whom_and_goes_on_when_the_lock_is_free(copied, call, words, tmp_path, monkeypatch):
    backup = tmp_path / "copy.db"
    assert call("backup", backup).status == 0
    words = [str(word).format(backup=backup) for word in words]
    store = Store.write(copied)
    first_pause = SimpleNamespace(monotonic=time.monotonic, sleep=lambda seconds: store.close())
    monkeypatch.setattr("board_catalogue.catalogue.storage.home.time", first_pause)
    done = call(*words, "--wait", 30)
    assert (done.status, done.err) == (0, f"process {os.getpid()} is writing to {copied}; waiting up to 30 s\n")


def test_a_verify_that_only_reads_does_not_wait(copied, call, error_of):
    assert "only --repair waits" in error_of(call("verify", "--wait", 1), 2)


def test_who_has_waited_in_vain_ends_with_one_more_line(copied, call):
    with Store.write(copied):
        done = call("rate", "--wait", 0.2)
    assert (done.status, done.out) == (1, "")
    busy = f"process {os.getpid()} is writing to {copied}"
    advice = "wait until it ends: it is this program, in another thread"
    assert done.err == f"{busy}; waiting up to 0.2 s\ncatalogue: {busy}; {advice}\n"
