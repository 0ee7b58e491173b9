"""What the program asks of its database: the same of each."""

import os
import random
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path

import plain_view
import pytest
from sqlalchemy import insert, select

from board_catalogue.catalogue.errors import CatalogueError
from board_catalogue.catalogue.puzzles.columns import PUZZLE_METRICS
from board_catalogue.catalogue.puzzles.kinds import Criteria
from board_catalogue.catalogue.runs.verify import Extent, verify
from board_catalogue.catalogue.storage import schema
from board_catalogue.catalogue.storage.database import Insertion, add_up, insert_numbered, insert_rows
from board_catalogue.catalogue.storage.home import DATABASE, Server
from board_catalogue.catalogue.storage.queries import find
from board_catalogue.catalogue.storage.store import Store, back_up, database_at, restore
from board_catalogue.catalogue.storage.writing import claim

KINDS = ("sqlite", "postgresql")
BOARDS = Insertion(schema.boards, ("id", "seed", "position", "solution"))
TALLIES = add_up(schema.tallies, ("metric", "value"), ("puzzles",))
ODD = ["plain", "", "a\tb", "a\nb\r", "\\N", "back\\slash", "ünï ☃", "a" * 5000, "'\";--", "%s ?"]


@pytest.fixture(params=KINDS)
def place(request, tmp_path):
    """Makes places for catalogues in each database: `place()`."""
    if request.param == "sqlite":
        names = iter(range(9))
        return lambda: tmp_path / f"home{next(names)}"
    return request.getfixturevalue("postgresql").new


@pytest.fixture
def store(place, new_settings):
    with Store.write(place(), new_settings()) as store:
        yield store


def write(store, insertion, rows):
    with store.turn() as connection:
        insert_rows(connection, insertion, rows)


def number_boards(store, numbers):
    with store.turn() as connection:
        insert_numbered(connection, BOARDS, numbers, [7] * len(numbers), list(numbers), ["x"] * len(numbers))


def numbers_of(store):
    return [row["id"] for row in plain_view.table(store.home, "boards")]


@pytest.mark.daily("sqlite")
def test_a_place_without_a_catalogue_is_known_as_one(place, new_settings):
    home = place()
    assert not database_at(home).exists()
    with pytest.raises(CatalogueError, match=r"no catalogue in .*; make one with: catalogue fill"):
        Store.read(home)
    Store.write(home, new_settings()).close()
    assert database_at(home).exists()


def test_stores_of_several_threads_open_their_own_files_and_close_them(tmp_path, new_settings):
    """All connections share one engine of SQLAlchemy."""
    homes = [tmp_path / name for name in ("one", "other", "damaged")]
    for home in homes:
        Store.write(home, new_settings()).close()
    (homes[2] / DATABASE).write_bytes(b"x" * 5000)

    def opened(home):
        with Store.read(home) as store:
            return Path(store.connection.exec_driver_sql("PRAGMA database_list").one()[2]).parent

    def failed(home):
        with pytest.raises(CatalogueError, match="not a database"):
            opened(home)

    open_files = Path("/proc/self/fd")
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(opened, homes[:2] * 2))
        before = len(os.listdir(open_files)) if open_files.is_dir() else 0
        assert [*threads.map(opened, homes[:2] * 12)] == homes[:2] * 12
        list(threads.map(failed, homes[2:] * 8))
    assert not before or len(os.listdir(open_files)) == before


@pytest.mark.daily("sqlite")
def test_a_new_catalogue_is_what_the_program_makes_of_any(store):
    found, wanted = store.database.objects(store.connection), store.database.wanted_objects(store.connection)
    assert {key: each.text for key, each in found.items()} == {key: each.text for key, each in wanted.items()}
    assert store.database.revision(store.connection) == schema.REVISION
    assert verify(store, depth=Extent.quick).faults == []


@pytest.mark.daily("sqlite")
def test_rows_come_back_as_they_went_in(store):
    insertion = Insertion(schema.origins, ("puzzle_id", "source_id", "line", "details", "joined"))
    with store.turn() as connection:
        connection.execute(insert(schema.sources).values(id=1, name="n", digest="", position=0, finished=True))
    rows = [(2**62 + i, 1, i, text, False) for i, text in enumerate([*ODD, None])]
    write(store, insertion, rows)
    store.commit()
    assert [tuple(row.values()) for row in plain_view.table(store.home, "origins", "line")] == rows
    kept = store.connection.execute(select(schema.origins).order_by(schema.origins.c.line)).all()
    assert [tuple(row) for row in kept] == rows


