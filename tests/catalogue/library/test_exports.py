"""Puzzles taken out of a catalogue: files, batches, splits, with steps, lists and whole numbers for applications."""

import csv
import gzip
import json
import sqlite3
import sys

import numpy as np
import pyarrow.parquet
import pytest

from board_catalogue import catalogue
from board_catalogue.catalogue.errors import CatalogueError
from board_catalogue.engine.grades import Style
from board_catalogue.engine.paths.path import path_of
from board_catalogue.engine.paths.record import as_data


@pytest.fixture(scope="module")
def c(tmp_path_factory):
    with catalogue.open(tmp_path_factory.mktemp("exports") / "data") as made:
        made.fill(30, seed=8, rate="full")
        made.tag("a, b", made.puzzles(numbers=range(5)))
        made.tag("c", made.puzzles(numbers=range(3)))
        yield made


def path_data(puzzle, style=None):
    return json.loads(json.dumps(list(map(as_data, path_of(puzzle.grid.to_numpy().ravel(), "3x3", style)))))


# --- What an application takes ------------------------------------------------------------------------------------


@pytest.mark.slow
def test_hints_have_what_the_path_command_has(c, tmp_path, call):
    number = c.export(tmp_path / "x.json", hints=True)
    found = json.loads((tmp_path / "x.json").read_text())
    assert number == len(found) == 30
    for row in found:
        assert row["steps"] == path_data(c[row["id"]])
    printed = json.loads(call("path", found[3]["givens"], "--format", "json").out)
    assert printed == found[3]["steps"]
    c.export(tmp_path / "y.json", hints=True, style="rating")
    assert json.loads((tmp_path / "y.json").read_text())[3]["steps"] == path_data(c[3], Style.rating)


def test_a_database_has_whole_numbers_indexes_and_steps(c, tmp_path):
    c.puzzles(max_id=9).export(tmp_path / "x.db", hints=True)
    with sqlite3.connect(tmp_path / "x.db") as base:
        assert [row[0] for row in base.execute("SELECT number FROM puzzles ORDER BY number")] == list(range(1, 11))
        for column in ("rating", "grade", "clues", "hardest"):
            plan = base.execute(f"EXPLAIN QUERY PLAN SELECT * FROM puzzles WHERE {column} = 3").fetchall()
            assert "USING INDEX" in plan[0][-1]
        joined = "SELECT p.id, s.data FROM steps s JOIN puzzles p ON p.number = s.puzzle ORDER BY p.number, s.step"
        steps = base.execute(joined).fetchall()
    assert [json.loads(data) for _, data in steps] == [step for number in range(10) for step in path_data(c[number])]
    assert {kind for (kind,) in base.execute("SELECT typeof(board) FROM puzzles")} == {"integer"}


def test_unrated_columns_of_a_database_keep_their_types(tmp_path):
    with catalogue.open(tmp_path / "data") as made:
        made.fill(2)
        made.export(tmp_path / "x.db")
        made.export(tmp_path / "x.parquet")
    with sqlite3.connect(tmp_path / "x.db") as base:
        kinds = {row[1]: row[2] for row in base.execute("PRAGMA table_info(puzzles)")}
    assert (kinds["rating"], kinds["board"], kinds["id"], kinds["grade"]) == ("REAL", "INTEGER", "TEXT", "TEXT")
    assert str(pyarrow.parquet.read_schema(tmp_path / "x.parquet").field("rating").type) == "double"


def test_techniques_and_tags_are_maps_and_lists(c, tmp_path):
    columns = ["board", "place", "tags", "techniques"]
    rows = [dict(zip(columns, row, strict=True)) for row in c.puzzles().rows(columns)]
    assert [row["tags"] for row in rows[:6]] == [["a, b", "c"]] * 3 + [["a, b"]] * 2 + [[]]
    c.export(tmp_path / "x.json", columns=columns)
    assert json.loads((tmp_path / "x.json").read_text()) == rows
    c.export(tmp_path / "x.parquet", columns=columns)
    table = pyarrow.parquet.read_table(tmp_path / "x.parquet").to_pylist()
    assert [row | {"techniques": dict(row["techniques"])} for row in table] == rows
    c.export(tmp_path / "x.csv", columns=["id", "tags", "techniques"])
    with (tmp_path / "x.csv").open() as file:
        line = list(csv.reader(file))[1]
    assert line[:2] == ["0", "a, b, c"] and json.loads(line[2]) == rows[0]["techniques"]


# --- The library --------------------------------------------------------------------------------------------------


