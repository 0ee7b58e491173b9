import importlib.util
import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import numpy as np
import plain_view
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine

import engine
from catalogue.errors import CatalogueError, OutdatedCatalogue
from catalogue.formats.digits import as_lines
from catalogue.kinds import Depth
from catalogue.store import Store, schema
from catalogue.store.opening import migration
from catalogue.store.reading.queries import statistics

pytestmark = pytest.mark.sqlite("older schemas, of which there are none on a server")

OLD = schema.REVISION  # before a test replaces it


@pytest.fixture
def migrated():
    with create_engine("sqlite://").begin() as connection:
        migration.upgrade(connection)
        yield connection


def test_migrating_an_empty_file_makes_the_schema_of_the_program(migrated):
    context = MigrationContext.configure(migrated, opts={"compare_type": True, "compare_server_default": True})
    assert compare_metadata(context, schema.metadata) == []


def test_tables_are_migrated_word_for_word(migrated):
    # Alembic does not compare AUTOINCREMENT, WITHOUT ROWID or the order of columns.
    def spelled(connection):
        rows = connection.exec_driver_sql("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL")
        return {name: re.sub(r"[\s\"]+", " ", sql) for name, sql in rows if name != "alembic_version"}

    with create_engine("sqlite://").begin() as direct:
        schema.metadata.create_all(direct)
        assert spelled(migrated) == spelled(direct)


def test_the_newest_revision_is_the_one_that_the_schema_names(migrated):
    context = MigrationContext.configure(migrated)
    assert context.get_current_revision() == schema.REVISION
    assert migration.is_known(schema.REVISION)
    assert not migration.is_known("9999")


def change(home, sql):
    with closing(sqlite3.connect(home / "catalogue.db")) as database:
        database.execute(sql)
        database.commit()


def everything(home):
    return plain_view.tables(home), plain_view.files(home), plain_view.table(home, "alembic_version")


@pytest.mark.parametrize(
    "words", [("query",), ("stats",), ("export", 1), ("show", 1), ("verify",), ("fill", "--count", 1)]
)
def test_a_newer_catalogue_is_refused_in_one_line_and_left_as_it_is(copied, call, error_of, words):
    change(copied, "UPDATE alembic_version SET version_num = '9999'")
    before = everything(copied)
    assert "newer program (schema 9999)" in error_of(call(*words))
    assert everything(copied) == before


