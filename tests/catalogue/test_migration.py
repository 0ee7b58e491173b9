"""Catalogues of every released schema open; and the machinery of upgrades, tried with a schema that is made up."""

import os
import re
import shutil
import signal
import sqlite3
from contextlib import closing
from pathlib import Path

import numpy as np
import plain_view
import pytest
from postgresql_server import connected
from sqlalchemy import event
from sqlalchemy.engine import Engine

from board_catalogue import engine
from board_catalogue.catalogue.errors import CatalogueError, OutdatedCatalogue
from board_catalogue.catalogue.puzzles.stored import RATING, SCORE
from board_catalogue.catalogue.puzzles.techniques import TECHNIQUE_NUMBERS
from board_catalogue.catalogue.runs.verify.ground import Snapshot
from board_catalogue.catalogue.runs.verify.tables import structure_faults
from board_catalogue.catalogue.storage import schema
from board_catalogue.catalogue.storage import store as store_module
from board_catalogue.catalogue.storage.statistics import statistics
from board_catalogue.catalogue.storage.store import Store
from board_catalogue.catalogue.storage.writing import forget_ratings

FIRST = schema.REVISION  # before a test replaces it

RELEASED = sorted((Path(__file__).parent / "released").glob("*.sql"))
"""Dumps of small catalogues, named by their schema; a release with a new schema adds its own."""


def everything(home):
    return plain_view.tables(home), plain_view.files(home), plain_view.table(home, "alembic_version")


@pytest.fixture
def of_revision(copied):
    """Has the catalogue say that it has another schema: `of_revision("9")`."""

    def change(revision):
        plain_view.change(copied, f"UPDATE alembic_version SET version_num = '{revision}'")
        return copied

    return change


@pytest.mark.daily(
    "words1-0013-before the first",
    "words2-0013-before the first",
    "words3-0013-before the first",
    "words4-9999-newer program .schema 9999.",
    "words5-0013-before the first",
)
@pytest.mark.parametrize(("revision", "why"), [("9999", "newer program .schema 9999."), ("0013", "before the first")])
@pytest.mark.parametrize(
    "words", [("query",), ("stats",), ("export", 1), ("show", 1), ("verify",), ("fill", "--count", 1)]
)
def test_an_unknown_schema_is_refused_and_left_as_it_is(of_revision, call, error_of, words, revision, why):
    home = of_revision(revision)
    before = everything(home)
    assert re.search(why, error_of(call(*words)))
    assert everything(home) == before


def test_a_catalogue_is_free_again_after_the_refusal(of_revision):
    home = of_revision("9999")
    with pytest.raises(CatalogueError):
        Store.write(home)
    of_revision(FIRST)
    Store.write(home).close()


@pytest.fixture
def next_version(tmp_path, monkeypatch):
    """The program as it will be after one migration: `next_version("op.…")`."""

    def make(step):
        scripts = tmp_path / "migrations"
        shutil.copytree(store_module._SCRIPTS, scripts, ignore=shutil.ignore_patterns("__pycache__"))
        (scripts / "versions" / "next.py").write_text(
            "import sqlalchemy as sa\nfrom alembic import op\n"
            f"revision = 'next'\ndown_revision = '{FIRST}'\ndef upgrade():\n    {step}\n"
        )
        monkeypatch.setattr(store_module, "_SCRIPTS", scripts)
        monkeypatch.setattr(schema, "REVISION", "next")

    return make


NOTES = "op.create_table('notes', sa.Column('text', sa.String))"


def test_a_reader_refuses_an_old_catalogue_and_changes_nothing(copied, next_version):
    before = everything(copied)
    next_version(NOTES)
    with pytest.raises(OutdatedCatalogue, match=f"has schema {FIRST}, and this program reads next; open it"):
        Store.read(copied)
    assert everything(copied) == before


