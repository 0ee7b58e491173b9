import sqlite3
import statistics as plain_statistics
from contextlib import ExitStack, closing

import plain_view
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import delete, insert

from board_catalogue.catalogue.errors import CatalogueError
from board_catalogue.catalogue.puzzles.columns import PUZZLE_METRICS, Range
from board_catalogue.catalogue.puzzles.kinds import Criteria
from board_catalogue.catalogue.storage.columns import COLUMNS
from board_catalogue.catalogue.storage.home import Server
from board_catalogue.catalogue.storage.queries import count, find, numbered
from board_catalogue.catalogue.storage.schema import tallies
from board_catalogue.catalogue.storage.statistics import Spread, statistics
from board_catalogue.catalogue.storage.store import Store

METRICS = [each.name for each in PUZZLE_METRICS.values()]
FILTERS = ("id", *METRICS)


@pytest.fixture(scope="module")
def opened(filled, filled_small, tmp_path_factory, filled_by, new_settings, places):
    """Catalogues open for reading, each with all its puzzles as plain dictionaries; and an empty one to write to."""
    empty = places.new(tmp_path_factory.mktemp("empty"))
    with ExitStack() as stack:
        yield {
            "filled": (stack.enter_context(Store.read(filled)), plain_view.puzzles(filled)),
            "small": (stack.enter_context(Store.read(filled_small)), plain_view.puzzles(filled_small)),
            "empty": (stack.enter_context(Store.write(empty, new_settings())), []),
        }


def as_dicts(rows, columns=tuple(COLUMNS)):
    return [dict(zip(columns, row, strict=True)) for row in rows]


@settings(max_examples=15)
@given(data=st.data())
def test_puzzles_found_are_those_that_a_plain_filter_keeps(opened, data):
    store, puzzles = opened[data.draw(st.sampled_from(sorted(opened)))]
    bounds = {}
    for column in data.draw(st.lists(st.sampled_from(FILTERS), unique=True, max_size=3)):
        there_are = sorted({puzzle[column] for puzzle in puzzles}) or [0]
        near = st.sampled_from(there_are).flatmap(lambda value: st.integers(value - 1, value + 1))
        bounds[column] = data.draw(st.tuples(st.none() | near, st.none() | near))
    sort = data.draw(st.sampled_from(FILTERS))
    descending = data.draw(st.booleans())
    limit = data.draw(st.none() | st.integers(0, 30))

    kept = [
        puzzle
        for puzzle in puzzles
        if all(
            (low is None or puzzle[column] >= low) and (high is None or puzzle[column] <= high)
            for column, (low, high) in bounds.items()
        )
    ]
    assert count(store, Criteria(bounds)) == len(kept)
    kept.sort(key=lambda puzzle: (-puzzle[sort] if descending else puzzle[sort], puzzle["id"]))
    found = as_dicts(find(store, Criteria(bounds), sort=sort, descending=descending, limit=limit))
    assert found == kept[: len(kept) if limit is None else limit]


@settings(max_examples=10)
@given(data=st.data())
def test_numbers_and_ranges_come_in_the_order_asked_for(opened, data):
    store, puzzles = opened["filled"]
    one_range = st.tuples(st.integers(0, 399), st.integers(0, 20)).map(lambda r: (r[0], min(399, r[0] + r[1])))
    ranges = data.draw(st.lists(one_range, max_size=5))
    wanted = [puzzles[number] for first, last in ranges for number in range(first, last + 1)]
    assert as_dicts(numbered(store, [Range(*ends) for ends in ranges])) == wanted


@pytest.mark.parametrize("ranges", [[(400, 400)], [(0, 400)], [(-1, 3)], [(3, 3), (10**30, 10**30)]])
def test_an_unknown_number_is_refused_with_those_there_are(opened, ranges):
    store, _ = opened["filled"]
    with pytest.raises(CatalogueError, match="the catalogue has boards 0 to 399"):
        list(numbered(store, [Range(*ends) for ends in ranges]))
    with pytest.raises(CatalogueError, match="the catalogue is empty"):
        list(numbered(opened["empty"][0], [Range(*ends) for ends in ranges]))


def test_only_columns_that_exist_can_be_asked_for(opened):
    store, _ = opened["filled"]
    with pytest.raises(KeyError):
        list(find(store, Criteria(), sort="id; drop table boards"))
    with pytest.raises(KeyError):
        list(find(store, Criteria({"seed; --": (1, 2)})))


def test_the_columns_asked_for_come_in_that_order(opened):
    store, puzzles = opened["filled"]
    columns = ("solution", "clues", "id")
    assert as_dicts(find(store, Criteria(), columns=columns, limit=1), columns) == [{c: puzzles[0][c] for c in columns}]


