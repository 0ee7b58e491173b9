"""A database of another program is refused by every command, and not a byte of it changes."""

import sqlite3
from contextlib import closing

import pytest
from postgresql_server import connected

from board_catalogue.catalogue.storage.schema import APPLICATION_ID

OTHERS = {
    "a table": "CREATE TABLE customers (name TEXT); INSERT INTO customers VALUES ('Ada')",
    "tables of Alembic": "CREATE TABLE alembic_version (version_num TEXT); INSERT INTO alembic_version VALUES ('4');"
    " CREATE TABLE users (name TEXT)",
    "a view": "CREATE VIEW one AS SELECT 1",
    "tables of the same names": "CREATE TABLE settings (name TEXT); CREATE TABLE boards (name TEXT)",
}
COMMANDS = [
    ("fill", "--count", "3"),
    ("query",),
    ("verify", "--repair"),
    ("import", "puzzles.txt"),
    ("tag", "1", "book"),
    ("rate",),
]


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.daily(every=2)
@pytest.mark.sqlite("a file of another program")
@pytest.mark.parametrize("command", COMMANDS, ids=lambda words: words[0])
@pytest.mark.parametrize("other", OTHERS)
def test_it_is_refused_and_stays_as_it_is(tmp_path, call, error_of, monkeypatch, other, command):
    home = tmp_path / "home"
    home.mkdir()
    with closing(sqlite3.connect(home / "catalogue.db")) as database:
        database.executescript(OTHERS[other])
    (tmp_path / "puzzles.txt").write_text(
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n"
    )
    monkeypatch.chdir(tmp_path)
    before = contents(home)
    assert "has tables of another program" in error_of(call(*command, "--home", home))
    assert contents(home) == before and not (home / "boards").exists()


@pytest.mark.sqlite("a mark in a file")
def test_a_catalogue_is_marked_and_known_by_its_mark_or_its_tables(home, call):
    assert call("fill", "--count", "3", "--home", home).status == 0
    with closing(sqlite3.connect(home / "catalogue.db")) as database:
        assert database.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
        database.execute("PRAGMA application_id = 0")
        database.execute("CREATE TABLE notes (text)")
        database.commit()
    assert call("query", "--count-only", "--home", home).out == "3\n"  # as one of before


def test_a_database_of_a_server_with_other_tables_is_refused(postgresql, call, error_of):
    server = postgresql.new()
    with connected(server) as database:
        database.execute("CREATE TABLE customers (name TEXT)")
    assert "such as customers; name another database, or a schema" in error_of(
        call("fill", "--count", "3", "--home", server)
    )
    with connected(server) as database:
        names = database.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
    assert names == [("customers",)]
