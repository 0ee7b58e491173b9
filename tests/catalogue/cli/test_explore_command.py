import csv
import io
import json
import re
import sys
from itertools import islice
from xml.etree import ElementTree

import pytest

from board_catalogue.catalogue.verbs.plots import plot_outcomes
from board_catalogue.engine.shape import Shape
from board_catalogue.engine.teaching.experiments import Experiment

WORDS = ("explore", "--runs", 4, "--seed", 1, "--clues", "0,20,40", "--max-steps", 300)


def rows(call, *words):
    done = call(*WORDS, "--format", "csv", *words)
    assert (done.status, done.err) == (0, "")
    return list(csv.DictReader(io.StringIO(done.out)))


@pytest.mark.slow
def test_the_figures_are_those_of_the_library(call):
    told = rows(call, "--compare", "row-major,fewest")
    compared = Experiment(clues=(0, 20, 40), runs=4, seed=1, rules=("row-major", "fewest"), max_steps=300)
    expected = list(compared.outcomes())
    for row, outcome in zip(told, expected, strict=True):
        for name in ("size", "clues", "rule", "runs", "solved", "unsolvable", "gave_up"):
            assert row[name] == str(getattr(outcome, name))
        assert float(row["median_steps"]) == outcome.median_steps
        assert row["solved_by_all"] == str(outcome.solved_by_all)
        assert (row["solved_ms"] != "") == (outcome.solved_by_all > 0)
        assert (row["unsolvable_ms"] != "") == (outcome.unsolvable > 0)
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


@pytest.mark.slow
def test_the_table_and_the_objects_say_the_same_in_80_columns(call):
    table = call(*WORDS, "--compare", "row-major,fewest", "--sizes", "4,9").out
    assert [line for line in table.splitlines() if len(line) > 80] == []
    objects = json.loads(call(*WORDS, "--compare", "row-major,fewest", "--sizes", "4,9", "--format", "json").out)
    lines = [line.split() for line in table.splitlines()[3 : 3 + len(objects)]]
    for line, each in zip(lines, objects, strict=True):
        names = ("size", "clues", "rule", "solved", "unsolvable", "gave_up")
        assert line[:6] == [str(each[name]) for name in names]


@pytest.mark.slow
@pytest.mark.parametrize("form", ["table", "json"])
def test_what_was_searched_before_cells_that_are_never_found_is_told(call, tmp_path, form):
    words = ("explore", "--runs", 2, "--seed", 1, "--max-steps", 100, "--format", form)
    done = call(*words, "--clues", "20,81,10", "--plot", tmp_path / "plot.svg")
    found = call(*words, "--clues", 20)
    assert (done.status, found.status) == (2, 0)
    assert without_times(done.out) == without_times(found.out)
    assert done.err.count("\n") == 1 and "no grid of size 9 with 81 random clues in 100 tries" in done.err
    ElementTree.parse(tmp_path / "plot.svg")


def without_times(out):
    """The words of the output; a time is as wide as it is long, and so is the line above it."""
    return re.sub(r"-{2,}|\d[\d,]*\.\d+(e-\d+)?", "?", out).split()


@pytest.mark.daily("0")
@pytest.mark.parametrize("interrupted_after", [0, 2])
def test_an_interruption_prints_the_rows_that_are_complete(call, tmp_path, monkeypatch, interrupted_after):
    whole = Experiment.on

    def interrupted(*arguments):
        yield from islice(whole(*arguments), interrupted_after)
        raise KeyboardInterrupt

    monkeypatch.setattr(Experiment, "on", interrupted)
    path = tmp_path / "plot.svg"
    done = call(*WORDS, "--format", "csv", "--plot", path)
    assert done.status == 130
    assert done.err == f"stopped by Ctrl-C after {interrupted_after} of 3 rows\n"
    assert [row["clues"] for row in csv.DictReader(io.StringIO(done.out))] == ["0", "20", "40"][:interrupted_after]
    assert path.exists() == (interrupted_after > 0)


def test_a_search_gives_up_after_so_many_seconds(call):
    words = ("explore", "--runs", 3, "--seed", 1, "--clues", 20, "--sizes", 16, "--compare", "fewest")
    done = call(*words, "--max-seconds", 0.02)
    assert "searches gave up after 10,000 steps or 0.02 s;" in done.out
    (row,) = json.loads(call(*words, "--max-seconds", 0.02, "--format", "json").out)
    assert row["gave_up"] == 3
    assert row["gave_up_ms"] > 0 and row["median_steps"] < 10_000