def test_export_is_the_command(c, tmp_path, call):
    for name, words, options in (
        ("x.csv", ["--no-solution"], {"solution": False}),
        ("x.sdm", [], {}),
        ("x.jsonl.gz", ["--columns", "id,quizzes"], {"columns": ["id", "quizzes"]}),
        ("x.npz", [], {}),
    ):
        assert c.puzzles(max_clues=24).export(tmp_path / name, **options) == len(c.puzzles(max_clues=24))
        other = tmp_path / f"command-{name}"
        call("export", "all", "--max-clues", "24", *words, "--output", other, "--home", c.home)
        assert other.read_bytes() == (tmp_path / name).read_bytes()
    assert gzip.decompress((tmp_path / "x.jsonl.gz").read_bytes()).startswith(b'{"id"')


def test_export_refuses_what_the_command_refuses(c, tmp_path):
    c.export(tmp_path / "x.csv")
    with pytest.raises(CatalogueError, match="exists"):
        c.export(tmp_path / "x.csv")
    assert c.export(tmp_path / "x.csv", force=True) == 30
    for name, options, message in (
        ("x.foo", {}, "no format here ends in .foo"),
        ("x.csv", {"columns": ["nonsense"]}, "no column is called 'nonsense'"),
        ("x.sdm", {"columns": ["id"]}, "`columns` needs one of the formats"),
        ("x.csv", {"hints": True}, "`hints` needs one of the formats"),
        ("x.json", {"style": "rating"}, "`style` needs `hints`"),
        ("x.csv", {"service": "sudokuwiki"}, "`service` needs the format link"),
        ("x.csv", {"format": "nonsense"}, "format 'nonsense' is not one of grid, line"),
        ("x.csv", {"split": {"a": 0.5}}, "sum up to 1"),
    ):
        with pytest.raises(ValueError, match=message):
            c.export(tmp_path / name, force=True, **options)


def test_batches_and_splits_hold_every_puzzle_once(c, tmp_path):
    x, y = c.to_numpy()
    batches = list(c.puzzles().batches(8))
    assert [len(puzzles) for puzzles, _ in batches] == [8, 8, 8, 6]
    assert np.array_equal(np.concatenate([puzzles for puzzles, _ in batches]), x)
    assert np.array_equal(np.concatenate([solutions for _, solutions in batches]), y)
    shares = {"train": 0.6, "test": 0.4}
    sides = c.puzzles().split(shares)
    assert sum(len(puzzles) for puzzles, _ in sides.values()) == 30 and list(sides) == ["train", "test"]
    assert c.export(tmp_path / "s.npz", split=shares) == 30
    for name, (puzzles, solutions) in sides.items():
        with np.load(tmp_path / f"s-{name}.npz") as file:
            assert np.array_equal(file["givens"], puzzles) and np.array_equal(file["solution"], solutions)
    with pytest.raises(ValueError, match="a batch of 0"):
        next(c.puzzles().batches(0))


def test_tags_by_numbers(c):
    assert c.tag("named", [3, "4", 29]) == 3
    assert {puzzle.name for puzzle in c.puzzles(tag="named")} == {"3", "4", "29"}
    assert c.untag("named", ["4"]) == 1
    assert c.tag("by filters", min_id=3, max_id=5) == 3 == c.untag("by filters", max_id=5)
    assert c.tag("none", []) == 0 and not len(c.puzzles(tag="none"))
    with pytest.raises(CatalogueError, match="no board 30: the catalogue has boards 0 to 29"):
        c.tag("named", [3, 30])
    with pytest.raises(ValueError, match="'x' is not a number"):
        c.tag("named", ["x"])


def test_what_the_command_says_in_a_line_is_a_catalogue_error(c, tmp_path):
    (tmp_path / "file").write_text("")
    other = catalogue.open(tmp_path / "file")
    for ask in (other.puzzles, other.rate, lambda: other.fill(3), lambda: other.tag("x", [1])):
        with pytest.raises(CatalogueError, match="Not a directory"):
            ask()
    for number in (30, "0.1", "29.3", -1):
        with pytest.raises((CatalogueError, ValueError), match=r"no board|no puzzle|not a number"):
            c[number]
    assert c["7"] == c[7] and [puzzle.number for puzzle in c] == list(range(30))


def test_a_data_frame_without_pandas_is_answered_by_a_line(c, monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(CatalogueError, match=r"needs pandas; install it with: pip install pandas") as error:
        c.puzzles().to_pandas()
    assert "\n" not in str(error.value)


def test_variants_have_no_steps_and_no_split(tmp_path):
    with catalogue.open(tmp_path / "data") as made:
        made.fill(2, seed=1, rules="windoku")
        for options in ({"hints": True}, {"split": {"a": 0.5, "b": 0.5}}):
            with pytest.raises(ValueError, match=f"`{next(iter(options))}` is for plain puzzles, not for variants"):
                made.export(tmp_path / "x.json", **options)
        assert not list(tmp_path.glob("x*"))