@pytest.mark.daily("postgresql")
def test_sums_grow(store):
    write(store, TALLIES, [("clues", 24, 5), ("clues", 25, 1), ("comparisons", 24, 2)])
    write(store, TALLIES, [("clues", 25, 3), ("comparisons", 7, -1)])
    store.commit()
    counted = {(row["metric"], row["value"]): row["puzzles"] for row in plain_view.table(store.home, "tallies", "1, 2")}
    assert counted == {("clues", 24): 5, ("clues", 25): 4, ("comparisons", 24): 2, ("comparisons", 7): -1}


def test_numbers_that_a_transaction_gave_are_given_again_when_it_is_undone(place, new_settings):
    home = place()
    with Store.write(home, new_settings()) as store:
        number_boards(store, range(3))
        store.commit()
        number_boards(store, range(3, 300))
        with pytest.raises(ZeroDivisionError), store.turn():
            raise ZeroDivisionError
    with Store.write(home) as store:
        number_boards(store, range(3, 5))
        store.commit()
        assert numbers_of(store) == [0, 1, 2, 3, 4]
        assert store.database.last_number(store.connection) == 4
        assert store.database.miscounts(store.connection, 4) == []
        assert store.database.miscounts(store.connection, 3) != []


@pytest.mark.daily("sqlite")
def test_rows_are_read_as_soon_as_they_have_numbers(store):
    number_boards(store, range(3))
    with store.turn() as connection:
        assert connection.execute(select(schema.boards.c.id)).scalars().all() == [0, 1, 2]
    number_boards(store, range(3, 5))
    assert store.database.rows(store.connection, "SELECT count(*) FROM boards") == [(5,)]


@pytest.mark.slow_cases("postgresql")
def test_a_commit_after_a_failed_statement_is_an_error(place, new_settings):
    home = place()
    with Store.write(home, new_settings()) as store:
        number_boards(store, range(3))
        store.commit()
        with pytest.raises(CatalogueError, match=r"NOT NULL|not-null"):
            with store.turn() as connection:
                insert_numbered(connection, BOARDS, range(3, 4), [7], [3], [None])
            store.database.rows(store.connection, "SELECT count(*) FROM boards")  # PostgreSQL gets its rows late
        with suppress(CatalogueError):
            assert not store.commit()
    assert [row["id"] for row in plain_view.table(home, "boards")] == [0, 1, 2]


@pytest.mark.daily("postgresql")
def test_puzzles_of_many_kinds_are_numbered_in_their_order(store):
    names = ("id", "board_id", "givens", "minimal", *PUZZLE_METRICS)
    plain, weighted = Insertion(schema.puzzles, names), Insertion(schema.puzzles, (*names, "weight"))
    step, boards = 700, 14_000  # more rows than wait for each other
    for first in range(0, boards, step):
        numbers = range(first, first + step)
        insertion, weights = (weighted, [[first / 2] * step]) if first % (3 * step) else (plain, [])
        number_boards(store, numbers)
        with store.turn() as connection:
            metrics = [numbers for _ in PUZZLE_METRICS]
            rows = (numbers, [f"of {number}" for number in numbers], [True] * step, *metrics, *weights)
            assert insert_numbered(connection, insertion, numbers, *rows) == numbers
    store.commit()
    puzzles = schema.puzzles.c
    found = store.connection.execute(select(puzzles.id, puzzles.board_id, puzzles.givens, puzzles.weight)).all()
    weights = [first / 2 if first % (3 * step) else None for first in range(0, boards, step) for _ in range(step)]
    assert sorted(found) == [(id, id, f"of {id}", weight) for id, weight in enumerate(weights)]


def test_a_number_is_never_given_twice(place, new_settings):
    home = place()
    with Store.write(home, new_settings()) as store:
        number_boards(store, range(5))
        store.commit()
    plain_view.change(home, "DELETE FROM boards WHERE id > 2")
    with Store.write(home) as store, pytest.raises(CatalogueError, match="would get number 5, not 3"):
        number_boards(store, range(3, 4))


def claims_by_hand(taken, keys, first, wanted):
    """What claiming comes to, one key after the other."""
    new = []
    for index, key in enumerate(keys):
        if len(new) == wanted:
            return new, index
        if key not in taken:
            taken[key] = first + len(new)
            new.append(index)
    return new, len(keys)


