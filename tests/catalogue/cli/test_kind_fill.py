"""`fill` that rates, or looks for puzzles of a kind: what it says and what it refuses."""

import re

import plain_view
import pytest


def figures(out):
    return dict(re.split(r"\s{2,}", line, maxsplit=1) for line in out.splitlines() if re.match(r"\S.*\s{2,}\S+$", line))


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


def test_giving_up_is_told_and_no_error(call, home, monkeypatch):
    monkeypatch.setattr("catalogue.cli.terminal.progress._EVERY", 1e9)  # silent on a slow machine, too
    done = call("fill", "--count", 5000, "--technique", "swordfish", "--max-tries", 1200, "--seed", 7)
    assert (done.status, done.err) == (0, "")
    kept = len(plain_view.table(home, "boards"))
    assert 0 < kept < 100
    assert f"Gave up after 1,200 boards: {kept} of 5,000 puzzles found." in done.out
    assert figures(done.out)["boards tried"] == "1,200"


@pytest.mark.parametrize(("depth", "expected"), [("full", {0}), ("fast", {0, 1}), ("none", {None}), (None, {None})])
def test_puzzles_are_rated_as_asked(call, home, depth, expected):
    assert call("fill", "--count", 100, "--seed", 7, *(["--rate", depth] if depth else [])).status == 0
    assert {row["rating_status"] for row in plain_view.table(home, "puzzles")} == expected


def test_progress_tells_what_is_passed_over(call, monkeypatch):
    monkeypatch.setattr("catalogue.cli.terminal.progress._EVERY", 0.0)
    done = call("fill", "--count", 600, "--grade", "medium")
    assert re.search(r"of 600 boards, [\d,]+/s, \d+ duplicates, [\d,]+ skipped", done.err)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--rate", "deep"), "deep"),
        (("--grade", "evil"), "evil"),
        (("--technique", "xwing"), "near ones are x-wing"),
        (("--max-tries", 5), "--max-tries needs --grade or --technique"),
        (("--grade", "hard", "--max-tries", 0), "--max-tries"),
        (("--grade", "hard", "--rate", "fast"), "rate puzzles in full"),
        (("--grade", "easy", "--technique", "x-wing"), "no easy puzzle needs x-wing"),
        (("--size", 4, "--rate", "full"), "need boards of size 9; these are of size 4"),
        (("--size", 16, "--grade", "hard"), "need boards of size 9; these are of size 16"),
        (("--size", 4, "--technique", "x-wing"), "need boards of size 9; these are of size 4"),
    ],
)
def test_a_wrong_call_is_told_in_one_line_and_makes_no_catalogue(call, home, error_of, words, message):
    assert message in error_of(call("fill", "--count", 1, *words), status=2)
    assert not home.exists()


def test_a_catalogue_of_another_size_is_told_too(call, home, error_of):
    call("fill", "--count", 1, "--size", 4)
    assert "these are of size 4" in error_of(call("fill", "--count", 1, "--rate", "full"), status=2)
    plain_view.assert_sound(home, count=1)
