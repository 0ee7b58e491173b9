"""Where output goes and in which format: the same rule for every command."""

import csv
import gzip
import io
import json
import re
from pathlib import Path

import pytest

from board_catalogue import engine
from board_catalogue.catalogue.formats.opening import records_in
from board_catalogue.catalogue.storage.whole_files import beside

ENDINGS = ("csv", "tsv", "json", "jsonl", "line", "db", "npz", "parquet")


@pytest.fixture
def puzzle(home):
    path = Path.cwd() / "puzzle.txt"
    path.write_text("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n")
    return path


@pytest.mark.slow
def test_the_ending_chooses_the_format_of_a_query(filled, call, home):
    for ending in ENDINGS:
        expected = call("query", "--limit", 3, "--format", "line", "--home", filled).out.split()
        done = call("query", "--limit", 3, "--output", f"q.{ending}", "--home", filled)
        assert (done.status, done.out, done.err) == (0, "", "")
        with records_in(Path(f"q.{ending}")) as (_, records):
            assert [record.puzzle for record in records] == expected


@pytest.mark.slow
def test_a_text_file_holds_what_the_screen_shows(filled, call, home):
    for words in (("query", "--limit", 3), ("stats",), ("path", 3), ("hint", 3)):
        shown = call(*words, "--home", filled).out
        assert call(*words, "--output", f"{words[0]}.txt", "--home", filled).out == ""
        assert Path(f"{words[0]}.txt").read_text() == shown


def test_an_ending_that_no_format_has_is_refused_with_the_list(filled, call, puzzle, error_of):
    for words in [("query",), ("export", 3), ("path", 3), ("hint", 3), ("stats",), ("book",), ("solve", "puzzle.txt")]:
        told = error_of(call(*words, "--output", "out.xyz", "--home", filled), status=2)
        assert re.search(r"out\.xyz: no format here ends in \.xyz; use (\.\w+, )*\.\w+, or name a --format", told)
        assert not Path("out.xyz").exists()


def test_a_named_format_overrules_the_ending(filled, call, home):
    assert call("query", "--limit", 2, "--format", "json", "-o", "q.csv", "--home", filled).status == 0
    assert len(json.loads(Path("q.csv").read_text())) == 2


def test_a_dash_is_the_standard_output(filled, call, puzzle):
    for words in (("query", "--limit", 2), ("export", 3), ("stats",), ("path", 3)):
        assert call(*words, "-o", "-", "--home", filled).out == call(*words, "--home", filled).out
    done = call("solve", puzzle, "-o", "-")
    call("solve", puzzle, "-o", "s.line")
    assert done.out == Path("s.line").read_text()
    assert "backtracks" in done.err
    assert not Path("-").exists()


def test_what_ends_in_gz_is_compressed(filled, call, home):
    expected = call("export", "3-5", "--format", "csv", "--home", filled).out
    call("export", "3-5", "-o", "p.csv.gz", "--home", filled)
    assert gzip.decompress(Path("p.csv.gz").read_bytes()).decode() == expected
    call("export", "3-5", "-o", "p.db.gz", "--home", filled)
    assert gzip.decompress(Path("p.db.gz").read_bytes()).startswith(b"SQLite format 3\0")
    call("export", "3-5", "-o", "again.csv.gz", "--home", filled)
    assert Path("again.csv.gz").read_bytes() == Path("p.csv.gz").read_bytes()


def test_the_name_of_a_share_stands_before_all_endings():
    assert beside(Path("a/b.csv.gz"), "train") == Path("a/b-train.csv.gz")
    assert beside(Path("b.csv"), "split", ".json") == Path("b-split.json")
    assert beside(Path("b"), "test") == Path("b-test")


def test_a_solved_board_can_be_a_picture(call, puzzle):
    assert call("solve", puzzle, "-o", "s.svg").status == 0
    assert Path("s.svg").read_text().count("<text") == 81
    assert call("solve", puzzle, "-o", "s.png").status == 0
    assert Path("s.png").read_bytes().startswith(b"\x89PNG")


def test_solutions_have_the_format_of_their_file(call, puzzle):
    solution = engine.Grid(engine.solve(engine.Grid.parse(puzzle.read_text()))).line()
    for name in ("s.csv", "s.json", "s.jsonl", "s.tsv"):
        call("solve", puzzle, "--output", name)
        with records_in(Path(name)) as (_, records):
            assert [record.solution for record in records] == [solution]


def test_columns_may_have_the_names_of_other_data_sets(filled, call):
    done = call("query", "--columns", "quizzes,solutions,clues", "--limit", 1, "--format", "csv", "--home", filled)
    rows = list(csv.DictReader(io.StringIO(done.out)))
    assert list(rows[0]) == ["quizzes", "solutions", "clues"]


def test_short_names_of_options(filled, call, home):
    assert call("query", "-n", 2, "-f", "line", "-o", "q", "--home", filled).status == 0
    assert Path("q").read_text().count("\n") == 2
    assert call("fill", "-n", 3, "-q").out == ""
