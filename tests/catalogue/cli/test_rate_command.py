import json
import os
import re
import signal
import subprocess
import time

import numpy as np
import plain_view
import pytest

from board_catalogue import engine
from board_catalogue.catalogue.storage.store import Store


def figures(out):
    return dict(re.split(r"\s{2,}", line) for line in out.splitlines() if "  " in line)


@pytest.fixture
def unrated(home, filled_by):
    filled_by(home, boards=100)
    return home


def test_it_tells_what_it_has_rated_and_is_silent_on_the_way(call, unrated):
    done = call("rate", "--rate", "fast")
    assert (done.status, done.err) == (0, "")
    rows = plain_view.table(unrated, "puzzles")
    above = sum(row["rating_status"] == 1 for row in rows)
    told = figures(done.out)
    assert (told["puzzles rated now"], told["not rated"]) == ("100", "0")
    assert (told["only as above 4.5"], told["rated in total"]) == (str(above), str(100 - above))
    done = call("rate", "--threads", 1)
    told = figures(done.out)
    assert (told["puzzles rated now"], told["only as above 4.5"], told["rated in total"]) == (str(above), "0", "100")
    plain_view.assert_sound(unrated, count=100)
    assert figures(call("rate").out)["puzzles rated now"] == "0"


def test_progress_is_told_in_lines_where_there_is_no_terminal(call, unrated, monkeypatch):
    monkeypatch.setattr("board_catalogue.catalogue.cli.terminal.PERIOD", 0.0)
    done = call("rate")
    assert done.status == 0
    assert re.fullmatch(r"(0 of 100 puzzles, 0/s\n)*100 of 100 puzzles, [\d,]+/s, 0 s left\n", done.err)


def test_the_numbers_add_up_where_no_technique_solves_a_puzzle(call, unrated):
    call("rate", "--rate", "fast")
    plain_view.change(  # no puzzle known here is like that
        unrated,
        "UPDATE puzzles SET rating_status = 4 WHERE rating_status = 1",
        "UPDATE tallies SET value = 4 WHERE metric = 'rating_status' AND value = 1",
    )
    told = figures(call("rate").out)
    assert int(told["beyond all techniques known here"]) > 0
    names = ("rated in total", "only as above 4.5", "beyond all techniques known here", "not rated")
    assert sum(int(told[name]) for name in names) == 100


@pytest.mark.slow
def test_progress_is_a_bar_on_a_terminal(unrated, run_on_terminal):
    done, text = run_on_terminal("rate")
    assert done.status == 0
    assert re.search(r"100/100.* [\d,]+/s", text)
    assert "rated in total" in done.out


@pytest.mark.slow
def test_a_dumb_terminal_gets_no_bar(unrated, run_on_terminal, monkeypatch):
    monkeypatch.setenv("TERM", "dumb")
    done, text = run_on_terminal("rate")
    assert done.status == 0 and "\x1b" not in text and "100/100" not in text


def test_who_writes_is_told_and_waits(call, unrated, error_of):
    with Store.write(unrated):
        assert re.search(rf"process {os.getpid()}( on .*)? is writing", error_of(call("rate")))
    assert {row["rating_status"] for row in plain_view.table(unrated, "puzzles")} == {None}


@pytest.mark.slow
def test_ctrl_c_keeps_what_was_rated(home, filled_by, program, call):
    filled_by(home, boards=8000)
    process = subprocess.Popen(
        [program, "rate", "--threads", "1"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    end = time.monotonic() + 60
    while not plain_view.table(home, "uses", "1 LIMIT 1") and time.monotonic() < end:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert "Interrupted; the next run continues from here." in out
    told = figures(out)
    rated, unrated = (int(told[name].replace(",", "")) for name in ("rated in total", "not rated"))
    assert 0 < rated < 8000 == rated + unrated
    assert f"{unrated:,} puzzles are not rated" in call("query", "--min-rating", 1, "--count-only").err


def test_puzzles_above_12x12_have_no_rating(call, filled_large, error_of):
    assert "puzzles of size 16 have no rating" in error_of(call("rate", "--home", filled_large))


@pytest.mark.parametrize("words", [("--rate", "none"), ("--rate", "deep"), ("--threads", 0), ("extra", "more")])
def test_a_wrong_call_is_told_in_one_line(call, unrated, error_of, words):
    assert "catalogue rate --help" in error_of(call("rate", *words), status=2)


def test_a_catalogue_of_small_boards_is_rated_and_graded(call, home):
    assert call("fill", "--size", 4, "--count", 20, "--rate", "fast").status == 0
    assert figures(call("rate").out)["rated in total"] == "20"
    puzzles = plain_view.puzzles(home)
    givens = np.array([list(map(int, puzzle["givens"].replace(".", "0"))) for puzzle in puzzles], np.uint8)
    assert [puzzle["rating"] for puzzle in puzzles] == (engine.rate(givens)["rating"] / 10).tolist()
    assert {puzzle["grade"] for puzzle in puzzles} == {"easy"}
    assert len(call("query", "--grade", "easy").out.splitlines()) == len(call("query").out.splitlines())
    assert "rated 1.2, easy" in call("path", 1).out
    assert "step 1 of" in call("hint", 1).out
    assert call("verify").status == 0


def test_a_quiet_rating_says_nothing(call, home, monkeypatch):
    monkeypatch.setattr("board_catalogue.catalogue.cli.terminal.PERIOD", 0.0)
    call("fill", "--count", 20)
    assert call("rate", "--quiet") == (0, "", "")
    assert call("query", "--min-rating", 1.0, "--count-only").out == "20\n"


def test_puzzles_of_every_size_with_ratings_are_rated(call, error_of, tmp_path):
    puzzles = engine.carve(engine.generate(3, size=6, seed=1), seed=1)
    path = tmp_path / "six.sdm"
    path.write_text("".join("".join(map(str, row)) + "\n" for row in puzzles.tolist()))
    rows = json.loads(call("rate", path, "--format", "json").out)
    assert [row["rating"] * 10 for row in rows] == engine.rate(puzzles)["rating"].tolist()
    assert [row["score"] for row in rows] == engine.score(puzzles)["score"].tolist()
    assert all(row["logical"] for row in rows)
