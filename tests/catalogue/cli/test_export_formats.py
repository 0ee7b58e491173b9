"""`export` to every format, by the ending of the file."""

import base64
import csv
import json
import sqlite3
from urllib.parse import parse_qs, unquote, urlsplit

import lzstring
import numpy as np
import plain_view
import pyarrow.parquet
import pytest

from board_catalogue import engine
from board_catalogue.catalogue.formats import FORMATS
from board_catalogue.catalogue.formats.applications import SERVICES
from board_catalogue.catalogue.formats.opening import records_in
from board_catalogue.catalogue.formats.sqlite import read_sqlite as read
from board_catalogue.catalogue.puzzles.columns import FORMER, other_names
from board_catalogue.catalogue.puzzles.stored import from_lines
from board_catalogue.catalogue.verbs.export import GUARANTEE
from board_catalogue.engine.reading.tables import PUZZLE_COLUMNS, SOLUTION_COLUMNS

ENDINGS = {ending: form for form in FORMATS.values() for ending in form.endings if form.is_read}


@pytest.fixture(scope="module")
def puzzles(filled):
    return plain_view.puzzles(filled)


def test_names_are_those_of_the_formats():
    known = {"givens": PUZZLE_COLUMNS, "solution": SOLUTION_COLUMNS}
    assert all(name in known[column] for name, column in other_names().items() if name not in FORMER)


def test_the_help_names_the_services(call):
    text = " ".join(call("export", "--help-all").out.split())
    assert all(service in text for service in SERVICES)


@pytest.mark.slow
def test_the_ending_chooses_the_format_and_the_file_is_read_again(call, filled, puzzles, tmp_path):
    for ending in ENDINGS:
        path = tmp_path / f"puzzles{ending}"
        assert call("export", "3-9", "--output", path, "--home", filled).err == ""
        with records_in(path) as (form, records):
            found = list(records)
        assert form.name in (ENDINGS[ending].name, ENDINGS[ending].form_of)
        assert [record.puzzle for record in found] == [puzzle["givens"] for puzzle in puzzles[3:10]]
        if form.keeps_solution:
            assert [record.solution for record in found] == [puzzle["solution"] for puzzle in puzzles[3:10]]
        if form.keeps_columns:
            assert [int(record.columns["comparisons"]) for record in found] == [
                puzzle["comparisons"] for puzzle in puzzles[3:10]
            ]


def test_columns_have_the_names_of_data_sets(call, filled, puzzles, tmp_path):
    path = tmp_path / "sudoku.csv"
    call("export", "all", "--columns", "quizzes,solutions,clues", "--output", path, "--home", filled)
    with path.open() as file:
        assert next(csv.DictReader(file)) == {
            "quizzes": puzzles[0]["givens"],
            "solutions": puzzles[0]["solution"],
            "clues": str(puzzles[0]["clues"]),
        }


def test_a_split_keeps_what_is_essentially_the_same_together(call, filled_by, tmp_path):
    """At size 4 there are two classes, and many puzzles of each."""
    home = tmp_path / "small"
    filled_by(home, size=4, boards=39)
    for name in ("a.parquet", "a.csv"):
        call("export", "all", "--split", "train=0.5,test=0.5", "--output", tmp_path / name, "--home", home)
    classes = {}
    for side in ("train", "test"):
        table = pyarrow.parquet.read_table(tmp_path / f"a-{side}.parquet")
        assert table.schema.metadata[b"guarantee"].decode() == GUARANTEE
        assert table.schema.metadata[b"split"].decode() == side
        solutions = table["solution"].to_pylist()
        with (tmp_path / f"a-{side}.csv").open() as file:
            assert [row["solution"] for row in csv.DictReader(file)] == solutions
        keys = engine.keys(from_lines(solutions), symmetry="full") if solutions else np.empty((0, 2))
        classes[side] = {key.tobytes() for key in keys}
    assert len(classes["train"] | classes["test"]) == 2
    assert not classes["train"] & classes["test"]
    about = json.loads((tmp_path / "a-split.json").read_text())
    assert about["guarantee"] == GUARANTEE
    assert sum(each["rows"] for each in about["files"].values()) == 39


