import os
import resource
import threading
from contextlib import contextmanager

import pytest

from catalogue.fill._files import write_files

pytestmark = pytest.mark.sqlite("files of boards")


@contextmanager
def opened(folder):
    handle = os.open(folder, os.O_RDONLY)
    try:
        yield handle
    finally:
        os.close(handle)


def test_each_file_gets_its_content(tmp_path):
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


@pytest.mark.parametrize("kind", ["file", "folder", "link", "pipe"])
def test_what_has_the_name_already_ends_it_and_is_named(tmp_path, kind):
    path = tmp_path / "1.txt"
    {
        "file": path.touch,
        "folder": path.mkdir,
        "link": lambda: path.symlink_to("2.txt"),
        "pipe": lambda: os.mkfifo(path),
    }[kind]()
    with opened(tmp_path) as folder, pytest.raises(FileExistsError) as raised:
        write_files(folder, ["0.txt", "1.txt", "2.txt"], [b"zero", b"one", b"two"])
    assert raised.value.filename == "1.txt"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["0.txt", "1.txt"]


def test_a_file_that_does_not_fit_is_told(tmp_path):
    _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    with opened(tmp_path) as folder, pytest.raises(OSError, match="File too large"):
        resource.setrlimit(resource.RLIMIT_FSIZE, (2, most))
        try:
            write_files(folder, ["0.txt"], [b"zero"])
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))


def test_a_name_too_few_is_refused_before_anything_is_written(tmp_path):
    with opened(tmp_path) as folder, pytest.raises(ValueError, match="as many names as contents"):
        write_files(folder, ["0.txt"], [b"zero", b"one"])
    assert not list(tmp_path.iterdir())


def test_other_threads_run_while_files_are_written(tmp_path):
    count = 10_000
    names = [f"{number}.txt" for number in range(count)]
    first, last = tmp_path / names[0], tmp_path / names[-1]
    with opened(tmp_path) as folder:
        writer = threading.Thread(target=write_files, args=(folder, names, count * [b"zero"]))
        writer.start()
        while not first.exists():
            pass
        assert not last.exists()  # or this thread had to wait for all of them
        writer.join()
    assert last.exists()


def test_a_name_that_cannot_be_encoded_is_refused(tmp_path):
    with opened(tmp_path) as folder, pytest.raises(UnicodeEncodeError):
        write_files(folder, ["\ud800.txt"], [b"zero"])
    assert not list(tmp_path.iterdir())
