"""Functions of SQL on puzzles, through real connections, beside what the library says."""

import sqlite3
from contextlib import closing

import pytest

from board_catalogue import catalogue, engine
from board_catalogue.catalogue.sql_functions import FUNCTIONS
from board_catalogue.engine.boards import as_lines, from_lines

SOUND = [
    *as_lines(engine.carve(engine.generate(12, seed=5), seed=5)),
    *as_lines(engine.carve(engine.generate(3, size=6, seed=5), seed=5)),
]
OTHERS = [
    "1...3.......2...",  # several solutions
    "11" + "." * 79,  # none
    "\n".join(SOUND[0][row : row + 9] for row in range(0, 81, 9)),
    ".Cage~10~R1C1~R1C2",
    "hello",
    "",
    None,
]


@pytest.fixture(params=["sqlite", "duckdb"])
def asked(request):
    """Asks a database for the values of a function of all texts, in their order."""
    if request.param == "duckdb":
        duckdb = pytest.importorskip("duckdb")
        opened = duckdb.connect()
    else:
        opened = sqlite3.connect(":memory:")
    with closing(opened) as database:
        catalogue.register(database)
        database.execute("CREATE TABLE puzzles (place INTEGER, text VARCHAR)")
        database.executemany("INSERT INTO puzzles VALUES (?, ?)", [list(row) for row in enumerate([*SOUND, *OTHERS])])

        def ask(name):
            rows = database.execute(f"SELECT {name}(text) FROM puzzles ORDER BY place").fetchall()
            return [value for (value,) in rows]

        yield ask


def test_values_are_those_of_the_library(asked):
    found = {name: asked(name) for name in FUNCTIONS}
    for place, text in enumerate(SOUND):
        (row,) = catalogue.rate(text)
        (form,) = catalogue.canonical(text)
        values = dict(zip(catalogue.rate(text).columns, row.values("json"), strict=True))
        assert found["sudoku_solve"][place] == as_lines(engine.solve(from_lines([text])))[0]
        assert found["sudoku_count"][place] == 1
        assert found["sudoku_rating"][place] == values["rating"] and found["sudoku_score"][place] == values["score"]
        assert found["sudoku_canonical"][place] == form.canonical
    first = {name: values[0] for name, values in found.items()}
    assert found["sudoku_count"][len(SOUND) :] == [12, 0, 1, None, None, None, None]
    for name, values in found.items():
        several, none, drawn, *unread = values[len(SOUND) :]
        assert drawn == first[name] and unread == [None] * 4
        if name not in ("sudoku_count", "sudoku_solve"):
            assert several is none is None
    assert found["sudoku_solve"][len(SOUND) + 1] is None and len(found["sudoku_solve"][len(SOUND)]) == 16


def test_another_connection_is_refused():
    with pytest.raises(TypeError, match="SQLite or DuckDB"):
        catalogue.register(object())
    assert set(FUNCTIONS) == {
        f"sudoku_{name}" for name in ("solve", "count", "rating", "score", "trial_depth", "canonical")
    }