@pytest.mark.daily("query", "path")
@pytest.mark.parametrize(
    "words",
    [
        ("query", "--count-only"),
        ("stats",),
        ("export", 1),
        ("show", 1),
        ("verify",),
        ("report", "--clues", 30, "--puzzles", 4),
        ("path", 1),
    ],
    ids=lambda words: words[0],
)
def test_every_command_that_reads_upgrades_an_old_catalogue_and_says_so(copied, call, next_version, words):
    expected = call(*words)
    next_version(NOTES)
    upgraded = call(*words)
    assert upgraded.status == 0
    if words[0] != "stats":  # which counts the bytes of the database
        assert upgraded.out == expected.out
    assert upgraded.err == f"upgraded {copied} from schema {FIRST} to next\n" + expected.err
    assert call(*words).err == expected.err


def test_an_old_catalogue_is_upgraded_when_it_is_opened_for_writing(copied, next_version):
    before = plain_view.tables(copied)
    next_version(NOTES)
    with Store.write(copied) as store:
        assert statistics(store).boards == 400
    assert plain_view.table(copied, "notes") == []
    assert plain_view.table(copied, "alembic_version") == [{"version_num": "next"}]
    assert plain_view.tables(copied) == before


@pytest.mark.sqlite("a file that another program looks into")
def test_an_upgrade_that_fails_changes_nothing(copied, next_version):
    before = everything(copied)
    next_version(f"{NOTES}; 1 / 0")
    with pytest.raises(ZeroDivisionError):
        Store.write(copied)
    assert everything(copied) == before
    with closing(sqlite3.connect(copied / "catalogue.db")) as database:
        assert not database.execute("SELECT 1 FROM sqlite_schema WHERE name = 'notes'").fetchall()


def loaded(dump, home):
    home.mkdir()
    with closing(sqlite3.connect(home / "catalogue.db")) as database:
        database.executescript(dump.read_text())


def definitions(home):
    with closing(sqlite3.connect(home / "catalogue.db")) as database:
        rows = database.execute("SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'")
        return {(kind, name, sql and " ".join(sql.split())) for kind, name, sql in rows}


def ratings(home):
    rows = [[row[name] for name in (*RATING, *SCORE)] for row in plain_view.table(home, "puzzles", "id")]
    return rows, plain_view.table(home, "uses", "technique, puzzle_id")


@pytest.mark.daily("1-rules", "1-class", "1-imported", "1-graded")
@pytest.mark.sqlite("the dumps are of files")
@pytest.mark.parametrize("dump", RELEASED, ids=lambda path: path.stem)
def test_a_catalogue_of_every_released_schema_opens_and_is_whole(dump, home, call):
    loaded(dump, home)
    before = ratings(home)
    assert call("verify", "--repair").status == 0  # it writes the files of the boards
    assert ratings(home) == before  # which may be of another version
    count = dump.read_text().count('INSERT INTO "boards"')
    whole = call("verify")
    assert whole.status == 0
    assert all("catalogue rate --again" in line for line in whole.err.splitlines())
    assert len(whole.err.splitlines()) <= 1, "a warning is shown once in a command"
    assert f"{count} boards: everything " in whole.out
    assert call("fill", "--total", count + 1, "--quiet").status == 0
    assert call("query", "--count-only").out == f"{count + 1}\n"


@pytest.mark.daily("1-graded")
@pytest.mark.sqlite("the dumps are of files")
@pytest.mark.parametrize("dump", RELEASED, ids=lambda path: path.stem)
def test_an_upgraded_catalogue_has_the_schema_of_a_new_one(dump, home, tmp_path, call):
    """Without a migration in between, a released schema stays as it is."""
    loaded(dump, home)
    assert call("stats").status == 0
    assert call("fill", "--count", 1, "--quiet", "--home", tmp_path / "new").status == 0
    assert definitions(home) == definitions(tmp_path / "new")


