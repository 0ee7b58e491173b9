import csv
import io
import json
import re
from dataclasses import asdict
from xml.etree import ElementTree

import numpy as np
import plain_view
import pytest

from board_catalogue import engine
from board_catalogue.catalogue import open as open_catalogue
from board_catalogue.catalogue.puzzles.columns import PUZZLE_METRICS
from board_catalogue.catalogue.puzzles.kinds import Depth
from board_catalogue.catalogue.runs.analysis import EFFORT, rank_correlation, searches

SMALL = ("report", "--clues", "26,30-32,50", "--puzzles", 40, "--seed", 3)


def parts_of(done):
    assert (done.status, done.err) == (0, "")
    return done.out.rstrip().split("\n\n")


@pytest.fixture(scope="module")
def searched():
    """Clues and backtracks of the puzzles of SMALL, by the kernels that make and search them."""
    clues, backtracks = [], []
    for number in (26, 30, 31, 32, 50):
        boards = engine.generate(40, seed=3, start=number * 40)
        puzzles = engine.carve(boards, seed=3, clues=number, effort=EFFORT)
        clues += np.count_nonzero(puzzles, axis=1).tolist()
        backtracks += engine.solving.textbook(puzzles)["backtracks"].tolist()
    return np.array(clues), np.array(backtracks)


def test_the_table_has_the_quartiles_of_every_number_of_clues(call, home, searched):
    title, puzzles, _, _, *lines = parts_of(call(*SMALL))[0].splitlines()
    assert title == "backtracks of the textbook search, which goes row by row without inference:"
    assert puzzles == "40 puzzles of 9x9 made for each number of clues, each from another board"
    clues, backtracks = searched
    assert [line.split() for line in lines] == [
        [
            str(number),
            str((clues == number).sum()),
            *(f"{np.quantile(backtracks[clues == number], share):,.0f}" for share in (0.25, 0.5, 0.75)),
            "0",
        ]
        for number in sorted(set(clues.tolist()))
    ]


def test_fewer_clues_go_with_more_backtracking(call, home, searched):
    done = call(*SMALL)
    told = " ".join(parts_of(done)[1].split())
    assert told.startswith(f"200 puzzles of {searched[0].min()} to 50 clues: ")
    found = rank_correlation(*searched)
    numbers = re.findall(r"-?\d\.\d+", told)
    assert [float(number) for number in numbers] == pytest.approx([found.rho, found.low, found.high], abs=5e-4)
    assert found.high < -0.5 and told.endswith(": fewer clues go with more backtracking")
    assert call(*SMALL).out == done.out
    assert call(*SMALL[:-1], 4).out != done.out


def test_a_search_that_is_cut_short_is_counted(monkeypatch):
    monkeypatch.setitem(engine.solving.MOST_COMPARISONS, 9, 1000)
    found = searches(25, 20, seed=1)
    assert found.cut_short == (found.counts["comparisons"] >= 1000).sum() > 0


def test_where_all_puzzles_are_alike_nothing_can_be_said(call, home):
    done = call("report", "--clues", 40, "--puzzles", 3)
    assert "No conclusion: too few puzzles, or all alike." in done.out


@pytest.mark.parametrize("words", [("--clues", 16), ("--clues", "81"), ("--puzzles", 0)])
def test_what_does_not_exist_is_refused(call, home, words):
    assert call("report", *words).status == 2


