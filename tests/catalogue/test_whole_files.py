"""Outputs: whole or not there, never over another file, never over a catalogue's own."""

import os
import stat

import pytest

from board_catalogue.catalogue.errors import CatalogueError
from board_catalogue.catalogue.storage.whole_files import output_file, write_output, write_whole


@pytest.fixture
def puzzle(tmp_path):
    path = tmp_path / "puzzle.txt"
    path.write_text("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n")
    return path


@pytest.fixture
def writing(filled, puzzle):
    """Commands that write a file, by name: the words before its name."""
    return {
        "query": ("query", "--limit", 2, "--home", filled, "--output"),
        "query --count-only": ("query", "--count-only", "--home", filled, "--output"),
        "export": ("export", "1-3", "--format", "line", "--home", filled, "--output"),
        "solve": ("solve", puzzle, "--output"),
        "create": ("create", "--size", 4, "--seed", 1),
        "report": ("report", "--clues", 30, "--puzzles", 3, "--home", filled, "--plot"),
        "explore": ("explore", "--runs", 2, "--sizes", 4, "--clues", 0, "--plot"),
    }


WRITERS = ("query", "query --count-only", "export", "solve", "create", "report", "explore")


@pytest.mark.slow_cases("report", "explore", "solve")
@pytest.mark.parametrize("name", WRITERS)
def test_no_command_overwrites_a_file_without_force_and_with_it_keeps_its_mode(call, writing, tmp_path, name):
    out = tmp_path / ("out.csv" if name.startswith("query") else "out.png")
    part = out.with_name(f"{out.name}.part")
    out.write_text("mine\n")
    part.write_text("mine too\n")
    out.chmod(0o600)
    done = call(*writing[name], out)
    assert (done.status, done.out) == (1, "")
    assert done.err == f"catalogue: {out} exists; overwrite it with --force, or name another file\n"
    assert out.read_text() == "mine\n"
    assert call(*writing[name], out, "--force").status == 0
    assert out.read_bytes() not in (b"", b"mine\n")
    assert stat.S_IMODE(out.stat().st_mode) == 0o600
    assert part.read_text() == "mine too\n"
    assert set(tmp_path.glob("out*")) == {out, part}


@pytest.mark.slow_cases(
    "query-catalogue.db", "query-catalogue.lock", "export-catalogue.db", "export-boards/3.txt", "create-catalogue.lock"
)
@pytest.mark.sqlite("files of a catalogue")
@pytest.mark.parametrize("place", ["catalogue.db", "catalogue.db-wal", "catalogue.lock", "boards/3.txt"])
@pytest.mark.parametrize("name", ["query", "export", "solve", "create"])
def test_no_output_goes_over_a_file_of_a_catalogue(copied, call, writing, error_of, tmp_path, name, place):
    before = (copied / place).read_bytes() if (copied / place).exists() else None
    (tmp_path / "link").symlink_to(copied / place)
    for path in (copied / place, tmp_path / "link"):
        assert "belongs to a catalogue" in error_of(call(*writing[name], path, "--force"))
    assert before == ((copied / place).read_bytes() if (copied / place).exists() else None)


@pytest.mark.sqlite("files of a catalogue")
def test_files_of_boards_are_not_exported_over_other_files(filled, copied, call, error_of, tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "2.txt").write_text("mine\n")
    words = ("export", "1-3", "--format", "files", "--home", filled, "--output")
    assert "2.txt exists; overwrite it with --force" in error_of(call(*words, folder))
    assert (folder / "2.txt").read_text() == "mine\n"
    assert call(*words, folder, "--force").status == 0
    assert call(*words, folder).status == 0  # the files that it would write are there
    assert (folder / "2.txt").read_bytes() == (filled / "boards" / "2.txt").read_bytes()
    assert "another catalogue" in error_of(call(*words, copied / "boards", "--force"))


@pytest.mark.sqlite("files of a catalogue")
def test_a_hunt_adds_to_no_file_of_a_catalogue(copied, call, error_of, puzzle):
    before = (copied / "catalogue.db").read_bytes()
    words = ("hunt", puzzle, "--clues", 40, "--count", 1, "--output", copied / "catalogue.db")
    assert "belongs to a catalogue" in error_of(call(*words))
    assert (copied / "catalogue.db").read_bytes() == before


def test_an_output_that_appears_during_the_work_is_not_overwritten(tmp_path):
    path = tmp_path / "out"
    with pytest.raises(CatalogueError, match="out exists"), output_file(path) as file:
        file.write("ours\n")
        path.write_text("theirs\n")
    assert path.read_text() == "theirs\n"
    assert list(tmp_path.iterdir()) == [path]


def test_a_failure_leaves_the_old_file_and_no_other(tmp_path):
    path = tmp_path / "out"
    path.write_text("old\n")
    with pytest.raises(ZeroDivisionError), output_file(path, force=True) as file:
        file.write("new\n")
        raise ZeroDivisionError
    assert path.read_text() == "old\n"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_system_without_hard_links_is_written_to(tmp_path, monkeypatch):
    def link(source, target):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", link)
    write_output(tmp_path / "out", "text\n")
    with pytest.raises(CatalogueError, match="exists"):
        write_whole(tmp_path / "out", b"other\n")
    assert (tmp_path / "out").read_text() == "text\n"


def test_a_new_file_has_the_usual_mode_and_a_link_stays_one(tmp_path):
    (tmp_path / "plain").touch()
    write_output(tmp_path / "out", "text\n")
    assert (tmp_path / "out").stat().st_mode == (tmp_path / "plain").stat().st_mode
    (tmp_path / "link").symlink_to("out")
    with pytest.raises(CatalogueError, match="link exists"):
        write_output(tmp_path / "link", "more\n")
    write_output(tmp_path / "link", "more\n", force=True)
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "out").read_text() == "more\n"


def test_a_folder_is_no_file(tmp_path):
    with pytest.raises(CatalogueError, match="is a folder"):
        write_output(tmp_path, "text\n")


def test_a_device_is_written_to_as_it_is(full_device):
    write_output(full_device.with_name("null"), "text\n")
    with pytest.raises(CatalogueError, match="No space left"):
        write_output(full_device, "text\n")


@pytest.mark.parametrize("place", [".", "/", "folder"])
def test_a_folder_is_no_output_with_force_either(call, filled, error_of, tmp_path, monkeypatch, place):
    (tmp_path / "folder").mkdir()
    monkeypatch.chdir(tmp_path)
    done = call("export", 0, "--format", "csv", "--output", place, "--force", "--home", filled)
    assert error_of(done) == f"catalogue: {place} is a folder; name a file in it\n"
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]
