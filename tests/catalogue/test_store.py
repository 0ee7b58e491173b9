import os
import re
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import plain_view
import pytest
from sqlalchemy import insert

from board_catalogue import catalogue, engine
from board_catalogue.catalogue.errors import BusyCatalogue, CatalogueError
from board_catalogue.catalogue.puzzles.kinds import Criteria
from board_catalogue.catalogue.puzzles.settings import Settings
from board_catalogue.catalogue.storage.home import Server
from board_catalogue.catalogue.storage.queries import count
from board_catalogue.catalogue.storage.schema import streams
from board_catalogue.catalogue.storage.store import Store
from board_catalogue.engine.grades import RATING_VERSION

STREAM = {"seed": 1, "position": 2, "attempts": 3, "duplicates": 4, "unwanted": 5}


def test_a_new_catalogue_keeps_its_settings(home):
    files = not isinstance(home, Server)  # which keeps none
    settings = Settings(4, "d4", 2**63 - 1, engine.native.METRICS_VERSION, "wfc+singles", RATING_VERSION, files)
    with Store.write(home, settings) as store:
        assert store.settings == settings
    with Store.write(home, Settings(9, "d4", 5, 1, "wfc", 1)) as store:
        assert store.settings == settings
    with Store.read(home) as store:
        assert store.settings == settings


@pytest.mark.parametrize("error", [ValueError("no such boards"), CatalogueError("no workers")])
def test_a_new_catalogue_that_is_refused_leaves_nothing(home, new_settings, error):
    with pytest.raises(type(error)), Store.write(home, new_settings()):
        raise error
    assert not plain_view.exists(home)
    Store.write(home, new_settings()).close()
    with pytest.raises(type(error)), Store.write(home, new_settings()):
        raise error
    assert plain_view.exists(home)  # it was there before


@pytest.mark.sqlite("folders")
def test_what_else_is_in_the_folder_of_a_refused_catalogue_stays(tmp_path, new_settings):
    for home in (tmp_path / "mine", tmp_path / "new" / "deep"):
        (tmp_path / "mine").mkdir(exist_ok=True)
        (tmp_path / "mine" / "notes").touch()
        with pytest.raises(ValueError, match="refused"), Store.write(home, new_settings()):
            raise ValueError("refused")
    assert sorted(tmp_path.rglob("*")) == [tmp_path / "mine", tmp_path / "mine" / "notes"]


@pytest.mark.parametrize("opened", [Store.read, Store.write])
def test_looking_for_a_catalogue_makes_none(home, opened):
    with pytest.raises(CatalogueError, match=re.escape(f"no catalogue in {home}; make one with: catalogue fill")):
        opened(home)
    assert not plain_view.exists(home)


@pytest.mark.slow_cases("what?", "a'b\"c")
@pytest.mark.parametrize("name", ["a b", "100%", "what?", "#1", "ünï", "a'b\"c", "%20", "a;b&c=d"])
@pytest.mark.sqlite("a file")
def test_any_name_of_a_folder_will_do(tmp_path, filled_by, name):
    home = tmp_path / name
    filled_by(home, boards=3)
    plain = tmp_path / "plain"
    home.rename(plain)
    plain_view.assert_sound(plain, count=3)
    plain.rename(home)
    with Store.read(home) as store:
        assert count(store, Criteria()) == 3


def test_a_turn_that_fails_undoes_all_since_the_last_commit(home, new_settings):
    with Store.write(home, new_settings()) as store:
        with store.turn() as connection:
            connection.execute(insert(streams), STREAM)
        with pytest.raises(ZeroDivisionError), store.turn() as connection:
            connection.execute(insert(streams), STREAM | {"seed": 2})
            raise ZeroDivisionError
        # Others may believe that what they wrote before is still there.
        with pytest.raises(CatalogueError, match="open the store again"), store.turn():
            pass
    with Store.write(home) as store:
        with store.turn() as connection:
            connection.execute(insert(streams), STREAM | {"seed": 3})
        store.commit()
        assert plain_view.table(home, "streams") == [STREAM | {"seed": 3}]


