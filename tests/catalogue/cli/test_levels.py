"""Puzzles by HoDoKu's level and by the only technique that they need: filled, made, queried, bound."""

import json
from collections import Counter

import numpy as np
import plain_view
import pymupdf
import pytest

from board_catalogue import engine
from board_catalogue.engine.boards import from_lines

SINGLES_AND_PAIRS = {"full-house", "naked-single", "hidden-single", "locked-pair", "naked-pair", "hidden-pair"}


def level_of(givens):
    return engine.LEVELS[int(engine.score(from_lines([givens]))["level"][0])]


def path_of(givens):
    return {step.technique for step in engine.paths.scored.solving_steps(from_lines([givens])[0])}


@pytest.fixture
def levelled(call, home):
    assert call("fill", "--level", "easy=4", "--level", "hard=6", "--seed", 4).status == 0
    return home


def test_each_level_can_have_a_number_of_its_own(levelled):
    givens = [puzzle["givens"] for puzzle in plain_view.puzzles(levelled)]
    assert Counter(map(level_of, givens)) == {"easy": 4, "hard": 6}
    plain_view.assert_sound(levelled, count=10)


@pytest.mark.slow
def test_a_level_goes_on_where_its_fill_ended(call, levelled):
    assert call("fill", "--count", 3, "--level", "unfair", "--level", "hard").status == 0
    givens = [puzzle["givens"] for puzzle in plain_view.puzzles(levelled)]
    assert {level_of(each) for each in givens[10:]} <= {"hard", "unfair"}
    assert call("verify").status == 0


@pytest.mark.slow
def test_puzzles_need_one_technique_beside_singles_and_pairs(call, home):
    assert call("fill", "--count", 2, "--only-technique", "pointing", "--seed", 7).status == 0
    for puzzle in plain_view.puzzles(home):
        assert path_of(puzzle["givens"]) - SINGLES_AND_PAIRS == {"pointing"}
    assert call("query", "--only-technique", "pointing", "--count-only").out == "2\n"
    assert call("query", "--only-technique", "claiming", "--count-only").out == "0\n"


def test_so_many_puzzles_of_each_level_are_found(call, levelled):
    rows = call("query", "--level", "hard=2", "--level", "easy=3", "--columns", "level", "--format", "csv").out.split()
    assert rows == ["level", "hard", "hard", "easy", "easy", "easy"]
    assert call("query", "--level", "hard=2", "--level", "easy=9", "--count-only").out == "6\n"


def test_show_names_the_score_of_a_puzzle_that_has_no_rating(call, levelled):
    (puzzle, *_) = plain_view.puzzles(levelled)
    score = int(engine.score(from_lines([puzzle["givens"]]))["score"][0])
    assert f"\nscore {score:,} ({level_of(puzzle['givens'])})\n" in call("show", 0).out


def test_a_book_has_a_chapter_for_each_level(call, levelled, tmp_path):
    path = tmp_path / "book.pdf"
    assert call("book", "--level", "easy=2", "--level", "hard=3", "--output", path).status == 0
    document = pymupdf.open(path)
    assert "5 Sudoku puzzles from easy to hard" in document[0].get_text()
    assert [entry[1] for entry in document.get_toc()] == ["Sudoku", "Easy", "Hard", "Solutions"]
    text = "".join(page.get_text() for page in document)
    assert "Levels follow the scores of all steps" in text
    assert "Grades follow" not in text


@pytest.mark.slow
def test_a_book_of_a_file_has_levels_too(call, levelled, tmp_path):
    file, path = tmp_path / "puzzles.sdm", tmp_path / "book.pdf"
    call("export", "all", "--output", file)
    assert call("book", file, "--level", "hard=6", "--output", path).status == 0
    assert "6 hard Sudoku puzzles" in pymupdf.open(path)[0].get_text()
    assert "6 hard puzzles match, not 7" in call("book", file, "--level", "hard=7", "--output", path, "--force").err


@pytest.mark.slow
def test_one_puzzle_is_made_of_a_level_and_with_a_technique(call):
    line = call("create", "--level", "unfair", "--seed", 2, "--format", "line").out.strip()
    assert level_of(line) == "unfair"
    line = call(
        "create", "--technique", "skyscraper", "--grade", "diabolical", "--seed", 2, "--format", "line"
    ).out.strip()
    assert "skyscraper" in path_of(line)
    assert engine.grades.grade_of(int(engine.rate(from_lines([line]))["rating"][0])) == "diabolical"
    drawn = call("create", "--only-technique", "pointing", "--seed", 2).out
    assert "\nscore " in drawn and "\nlevel " in drawn


def test_what_does_not_go_together_is_refused(call, home, error_of):
    for words, status, message in [
        (["fill", "--level", "easy", "--technique", "skyscraper", "--count", 1], 2, "no easy puzzle needs skyscraper"),
        (["fill", "--level", "easy=1", "--grade", "hard=1"], 2, "give numbers to --grade or to --level, not to both"),
        (["fill", "--level", "easy=1", "--level", "hard"], 2, "give every --level a number of its own"),
        (["fill", "--level", "fiendish", "--count", 1], 2, "'fiendish' is not one of easy, medium, hard, unfair"),
        (["fill", "--level", "hard", "--count", 1, "--size", 25], 2, "puzzles of size 25 have no score"),
        (["create", "--level", "easy", "--technique", "skyscraper"], 2, "no easy puzzle needs skyscraper"),
        (["create", "--level", "hard", "--clues", 30], 2, "give one of --clues, --empty and --level"),
        (["create", "--technique", "skyscraper", "--size", 25], 1, "puzzles of size 25 have no score"),
        (["create", "--technique", "cage-combinations"], 1, "no path without rules takes cage-combinations"),
        (["create", "--technique", "skyscrapers"], 2, "similar names are skyscraper"),
    ]:
        done = call(*words)
        assert done.status == status
        assert message in done.err.splitlines()[-1]


@pytest.mark.slow
def test_levels_are_quotas_in_python_too(tmp_path):
    from board_catalogue import catalogue

    opened = catalogue.open(tmp_path / "home")
    level = engine.grades.Level
    opened.fill({level.easy: 2, level.medium: 1}, seed=4)
    found = np.array([list(puzzle.givens.replace(".", "0")) for puzzle in opened.puzzles()]).astype(np.uint8)
    assert sorted(engine.score(found)["level"].tolist()) == [0, 0, 1]
    assert len(list(opened.puzzles(level="easy"))) == 2


def test_a_plain_puzzle_has_one_score_however_it_is_written(call, tmp_path):
    cells = "4..65...2...9.......7....5...4.8.3.......91..6.3..49......4..8...8...2.12...1..6."
    text = "".join(f".~R{1 + i // 9}C{1 + i % 9}_{digit}" for i, digit in enumerate(cells) if digit != ".")
    rows = [json.loads(call("rate", each, "--format", "jsonl").out) for each in (cells, text)]
    assert rows[0]["score"] == rows[1]["score"] and rows[0] | {"puzzle": ""} == rows[1] | {"puzzle": ""}