def test_the_newer_catalogue_is_free_again_after_the_refusal(copied):
    change(copied, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(CatalogueError):
        Store.write(copied)
    change(copied, f"UPDATE alembic_version SET version_num = '{schema.REVISION}'")
    Store.write(copied).close()


@pytest.fixture
def next_version(tmp_path, monkeypatch):
    """The program as it will be after one more migration: `next_version("op.…")`."""

    def make(step):
        scripts = tmp_path / "migrations"
        shutil.copytree(migration._SCRIPTS, scripts, ignore=shutil.ignore_patterns("__pycache__"))
        (scripts / "versions" / "next.py").write_text(
            "import sqlalchemy as sa\nfrom alembic import op\n"
            f"revision = 'next'\ndown_revision = '{schema.REVISION}'\ndef upgrade():\n    {step}\n"
        )
        monkeypatch.setattr(migration, "_SCRIPTS", Path(scripts))
        monkeypatch.setattr(schema, "REVISION", "next")

    return make


def make_0009(home):
    """Take a catalogue back to revision 0009: each board has a seed and one puzzle."""
    with closing(sqlite3.connect(home / "catalogue.db")) as database:
        database.executescript(
            "ALTER TABLE settings DROP COLUMN blocks;"
            "DROP TABLE tags; DROP VIEW catalogue; DROP TABLE origins; DROP TABLE sources; DROP TABLE forms;"
            "DROP INDEX ix_puzzles_number; DROP INDEX ix_puzzles_further;"
            "CREATE INDEX ix_puzzles_board_id ON puzzles (board_id);"
            "ALTER TABLE puzzles DROP COLUMN place; ALTER TABLE puzzles DROP COLUMN solution;"
            "CREATE TABLE old (id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, seed INTEGER NOT NULL,"
            " position INTEGER NOT NULL, solution VARCHAR NOT NULL);"
            "INSERT INTO old SELECT * FROM boards; DROP TABLE boards; ALTER TABLE old RENAME TO boards;"
            "CREATE VIEW catalogue AS SELECT p.board_id AS number, b.solution"
            " FROM puzzles AS p JOIN boards AS b ON b.id = p.board_id;"
            "UPDATE alembic_version SET version_num = '0009'"
        )


def make_0005(home):
    """Take a catalogue back to revision 0005: without two metrics, weights, the view and the names."""
    make_0009(home)
    with closing(sqlite3.connect(home / "catalogue.db")) as database:
        database.executescript(
            "DROP TABLE recipes; DROP VIEW catalogue; DROP TABLE techniques; ALTER TABLE puzzles DROP COLUMN weight;"
            "ALTER TABLE settings DROP COLUMN files; UPDATE settings SET metrics_version = 1;"
            "DELETE FROM tallies WHERE metric IN ('filled', 'hidden_rounds');"
            "ALTER TABLE puzzles DROP COLUMN filled; ALTER TABLE puzzles DROP COLUMN hidden_rounds;"
            "UPDATE alembic_version SET version_num = '0005'"
        )


def make_0004(home):
    """Take a catalogue back to revision 0004: ids of puzzles begin at 1, the rating has no version."""
    make_0005(home)
    with closing(sqlite3.connect(home / "catalogue.db")) as database:
        database.executescript(
            "UPDATE puzzles SET id = -1 - board_id; UPDATE puzzles SET id = -id;"
            "UPDATE uses SET puzzle_id = -1 - puzzle_id; UPDATE uses SET puzzle_id = -puzzle_id;"
            "ALTER TABLE settings DROP COLUMN rating_version; UPDATE alembic_version SET version_num = '0004'"
        )


def make_0003(home):
    """Take a catalogue back to revision 0003: nothing is known of ratings."""
    make_0004(home)
    with closing(sqlite3.connect(home / "catalogue.db")) as database:
        database.executescript(
            "DROP TABLE uses; DROP INDEX ix_puzzles_rating; DROP INDEX ix_puzzles_hardest;"
            + "".join(f"ALTER TABLE puzzles DROP COLUMN {name};" for name in schema.RATING)
            + "ALTER TABLE streams DROP COLUMN unwanted; UPDATE alembic_version SET version_num = '0003'"
        )


def test_a_reader_refuses_an_old_catalogue_and_changes_nothing(copied, next_version):
    before = everything(copied)
    next_version("op.create_table('notes', sa.Column('text', sa.String))")
    with pytest.raises(OutdatedCatalogue, match=f"has schema {OLD}, and this program reads next; open it for writing"):
        Store.read(copied)
    assert everything(copied) == before


@pytest.mark.parametrize(
    "words",
    [("query", "--count-only"), ("stats",), ("export", 1), ("show", 1), ("verify",), ("report",), ("path", 1)],
    ids=lambda words: words[0],
)
def test_every_command_that_reads_upgrades_an_old_catalogue_and_says_so(copied, call, next_version, words):
    expected = call(*words)
    next_version("op.create_table('notes', sa.Column('text', sa.String))")
    upgraded = call(*words)
    assert upgraded.status == 0
    if words[0] != "stats":  # which counts the bytes of the database
        assert upgraded.out == expected.out
    assert upgraded.err == f"upgraded {copied} from schema {OLD} to next\n" + expected.err
    assert call(*words).err == expected.err


def test_an_old_catalogue_is_upgraded_when_it_is_opened_for_writing(copied, next_version):
    before = plain_view.tables(copied)
    next_version("op.create_table('notes', sa.Column('text', sa.String))")
    with Store.write(copied) as store:
        assert statistics(store).boards == 400
    assert plain_view.table(copied, "notes") == []
    assert plain_view.table(copied, "alembic_version") == [{"version_num": "next"}]
    assert plain_view.tables(copied) == before


def test_a_catalogue_of_the_first_schema_is_upgraded_and_goes_on(home, filled_by, tmp_path):
    filled_by(home, boards=30)
    make_0003(home)
    with closing(sqlite3.connect(home / "catalogue.db")) as database:  # as the first version left it
        database.executescript(
            "CREATE TABLE old (size INTEGER NOT NULL, symmetry VARCHAR NOT NULL, seed INTEGER NOT NULL,"
            " metrics_version INTEGER NOT NULL);"
            "INSERT INTO old SELECT size, symmetry, seed, metrics_version FROM settings; DROP TABLE settings;"
            "ALTER TABLE old RENAME TO settings; UPDATE alembic_version SET version_num = '0001'"
        )
    filled_by(home, boards=30)
    filled_by(tmp_path / "new", boards=60)
    assert plain_view.table(home, "settings")[0]["method"] == "wfc"
    assert plain_view.contents(home) == plain_view.contents(tmp_path / "new")


def test_a_catalogue_of_one_puzzle_a_board_is_upgraded_and_goes_on(home, filled_by, tmp_path):
    filled_by(home, boards=30, rate=Depth.full)
    tables = spelled_tables(home)
    make_0009(home)
    filled_by(home, boards=30, rate=Depth.full)
    filled_by(tmp_path / "new", boards=60, rate=Depth.full)
    assert plain_view.tables(home) == plain_view.tables(tmp_path / "new")
    assert spelled_tables(home) == tables
    plain_view.assert_sound(home, count=60)


def test_an_upgrade_that_fails_changes_nothing(copied, next_version):
    before = everything(copied)
    next_version("op.create_table('notes', sa.Column('text', sa.String)); 1 / 0")
    with pytest.raises(ZeroDivisionError):
        Store.write(copied)
    assert everything(copied) == before
    with pytest.raises(sqlite3.OperationalError, match="no such table"):
        plain_view.table(copied, "notes")


def test_puzzles_of_before_patterns_get_theirs(home, filled_by):
    filled_by(home, size=4, boards=20)
    filled_by(home, size=4, boards=20, pattern="diagonal")
    before = plain_view.tables(home)
    assert {row["pattern"] for row in before["puzzles"]} > {None, "diagonal"}
    make_0003(home)
    change(home, "ALTER TABLE puzzles DROP COLUMN pattern")
    change(home, "UPDATE alembic_version SET version_num = '0001'")
    Store.write(home).close()
    assert plain_view.tables(home) == before


def spelled_tables(home):
    return {row["name"]: re.sub(r"[\s\"]+", " ", row["sql"] or "") for row in plain_view.table(home, "sqlite_schema")}


def test_a_catalogue_of_before_ratings_is_upgraded_with_all_it_has(copied, call):
    before, tables = plain_view.tables(copied), spelled_tables(copied)
    make_0003(copied)
    assert "uses" not in spelled_tables(copied)
    assert call("query", "--count-only").out == "400\n"
    assert plain_view.tables(copied) == before
    assert spelled_tables(copied) == tables


def test_a_catalogue_of_before_ratings_goes_on_and_is_rated(home, filled_by, tmp_path, call):
    filled_by(home, boards=30)
    make_0003(home)
    assert call("rate").status == 0
    filled_by(home, boards=30)
    assert call("rate").status == 0
    plain_view.assert_sound(home, count=60)
    filled_by(tmp_path / "new", boards=60)
    call("rate", "--home", tmp_path / "new")
    assert plain_view.tables(home) == plain_view.tables(tmp_path / "new")


def test_a_catalogue_of_before_pinned_numbers_keeps_its_puzzles_ratings_and_techniques(rated, home):
    shutil.copytree(rated, home)
    before, tables, techniques = plain_view.tables(home), spelled_tables(home), plain_view.techniques(home)
    make_0004(home)
    old = plain_view.tables(home)
    assert [row["id"] for row in old["puzzles"]] == [row["board_id"] + 1 for row in old["puzzles"]]
    assert {row["puzzle_id"] - 1 for row in old["uses"]} == {row["puzzle_id"] for row in before["uses"]} > {0}
    assert plain_view.techniques(home) == techniques
    Store.write(home).close()
    assert plain_view.tables(home) == before
    assert spelled_tables(home) == tables
    assert [row["id"] for row in before["puzzles"]] == list(range(300))
    assert plain_view.table(home, "settings", "1")[0]["rating_version"] == 1
    plain_view.assert_sound(home, count=300)


def test_a_catalogue_of_before_pinned_numbers_goes_on_and_is_rated(home, filled_by, tmp_path):
    filled_by(home, boards=30, rate=Depth.full)
    make_0004(home)
    filled_by(home, boards=30, rate=Depth.full)
    filled_by(tmp_path / "new", boards=60, rate=Depth.full)
    assert plain_view.tables(home) == plain_view.tables(tmp_path / "new")


IMPORTED = re.compile(r"^\s*(?:from|import)\s+(\w+)", re.MULTILINE)


@pytest.mark.parametrize("script", sorted(migration._SCRIPTS.rglob("*.py")), ids=lambda path: path.name)
def test_migrations_import_nothing_of_ours(script):
    assert set(IMPORTED.findall(script.read_text())) <= {"alembic", "sqlalchemy", "numpy", "math", "pathlib", "runpy"}


@pytest.mark.parametrize("size", [4, 9, 16])
def test_the_second_migration_finds_the_patterns_of_the_engine(size):
    path = migration._SCRIPTS / "versions" / "0002_pattern.py"
    module = importlib.util.module_from_spec(spec := importlib.util.spec_from_file_location("pattern_0002", path))
    spec.loader.exec_module(module)
    boards = engine.generate(8, size=size, seed=5)
    carved = [engine.carve(boards, seed=5, pattern=pattern) for pattern in (None, *engine.PATTERNS)]
    puzzles = np.concatenate(carved)
    found = module.patterns(as_lines(puzzles))
    assert found == engine.pattern_of(puzzles).tolist()
    assert set(found) >= set(engine.PATTERNS)
