"""A tiny catalogue of every schema that a version of the program has written: each opens and is proven.

`schemas/NNNN.sql` has four rated puzzles and two of 30 clues, in the tables that the migrations up to NNNN make.
"""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import plain_view
import pytest

from catalogue.store import schema
from catalogue.store.opening import migration

pytestmark = pytest.mark.sqlite("older schemas, of which there are none on a server")

SCHEMAS = sorted((Path(__file__).parent / "schemas").glob("*.sql"))


@pytest.fixture
def old(home):
    """Makes the catalogue of a script in a folder: `old(script, folder)`."""

    def make(script, folder=home):
        (folder / "boards").mkdir(parents=True)
        with closing(sqlite3.connect(folder / "catalogue.db")) as database:
            database.executescript(script.read_text())
            for number, solution in database.execute("SELECT id, solution FROM boards").fetchall():
                (folder / "boards" / f"{number}.txt").write_bytes(plain_view.file_text(solution))
        return folder

    return make


def test_every_revision_has_its_catalogue():
    assert [path.stem for path in SCHEMAS] == sorted(
        path.name[:4] for path in (migration._SCRIPTS / "versions").glob("0*.py")
    )
    assert SCHEMAS[-1].stem == schema.REVISION


@pytest.mark.parametrize("script", SCHEMAS, ids=lambda path: path.stem)
def test_every_schema_opens_is_proven_and_goes_on(old, home, call, tmp_path, script):
    old(script)
    for words in (("query", "--count-only"), ("stats",), ("export", 1), ("show", 1), ("path", 1), ("hint", 1)):
        shutil.rmtree(tmp_path / "again", ignore_errors=True)
        old(script, tmp_path / "again")
        done = call(*words, "--home", tmp_path / "again")
        assert (done.status, "Traceback" in done.err) == (0, False), (words, done)
    done = call("verify", "--full", "--format", "json")
    report = json.loads(done.out)
    assert (done.status, report["faults"], report["boards"]) == (0, [], 6), report
    assert bool(report["notes"]) == (script.stem < "0009")  # older versions kept no recipes
    assert call("fill", "--count", 3).status == 0
    assert call("rate").status == 0
    assert call("verify", "--full").status == 0
    plain_view.assert_sound(home, count=9)


@pytest.mark.parametrize("script", [path for path in SCHEMAS if path.stem < "0009"][-1:], ids=lambda path: path.stem)
@pytest.mark.parametrize(
    "change", ["filled = filled + 1", "givens = replace(givens, '1', '.')", "minimal = 1 - minimal"]
)
def test_a_puzzle_of_an_unknown_recipe_is_repaired_by_the_rest_of_its_row(old, home, call, script, change):
    old(script)
    assert call("stats").status == 0
    before = plain_view.tables(home)
    plain_view.change(home, f"UPDATE puzzles SET {change} WHERE id IN (2, 5)")
    assert call("verify").status == 1
    assert call("verify", "--repair").status == 0
    assert plain_view.tables(home) == before


def test_a_backup_of_an_older_schema_is_restored(old, home, call):
    old(SCHEMAS[0])
    shutil.copy(home / "catalogue.db", home.parent / "copy.db")
    assert call("restore", home.parent / "copy.db", "--home", home.parent / "again").status == 0
    assert call("verify", "--home", home.parent / "again").status == 0
