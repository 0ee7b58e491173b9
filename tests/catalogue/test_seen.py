"""Which classes were seen before: a bit for each, beside a set, and on the command line."""

import fcntl
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from board_catalogue import engine
from board_catalogue.catalogue.errors import CatalogueError
from board_catalogue.catalogue.storage.files import BYTES, SeenClasses
from board_catalogue.engine.boards import as_lines


def test_what_is_new_is_what_a_set_says(tmp_path):
    random = np.random.default_rng(1)
    known = set()
    for _ in range(3):  # the file keeps what it has seen
        with SeenClasses(tmp_path / "seen") as seen:
            for _ in range(20):
                near_ends = random.integers(-300, 300, 200) % engine.names.CLASSES
                numbers = np.append(near_ends, random.integers(0, engine.names.CLASSES, 10))
                expected = []
                for number in numbers.tolist():
                    expected.append(number not in known)
                    known.add(number)
                assert seen.mark(numbers).tolist() == expected
    stored = np.fromfile(tmp_path / "seen", np.uint8, 100)
    assert np.flatnonzero(np.unpackbits(stored, bitorder="little")).tolist() == sorted(k for k in known if k < 800)


def test_the_file_is_sparse(tmp_path):
    with SeenClasses(tmp_path / "seen") as seen:
        assert seen.mark(np.array([0, engine.names.CLASSES - 1])).all()
    found = (tmp_path / "seen").stat()
    assert found.st_size == BYTES == 684_091_318 and 512 * found.st_blocks < 1_000_000


def _opened_by_another_process(path):
    code = "import pathlib, sys\nfrom board_catalogue.catalogue.storage.files import SeenClasses\n"
    code += "SeenClasses(pathlib.Path(sys.argv[1])).close()"
    return subprocess.run(
        [sys.executable, "-P", "-c", code, path], capture_output=True, text=True, check=False, timeout=60
    )


@pytest.mark.slow
def test_another_process_is_kept_out(tmp_path):
    path = tmp_path / "seen"
    seen = SeenClasses(path)
    assert f"CatalogueError: {path} is in use by another process" in _opened_by_another_process(path).stderr
    seen.close()
    assert _opened_by_another_process(path).returncode == 0


def test_other_files_are_refused_and_kept(tmp_path):
    (tmp_path / "list.txt").write_text("not ours")
    (tmp_path / "empty").touch()
    os.mkfifo(tmp_path / "pipe")
    for name, fault in (
        ("list.txt", "is not a file of seen classes"),
        ("empty", "is not a file"),
        ("pipe", "is not a file"),
    ):
        with pytest.raises(CatalogueError, match=fault):
            SeenClasses(tmp_path / name)
    assert (tmp_path / "list.txt").read_text() == "not ours" and (tmp_path / "empty").stat().st_size == 0
    for path in (tmp_path, tmp_path / "none" / "seen"):
        with pytest.raises(CatalogueError, match=str(path)):
            SeenClasses(path)
    with (tmp_path / "list.txt").open() as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)  # a refused file is let go


def test_a_disk_without_room_is_said_before_anything_is_marked(tmp_path, monkeypatch):
    monkeypatch.setattr("shutil.disk_usage", lambda path: SimpleNamespace(free=5))
    with pytest.raises(CatalogueError, match=r"may grow by 684,.* bytes, and the disk has 5 free"):
        SeenClasses(tmp_path / "seen")


@pytest.fixture
def lines(home):
    """Puzzles in two files of which the second has some boards of the first, turned."""
    boards = engine.generate(30, seed=3)
    again = engine.random_images(boards[:20], seed=1)
    for name, some in (("a.txt", boards[:20]), ("b.txt", np.vstack([again, boards[20:]]))):
        Path(name).write_text("".join(f"{line}\n" for line in as_lines(engine.carve(some, seed=9))))
    return Path("b.txt").read_text().split()


def test_dedupe_writes_boards_that_no_call_has_seen(call, lines):
    assert call("dedupe", "a.txt", "--seen", "it.seen").err == "20 puzzles, 20 on boards new to it.seen\n"
    done = call("dedupe", "b.txt", "--seen", "it.seen")
    assert done.out.split() == lines[20:] and done.err == "30 puzzles, 10 on boards new to it.seen\n"
    assert call("dedupe", "b.txt", "--seen", "it.seen", "--format", "csv").out.split() == ["line,puzzle"]


def test_dedupe_compares_several_files(call, lines, tmp_path):
    one, other = tmp_path / "one.txt", tmp_path / "other.txt"
    one.write_text("\n".join(lines[:6]) + "\n")
    other.write_text("\n".join([lines[8], *lines[2:8]]) + "\n")
    done = call("dedupe", one, other)
    assert sorted(done.out.split()) == sorted({*lines[:9]}) and len(done.out.split()) == len({*lines[:9]})
    rows = call("dedupe", one, other, "--format", "csv").out.splitlines()
    assert rows[0] == "line,puzzle,file" and rows[1].endswith(f",{one}") and rows[-1].endswith(f",{other}")
    assert call("dedupe", one, "--format", "csv").out.startswith("line,puzzle\n")


def test_dedupe_with_seen_refuses_what_has_no_class(call, lines, error_of):
    assert "leave out --symmetry" in error_of(call("dedupe", "a.txt", "--seen", "x", "--symmetry", "d4"), status=2)
    Path("small.txt").write_text("4.2....2....1...\n")
    assert "only 9x9 boards" in error_of(call("dedupe", "small.txt", "--seen", "x"))
    Path("open.txt").write_text("." * 81 + "\n")
    assert "line 1: the puzzle has several solutions" in error_of(call("dedupe", "open.txt", "--seen", "x"))


def test_a_failure_inside_keeps_its_name_and_lets_others_open_the_file(tmp_path):
    with pytest.raises(IndexError), SeenClasses(tmp_path / "seen") as seen:
        seen.mark(np.array([engine.names.CLASSES * 16]))
    SeenClasses(tmp_path / "seen").close()