@pytest.mark.slow_cases("postgresql")
def test_claims_are_those_of_one_key_after_the_other(store):
    draw = random.Random(11)
    taken = {}
    for _ in range(25):
        keys = [b"%02d" % draw.randrange(60) for _ in range(draw.randrange(1, 12))]
        wanted = draw.randrange(1, 12)
        first = len(taken)
        expected = claims_by_hand(taken, keys, first, wanted)
        new, looked_at = claim(store, keys, first, wanted)
        assert (list(new), looked_at) == expected
    store.commit()
    assert {row["key"]: row["board_id"] for row in plain_view.table(store.home, "claims", "1")} == taken


def test_a_moment_stays_as_it_is_while_another_process_writes(store):
    counted = "SELECT count(*) FROM tallies"
    with closing(Store.read(store.home)) as reader:
        with reader.moment():
            assert reader.database.rows(reader.connection, counted) == [(0,)]
            write(store, TALLIES, [("clues", 24, 5)])
            store.commit()
            assert reader.database.rows(reader.connection, counted) == [(0,)]
        assert reader.database.rows(reader.connection, counted) == [(1,)]


@pytest.mark.daily("sqlite")
def test_a_commit_changes_the_state(store):
    with Store.read(store.home) as reader:
        before = reader.database.state(reader.connection)
        assert reader.database.state(reader.connection) == before
        write(store, TALLIES, [("clues", 24, 5)])
        store.commit()
        assert reader.database.state(reader.connection) != before
        assert reader.database.identity() == store.database.identity()


@pytest.mark.slow_cases("postgresql", "postgresql")
def test_rows_are_read_side_by_side(place, filled_by):
    home = place()
    filled_by(home, boards=30)
    with Store.read(home) as reader:
        one, other = (find(reader, Criteria(), columns=("id",)) for _ in range(2))
        assert [next(one), next(other), next(one)] == [(0,), (0,), (1,)]
        assert len(list(other)) == 29
        assert reader.settings.size == 9
        assert len(list(one)) == 28
        assert not reader.database.is_in_transaction(reader.connection)


def test_one_process_writes_at_a_time_and_others_are_told_which(store):
    with pytest.raises(CatalogueError, match=r"process \d+.* is writing to .*; wait until it ends"):
        Store.write(store.home)
    with Store.read(store.home) as reader:
        assert reader.is_written_elsewhere
    store.close()
    with Store.read(store.home) as reader:
        assert not reader.is_written_elsewhere
    Store.write(store.home).close()


@pytest.mark.daily("sqlite")
def test_a_reader_changes_nothing(store):
    with (
        Store.read(store.home) as reader,
        pytest.raises(CatalogueError, match=r"read-?only"),
        reader.turn() as connection,
    ):
        insert_rows(connection, TALLIES, [("clues", 24, 5)])


def test_a_statement_ends_when_its_time_is_over(store):
    left = [10.0]
    store.database.end_statements(store.connection, lambda: left[0])
    assert store.settings.size == 9
    left[0] = 0.0
    many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9000000) SELECT count(*) FROM n"
    with pytest.raises(Exception, match=r"interrupt|cancel") as caught:
        store.connection.exec_driver_sql(many)
    assert store.database.is_end_of_time(caught.value)


@pytest.mark.daily("sqlite-postgresql")
@pytest.mark.parametrize("target", KINDS)
def test_a_backup_of_one_database_makes_the_same_catalogue_in_any(place, target, filled_by, postgresql, tmp_path):
    home = place()
    filled_by(home, boards=40)
    with Store.read(home) as store:
        assert back_up(store, tmp_path / "copy.db") == 40
    again = postgresql.new() if target == "postgresql" else tmp_path / "again"
    restore(tmp_path / "copy.db", again)
    before, after = plain_view.tables(home), plain_view.tables(again)
    for rows in (before, after):
        rows["settings"][0].pop("files")  # a server keeps none
    assert before == after
    with Store.read(again) as store:
        assert store.database.miscounts(store.connection, 39) == []
        assert [fault for fault in verify(store).faults if fault.table != "files"] == []
    with pytest.raises(CatalogueError, match="holds a catalogue; replace it with --force"):
        restore(tmp_path / "copy.db", again)
    assert isinstance(again, Server) == (target == "postgresql")