def test_turns_are_seen_by_others_once_they_are_committed(home, new_settings):
    with Store.write(home, new_settings()) as store:
        with store.turn() as connection:
            connection.execute(insert(streams), STREAM)
        assert plain_view.table(home, "streams") == []
        store.commit()
        assert plain_view.table(home, "streams") == [STREAM]


def test_what_is_not_committed_is_gone_when_the_store_is_closed(home, new_settings):
    with Store.write(home, new_settings()) as store, store.turn() as connection:
        connection.execute(insert(streams), STREAM)
    assert plain_view.table(home, "streams") == []


def test_threads_take_turns(home, new_settings):
    inside = []

    def work(seed):
        for position in range(20):
            with store.turn() as connection:
                inside.append(seed)
                connection.execute(insert(streams), STREAM | {"seed": 100 * seed + position})
                assert inside.pop() == seed
                assert inside == []
            if position % 7 == 0:
                store.commit()
        return True

    with Store.write(home, new_settings()) as store, ThreadPoolExecutor(4) as pool:
        assert list(pool.map(work, range(4))) == [True] * 4
        store.commit()
    assert len(plain_view.table(home, "streams")) == 80


def test_a_reader_sees_what_is_committed_and_waits_for_nobody(copied):
    with Store.write(copied) as writer, Store.read(copied) as reader:
        with writer.turn() as connection:
            connection.exec_driver_sql("DELETE FROM puzzles WHERE board_id >= 100")
            assert count(reader, Criteria()) == 400
        writer.commit()
        assert count(reader, Criteria()) == 100


def test_a_reader_cannot_write(copied):
    with Store.read(copied) as store, pytest.raises(CatalogueError, match=r"read-?only"), store.turn() as connection:
        connection.execute(insert(streams), STREAM)


def test_what_hangs_together_cannot_be_torn_apart(copied):
    with (
        Store.write(copied) as store,
        pytest.raises(CatalogueError, match=r"(?i)foreign key"),
        store.turn() as connection,
    ):
        connection.exec_driver_sql("DELETE FROM boards WHERE id = 3")
    plain_view.assert_sound(copied, count=400)


@pytest.mark.sqlite("a file")
def test_a_closed_catalogue_is_one_file(home, filled_by):
    filled_by(home, boards=10)
    assert {path.name for path in home.iterdir()} == {
        "catalogue.db",
        "catalogue.lock",
        "catalogue.unsynced",
        "boards",
    }
    with closing(sqlite3.connect(home / "catalogue.db")) as database:
        assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []


@pytest.mark.sqlite("a file")
def test_a_writer_loses_nothing_to_a_kill_and_keeps_the_database_whole_after_a_power_cut(copied):
    wanted = {"journal_mode": "wal", "synchronous": 1, "foreign_keys": 1}  # 1 is NORMAL; 0 would be OFF
    with Store.write(copied) as store:
        read = {name: store.connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in wanted}
    assert read == wanted


@pytest.mark.parametrize("words", [("query",), ("stats",), ("verify",), ("export", 1)])
@pytest.mark.sqlite("a file")
def test_a_catalogue_that_was_never_finished_is_told_in_one_line(home, call, error_of, words):
    home.mkdir()
    (home / "catalogue.db").touch()
    assert "never finished" in error_of(call(*words))


@pytest.mark.parametrize(
    "words", [("query",), ("stats",), ("export", 1), ("fill", "--count", 1), ("verify", "--repair"), ("rate",)]
)
@pytest.mark.sqlite("a file")
def test_a_file_that_is_no_database_is_told_in_one_line_and_left_alone(home, call, error_of, words):
    home.mkdir()
    (home / "catalogue.db").write_text("Dear diary, " * 1000)
    assert "not a database" in error_of(call(*words))
    assert (home / "catalogue.db").read_text() == "Dear diary, " * 1000
    assert {path.name for path in home.iterdir()} == {"catalogue.db"}