def spread_of(values):
    return Spread(
        min(values), plain_statistics.median(values), pytest.approx(plain_statistics.mean(values)), max(values)
    )


@pytest.mark.parametrize("name", ["filled", "small"])
def test_the_figures_are_those_of_the_puzzles(opened, name):
    store, puzzles = opened[name]
    figures = statistics(store)
    (stream,) = plain_view.table(store.home, "streams")
    clues = [puzzle["clues"] for puzzle in puzzles]
    assert figures.boards == figures.puzzles == len(puzzles)
    assert figures.files == (0 if isinstance(store.home, Server) else len(puzzles))
    assert figures.clues == {value: clues.count(value) for value in sorted(set(clues))}
    assert list(figures.clues) == sorted(figures.clues)
    assert figures.metrics == {metric: spread_of([puzzle[metric] for puzzle in puzzles]) for metric in METRICS}
    assert (figures.looked_at, figures.attempts, figures.duplicates) == (
        stream["position"],
        stream["attempts"],
        stream["duplicates"],
    )
    assert figures.settings == store.settings


@settings(max_examples=10)
@given(st.lists(st.integers(0, 50) | st.integers(0, 2**40), min_size=1, max_size=30))
def test_a_spread_is_that_of_the_values_tallied(opened, values):
    store, _ = opened["empty"]
    rows = [{"metric": "comparisons", "value": value, "puzzles": values.count(value)} for value in set(values)]
    with store.turn() as connection:
        connection.execute(delete(tallies))
        connection.execute(insert(tallies), rows)
    store.commit()
    try:
        assert statistics(store).metrics == {"comparisons": spread_of(values)}
    finally:
        with store.turn() as connection:
            connection.execute(delete(tallies))
        store.commit()


def test_an_empty_catalogue_has_figures_too(opened):
    figures = statistics(opened["empty"][0])
    assert (figures.boards, figures.files, figures.attempts, figures.duplicates) == (0, 0, 0, 0)
    assert figures.clues == {}
    assert figures.metrics == {}


@pytest.mark.sqlite("files of boards")
def test_files_are_counted_on_the_disk(copied):
    (copied / "boards" / "0.txt").unlink()
    (copied / "boards" / "notes").touch()
    (copied / "boards" / "1000.txt").touch()
    (copied / "boards" / "1001.txt").touch()
    with Store.read(copied) as store:
        assert (statistics(store).files, statistics(store).boards) == (401, 400)


@pytest.mark.sqlite("files of boards")
def test_the_size_of_the_database_is_that_of_its_files(copied):
    with Store.read(copied) as store:
        figures = statistics(store)
    parts = [copied / "catalogue.db", copied / "catalogue.db-wal"]
    assert figures.database_bytes == sum(part.stat().st_size for part in parts if part.exists()) > 50_000


@pytest.fixture
def several_puzzles(copied):
    """A catalogue in which board 3 has two further puzzles."""
    with closing(sqlite3.connect(copied / "catalogue.db")) as database:
        names = [row[1] for row in database.execute("PRAGMA table_info(puzzles)") if row[1] not in ("id", "place")]
        for place in (1, 2):
            database.execute(
                f"INSERT INTO puzzles (id, place, {', '.join(names)})"
                f" SELECT {400 + place - 1}, {place}, {', '.join(names)} FROM puzzles WHERE id = 3"
            )
        database.commit()
    with Store.read(copied) as store:
        yield store


@pytest.mark.sqlite("rows made by its own SQL; test_postgresql.py imports such")
def test_further_puzzles_of_a_board_have_numbers_of_their_own(several_puzzles):
    def ids(*ranges):
        return [row[0] for row in numbered(several_puzzles, ranges, columns=("id",))]

    assert ids(Range(3, 3, 0)) == [3]
    assert ids(Range(3, 3, 2), Range(3, 3, 1)) == ["3.2", "3.1"]
    assert ids(Range(2, 4)) == [2, 3, "3.1", "3.2", 4]
    assert [row[0] for row in find(several_puzzles, Criteria(), columns=("id",), limit=6)] == [0, 1, 2, 3, "3.1", "3.2"]
    assert count(several_puzzles, Criteria(ranges=[Range(0, None)])) == 402
    with pytest.raises(CatalogueError, match=r"no puzzle 3\.3: board 3 has puzzle 3 to 3\.2"):
        ids(Range(3, 3, 3))
    with pytest.raises(CatalogueError, match=r"no puzzle 2\.1: board 2 has puzzle 2$"):
        ids(Range(2, 2, 1))
