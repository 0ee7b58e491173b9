"""A column stands in one table: the SQL, the schema, the types of files and the API agree with it."""

import pytest
from sqlalchemy import Boolean, Integer

from board_catalogue import catalogue, engine
from board_catalogue.catalogue.puzzles.columns import BY_NAME, NUMBER_COLUMNS, TABLE
from board_catalogue.catalogue.storage import schema
from board_catalogue.catalogue.storage.columns import COLUMNS, NULLABLE, NUMBERS, ON_REQUEST
from board_catalogue.catalogue.web.api import schema as api_schema
from board_catalogue.engine.boards import from_lines


def test_each_column_has_its_sql_and_no_other_has():
    assert tuple(COLUMNS) == tuple(each.name for each in TABLE if not each.is_extra)
    assert set(ON_REQUEST) == {each.name for each in TABLE if each.is_extra}
    assert list(NUMBERS) == list(NUMBER_COLUMNS)
    assert {name for name in NUMBERS if BY_NAME[name].is_null} == set(NULLABLE)


@pytest.mark.slow
def test_numbers_of_a_board_are_those_of_the_engine(tmp_path):
    store = catalogue.open(tmp_path / "data")
    store.fill(count=2, seed=1)
    found = store.query(columns=("id", "solution", "class", "band", "unavoidable")).data()["puzzles"]
    assert found
    for row in found:
        board = from_lines([row["solution"]])[0]
        assert row["class"] == engine.rank(board) and row["band"] == engine.class_numbers.band(board)
        assert row["unavoidable"] == len(engine.unavoidable_sets(board))


def test_stored_columns_have_the_type_and_the_nulls_of_the_table():
    for column in TABLE:
        if column.name in ("rating_status", "level", "grade") or column.stored not in schema.puzzles.c:
            continue  # a number there, a name here
        stored = schema.puzzles.c[column.stored]
        if column.kind in (int, float):  # ratings are in tenths
            assert isinstance(stored.type, Integer), column.name
        assert isinstance(stored.type, Boolean) == (column.kind is bool)
        if column.name not in ("solution", "place", "id"):  # a null there is that of the board here
            assert stored.nullable == column.is_null, column.name


def test_the_api_tells_the_nulls():
    for column in TABLE:
        if not column.is_extra and column.name != "id":
            assert ("null" in api_schema(column.name)["type"]) == column.is_null, column.name