def test_medians_have_their_confidence_intervals(call):
    words = (*WORDS, "--size", 4, "--format", "json")  # where every board that is empty is solved
    six, five = (json.loads(call(*words, "--runs", runs).out) for runs in (6, 5))
    for median in ("median_steps", "solved_ms"):
        low, high = f"{median}_low", f"{median}_high"
        known = [row for row in six if median == "median_steps" or row["solved"] == 6]
        assert known and all(row[low] <= row[median] <= row[high] for row in known)
        assert all(row[low] is row[high] is None for row in five)


@pytest.mark.parametrize("form", ["csv", "json"])
def test_the_seed_that_was_drawn_is_told_beside_what_is_for_programs(call, form):
    words = ("explore", "--runs", 2, "--clues", 20, "--max-steps", 100, "--format", form)
    done = call(*words)
    (seed,) = re.fullmatch(r"the boards are of seed (\d+)\n", done.err).groups()
    again = call(*words, "--seed", seed)
    assert again.err == ""
    assert without_times(again.out) == without_times(done.out)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("suffix", "begin"), [pytest.param(".png", b"\x89PNG", marks=pytest.mark.slow), (".svg", b"<?xml")]
)
def test_a_plot_is_written(call, tmp_path, suffix, begin):
    path = tmp_path / f"plot{suffix}"
    assert call(*WORDS, "--compare", "row-major,fewest", "--sizes", "4,9", "--plot", path).status == 0
    assert path.read_bytes().startswith(begin)
    if suffix == ".svg":
        ElementTree.parse(path)


def test_a_plot_has_a_line_for_each_ending_and_rule_and_a_band_around_it(monkeypatch):
    compared = Experiment(clues=(), runs=6, seed=1, rules=("row-major", "fewest"))
    outcomes = list(compared.on(Shape.of(4), [0, 8, 4]))
    drawn = []
    monkeypatch.setattr("matplotlib.figure.Figure.savefig", lambda figure, *_, **__: drawn.append(figure))
    plot_outcomes(outcomes, 300, 2.0, ".png")
    endings, steps, times = drawn[0].axes
    names = ["% of the boards", "steps, median", "ms of those that all solved, median"]
    assert [panel.get_ylabel() for panel in (endings, steps, times)] == names
    assert [len(panel.collections) for panel in (endings, steps, times)] == [6, 2, 2]
    for panel, median in ((steps, "median_steps"), (times, "solved_ms")):
        for rule, line, band in zip(("row-major", "fewest"), panel.lines, panel.collections, strict=False):
            ours = sorted((each for each in outcomes if each.rule == rule), key=lambda each: each.clues)
            ours = [each for each in ours if median == "median_steps" or each.solved]
            assert line.get_xydata().tolist() == [[each.clues, getattr(each, median)] for each in ours]
            corners = band.get_paths()[0].vertices.tolist()
            for each in ours:
                if getattr(each, f"{median}_low") is not None:
                    assert [each.clues, getattr(each, f"{median}_low")] in corners
                    assert [each.clues, getattr(each, f"{median}_high")] in corners
    assert times.lines[-1].get_ydata()[0] == 2000  # the limit


def test_a_wrong_call_is_told_in_one_line(call, error_of):
    for words, fault in [
        (("--clues", "0,x"), "'x' is not a whole number"),
        (("--clues", ""), "'' is not a whole number"),
        (("--clues", "82"), "82 is more than 81"),
        (("--clues", "81"), "no grid of size 9 with 81 random clues in 100 tries"),
        (("--sizes", "5"), "size 5 has no usual blocks: add --blocks none for a Latin square"),
        (("--compare", "best"), "'best' is not one of row-major, fewest"),
        (("--compare", ","), "'' is not one of"),
        (("--runs", "0"), "--runs"),
    ]:
        assert fault in error_of(call("explore", *words), status=2)


def test_what_is_missing_for_a_plot_is_told_before_the_work(call, tmp_path, error_of, monkeypatch):
    huge = ("explore", "--runs", 10**6)
    assert "a plot is written as .png or .svg" in error_of(call(*huge, "--plot", tmp_path / "plot.gif"))
    assert "there is no folder" in error_of(call(*huge, "--plot", tmp_path / "no" / "plot.png"))
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert "pip install 'board-catalogue[plot]'" in error_of(call(*huge, "--plot", tmp_path / "plot.png"))
    assert list(tmp_path.iterdir()) == []
