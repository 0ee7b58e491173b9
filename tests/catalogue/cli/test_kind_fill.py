"""`fill` that rates, or looks for puzzles of a kind: what it says and what it refuses."""

import re
from collections import Counter

import plain_view
import pytest

from board_catalogue import engine


def figures(out):
    return dict(re.split(r"\s{2,}", line, maxsplit=1) for line in out.splitlines() if re.match(r"\S.*\s{2,}\S+$", line))


@pytest.mark.slow
def test_it_tells_what_it_took(call, home):
    done = call("fill", "--count", 20, "--grade", "hard", "--seed", 7)
    assert (done.status, done.err) == (0, "")
    (stream,) = plain_view.table(home, "streams")
    told = figures(done.out)
    assert told["boards added"] == "20"
    assert told["boards tried"] == str(stream["position"])
    assert told["boards skipped"] == str(stream["position"] - 20)
    assert float(told["seconds in total"]) > 0
    assert {puzzle["grade"] for puzzle in plain_view.puzzles(home)} == {"hard"}
    assert figures(call("stats").out)["boards skipped"] == told["boards skipped"]


def test_techniques_are_all_wanted(call, home):
    assert call("fill", "--count", 3, "--technique", "x-wing", "--technique", "xy-wing").status == 0
    assert all(names >= {"x-wing", "xy-wing"} for names in plain_view.techniques(home).values())


@pytest.mark.slow
def test_giving_up_is_told_and_has_a_status_of_its_own(call, home, monkeypatch):
    monkeypatch.setattr("board_catalogue.catalogue.cli.terminal.PERIOD", 1e9)  # silent on a slow machine, too
    done = call("fill", "--count", 5000, "--technique", "swordfish", "--max-tries", 1200, "--seed", 7)
    assert (done.status, done.err) == (3, "")
    kept = len(plain_view.table(home, "boards"))
    assert 0 < kept < 100
    assert f"Gave up after 1,200 boards: {kept} of 5,000 puzzles found." in done.out
    assert figures(done.out)["boards tried"] == "1,200"


@pytest.mark.slow
def test_a_repeated_grade_means_any_of_them(call, home):
    assert call("fill", "--count", 60, "--grade", "easy", "--grade", "hard", "--seed", 7).status == 0
    assert {puzzle["grade"] for puzzle in plain_view.puzzles(home)} == {"easy", "hard"}
    plain_view.assert_sound(home, count=60)


@pytest.mark.slow
def test_each_grade_can_have_a_number_of_its_own(call, home):
    done = call("fill", "--grade", "easy=7", "--grade", "medium=25", "--grade", "hard=3", "--seed", 7)
    assert done.status == 0
    grades = [puzzle["grade"] for puzzle in plain_view.puzzles(home)]
    assert Counter(grades) == {"easy": 7, "medium": 25, "hard": 3}
    (stream,) = plain_view.table(home, "streams")
    assert stream["position"] == int(figures(done.out)["boards tried"].replace(",", ""))
    plain_view.assert_sound(home, count=35)


@pytest.mark.slow
def test_each_grade_has_the_first_boards_of_it(call, home, tmp_path):
    call("fill", "--grade", "easy=5", "--grade", "medium=25", "--seed", 7)
    for grade, number in (("easy", 5), ("medium", 25)):
        alone = tmp_path / grade
        call("fill", "--count", number, "--grade", grade, "--seed", 7, "--home", alone)
        kept = {puzzle["solution"] for puzzle in plain_view.puzzles(home) if puzzle["grade"] == grade}
        assert kept == {puzzle["solution"] for puzzle in plain_view.puzzles(alone)}


@pytest.mark.slow
def test_threads_do_not_show_with_a_number_for_each_grade(call, home, tmp_path, monkeypatch):
    words = ("fill", "--grade", "easy=5", "--grade", "medium=20", "--seed", 7)
    call(*words, "--threads", 1)
    monkeypatch.setattr("board_catalogue.catalogue.runs.filling.BATCH", 200)
    call(*words, "--threads", 4, "--home", tmp_path / "other")
    assert plain_view.tables(home) == plain_view.tables(tmp_path / "other")


def test_boards_take_repeated_patterns_in_turn(call, home):
    assert call("fill", "--count", 30, "--pattern", "rotate90", "--pattern", "diagonal", "--seed", 7).status == 0
    for board, puzzle in zip(plain_view.table(home, "boards"), plain_view.puzzles(home), strict=True):
        name = ("rotate90", "diagonal")[board["position"] % 2]
        carved = engine.carve(plain_view.cells(board["solution"]), seed=7, pattern=name)
        assert plain_view.cells(puzzle["givens"]) == carved.tolist()
    plain_view.assert_sound(home, count=30)


@pytest.mark.parametrize(("depth", "expected"), [("full", {0}), ("fast", {0, 1}), ("none", {None}), (None, {None})])
def test_puzzles_are_rated_as_asked(call, home, depth, expected):
    assert call("fill", "--count", 20, "--seed", 7, *(["--rate", depth] if depth else [])).status == 0
    assert {row["rating_status"] for row in plain_view.table(home, "puzzles")} == expected


@pytest.mark.slow
def test_progress_tells_what_is_passed_over(call, monkeypatch):
    monkeypatch.setattr("board_catalogue.catalogue.cli.terminal.PERIOD", 0.0)
    done = call("fill", "--count", 600, "--grade", "medium")
    assert re.search(r"of 600 boards, [\d,]+/s, [\d,]+ tried, \d+ duplicates", done.err)


def test_a_wrong_call_is_told_in_one_line_and_makes_no_catalogue(call, home, error_of):
    for words, message in [
        (("--rate", "deep"), "deep"),
        (("--grade", "easy=5"), "give one of --count, --total, --grade GRADE=N and --level LEVEL=N"),
        (("--grade", "easy=0"), "0 is less than 1"),
        (("--grade", "easy="), "'' is not a whole number"),
        (("--grade", "evil"), "evil"),
        (("--technique", "xwing"), "similar names are x-wing"),
        (("--max-tries", 5), "--max-tries needs --grade, --level or --technique"),
        (("--grade", "hard", "--max-tries", 0), "--max-tries"),
        (("--grade", "hard", "--rate", "fast"), "rate puzzles in full"),
        (("--grade", "easy", "--technique", "x-wing"), "no easy puzzle needs x-wing"),
        (("--size", 16, "--rate", "full"), "puzzles of size 16 have no rating"),
        (("--size", 16, "--grade", "hard"), "puzzles of size 16 have no rating"),
        (("--size", 25, "--technique", "x-wing"), "puzzles of size 25 have no rating"),
        (("--rules", "thermo", "--technique", "cage-combinations"), "under the rules thermo takes cage-combinations"),
        (("--rules", "kropki", "--technique", "no-dot"), "takes no-dot, which needs the rule all kropki"),
        (("--rules", "diagonal", "--technique", "skyscraper"), "no path under the rules diagonal takes skyscraper"),
        (("--technique", "finned-fish"), "no path without rules takes finned-fish"),
    ]:
        assert message in error_of(call("fill", "--count", 1, *words), status=2)
        assert not plain_view.exists(home)


def test_a_catalogue_of_another_size_is_told_too(call, home, error_of):
    call("fill", "--count", 1, "--size", 16)
    assert "puzzles of size 16 have no rating" in error_of(call("fill", "--count", 1, "--rate", "full"), status=2)
    plain_view.assert_sound(home, count=1)
