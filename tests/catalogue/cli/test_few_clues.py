"""Puzzles of few clues from the command line: fill and create --effort, fewest, hunt."""

import os
import re
import signal

import numpy as np
import pytest
from sqlalchemy import select

from board_catalogue import engine
from board_catalogue.catalogue.storage.schema import sources
from board_catalogue.catalogue.storage.store import Store
from board_catalogue.engine import Grid

SEVENTEEN = ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6..."
"""A puzzle of 17 clues from Gordon Royle's collection."""


@pytest.mark.slow
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
    known = "known of all boards (McGuire, Tugemann, Civario 2012); --prove searches this one."
    assert (done.status, done.out, done.err) == (0, f"No puzzle of 16 clues or fewer: {known}\n", "")


def test_a_board_is_searched_below_17_clues_on_request(call, tmp_path):
    (tmp_path / "puzzle").write_text(SEVENTEEN)
    done = call("fewest", tmp_path / "puzzle", "--clues", 13, "--prove")
    assert (done.status, done.out) == (0, "No puzzle of 13 clues or fewer: all ways tried.\n")


def test_a_search_that_is_interrupted_says_how_to_resume(call, tmp_path, monkeypatch):
    (tmp_path / "puzzle").write_text(SEVENTEEN)

    def interrupted(board, clues, *, progress, **how):
        os.kill(os.getpid(), signal.SIGINT)
        progress(engine.carving.Progress(clues, 64, 1000))

    monkeypatch.setattr(engine.carving, "puzzle_within", interrupted)
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


@pytest.mark.slow
def test_a_hunt_under_rules_finds_puzzles_of_these_rules(call, tmp_path, error_of):
    rules = engine.Variant.of(9, engine.Use("diagonal"))
    minimal = engine.carve(engine.generate(1, seed=3, rules=rules), seed=3, rules=rules)[0]
    (tmp_path / "known").write_text("".join(map(str, minimal)))
    words = ("hunt", tmp_path / "known", "--clues", np.count_nonzero(minimal), "--count", 5)
    found = [list(map(int, row.replace(".", "0"))) for row in call(*words, "--rules", "diagonal").out.split()]
    assert len(found) == 5 and (engine.count_solutions(np.array(found, np.uint8), rules) == 1).all()
    assert ((np.array(found) != minimal).sum(axis=1) <= 10).all() and minimal.tolist() not in found
    assert "not killer" in error_of(call(*words, "--rules", "killer"), status=2)
    assert "no plain puzzle has fewer than 17" in error_of(call("hunt", tmp_path / "known", "--clues", 16), status=2)


def givens(call):
    """The puzzles of the catalogue."""
    return call("query", "--format", "line").out.split()


def test_a_hunt_keeps_a_file_that_exists_unless_it_is_forced(call, tmp_path, error_of):
    minimal = "".join(map(str, engine.carve(engine.generate(1, seed=301)[0], seed=302)))
    (tmp_path / "known").write_text(minimal)
    (tmp_path / "new").write_text("mine\n")
    words = ("hunt", tmp_path / "known", "--clues", 81 - minimal.count("0"), "--count", 2, "--output", tmp_path / "new")
    assert "overwrite it with --force" in error_of(call(*words))
    assert (tmp_path / "new").read_text() == "mine\n"
    assert call(*words, "--force").status == 0
    assert len((tmp_path / "new").read_text().split()) == 2


@pytest.mark.slow
def test_a_hunt_says_why_it_ends_and_how_many_it_found(call, tmp_path):
    minimal = "".join(map(str, engine.carve(engine.generate(1, seed=301)[0], seed=302)))
    (tmp_path / "known").write_text(minimal)
    words = ("hunt", tmp_path / "known", "--clues", 81 - minimal.count("0"))
    assert call(*words, "--count", 1).err == "1 new puzzle: as many as were asked for\n"
    assert call(*words, "--seconds", 1).err.endswith(" new puzzles: the time is over\n")
    assert call(*words[:2], "--clues", 17).err == "0 new puzzles: nothing is left to search around\n"


