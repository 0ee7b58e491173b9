"""What other programs see in the file: the view `catalogue`, and the names of the techniques."""

import sqlite3
from contextlib import closing

import plain_view
import pytest

from board_catalogue.catalogue.puzzles.kinds import Depth
from board_catalogue.catalogue.puzzles.techniques import TECHNIQUE_NUMBERS as NUMBERS

_COLUMNS = ("clues", "rating", "grade", "hardest", "score", "level", "givens", "solution")

pytestmark = pytest.mark.sqlite("the file in another program")


@pytest.fixture
def rated(home, filled_by):
    filled_by(home, boards=60, rate=Depth.all)
    filled_by(home, boards=20)
    return home


def rows(home, sql):
    with closing(sqlite3.connect(home / "catalogue.db")) as database:
        database.row_factory = sqlite3.Row
        return [dict(row) for row in database.execute(sql)]


def test_the_view_shows_each_puzzle_as_the_program_does(rated):
    names = {"number": "id", **{name: name for name in _COLUMNS}}
    shown = rows(rated, "SELECT * FROM catalogue ORDER BY number")
    assert shown == [{name: puzzle[of] for name, of in names.items()} for puzzle in plain_view.puzzles(rated)]
    assert {row["grade"] for row in shown} > {None, "hard"}


def test_the_names_of_techniques_are_in_the_file(rated):
    assert {row["name"]: row["number"] for row in rows(rated, "SELECT * FROM techniques")} == NUMBERS
