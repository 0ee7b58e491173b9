"""The title, the author and the description that puzzles are imported with."""

import csv
import io
import json

import pytest

from board_catalogue import catalogue, engine

TOLD = [
    ("Corner, stone", "A. Nonymous", "Two <ways> & more"),
    ("", "A. Nonymous", ""),
    ("Last", "", ""),
    ("", "", ""),
]


@pytest.fixture
def imported(call, home, tmp_path):
    """A catalogue of puzzles with what a file told of them, under headings of another case."""
    boards = engine.generate(len(TOLD), seed=41)
    file = tmp_path / "told.csv"
    with file.open("w", newline="") as text:
        writer = csv.writer(text)
        writer.writerow(["Puzzle", "Title", "author", "DESCRIPTION"])
        for puzzle, told in zip(engine.carve(boards, seed=1, clues=30), TOLD, strict=True):
            writer.writerow([engine.Grid(puzzle).line(), *told])
    assert call("import", file).status == 0
    return home


def told_in(call, home, *columns):
    rows = json.loads(call("query", "--columns", ",".join(columns), "--format", "json", "--home", home).out)
    return [tuple(row[name] or "" for name in columns) for row in rows]


def test_what_a_file_tells_is_in_columns(call, imported):
    assert told_in(call, imported, "title", "author", "description") == TOLD
    table = call("query", "--columns", "id,title,source").out
    assert "Corner, stone" in table
    assert table.count("told.csv") == 4


@pytest.mark.daily("opensudoku", "sdk")
@pytest.mark.parametrize("format", ["csv", "tsv", "json", "jsonl", "sqlite", "opensudoku", "sdk"])
def test_what_a_file_tells_leaves_and_comes_back(call, imported, tmp_path, format):
    file = tmp_path / f"out.{format}"
    assert call("export", "all", "--format", format, "--output", file).status == 0
    assert call("import", file, "--input-format", format, "--home", tmp_path / "again").status == 0
    columns = ("author", "description") if format == "sdk" else ("title", "author", "description")
    expected = [told if len(columns) == 3 else told[1:] for told in TOLD]
    assert told_in(call, tmp_path / "again", *columns) == expected


def test_merging_keeps_what_was_told(call, imported, places, tmp_path):
    if not isinstance(imported, type(tmp_path)):
        pytest.skip("a database of a server is no file to merge")
    assert call("import", imported / "catalogue.db", "--home", tmp_path / "merged").status == 0
    assert told_in(call, tmp_path / "merged", "title", "author", "description") == TOLD


@pytest.mark.daily("{'about': '100%'}-[]", "{'source': 'TOLD.csv', 'about': 'corner'}-[0]")
@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ({"about": "nonymous"}, [0, 1]),
        ({"about": ["LAST", "ways"]}, [0, 2]),
        ({"about": "100%"}, []),
        ({"source": "told"}, [0, 1, 2, 3]),
        ({"source": "other"}, []),
        ({"source": "TOLD.csv", "about": "corner"}, [0]),
    ],
    ids=str,
)
def test_puzzles_are_found_by_what_was_told(call, imported, filters, expected):
    with catalogue.open(imported) as opened:
        assert [puzzle.number for puzzle in opened.puzzles(**filters)] == expected
    words = []
    for name, texts in filters.items():
        for text in [texts] if isinstance(texts, str) else texts:
            words += [f"--{name}", text]
    assert call("query", *words, "--count-only").out == f"{len(expected)}\n"


def test_an_export_of_puzzles_of_a_fill_has_no_such_columns(call, home):
    call("fill", "--count", 2)
    (heading, *_) = csv.reader(io.StringIO(call("export", "all", "--format", "csv").out))
    assert not {"title", "author", "description"} & set(heading)