def test_a_hunt_in_the_catalogue_stores_what_is_new_to_all_of_it(call, home):
    call("fill", "--count", 30, "--seed", 4)
    before = [list(map(int, line.replace(".", "0"))) for line in givens(call)]
    words = ("hunt", "--sort", "clues", "--limit", 2, "--clues", 24, "--count", 5)
    done = call(*words)
    assert (done.status, done.err) == (0, "5 new puzzles: as many as were asked for\n")
    found = done.out.split()
    assert len(found) == 5 and set(found) < set(givens(call)) and len(givens(call)) == 35
    keys = engine.puzzle_keys([*before, *(list(map(int, line.replace(".", "0"))) for line in found)], symmetry="full")
    assert len({key.tobytes() for key in keys}) == 35
    assert call("verify").status == 0
    again = call(*words).out.split()
    assert len(again) == 5 and not set(again) & set(found)
    with Store.read(home) as store:
        assert set(store.connection.execute(select(sources.c.name)).scalars()) == {"hunt"}


@pytest.mark.slow
def test_a_hunt_that_is_said_again_ends_with_the_same_total(call, home, error_of):
    call("fill", "--count", 30, "--seed", 5)
    words = ("hunt", "--sort", "clues", "--limit", 2, "--clues", 24)
    few = ("query", "--max-clues", 24, "--count-only")
    call(*words, "--count", 2)
    number = int(call(*few).out) + 3
    assert "3 new puzzles" in call(*words, "--total", number).err
    assert "0 new puzzles" in call(*words, "--total", number).err
    assert int(call(*few).out) == number
    for wrong in (("--total", 9, "--count", 9), ("--total", 0)):
        assert "catalogue hunt --help" in error_of(call(*words, *wrong), status=2)


def test_a_hunt_reads_the_formats_of_an_import(call, tmp_path):
    minimal = "".join(map(str, engine.carve(engine.generate(1, seed=301)[0], seed=302)))
    clues = 81 - minimal.count("0")
    (tmp_path / "a.csv").write_bytes(b"\xef\xbb\xbfpuzzle,title\n" + f"{minimal},first\n".encode())
    (tmp_path / "a.txt").write_text("\n".join(minimal[row : row + 9] for row in range(0, 81, 9)))
    words = ("hunt", "--clues", clues, "--count", 3)
    by_csv, by_grid = (call(*words, tmp_path / name) for name in ("a.csv", "a.txt"))
    assert by_csv.status == by_grid.status == 0, by_csv.err + by_grid.err
    assert by_csv.out == by_grid.out and len(by_csv.out.split()) == 3


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"{SEVENTEEN}\n{'1' + '.' * 15}\n", "line 2"),
        (f"{SEVENTEEN}\n{'.' * 81}\n", "line 2: the puzzle does not have exactly one solution"),
        (f"{'1' + '.' * 15}\n" * 2, "line 1 is not a 9x9 puzzle"),
    ],
)
def test_a_hunt_refuses_what_is_no_puzzle(call, tmp_path, text, message):
    (tmp_path / "known").write_text(text)
    done = call("hunt", tmp_path / "known")
    assert done.status == 1
    assert message in done.err


def test_a_hunt_is_in_a_file_or_in_a_9x9_catalogue(call, tmp_path, error_of):
    (tmp_path / "known").write_text(SEVENTEEN)
    assert "leave out FILE" in error_of(call("hunt", tmp_path / "known", "--grade", "hard"), status=2)
    assert "no catalogue" in error_of(call("hunt"))
    call("fill", "--count", 1, "--size", 6)
    assert "hunt is for 9x9" in error_of(call("hunt"))
    call("fill", "--count", 1, "--home", tmp_path / "other")
    none = call("hunt", "--min-clues", 80, "--home", tmp_path / "other")
    assert (none.status, none.out, none.err) == (
        0,
        "",
        "No matching puzzles.\n0 new puzzles: nothing is left to search around\n",
    )


def test_fewest_takes_small_boards_and_rules(call, tmp_path, error_of):
    (board,) = engine.generate(1, size=6, seed=1, rules="diagonal")
    (tmp_path / "puzzle").write_text("".join(map(str, board)))
    done = call("fewest", tmp_path / "puzzle", "--rules", "diagonal")
    assert done.status == 0 and done.out.endswith("\n5 clues, the fewest of this board\n")
    assert call("fewest", tmp_path / "puzzle", "--rules", "diagonal", "--clues", 4).out == (
        "No puzzle of 4 clues or fewer: all ways tried.\n"
    )
    assert call("fewest", tmp_path / "puzzle", "--clues", 7).out == "No puzzle of 7 clues or fewer: all ways tried.\n"
    (tmp_path / "large").write_text("1" + "." * 255)
    assert "the search is for boards of up to 81 cells, not 16x16" in error_of(call("fewest", tmp_path / "large"))