@pytest.mark.parametrize("catalogue", ["filled", "rated", "filled_small"])
def test_every_two_metrics_are_correlated_and_the_rating_with_each(call, request, catalogue):
    home = request.getfixturevalue(catalogue)
    puzzles = plain_view.puzzles(home)
    part, remark = parts_of(call(*SMALL, "--home", home))[2:]
    caption, lines = part[: part.index("rank")].splitlines(), part[part.index("rank") :].splitlines()
    heading, _, *lines = lines
    clues = sorted(puzzle["clues"] for puzzle in puzzles)
    minimal = sum(puzzle["minimal"] for puzzle in puzzles)
    rated = sum(puzzle["rating"] is not None for puzzle in puzzles)
    known = f"{clues[0]} to {clues[-1]} clues in the catalogue, {minimal:,} of them minimal;"
    assert caption[0] == f"{len(puzzles):,} puzzles of {known}"
    assert caption[2:] == ([f"rating: of {rated:,} puzzles"] if catalogue == "rated" else [])
    assert remark.startswith("These are other puzzles than those above")
    names = [*(each.name for each in PUZZLE_METRICS.values()), *(["rating"] if catalogue == "rated" else [])]
    assert heading.split() == ["rank", "correlations", *map(str, range(1, len(names)))]
    assert [line.split()[:2] for line in lines] == [[str(number), name] for number, name in enumerate(names, 1)]
    for name, line in zip(names, lines, strict=True):
        ours = [puzzle for puzzle in puzzles if puzzle[name] is not None]
        for other, told in zip(names[: names.index(name)], line.split()[2:], strict=True):
            found = rank_correlation([puzzle[name] for puzzle in ours], [puzzle[other] for puzzle in ours])
            assert told == "-" if found is None else float(told) == pytest.approx(found.rho, abs=5.1e-3)


def test_the_report_fits_80_columns(call, home, filled_by):
    filled_by(home, boards=20, rate=Depth.full, textbook=True)
    out = call(*SMALL).out
    assert max(map(len, out.splitlines())) <= 80
    assert "textbook_backtracks" in out and "rating" in out


def test_programs_get_all_tables(call, rated, tmp_path, searched):
    path = tmp_path / "report.json"
    assert call(*SMALL, "--home", rated, "--output", path).out == ""
    found = json.loads(path.read_text())
    clues, backtracks = searched
    medians = {number: np.median(backtracks[clues == number]) for number in set(clues.tolist())}
    assert {row["clues"]: row["median"] for row in found["clues"]} == medians
    assert found["correlation"] == asdict(rank_correlation(clues, backtracks))
    pairs = found["catalogue"]["correlations"]
    names = [*(each.name for each in PUZZLE_METRICS.values()), "rating"]
    assert [(row["first"], row["second"]) for row in pairs] == [
        (other, name) for place, name in enumerate(names) for other in names[:place]
    ]
    assert [row["puzzles"] for row in pairs] == [300] * 15 + [
        sum(puzzle["rating"] is not None for puzzle in plain_view.puzzles(rated))
    ] * 6
    done = call(*SMALL, "--home", rated, "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(done.out)))
    tables = ["searches"] * len(medians) + ["correlation"] + ["catalogue"] * len(pairs)
    assert [row["table"] for row in rows] == tables
    assert [float(row["rho"]) for row in rows[-len(pairs) :]] == [row["rho"] for row in pairs]
    assert float(rows[len(medians)]["low"]) == found["correlation"]["low"]


def test_the_library_reports_the_same(home, searched):
    with open_catalogue(home) as catalogue:
        done = []
        found = catalogue.report(
            clues=[26, 30, 31, 32, 50], puzzles=40, seed=3, on_progress=lambda *numbers: done.append(numbers)
        )
        with pytest.raises(ValueError, match="clues 17 is below 18"):
            catalogue.report(clues=[17])
    assert found.searches.clues.tolist() == searched[0].tolist()
    assert found.searches.backtracks.tolist() == searched[1].tolist()
    assert found.catalogue is None
    assert done == [(number, 5) for number in range(1, 6)]


@pytest.mark.daily(".svg-<?xml")
@pytest.mark.parametrize(("suffix", "begin"), [(".png", b"\x89PNG"), (".svg", b"<?xml")])
def test_a_plot_is_written(call, home, tmp_path, suffix, begin):
    path = tmp_path / f"plot{suffix}"
    assert call(*SMALL, "--plot", path).status == 0
    assert path.read_bytes().startswith(begin)
    if suffix == ".svg":
        ElementTree.parse(path)
