import shutil
import sqlite3
from contextlib import closing

import plain_view
import pytest


def contents(home):
    tables = plain_view.tables(home)
    return tables, plain_view.files(home)


@pytest.mark.slow
@pytest.mark.sqlite("a folder; test_database.py restores in any")
def test_a_restored_backup_is_the_same_catalogue(copied, call, tmp_path):
    done = call("backup", tmp_path / "copy.db")
    size = (tmp_path / "copy.db").stat().st_size
    assert (done.status, done.out) == (0, f"400 boards in {tmp_path / 'copy.db'}, {size:,} bytes\n")
    assert [path.name for path in tmp_path.glob("copy*")] == ["copy.db"]
    done = call("restore", tmp_path / "copy.db", "--home", tmp_path / "again")
    assert (done.status, done.out) == (0, f"400 boards in {tmp_path / 'again'}\n")
    assert contents(tmp_path / "again") == contents(copied)
    assert call("verify", "--full", "--home", tmp_path / "again").status == 0


@pytest.mark.sqlite("a folder")
def test_a_backup_overwrites_nothing_without_force(copied, call, error_of, tmp_path):
    target = tmp_path / "copy.db"
    target.write_text("mine")
    assert "overwrite it with --force" in error_of(call("backup", target))
    assert target.read_text() == "mine"
    assert call("backup", target, "--force").status == 0
    assert "belongs to a catalogue" in error_of(call("backup", copied / "catalogue.db", "--force"))


@pytest.mark.slow
@pytest.mark.sqlite("a folder; test_database.py restores in any")
def test_a_backup_beside_a_fill_is_whole(running_fill, call, tmp_path):
    with running_fill("--seed", 3, "--clues", 23) as process:
        assert call("backup", tmp_path / "copy.db").status == 0
        assert process.poll() is None
    assert call("restore", tmp_path / "copy.db", "--home", tmp_path / "again").status == 0
    assert call("verify", "--home", tmp_path / "again").status == 0
    plain_view.assert_sound(tmp_path / "again")


@pytest.mark.slow
def test_a_home_in_use_or_with_a_catalogue_is_not_replaced(copied, call, error_of, running_fill, tmp_path):
    call("backup", tmp_path / "copy.db")
    before = contents(copied)
    assert "holds a catalogue; replace it with --force" in error_of(call("restore", tmp_path / "copy.db"))
    assert contents(copied) == before
    with running_fill("--clues", 23, after=401):
        assert "is writing to" in error_of(call("restore", tmp_path / "copy.db", "--force"))


@pytest.mark.sqlite("a folder")
def test_force_replaces_a_catalogue_and_keeps_its_files_aside(copied, call, tmp_path):
    call("backup", tmp_path / "copy.db")
    before = contents(copied)
    call("fill", "--count", 5)
    plain_view.replace(copied / "boards" / "7.txt", b"mine")
    done = call("restore", tmp_path / "copy.db", "--force")
    assert (done.status, done.out.splitlines()[1:]) == (
        0,
        [f"files of boards that were there before: {copied / 'before-repair-1'}"],
    )
    assert contents(copied) == before
    aside = {path.name for path in (copied / "before-repair-1" / "boards").iterdir()}
    assert aside == {"7.txt", *(f"{number}.txt" for number in range(400, 405))}


@pytest.mark.daily("cut", "another database")
@pytest.mark.parametrize("fault", ["no database", "empty", "cut", "another database", "newer"])
def test_what_is_no_backup_is_refused(copied, call, error_of, tmp_path, fault):
    backup = tmp_path / "copy.db"
    call("backup", backup)
    if fault == "no database":
        backup.write_text("once upon a time\n" * 100)
    elif fault == "empty":
        backup.write_bytes(b"")
    elif fault == "cut":
        backup.write_bytes(backup.read_bytes()[: backup.stat().st_size // 2])
    elif fault == "another database":
        backup.unlink()
        with closing(sqlite3.connect(backup)) as database:
            database.execute("CREATE TABLE notes (text)")
    else:
        with closing(sqlite3.connect(backup)) as database:
            database.execute("UPDATE alembic_version SET version_num = '9999'")
            database.commit()
    before = contents(copied)
    assert "copy.db" in error_of(call("restore", backup, "--force"))
    assert contents(copied) == before
    assert not (tmp_path / "new").exists()


@pytest.mark.sqlite("a folder")
def test_a_damaged_database_is_replaced(copied, call, tmp_path):
    call("backup", tmp_path / "copy.db")
    before = contents(copied)
    shutil.copy(__file__, copied / "catalogue.db")
    assert call("restore", tmp_path / "copy.db", "--force").status == 0
    assert contents(copied) == before
