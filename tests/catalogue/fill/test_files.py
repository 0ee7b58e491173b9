import faulthandler
import os
import threading
from contextlib import contextmanager

import pytest

from catalogue.fill._files import write_files


@contextmanager
def opened(folder):
    handle = os.open(folder, os.O_RDONLY)
    try:
        yield handle
    finally:
        os.close(handle)


def test_each_file_gets_its_content_and_nothing_of_an_older_one(tmp_path):
    (tmp_path / "1.txt").write_bytes(b"longer than what comes")
    contents = [b"", b"one\n", bytes(range(256)) * 1000]
    with opened(tmp_path) as folder:
        write_files(folder, ["0.txt", "1.txt", "2.txt"], contents)
    assert [(tmp_path / f"{number}.txt").read_bytes() for number in range(3)] == contents
    assert len(list(tmp_path.iterdir())) == 3
    assert all(file.stat().st_mode & 0o777 == 0o644 & ~current_umask() for file in tmp_path.iterdir())


def current_umask():
    mask = os.umask(0)
    os.umask(mask)
    return mask


def test_the_first_that_cannot_be_written_ends_it_and_is_named(tmp_path):
    (tmp_path / "1.txt").mkdir()
    with opened(tmp_path) as folder, pytest.raises(IsADirectoryError) as raised:
        write_files(folder, ["0.txt", "1.txt", "2.txt"], [b"zero", b"one", b"two"])
    assert raised.value.filename == "1.txt"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["0.txt", "1.txt"]


def test_a_full_disk_is_told(tmp_path, full_device):
    (tmp_path / "0.txt").symlink_to(full_device)
    with opened(tmp_path) as folder, pytest.raises(OSError, match="No space left"):
        write_files(folder, ["0.txt"], [b"zero"])


def test_a_name_too_few_is_refused_before_anything_is_written(tmp_path):
    with opened(tmp_path) as folder, pytest.raises(ValueError, match="as many names as contents"):
        write_files(folder, ["0.txt"], [b"zero", b"one"])
    assert not list(tmp_path.iterdir())


def test_other_threads_run_while_files_are_written(tmp_path):
    os.mkfifo(tmp_path / "0.txt")
    faulthandler.dump_traceback_later(60, exit=True)  # where they cannot, nothing in Python can end this
    with opened(tmp_path) as folder:
        writer = threading.Thread(target=write_files, args=(folder, ["0.txt"], [b"zero"]))
        writer.start()  # and waits for somebody who reads
        assert (tmp_path / "0.txt").read_bytes() == b"zero"
        writer.join()
    faulthandler.cancel_dump_traceback_later()


def test_a_name_that_cannot_be_encoded_is_refused(tmp_path):
    with opened(tmp_path) as folder, pytest.raises(UnicodeEncodeError):
        write_files(folder, ["\ud800.txt"], [b"zero"])
    assert not list(tmp_path.iterdir())
