"""Puzzles of few clues from the command line: fill and create --effort, fewest, hunt."""

import os
import re
import signal

import pytest

import engine
from engine import Grid

SEVENTEEN = ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6..."
"""A puzzle of 17 clues from Gordon Royle's collection."""


def test_a_fill_reaches_20_clues(call):
    done = call("fill", "--count", 5, "--clues", 20, "--seed", 3)
    assert (done.status, done.err) == (0, "")
    assert re.search(r"\n *20 +5\b", call("stats").out)


def test_more_effort_leads_to_fewer_clues(call, tmp_path):
    reached = []
    for effort in (10, 3000):
        done = call("create", tmp_path / "out", "--clues", 17, "--effort", effort, "--seed", 3, "--force")
        reached.append(Grid.read(tmp_path / "out").locked_count)
        assert f"\nasked for 17 clues, reached {reached[-1]}: more --effort may lead to fewer" in done.out
    assert reached[0] > reached[1]


def test_no_board_has_16_clues(call, tmp_path):
    (tmp_path / "puzzle").write_text(SEVENTEEN)
    done = call("fewest", tmp_path / "puzzle", "--clues", 16)
    assert (done.status, done.out, done.err) == (0, "No puzzle of 16 clues or fewer.\n", "")


def test_a_search_that_is_interrupted_says_how_to_resume(call, tmp_path, monkeypatch):
    (tmp_path / "puzzle").write_text(SEVENTEEN)

    def interrupted(board, clues, *, progress, resume):
        os.kill(os.getpid(), signal.SIGINT)
        progress(engine.Progress(clues, 64, 1000))

    monkeypatch.setattr(engine, "puzzle_within", interrupted)
    done = call("fewest", tmp_path / "puzzle", "--clues", 17)
    assert done.status == 1
    assert "ended early; to continue, add --resume 17:64:1000" in done.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--resume", "17:3"), "'17:3' is not CLUES:PART:PARTS, three numbers as the search printed them"),
        (("--clues", "17", "--resume", "17:3:9"), "is not from this search"),
    ],
)
def test_what_no_search_has_printed_is_refused(call, tmp_path, words, message):
    (tmp_path / "puzzle").write_text(SEVENTEEN)
    done = call("fewest", tmp_path / "puzzle", *words)
    assert done.status != 0
    assert message in " ".join(done.err.split())


def test_a_hunt_writes_new_puzzles_once(call, tmp_path):
    minimal = engine.carve(engine.generate(1, seed=301)[0], seed=302)
    line = "".join(map(str, minimal))
    (tmp_path / "known").write_text(f"# known\n{line}\n")
    done = call("hunt", tmp_path / "known", "--clues", (minimal != 0).sum(), "--count", 6, "--output", tmp_path / "new")
    assert done.status == 0
    found = engine.canonical([list(map(int, row.replace(".", "0"))) for row in (tmp_path / "new").read_text().split()])
    assert len(found) == 6
    keys = {key.tobytes() for key in engine.puzzle_keys([*found, minimal], symmetry="full")}
    assert len(keys) == 7


@pytest.mark.parametrize(
    ("text", "message"),
    [(f"{SEVENTEEN}\n123\n", "line 2 is not a 9x9 puzzle"), ("." * 81, "puzzle 1 does not have exactly one solution")],
)
def test_a_hunt_refuses_what_is_no_puzzle(call, tmp_path, text, message):
    (tmp_path / "known").write_text(text)
    done = call("hunt", tmp_path / "known")
    assert done.status == 1
    assert message in done.err


def test_fewest_is_for_9x9_boards_only(call, tmp_path, error_of):
    (tmp_path / "puzzle").write_text("1" + "." * 35)
    assert "the search is for 9x9 boards only, not 6x6" in error_of(call("fewest", tmp_path / "puzzle"))