def test_hints_show_how_many_are_done(call, filled, tmp_path, monkeypatch):
    monkeypatch.setattr("board_catalogue.catalogue.cli.terminal.PERIOD", 0)
    done = call("export", "0-9", "--hints", "--limit", 4, "--output", tmp_path / "hints.jsonl", "--home", filled)
    assert [line.split(" puzzles")[0] for line in done.err.splitlines()] == ["1 of 4", "2 of 4", "3 of 4"]
    assert "of" not in call("export", "0-9", "--output", tmp_path / "plain.jsonl", "--home", filled).err


def test_hints_are_the_steps_in_sentences(call, filled, puzzles, tmp_path):
    path = tmp_path / "hints.db"
    call("export", "5-6", "--hints", "--style", "rating", "--columns", "id,givens", "--output", path, "--home", filled)
    with sqlite3.connect(path) as connection:
        rows = connection.execute("SELECT step, sentence FROM steps WHERE puzzle = 2 ORDER BY step").fetchall()
    expected = [step.sentence for step in engine.steps(engine.Grid.parse(puzzles[6]["givens"]).to_numpy().reshape(-1))]
    assert rows == list(enumerate(expected, 1))
    assert (
        json.loads(call("export", 6, "--hints", "--style", "rating", "--format", "json", "--home", filled).out)[0][
            "steps"
        ][0]["sentence"]
        == (expected[0])
    )
    with path.open("rb") as file:
        assert [record.puzzle for record in read(file)] == [puzzle["givens"] for puzzle in puzzles[5:7]]


def clues_of(grid):
    return "".join(str(cell["value"]) if cell else "." for row in grid for cell in row)


def decoded(service, link):
    parts = urlsplit(link)
    match service:
        case "sudokupad":
            text = lzstring.LZString().decompressFromBase64(unquote(parts.path.removeprefix("/fpuzzles")))
            return clues_of(json.loads(text)["grid"])
        case "f-puzzles":
            text = lzstring.LZString().decompressFromBase64(parse_qs(parts.query)["load"][0])
            return clues_of(json.loads(text)["grid"])
        case "sudokuwiki":
            return parse_qs(parts.query)["bd"][0].replace("0", ".")
        case "opensudoku":
            return base64.b64decode(parts.path.partition("base64,")[2]).decode().split('"')[-2].replace("0", ".")


@pytest.mark.parametrize("service", SERVICES)
def test_a_link_opens_the_puzzle(call, filled, puzzles, service):
    out = call("export", "3-9", "--format", "link", "--service", service, "--home", filled).out
    assert [decoded(service, link) for link in out.splitlines()] == [puzzle["givens"] for puzzle in puzzles[3:10]]


def test_a_picture_has_one_puzzle(call, filled, puzzles, tmp_path, error_of):
    assert call("export", 3, "--output", tmp_path / "3.svg", "--home", filled).status == 0
    assert (tmp_path / "3.svg").read_text().count("<text") == puzzles[3]["clues"]
    assert call("export", 3, "--output", tmp_path / "3.png", "--home", filled).status == 0
    assert (tmp_path / "3.png").read_bytes().startswith(b"\x89PNG")
    assert "a picture has one puzzle" in error_of(call("export", "3-4", "--format", "svg", "--home", filled))


def test_options_that_do_not_go_together_are_refused(call, filled, error_of):
    for words, message in [
        (["--columns", "id", "--format", "line"], "--columns needs one of the formats csv"),
        (["--hints", "--format", "csv"], "--hints needs one of the formats json, jsonl, sqlite"),
        (["--service", "sudokuwiki"], "--service needs the format link"),
        (["--style", "rating", "--format", "json"], "--style needs --hints"),
        (["--split", "a=0.5,b=0.5"], "--split needs --output"),
        (["--split", "a=0.5,b=0.4", "--output", "x.csv"], "the shares sum up to 0.9, not to 1"),
        (["--split", "a=1.0,a=0.0", "--output", "x.csv"], "'a=0.0' is not a share"),
    ]:
        assert message in error_of(call("export", 3, *words, "--home", filled), status=2)