@pytest.mark.slow_cases("1-fair", "1-imported", "1-thermo")
@pytest.mark.sqlite("the dumps are of files")
@pytest.mark.parametrize("dump", RELEASED, ids=lambda path: path.stem)
def test_an_upgrade_keeps_every_row_and_names_the_techniques_of_the_program(dump, home):
    """A new technique, or one with another name, needs a migration that writes the table of names."""
    loaded(dump, home)
    before = plain_view.tables(home)
    Store.write(home).close()
    after = plain_view.tables(home)
    assert after["settings"][0]["metrics_version"] == 3 and before["settings"][0].pop("metrics_version") == 2
    before.pop("digests", None)  # which are of other columns
    for row in before["puzzles"]:  # counts of the textbook search are of another version
        assert after["puzzles"][row["id"]]["textbook_depth"] is None
        row.update(dict.fromkeys(name for name in row if name.startswith("textbook_")))
    for name, rows in before.items():
        known = [{column: row[column] for column in old} for row, old in zip(after[name], rows, strict=True)]
        assert known == rows, name
    names = {row["number"]: row["name"] for row in plain_view.table(home, "techniques", "number")}
    assert names == {number: name for name, number in TECHNIQUE_NUMBERS.items()}


@pytest.mark.daily("1-jigsaw")
@pytest.mark.sqlite("it compares the two databases itself")
@pytest.mark.parametrize("dump", RELEASED, ids=lambda path: path.stem)
def test_a_released_catalogue_on_a_server_is_upgraded_as_one_in_a_folder(dump, home, postgresql):
    server = postgresql.new()
    loaded(dump, home)
    _load_into(server, home, dump.with_name(f"{dump.stem.partition('-')[0]}.postgresql"))
    for each in (home, server):
        with Store.write(each) as store, store.moment():
            assert not structure_faults(Snapshot(store))
    folder, database = plain_view.tables(home), plain_view.tables(server)
    for tables in (folder, database):
        tables["settings"][0]["files"] = None  # whether boards have files is what differs
    assert database == folder


def _load_into(server, home, schema_of_server):
    """Fill the tables of a released schema on a server with the rows of the same in a folder."""
    tables = plain_view.tables(home) | {"alembic_version": plain_view.table(home, "alembic_version")}
    with connected(server) as database:
        database.execute(schema_of_server.read_text())
        database.execute("SET session_replication_role = replica")  # so that the order of the tables does not matter
        kinds = "SELECT table_name, column_name FROM information_schema.columns WHERE data_type = 'boolean'"
        truths = set(database.execute(kinds).fetchall())
        for name, rows in tables.items():
            for row in rows:
                columns = ", ".join(f'"{column}"' for column in row)
                values = [
                    value if value is None or (name, column) not in truths else bool(value)
                    for column, value in row.items()
                ]
                places = ", ".join(["%s"] * len(row))
                database.execute(f"INSERT INTO {name} ({columns}) OVERRIDING SYSTEM VALUE VALUES ({places})", values)


@pytest.mark.slow
@pytest.mark.sqlite("the dumps are of files")
def test_an_upgrade_that_is_killed_at_any_moment_loses_nothing(home, tmp_path):
    """Killed at each statement of the migration in turn: the next opening finds the old catalogue, or the new one."""
    loaded(RELEASED[0], home)
    shutil.copytree(home, tmp_path / "whole")
    Store.write(tmp_path / "whole").close()
    wanted = plain_view.tables(tmp_path / "whole")
    for statements in range(1, 80):
        copy = tmp_path / str(statements)
        shutil.copytree(home, copy)
        ended = _upgraded_until(copy, statements)
        Store.write(copy).close()
        assert plain_view.tables(copy) == wanted, statements
        if os.WIFEXITED(ended):  # there were not so many
            assert os.WEXITSTATUS(ended) == 0 and statements > 5
            return
        assert os.WTERMSIG(ended) == signal.SIGKILL
    raise AssertionError("the upgrade does not end")


def _upgraded_until(home, statements):
    """Upgrade a catalogue in another process, which is killed after some statements; return how it ended."""
    if child := os.fork():
        return os.waitpid(child, 0)[1]
    left = statements

    def count(*_):
        nonlocal left
        left -= 1
        if not left:
            os.kill(os.getpid(), signal.SIGKILL)

    try:
        event.listen(Engine, "after_cursor_execute", count)
        Store.write(home).close()
    finally:
        os._exit(0 if left > 0 else 1)


