"""Audits from the command line; what they find is tested in test_audit.py."""

import json

import pytest

from board_catalogue import engine
from board_catalogue.engine.boards import as_lines

pytest.importorskip("pyarrow")

KEYS = {
    "file", "rows", "broken", "no_solution", "several_solutions", "wrong_solution", "not_minimal", "duplicates",
    "near_copies", "singles_only", "shared", "ratings",
}  # fmt: skip


@pytest.fixture(scope="module")
def splits(tmp_path_factory):
    """Two files that share the solutions of five puzzles; the first repeats a row and has one that is no puzzle."""
    folder = tmp_path_factory.mktemp("splits")
    boards = engine.generate(25, seed=2)
    rows = [
        f"{puzzle},{board},{puzzle.count('.')}"
        for puzzle, board in zip(as_lines(engine.carve(boards, seed=2)), as_lines(boards), strict=True)
    ]
    for name, some in (("train.csv", [*rows[:15], rows[0], "x,y,1"]), ("test.csv", rows[10:])):
        (folder / name).write_text("\n".join(["quizzes,solutions,difficulty", *some]) + "\n")
    return folder / "train.csv", folder / "test.csv"


def test_json_is_a_list_with_an_object_a_file(call, splits):
    done = call("audit", *splits, "--format", "json")
    assert (done.status, done.err) == (0, "")
    train, test = json.loads(done.out)
    assert set(train) >= KEYS
    assert (train["file"], train["rows"], train["broken"]) == ("train.csv", 17, 1)
    assert train["duplicates"] == {"exact": 1, "d4": 1, "d4+relabel": 1, "full": 1}
    assert (train["shared"], test["shared"]) == ({"test.csv": 5}, {"train.csv": 5})
    assert train["label"]["rank_correlation"]["clues"] == -1.0


def test_the_report_for_people_fits_80_columns(call, splits):
    done = call("audit", *splits)
    assert (done.status, done.err) == (0, "")
    assert max(map(len, done.out.splitlines())) <= 80
    said = [" ".join(line.split()) for line in done.out.splitlines()]
    assert "duplicates: under every symmetry 1 5.88%" in said
    assert "solutions shared with test.csv 5 29.41%" in said
    assert any(line.startswith("rank correlation of column difficulty: rating ") for line in said)


def test_markdown_has_a_column_a_file(call, splits):
    done = call("audit", *splits, "--format", "markdown", "--rated", "0")
    lines = done.out.splitlines()
    assert lines[:3] == ["| rows | train.csv | test.csv |", "| --- | ---: | ---: |", "| all | 17 | 15 |"]
    assert "| solutions shared with test.csv | 5 |  |" in lines


@pytest.mark.slow
def test_cleaned_files_pass_an_audit(call, splits, tmp_path):
    done = call("audit", *splits, "--output", tmp_path / "cleaned", "--rated", "0")
    assert done.status == 0
    cleaned = sorted((tmp_path / "cleaned").iterdir())
    train, test = json.loads(call("audit", *reversed(cleaned), "--format", "json").out)
    assert (train["file"], train["rows"], test["rows"]) == ("train.csv", 15, 10)
    assert train["broken"] == train["duplicates"]["full"] == train["shared"]["test.csv"] == 0


def test_columns_can_be_named(call, splits):
    [report] = json.loads(
        call("audit", splits[1], "--format", "json", "--puzzle-column", "solutions", "--rated", "0").out
    )
    assert report["clues"] == {"81": 15}


def test_errors_are_one_line(call, splits):
    for words, status, said in [
        (["none.csv"], 1, "there is no such file"),
        (["{}", "--puzzle-column", "foo"], 1, "no column is called foo; there are quizzes, solutions, difficulty"),
        (["{}", "--output", "{}"], 1, "exists; name a new folder"),
        ([], 2, "Missing argument"),
        (["{}", "--format", "xml"], 2, "not one of text, json, markdown"),
    ]:
        done = call("audit", *(word.format(splits[0]) for word in words))
        assert (done.status, done.out) == (status, "")
        assert said in done.err
        assert len(done.err.splitlines()) == 1
