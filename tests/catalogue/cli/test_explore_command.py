import csv
import io
import json
import re
import sys
from xml.etree import ElementTree

import pytest

from engine.teaching.experiments import explore

WORDS = ("explore", "--runs", 4, "--seed", 1, "--clues", "0,20,40", "--max-steps", 300)


def rows(call, *words):
    done = call(*WORDS, "--format", "csv", *words)
    assert (done.status, done.err) == (0, "")
    return list(csv.DictReader(io.StringIO(done.out)))


def test_the_figures_are_those_of_the_library(call):
    told = rows(call, "--compare", "row-major,fewest")
    expected = list(explore([0, 20, 40], runs=4, seed=1, rules=["row-major", "fewest"], max_steps=300))
    for row, outcome in zip(told, expected, strict=True):
        for name in ("size", "clues", "rule", "runs", "solved", "unsolvable", "gave_up"):
            assert row[name] == str(getattr(outcome, name))
        assert float(row["median_steps"]) == outcome.median_steps
        assert float(row["mean_ms"]) > 0
    assert {row["gave_up"] for row in told} != {"0"}


def test_other_sizes_get_the_same_share_of_givens(call):
    told = rows(call, "--sizes", "4,9,16")
    assert [(row["size"], row["clues"]) for row in told] == [
        *(("4", clues) for clues in ("0", "4", "8")),
        *(("9", clues) for clues in ("0", "20", "40")),
        *(("16", clues) for clues in ("0", "63", "126")),
    ]


def test_what_is_named_twice_is_told_once(call):
    told = rows(call, "--sizes", "4,4", "--clues", "0,1,40,40", "--compare", "fewest,fewest")
    assert [(row["size"], row["clues"]) for row in told] == [("4", "0"), ("4", "8")]


def test_the_table_and_the_objects_say_the_same_in_80_columns(call):
    table = call(*WORDS, "--compare", "row-major,fewest", "--sizes", "4,9").out
    assert [line for line in table.splitlines() if len(line) > 80] == []
    objects = json.loads(call(*WORDS, "--compare", "row-major,fewest", "--sizes", "4,9", "--format", "json").out)
    lines = [line.split() for line in table.splitlines()[2 : 2 + len(objects)]]
    for line, each in zip(lines, objects, strict=True):
        names = ("size", "clues", "rule", "solved", "unsolvable", "gave_up")
        assert line[:6] == [str(each[name]) for name in names]


@pytest.mark.parametrize("form", ["table", "csv", "json"])
def test_what_was_searched_before_cells_that_are_never_found_is_told(call, tmp_path, form):
    words = ("explore", "--runs", 2, "--seed", 1, "--format", form)
    done = call(*words, "--clues", "20,81,10", "--plot", tmp_path / "plot.svg")
    found = call(*words, "--clues", 20)
    assert (done.status, found.status) == (2, 0)
    assert without_times(done.out) == without_times(found.out)
    assert done.err.count("\n") == 1 and "no grid of size 9 with 81 random clues in 100 tries" in done.err
    ElementTree.parse(tmp_path / "plot.svg")


def without_times(out):
    """The words of the output; a time is as wide as it is long, and so is the line above it."""
    return re.sub(r"-{2,}|\d[\d,]*\.\d+(e-\d+)?", "?", out).split()


@pytest.mark.parametrize("form", ["csv", "json"])
def test_the_seed_that_was_drawn_is_told_beside_what_is_for_programs(call, form):
    words = ("explore", "--runs", 2, "--clues", 20, "--format", form)
    done = call(*words)
    (seed,) = re.fullmatch(r"the boards are of seed (\d+)\n", done.err).groups()
    again = call(*words, "--seed", seed)
    assert again.err == ""
    assert without_times(again.out) == without_times(done.out)


@pytest.mark.parametrize(("suffix", "begin"), [(".png", b"\x89PNG"), (".svg", b"<?xml")])
def test_a_plot_is_written(call, tmp_path, suffix, begin):
    path = tmp_path / f"plot{suffix}"
    assert call(*WORDS, "--compare", "row-major,fewest", "--sizes", "4,9", "--plot", path).status == 0
    assert path.read_bytes().startswith(begin)
    if suffix == ".svg":
        ElementTree.parse(path)


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (("--clues", "0,x"), "'x' is not a whole number"),
        (("--clues", ""), "'' is not a whole number"),
        (("--clues", "82"), "82 is more than 81"),
        (("--clues", "81"), "no grid of size 9 with 81 random clues in 100 tries"),
        (("--sizes", "5"), "'5' is not one of 1, 4, 9, 16, 25"),
        (("--compare", "best"), "'best' is not one of row-major, fewest"),
        (("--compare", ","), "'' is not one of"),
        (("--runs", "0"), "--runs"),
    ],
)
def test_a_wrong_call_is_told_in_one_line(call, error_of, words, fault):
    assert fault in error_of(call("explore", *words), status=2)


def test_what_is_missing_for_a_plot_is_told_before_the_work(call, tmp_path, error_of, monkeypatch):
    huge = ("explore", "--runs", 10**6)
    assert "a plot is written as .png or .svg" in error_of(call(*huge, "--plot", tmp_path / "plot.gif"))
    assert "there is no folder" in error_of(call(*huge, "--plot", tmp_path / "no" / "plot.png"))
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert "pip install 'board-catalogue[plot]'" in error_of(call(*huge, "--plot", tmp_path / "plot.png"))
    assert list(tmp_path.iterdir()) == []