@pytest.fixture
def rated_before(home):
    """A catalogue that 0.2.0 has rated, of which the second version of the rating rates some puzzles higher."""
    loaded(next(dump for dump in RELEASED if dump.stem == "1-rated"), home)
    return home


def puzzles_of(home):
    return plain_view.table(home, "puzzles", "id")


@pytest.mark.sqlite("the dumps are of files")
def test_ratings_of_another_version_are_read_with_one_line_and_never_mixed(rated_before, call):
    advice = f"run catalogue rate --again --home {rated_before}"
    found = call("query", "--grade", "hard", "--count-only")
    assert (found.status, found.out.strip()) == (0, "7")
    assert found.err.count(advice) == 1 and "of version 1, not 2" in found.err
    before = plain_view.tables(rated_before)
    for words in (("rate",), ("fill", "--count", 1, "--grade", "hard"), ("fill", "--count", 1, "--rate", "all")):
        refused = call(*words)
        assert refused.status == 1 and advice in refused.err
    assert plain_view.tables(rated_before) == before
    assert call("rate", "--rate", "score", "--quiet").status == 0  # scores have a version of their own


@pytest.mark.slow
@pytest.mark.sqlite("the dumps are of files")
def test_rating_again_replaces_ratings_of_another_version_alone(rated_before, call):
    before = puzzles_of(rated_before)
    assert call("verify", "--repair").status == 0  # it writes the files of the boards
    assert call("rate", "--again").status == 0
    after = puzzles_of(rated_before)
    assert [[row[name] for name in SCORE] for row in after] == [[row[name] for name in SCORE] for row in before]
    given = np.array([[int(digit) for digit in row["givens"].replace(".", "0")] for row in after], np.uint8)
    assert [row["rating"] for row in after] == engine.rate(given)["rating"].tolist()
    assert sum(new["rating"] > old["rating"] for new, old in zip(after, before, strict=True)) == 6
    assert all(new["rating"] >= old["rating"] for new, old in zip(after, before, strict=True))
    whole = call("verify")
    assert (whole.status, whole.err.count("--again")) == (0, 0) and "not compared" not in whole.out
    again = everything(rated_before)
    assert call("rate", "--again").status == 0
    assert everything(rated_before) == again


@pytest.mark.sqlite("the dumps are of files")
def test_a_killed_rating_again_continues(rated_before, call):
    with Store.write(rated_before) as store:
        forget_ratings(store)  # as far as a process came that was killed then
    assert call("rate", "--quiet").status == 0
    assert all(row["rating_status"] is not None for row in puzzles_of(rated_before))


@pytest.mark.sqlite("the dumps are of files")
def test_a_merge_of_ratings_of_another_version_takes_the_scores_alone(rated_before, call, tmp_path):
    done = call("import", rated_before / "catalogue.db", "--home", tmp_path / "new")
    assert done.status == 0 and "of version 1, not 2" in done.err
    merged = puzzles_of(tmp_path / "new")
    assert [row["rating"] for row in merged] == [None] * len(merged)
    assert [row["score"] for row in merged] == [row["score"] for row in puzzles_of(rated_before)]


def test_a_released_data_set_says_what_is_not_compared(call):
    said = call("dataset", Path(__file__).parent / "released" / "dataset", "--verify")
    assert said.status == 1
    assert (
        said.out
        == "dataset.json: rows are not compared: they were made with version of metrics 2 (here 3), rating 1 (here 2)\n"
    )


IMPORTED = re.compile(r"^\s*(?:from|import)\s+(\w+)", re.MULTILINE)


@pytest.mark.parametrize("script", sorted(store_module._SCRIPTS.rglob("*.py")), ids=lambda path: path.name)
def test_migrations_import_nothing_of_ours(script):
    assert set(IMPORTED.findall(script.read_text())) <= {"alembic", "hashlib", "json", "sqlalchemy"}
