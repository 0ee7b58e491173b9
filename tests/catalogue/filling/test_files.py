import os
import resource
import time
from contextlib import contextmanager, suppress

import numpy as np
import plain_view
import pytest

from board_catalogue import engine
from board_catalogue.catalogue.errors import CatalogueError
from board_catalogue.catalogue.storage._files import Writer, differing_files
from board_catalogue.catalogue.storage.files import BoardFiles, FileWriter, board_texts

pytestmark = pytest.mark.sqlite("files of boards")

BOARDS = engine.generate(20, seed=7)


@contextmanager
def opened(folder):
    handle = os.open(folder, os.O_RDONLY)
    try:
        yield handle
    finally:
        os.close(handle)


@contextmanager
def writer_in(folder, size=9, **options):
    writer = FileWriter(BoardFiles(folder, folder), size, **options)
    try:
        yield writer
    finally:
        writer.close()


@pytest.mark.parametrize("durable", [False, True])
def test_each_board_gets_its_file(tmp_path, durable):
    with writer_in(tmp_path, durable=durable) as writer:
        writer.write(0, BOARDS[:3])
        writer.write(3, BOARDS[3:3])
        writer.write(98, BOARDS[3:])
        writer.wait()
        texts = board_texts(BOARDS)
        numbers = [0, 1, 2, *range(98, 115)]
        assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {
            f"{number}.txt": text for number, text in zip(numbers, texts, strict=True)
        }
    assert all(file.stat().st_mode & 0o777 == 0o644 & ~current_umask() for file in tmp_path.iterdir())


def current_umask():
    mask = os.umask(0)
    os.umask(mask)
    return mask


@pytest.mark.parametrize("size", [4, 16, 25])
def test_boards_of_any_size_are_written(tmp_path, size):
    boards = engine.generate(3, size=size, seed=1)
    with writer_in(tmp_path, size) as writer:
        writer.write(0, boards)
        writer.wait()
    for number, board in enumerate(boards.tolist()):
        rows = [board[row * size : (row + 1) * size] for row in range(size)]
        assert (tmp_path / f"{number}.txt").read_text() == "".join(" ".join(map(str, row)) + "\n" for row in rows)


@pytest.mark.parametrize("kind", ["file", "folder", "link", "pipe"])
def test_what_has_the_name_already_ends_it_and_is_named(tmp_path, kind):
    path = tmp_path / "1.txt"
    {
        "file": path.touch,
        "folder": path.mkdir,
        "link": lambda: path.symlink_to("2.txt"),
        "pipe": lambda: os.mkfifo(path),
    }[kind]()
    with writer_in(tmp_path) as writer:
        with suppress(CatalogueError):  # its thread may have met the file by then
            writer.write(0, BOARDS[:3])
        for again in (writer.wait, writer.wait, lambda: writer.write(7, BOARDS)):
            with pytest.raises(CatalogueError, match=f"{path} was made by another program"):
                again()
    assert sorted(file.name for file in tmp_path.iterdir()) == ["0.txt", "1.txt"]


def test_a_file_that_does_not_fit_is_an_error(tmp_path):
    _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    with writer_in(tmp_path) as writer, pytest.raises(OSError, match="File too large"):
        resource.setrlimit(resource.RLIMIT_FSIZE, (2, most))
        try:
            writer.write(0, BOARDS[:1])
            writer.wait()
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))


def test_cells_that_are_no_whole_boards_are_refused(tmp_path):
    with opened(tmp_path) as folder:
        writer = Writer(folder, 9)
        with pytest.raises(ValueError, match="whole boards"):
            writer.write(0, bytes(80))
        writer.close()
        writer.close()
    assert not list(tmp_path.iterdir())


def test_files_are_written_while_this_thread_does_other_things(tmp_path):
    boards = np.repeat(BOARDS, 300, axis=0)
    first, last = tmp_path / "0.txt", tmp_path / f"{len(boards) - 1}.txt"
    with writer_in(tmp_path) as writer:
        writer.write(0, boards)
        end = time.monotonic() + 60
        while not first.exists():
            assert time.monotonic() < end, "the first file never came"
        assert not last.exists()  # or this thread had to wait for all of them
        writer.wait()
        assert last.exists()


def test_a_writer_that_is_closed_leaves_the_rest_out(tmp_path):
    boards = np.repeat(BOARDS, 300, axis=0)
    with writer_in(tmp_path) as writer:
        writer.write(0, boards)
        writer.write(len(boards), boards)
    there = sorted(int(path.stem) for path in tmp_path.iterdir())
    assert there == list(range(len(there)))
    assert len(there) < 2 * len(boards)
    for number in there:
        board = "".join(plain_view.SYMBOLS[digit] for digit in boards[number])
        assert (tmp_path / f"{number}.txt").read_bytes() == plain_view.file_text(board)


def test_files_that_hold_something_else_are_found(tmp_path):
    texts = board_texts(BOARDS)
    for number, text in enumerate(texts):
        (tmp_path / f"{number}.txt").write_bytes(text)
    (tmp_path / "2.txt").write_bytes(texts[3])
    (tmp_path / "5.txt").write_bytes(texts[5] + b"\n")
    (tmp_path / "7.txt").write_bytes(texts[7][:-1])
    (tmp_path / "11.txt").unlink()
    with opened(tmp_path) as folder:
        assert differing_files(folder, [f"{n}.txt" for n in range(20)], texts) == [2, 5, 7, 11]
        with pytest.raises(ValueError, match="as many names as contents"):
            differing_files(folder, ["0.txt"], texts)
        with pytest.raises(UnicodeEncodeError):
            differing_files(folder, ["\ud800.txt"], texts[:1])
