"""Boards of 16x16 and 25x25 from the fill to every way out."""

import json
import re

import numpy as np
import plain_view
import pytest

from board_catalogue import engine
from board_catalogue.catalogue.storage.home import Server
from board_catalogue.engine.carving import MINIMAL_SIZES

COUNT = 2


@pytest.fixture(scope="module", params=[16, 25])
def large_home(request, tmp_path_factory, filled_by, places):
    home = places.new(tmp_path_factory.mktemp("large"))
    filled_by(home, size=request.param, boards=COUNT)
    return home


def givens_of(home):
    return np.array([plain_view.cells(puzzle["givens"]) for puzzle in plain_view.puzzles(home)], np.uint8)


@pytest.mark.slow
def test_what_is_kept_is_sound_and_what_the_engine_makes(large_home):
    plain_view.assert_sound(large_home, count=COUNT)
    (settings,) = plain_view.table(large_home, "settings")
    assert settings["method"] == "wfc+backtrack"
    boards = engine.generate(COUNT, size=settings["size"], seed=7)
    puzzles, kept = engine.carve(boards, seed=7), plain_view.puzzles(large_home)
    assert [plain_view.cells(row["solution"]) for row in kept] == boards.tolist()
    assert np.array_equal(givens_of(large_home), puzzles)
    measured = engine.measure(puzzles)
    for metric in ("backtracks", "depth", "comparisons"):
        assert [row[metric] for row in kept] == measured[plain_view.STORED.get(metric, metric)].tolist()
    assert [row["minimal"] for row in kept] == [settings["size"] in MINIMAL_SIZES] * COUNT


@pytest.mark.parametrize("size", [16, pytest.param(25, marks=pytest.mark.slow)])
def test_threads_do_not_show(home, filled_by, tmp_path, size):
    filled_by(home, size=size, boards=5, clues=size**2 * 2 // 3, threads=3)
    filled_by(tmp_path / "other", size=size, boards=2, clues=size**2 * 2 // 3, threads=1)
    filled_by(tmp_path / "other", size=size, boards=3, clues=size**2 * 2 // 3, threads=1)
    assert plain_view.contents(home) == plain_view.contents(tmp_path / "other")


@pytest.mark.slow_cases("25")
@pytest.mark.slow
def test_query_and_export_write_one_character_a_cell(call, large_home):
    kept = plain_view.puzzles(large_home)
    out = call("query", "--format", "line", "--home", large_home).out
    assert out.split() == [row["givens"] for row in kept]
    assert set("".join(out.split())) <= set(plain_view.SYMBOLS)
    rows = json.loads(call("export", f"0-{COUNT - 1}", "--format", "json", "--home", large_home).out)
    assert [(row["givens"], row["solution"]) for row in rows] == [(row["givens"], row["solution"]) for row in kept]


@pytest.mark.daily("16")
def test_the_rows_of_txt_hold_numbers(call, large_home):
    text = call("export", 0, "--format", "txt", "--no-solution", "--home", large_home).out
    assert [int(number) for number in text.split()] == givens_of(large_home)[0].tolist()
    if not isinstance(large_home, Server):
        solution = plain_view.puzzles(large_home)[0]["solution"]
        assert (large_home / "boards" / "0.txt").read_bytes() == plain_view.file_text(solution)


@pytest.mark.daily("16")
def test_show_fits_a_terminal_of_80_columns(call, large_home):
    done = call("show", 0, "--home", large_home)
    heading, _, *grid = done.out.splitlines()
    assert max(map(len, done.out.splitlines())) <= 80
    drawn = "".join(symbol for line in grid for symbol in line if symbol in plain_view.SYMBOLS)
    assert drawn == plain_view.puzzles(large_home)[0]["givens"]
    size = round(len(drawn) ** 0.5)
    assert heading.endswith(", minimal" if size in MINIMAL_SIZES else ", not proven minimal")


@pytest.mark.slow
def test_stats_and_verify_know_them(call, large_home):
    told = json.loads(call("stats", "--format", "json", "--home", large_home).out)
    files = 0 if isinstance(large_home, Server) else COUNT
    assert (told["boards"], told["files"], told["settings"]["method"]) == (COUNT, files, "wfc+backtrack")
    assert re.search(r"^method +wfc\+backtrack$", call("stats", "--home", large_home).out, re.MULTILINE)
    assert call("verify", "--home", large_home).status == 0


@pytest.mark.slow
def test_a_puzzle_too_hard_to_measure_is_proven_all_the_same(home, filled_by, monkeypatch):
    monkeypatch.setitem(engine.solving.MOST_NODES, 16, 1)
    filled_by(home, size=16, boards=COUNT)
    plain_view.assert_sound(home, count=COUNT)
    assert {row["backtracks"] for row in plain_view.puzzles(home)} == {0}
    assert (engine.count_solutions(givens_of(home)) == 1).all()


def test_the_method_is_fixed_by_the_first_fill(call, home, error_of, tmp_path):
    assert call("fill", "--count", 5, "--seed", 7, "--method", "wfc+singles").status == 0
    assert call("fill", "--count", 5).status == 0
    message = error_of(call("fill", "--count", 5, "--method", "wfc"), status=2)
    assert "generates boards by wfc+singles, not wfc" in message
    plain_view.assert_sound(home, count=10)
    boards = engine.generate(10, seed=7, method="wfc+singles").tolist()
    assert [plain_view.cells(row["solution"]) for row in plain_view.table(home, "boards")] == boards


def test_an_unknown_method_is_told_in_one_line_and_makes_no_catalogue(call, home, error_of):
    message = error_of(call("fill", "--count", 5, "--method", "magic"), status=2)
    assert "'magic' is not one of wfc, wfc+singles, wfc+backtrack" in message
    assert not plain_view.exists(home)
