"""A folder of files is written whole or not at all, and never replaces a folder of another kind."""

import pytest

from board_catalogue.catalogue.errors import CatalogueError
from board_catalogue.catalogue.storage.whole_files import LIST, write_folder

ONE = [("index.html", b"one"), ("data/1.js", b"1"), ("data/2.js", b"2")]
TWO = [("index.html", b"two"), ("data/3.js", b"3")]


def content(folder):
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name != LIST
    }


def broken(files):
    yield from files
    raise ValueError("no more")


def test_a_second_folder_takes_the_place_of_the_first(tmp_path):
    folder = tmp_path / "site"
    assert write_folder(folder, ONE) == 5
    assert content(folder) == dict(ONE)
    assert write_folder(folder, TWO) == 4
    assert content(folder) == dict(TWO) and [path.name for path in tmp_path.iterdir()] == ["site"]


def test_a_failure_leaves_what_was_there(tmp_path):
    folder = tmp_path / "site"
    with pytest.raises(ValueError, match="no more"):
        write_folder(folder, broken(ONE))
    assert not list(tmp_path.iterdir())
    write_folder(folder, ONE)
    with pytest.raises(ValueError, match="no more"):
        write_folder(folder, broken(TWO))
    assert content(folder) == dict(ONE) and [path.name for path in tmp_path.iterdir()] == ["site"]


def test_files_from_elsewhere_stay(tmp_path):
    write_folder(tmp_path / "site", ONE)
    (tmp_path / "site/.git").mkdir()
    (tmp_path / "site/.git/config").write_text("mine")
    (tmp_path / "site/CNAME").write_text("example.org")
    write_folder(tmp_path / "site", TWO)
    mine = {".git/config": b"mine", "CNAME": b"example.org"}
    assert content(tmp_path / "site") == dict(TWO) | mine


def test_other_places_are_refused(tmp_path):
    (tmp_path / "full").mkdir()
    (tmp_path / "full/letter.txt").write_text("mine")
    (tmp_path / "file").write_text("mine")
    for name, words in (("full", "has other files"), ("file", "is a file"), ("no/where", "there is no folder")):
        with pytest.raises(CatalogueError, match=words):
            write_folder(tmp_path / name, ONE)
    assert content(tmp_path) == {"full/letter.txt": b"mine", "file": b"mine"}
    (tmp_path / "empty").mkdir()
    write_folder(tmp_path / "empty", ONE)
    assert content(tmp_path / "empty") == dict(ONE)


def test_a_link_to_a_folder_stays_a_link(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write_folder(tmp_path / "link", ONE)
    assert (tmp_path / "link").is_symlink() and content(tmp_path / "real") == dict(ONE)