OF_BOARDS = ("boards", "puzzles", "claims", "tallies", "streams")


@pytest.mark.parametrize(
    ("tables", "words"),
    [
        (OF_BOARDS, ("query", "--format", "jsonl")),
        (OF_BOARDS, ("stats",)),
        (OF_BOARDS, ("export", "0-399")),
        (OF_BOARDS, ("fill", "--count", 1)),
        (("settings",), ("stats",)),
        (("settings",), ("export", "0-399")),
        (("settings",), ("fill", "--count", 1)),
    ],
)
@pytest.mark.sqlite("a file")
def test_a_damaged_database_is_reported_in_one_line(copied, call, tables, words):
    with closing(sqlite3.connect(copied / "catalogue.db")) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        marks = ", ".join("?" * len(tables))
        found = database.execute(f"SELECT rootpage FROM sqlite_schema WHERE name IN ({marks})", tables)
        roots = found.fetchall()
        (page_size,) = database.execute("PRAGMA page_size").fetchone()
    with (copied / "catalogue.db").open("r+b") as file:
        for (root,) in roots:
            file.seek((root - 1) * page_size)
            file.write(b"\xa5" * page_size)
    done = call(*words)
    assert done.status == 1
    assert done.err.count("\n") == 1
    assert "malformed" in done.err or "does not pass SQLite's check" in done.err


@pytest.mark.parametrize(
    ("words", "change"),
    [
        (("stats",), "DELETE FROM settings"),
        (("rate",), "DELETE FROM settings"),
        (("fill", "--count", 1), "DELETE FROM settings"),
        (("stats",), "DROP TABLE streams"),
        (("fill", "--count", 1), "DROP TABLE streams"),
        (("stats",), "ALTER TABLE tallies DROP COLUMN puzzles"),
        (("fill", "--count", 1), "ALTER TABLE tallies DROP COLUMN puzzles"),
    ],
)
@pytest.mark.sqlite("a file")
def test_a_database_that_lacks_something_is_told_in_one_line_with_what_to_do(copied, call, error_of, words, change):
    plain_view.change(copied, change)
    assert "restore it from a backup" in error_of(call(*words))


# --- After close ---------------------------------------------------------------------------------------------------


USES = {
    "iterate": list,
    "count": len,
    "first": lambda puzzles: puzzles.first(),
    "place": lambda puzzles: puzzles[3],
    "numpy": lambda puzzles: puzzles.to_numpy(),
    "random": lambda puzzles: puzzles.order_by("random").first(),
    "page": lambda puzzles: puzzles.page(3),
    "html": lambda puzzles: puzzles._repr_html_(),
}


@pytest.fixture(params=["sqlite", "postgresql"])
def three(request, tmp_path, filled_by):
    home = tmp_path / "home" if request.param == "sqlite" else request.getfixturevalue("postgresql").new()
    filled_by(home, boards=300)
    return home


@pytest.mark.slow_cases("postgresql")
def test_a_choice_of_a_closed_catalogue_says_so(three, caplog):
    opened = catalogue.open(three)
    puzzles, begun = opened.puzzles(), iter(opened.puzzles())
    next(begun)
    opened.close()
    for use in (*USES.values(), lambda puzzles: list(begun)):
        with pytest.raises(CatalogueError, match="was closed; open the catalogue again"):
            use(puzzles)
    assert "unknown" in repr(puzzles)
    assert not caplog.records
    assert len(opened.puzzles()) == 300  # it opens again


@pytest.mark.daily("sqlite")
def test_a_program_is_not_told_to_stop_itself(three):
    with Store.write(three), pytest.raises(BusyCatalogue) as caught:
        Store.write(three)
    assert f"process {os.getpid()}" in str(caught.value)
    assert str(caught.value).endswith("; wait until it ends: it is this program, in another thread")
    assert "stop" not in caught.value.on_a_page