def test_files_of_boards_refuse_what_they_have_no_room_for(call, filled, error_of, tmp_path):
    for words in [
        ["--split", "train=0.9,test=0.1"],
        ["--hints"],
        ["--style", "rating"],
        ["--columns", "id"],
        ["--service", "sudokuwiki"],
        ["--no-solution"],
    ]:
        done = call("export", "0-3", "--format", "files", "--output", tmp_path / "boards", *words, "--home", filled)
        assert f"{words[0]} does not go with --format files" in error_of(done, status=2)
        assert not (tmp_path / "boards").exists()


@pytest.mark.parametrize("force", [[], ["--force"]])
def test_no_share_takes_the_place_of_the_guarantee(call, filled, error_of, tmp_path, force):
    words = ("export", "all", "--home", filled, "--output", tmp_path / "a.json", "--split", "split=0.5,test=0.5")
    assert "name the share split in another way" in error_of(call(*words, *force))
    assert not list(tmp_path.glob("a*"))


def rules_in(path):
    with records_in(path) as (_, records):
        return [(record.puzzle, record.columns.get("constraints")) for record in records]


@pytest.mark.daily("shape0-f-puzzles")
@pytest.mark.parametrize("service", ["sudokupad", "f-puzzles"])
@pytest.mark.parametrize("shape", [("--size", 6, "--blocks", "3x2"), ("--size", 9, "--blocks", "none")])
def test_links_have_the_blocks_of_the_catalogue(call, tmp_path, shape, service):
    assert call("fill", "--count", 3, "--seed", 1, *shape).status == 0
    links, lines = tmp_path / "puzzles.txt", tmp_path / "puzzles.constraints"
    call("export", "all", "--format", "link", "--service", service, "--output", links)
    call("export", "all", "--output", lines)
    assert rules_in(links) == rules_in(lines)
    assert all(rules for _, rules in rules_in(links))


@pytest.mark.slow_cases("shape0")
@pytest.mark.sqlite("a file")
@pytest.mark.parametrize("shape", [("--size", 6, "--blocks", "3x2"), ("--size", 9, "--blocks", "none")])
def test_the_database_of_a_catalogue_is_read_with_its_blocks(call, home, tmp_path, shape):
    assert call("fill", "--count", 3, "--seed", 1, *shape).status == 0
    call("export", "all", "--output", tmp_path / "puzzles.constraints")
    assert rules_in(home / "catalogue.db") == rules_in(tmp_path / "puzzles.constraints")
    solved = call("solve", home / "catalogue.db").out.splitlines()
    solutions = call("export", "all", "--format", "csv", "--columns", "solution").out.splitlines()[1:]
    assert [line.split()[-1] for line in solved[:3]] == solutions


@pytest.mark.daily("words0", "words3")
@pytest.mark.parametrize(
    "words",
    [
        ("hodoku",),
        ("opensudoku",),
        ("link", "--service", "sudokuwiki"),
        ("link", "--service", "opensudoku"),
    ],
)
def test_applications_that_know_one_shape_get_no_latin_square(call, error_of, words):
    assert call("fill", "--count", 1, "--seed", 1, "--blocks", "none", "--size", 9).status == 0
    done = call("export", 0, "--format", *words)
    assert "has boards of 9x9 only, with blocks of 3x3" in done.err and done.status == 1


def test_the_steps_of_hard_puzzles_are_long_lines_that_are_read_again(call, home, tmp_path):
    puzzle = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."
    (tmp_path / "hard.txt").write_text(f"{puzzle}\n")
    assert call("import", tmp_path / "hard.txt").status == 0
    lines = tmp_path / "hard.jsonl"
    assert call("export", "all", "--hints", "--output", lines).status == 0
    assert lines.stat().st_size > 65_536
    with records_in(lines) as (form, records):
        assert form.name == "jsonl" and [record.puzzle for record in records] == [puzzle]
