"""Links and hard links in the folder of a catalogue are refused: what they lead to is not written to."""

import os
import shutil

import plain_view
import pytest

pytestmark = pytest.mark.sqlite("files of a folder")

OWN = (
    "catalogue.db",
    "catalogue.db-wal",
    "catalogue.db-shm",
    "catalogue.db-journal",
    "catalogue.lock",
    "catalogue.unsynced",
)
WRITING = [("fill", "--count", 3), ("tag", "0-3", "book"), ("verify", "--repair"), ("rate",)]


@pytest.mark.daily(
    "link-catalogue.db",
    "link-catalogue.db-wal",
    "link-catalogue.db-shm",
    "link-catalogue.db-journal",
    "symlink-catalogue.lock",
)
@pytest.mark.parametrize("name", OWN)
@pytest.mark.parametrize("link", [os.link, os.symlink])
def test_a_link_in_the_place_of_an_own_file_is_refused(copied, tmp_path, call, error_of, name, link):
    other = tmp_path / "other"
    own = copied / name
    other.write_bytes(own.read_bytes() if own.exists() else b"mine")
    own.unlink(missing_ok=True)
    link(other, own)
    before, content = plain_view.files(copied), other.read_bytes()
    for words in WRITING:
        said = error_of(call(*words))
        assert str(own) in said and ("hard link" in said or "symbolic link" in said)
    assert other.read_bytes() == content
    assert plain_view.files(copied) == before


@pytest.mark.parametrize("words", [*WRITING, ("export", "all", "--format", "files", "--force")])
def test_boards_that_are_a_link_to_another_folder_are_refused(copied, tmp_path, call, error_of, words):
    elsewhere = tmp_path / "elsewhere"
    (copied / "boards").rename(elsewhere)
    (copied / "boards").symlink_to(elsewhere)
    (elsewhere / "3.txt").unlink()
    assert "boards is a symbolic link, not a folder; move it away" in error_of(call(*words))
    assert not (elsewhere / "3.txt").exists()


def test_a_restore_and_an_adoption_follow_no_link_either(copied, tmp_path, call, error_of):
    assert call("backup", tmp_path / "copy.db").status == 0
    shutil.copytree(copied / "boards", tmp_path / "elsewhere")
    shutil.rmtree(copied / "boards")
    (copied / "boards").symlink_to(tmp_path / "elsewhere")
    assert "symbolic link" in error_of(call("restore", tmp_path / "copy.db", "--force"))
    for path in copied.glob("catalogue.db*"):
        path.unlink()
    assert "symbolic link" in error_of(call("verify", "--repair"))
    assert not (copied / "catalogue.db").exists()


def test_the_home_itself_may_be_a_link(copied, tmp_path, call):
    (tmp_path / "link").symlink_to(copied)
    assert call("fill", "--count", 3, "--home", tmp_path / "link").status == 0
    plain_view.assert_sound(copied, count=403)


def test_what_a_killed_restore_left_is_removed_by_the_next(copied, tmp_path, call):
    assert call("backup", tmp_path / "copy.db").status == 0
    left = [copied / f"catalogue.db.{'0a' * 8}.part{end}" for end in ("", "-journal")]
    others = [copied / "catalogue.db.mine.part", copied / f"catalogue.db.{'0a' * 8}.part.txt"]
    for path in (*left, *others):
        path.write_text("half")
    assert call("restore", tmp_path / "copy.db", "--force").status == 0
    assert not any(path.exists() for path in left) and all(path.exists() for path in others)
