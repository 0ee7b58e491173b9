"""Pages of puzzles, forwards and backwards, are pieces of the whole list."""

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from sqlalchemy import event

from board_catalogue import catalogue
from board_catalogue.catalogue.errors import CatalogueError
from board_catalogue.catalogue.puzzles.columns import NUMBER_COLUMNS
from board_catalogue.catalogue.puzzles.kinds import Criteria
from board_catalogue.catalogue.storage.queries import Choice
from board_catalogue.catalogue.storage.store import Store
from board_catalogue.engine.grades import Grade

ORDERS = st.sampled_from(list(NUMBER_COLUMNS))
FILTERS = st.sampled_from([{}, {"min_clues": 24}, {"max_clues": 23}, {"technique": "pointing"}, {"min_clues": 99}])
COLUMNS = ("id", "rating", "clues")


@pytest.fixture(scope="module")
def opened(rated):
    with catalogue.open(rated) as found:
        yield found


@pytest.mark.slow
@settings(max_examples=40)
@example(sort="rating", descending=True, filters={"max_clues": 23}, most=1)
@given(sort=ORDERS, descending=st.booleans(), filters=FILTERS, most=st.integers(10, 130))
def test_pages_forwards_make_the_whole_list_and_backwards_too(opened, sort, descending, filters, most):
    puzzles = opened.puzzles(**filters).order_by(sort, descending=descending)
    whole = list(puzzles.rows(COLUMNS))
    forwards, last = [], None
    while rows := puzzles.page(most, after=last, columns=COLUMNS):
        assert len(rows) <= most
        forwards += rows
        last = rows[-1][0]
    assert forwards == whole
    backwards, first = [], last
    while first is not None and (rows := puzzles.page(most, before=first, columns=COLUMNS)):
        backwards = rows + backwards
        first = rows[0][0]
    assert backwards == whole[:-1]


def test_a_page_continues_from_a_puzzle_that_the_filters_exclude(opened):
    few = opened.puzzles(max_clues=23)
    numbers = [row[0] for row in few.rows(("id",))]
    other = next(puzzle for puzzle in opened.puzzles(min_clues=24) if puzzle.number > numbers[3])
    rows = [row[0] for row in few.page(2, after=other.name, columns=("id",))]
    assert rows == [number for number in numbers if number > other.number][:2]


def test_further_puzzles_of_a_board_have_pages_too(home, call, tmp_path):
    assert call("fill", "--count", 3, "--seed", 1, "--clues", 30, "--home", home).status == 0
    with catalogue.open(home) as found:
        (puzzle,) = found.puzzles(numbers=[1])
    lines = [puzzle.givens.replace(".", "0", 0)]
    for cell, digit in list(enumerate(puzzle.answer))[:40]:
        if puzzle.givens[cell] == ".":
            lines.append(puzzle.givens[:cell] + digit + puzzle.givens[cell + 1 :])
    (tmp_path / "more.txt").write_text("\n".join(lines))
    assert call("import", tmp_path / "more.txt", "--home", home).status == 0
    with catalogue.open(home) as found:
        whole = [row[0] for row in found.puzzles().rows(("id",))]
        assert "1.2" in whole
        pages, last = [], None
        while rows := found.puzzles().page(2, after=last, columns=("id",)):
            pages += [row[0] for row in rows]
            last = str(rows[-1][0])
        assert pages == whole


def test_what_has_no_pages_is_an_error(opened, rated):
    with pytest.raises(ValueError, match="random order"):
        opened.puzzles().order_by("random").page(1)
    with pytest.raises(ValueError, match="not a number of a puzzle"):
        opened.puzzles().page(1, after="x")
    with pytest.raises(CatalogueError, match="no puzzle 999 to continue from"):
        opened.puzzles().page(1, after="999")


@pytest.mark.parametrize(("sort", "index"), [("id", "ix_puzzles_number"), ("rating", "ix_puzzles_rating")])
@pytest.mark.sqlite("plans of its queries")
def test_pages_by_number_and_by_rating_use_an_index(rated, sort, index):
    with Store.read(rated) as store:
        statements = []
        event.listen(store.connection, "before_cursor_execute", lambda *call: statements.append(call[2:4]))
        assert len(Choice(store, Criteria(), sort=sort).page(9, after=100)) == 9
        ordered, values = next(each for each in statements if "ORDER BY" in each[0])
        plan = [row[3] for row in store.connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {ordered}", values)]
        assert any(re.search(rf"puzzles USING (COVERING )?INDEX {index} ", step) for step in plan), plan


def test_many_ratings_are_looked_for_by_number_and_few_by_their_index(rated):
    with Store.read(rated) as store:
        statements = []
        event.listen(store.connection, "before_cursor_execute", lambda *call: statements.append(call[2]))
        for grade, by_index in ((Grade.easy, True), (Grade.diabolical, False)):
            assert Choice(store, Criteria(grades=[grade])).page(2)
            ordered = next(each for each in reversed(statements) if "ORDER BY" in each)
            assert ("puzzles.rating +" in ordered) is not by_index
