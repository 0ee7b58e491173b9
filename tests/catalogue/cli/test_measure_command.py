"""The textbook search of stored puzzles: measured at filling or later, asked for, proven."""

import json
import re
import threading

import numpy as np
import plain_view
import pytest

from board_catalogue import engine
from board_catalogue.catalogue.puzzles.kinds import Criteria
from board_catalogue.catalogue.runs.how import How
from board_catalogue.catalogue.runs.rating import measure_unmeasured
from board_catalogue.catalogue.storage.store import Store
from board_catalogue.catalogue.verbs.puzzles import Puzzles
from board_catalogue.catalogue.verbs.rate import RateRequest


def assert_measured(home, which=slice(None)):
    puzzles = plain_view.puzzles(home)[which]
    counts = engine.solving.textbook(np.array([plain_view.cells(puzzle["givens"]) for puzzle in puzzles], np.uint8))
    for puzzle, count in zip(puzzles, counts, strict=True):
        assert [puzzle[name] for name in plain_view.TEXTBOOK] == list(count.tolist()[1:])


def told(done, name):
    return int(re.search(rf"^{name} +([\d,]+)$", done.out, re.MULTILINE).group(1).replace(",", ""))


@pytest.mark.slow
def test_a_fill_measures_and_the_command_measures_the_rest(call, home):
    assert call("fill", "--count", 30, "--measure", "textbook", "--seed", 1).status == 0
    assert_measured(home)
    call("fill", "--count", 20)
    assert {puzzle["textbook_depth"] for puzzle in plain_view.puzzles(home)[30:]} == {None}
    done = call("measure")
    assert (done.status, done.err) == (0, "")
    assert (told(done, "puzzles measured now"), told(done, "not measured")) == (20, 0)
    assert_measured(home)
    plain_view.assert_sound(home, count=50)
    assert told(call("measure"), "puzzles measured now") == 0


@pytest.mark.slow
def test_workers_measure_as_threads_do(call, home):
    assert call("fill", "--count", 20, "--measure", "textbook", "--workers", "local:1").status == 0
    assert_measured(home)


@pytest.mark.slow
def test_a_run_that_was_stopped_is_continued(home, filled_by):
    filled_by(home, boards=300)  # more than are measured between two looks at the progress
    stop = threading.Event()
    with Store.write(home) as store:
        first = measure_unmeasured(store, RateRequest(threads=1, stop=stop, on_progress=lambda report: stop.set()))
        second = measure_unmeasured(store, How())
    assert first.done < 300
    assert (second.wanted, second.done) == (300 - first.done, 300 - first.done)
    assert_measured(home)


@pytest.fixture(scope="module")
def half_measured(tmp_path_factory, filled_by, places):
    home = places.new(tmp_path_factory.mktemp("measured"))
    filled_by(home, boards=30, textbook=True)
    filled_by(home, boards=30)
    return home


def test_a_query_filters_and_sorts_and_the_unmeasured_come_last(call, half_measured):
    puzzles = plain_view.puzzles(half_measured)
    known = [puzzle for puzzle in puzzles if puzzle["textbook_backtracks"] is not None]
    middle = sorted(puzzle["textbook_backtracks"] for puzzle in known)[15]
    query = ("query", "--home", half_measured, "--sort", "textbook_backtracks", "--format", "json", "--columns", "id")
    found = json.loads(call(*query, "--min-textbook-backtracks", middle).out)
    assert len(found) == 15
    by_backtracks = sorted(known, key=lambda puzzle: (puzzle["textbook_backtracks"], puzzle["id"]))
    assert [row["id"] for row in found] == [puzzle["id"] for puzzle in by_backtracks][15:]
    everything = [row["id"] for row in json.loads(call(*query).out)]
    assert everything == [puzzle["id"] for puzzle in by_backtracks] + list(range(30, 60))


@pytest.mark.parametrize("descending", [False, True])
def test_pages_by_a_count_that_some_lack_are_the_pieces_of_the_whole(half_measured, descending):
    with Store.read(half_measured) as store:
        choice = Puzzles(store, Criteria(), sort="textbook_depth", descending=descending)
        whole = [row[0] for row in choice.rows(("id",))]
        pages, last = [], None
        while page := [row[0] for row in choice.page(7, after=last, columns=("id",))]:
            pages += page
            last = page[-1]
    assert pages == whole


def test_statistics_are_those_of_the_measured_puzzles(call, half_measured, filled):
    figures = json.loads(call("stats", "--home", half_measured, "--format", "json").out)["textbook"]
    for name in plain_view.TEXTBOOK:
        values = [puzzle[name] for puzzle in plain_view.puzzles(half_measured) if puzzle[name] is not None]
        assert figures[name] == {
            "min": min(values),
            "median": np.median(values),
            "mean": pytest.approx(np.mean(values)),
            "max": max(values),
        }
    assert json.loads(call("stats", "--home", filled, "--format", "json").out)["textbook"] == {}


def test_show_names_the_search_that_it_counts(call, half_measured):
    puzzle = plain_view.puzzles(half_measured)[3]
    lines = call("show", 3, "--home", half_measured).out.splitlines()
    assert lines[1] == f"reference search: backtracks {puzzle['backtracks']:,}, depth {puzzle['depth']}"
    assert lines[2] == (
        f"textbook search: comparisons {puzzle['textbook_comparisons']:,},"
        f" backtracks {puzzle['textbook_backtracks']:,}, depth {puzzle['textbook_depth']}"
    )
    assert "textbook" not in call("show", 40, "--home", half_measured).out


def test_a_wrong_count_is_found_and_repaired(call, home, filled_by):
    filled_by(home, boards=8, textbook=True)
    before = plain_view.puzzles(home)
    plain_view.change(home, "UPDATE puzzles SET textbook_backtracks = 1 WHERE id = 5")
    done = call("verify", "--format", "json")
    assert done.status == 1
    assert {fault["column"] for fault in json.loads(done.out)["faults"]} == {"textbook_backtracks"}
    assert call("verify", "--repair").status == 0
    assert plain_view.puzzles(home) == before


@pytest.mark.parametrize("column", ["guesses", "nodes"])
def test_what_says_the_same_as_backtracks_is_no_column(call, filled, column):
    assert call("query", "--home", filled, f"--min-{column}", 1).status == 2
    assert column not in plain_view.puzzles(filled)[0]


def test_a_quiet_run_says_nothing(call, home):
    call("fill", "--count", 3)
    for words in (("measure",), ("verify",), ("verify", "--repair")):
        done = call(*words, "--quiet")
        assert (done.status, done.out, done.err.count("\n")) == (0, "", 0), words
    assert_measured(home)
    assert call("verify", "--quiet", "--format", "json").status == 2


def test_a_quiet_verification_ends_with_the_fault_in_one_line(call, home, error_of):
    call("fill", "--count", 3)
    plain_view.change(home, "UPDATE puzzles SET clues = 80 WHERE id = 1")
    assert "fault" in error_of(call("verify", "-q"))


def test_a_quiet_hunt_writes_its_puzzles_alone(call, tmp_path):
    assert call("create", "puzzle.txt", "--seed", 1).status == 0
    done = call("hunt", "puzzle.txt", "--clues", 40, "--count", 1, "-q")
    assert (done.status, done.err, len(done.out.strip())) == (0, "", 81)
