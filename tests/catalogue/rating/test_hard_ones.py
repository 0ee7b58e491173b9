"""Puzzles that take long to rate: what is done of them is kept and shown, whatever each takes."""

import subprocess
import threading

import numpy as np
import plain_view
import pytest

from board_catalogue import engine
from board_catalogue.catalogue.puzzles.stored import from_lines
from board_catalogue.catalogue.runs.importing.run import import_puzzles
from board_catalogue.catalogue.runs.importing.source import survey
from board_catalogue.catalogue.runs.rating import rate_unrated
from board_catalogue.catalogue.storage.store import Store
from board_catalogue.catalogue.verbs.import_ import ImportOptions
from board_catalogue.catalogue.verbs.rate import RateRequest
from board_catalogue.engine.boards import as_lines

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
"""It takes some 0.1 s of the processor to rate it."""
COUNT = 60


@pytest.fixture
def listed(tmp_path):
    """A file of hard puzzles, which differ by their digits alone, and so do not under the symmetry of a catalogue."""
    random = np.random.default_rng(1)
    renamings = np.array([[0, *random.permutation(9) + 1] for _ in range(COUNT)], np.uint8)
    path = tmp_path / "hard.txt"
    path.write_text("".join(f"{line}\n" for line in as_lines(renamings[:, from_lines([HARD])[0]])))
    return path


def stopped_soon():
    """An event, and a function for `on_progress` that sets it when something is committed."""
    stop = threading.Event()
    return stop, lambda now: stop.set() if now.done else None


@pytest.mark.slow
@pytest.mark.parametrize("threads", [1, 2])
def test_a_run_that_is_stopped_has_kept_what_was_done(home, call, listed, threads):
    call("import", listed)
    rated = 0
    for _ in range(2):
        stop, look = stopped_soon()
        with Store.write(home) as store:
            report = rate_unrated(store, RateRequest(threads=threads, stop=stop, on_progress=look))
        assert 0 < report.done < COUNT / 2
        rated += report.done
        assert [row["rating"] for row in plain_view.puzzles(home)] == [10.7] * rated + [None] * (COUNT - rated)


@pytest.mark.slow
def test_an_import_that_is_stopped_has_kept_what_was_done(home, call, listed):
    stop, look = stopped_soon()
    call("fill", "--count", 1)
    with Store.write(home) as store:
        report = import_puzzles(
            store, survey(listed), ImportOptions(rate="full", threads=2, stop=stop, on_progress=look)
        )
    assert report.interrupted
    assert 0 < report.new == report.looked_at < COUNT / 2
    assert [row["rating"] for row in plain_view.puzzles(home)] == [None] + [10.7] * report.new
    plain_view.assert_sound(home, count=1 + report.new)


@pytest.mark.slow
def test_refusals_stay_among_their_neighbours(home, call, listed, tmp_path, monkeypatch):
    """With a limit of nothing, each puzzle is a part of its own."""
    lines = listed.read_text().splitlines()[:3]
    puzzles = as_lines(engine.carve(engine.generate(20, seed=5), seed=5))
    mixed = [puzzles[0], lines[0][:60] + "." * 21, *puzzles[:3], *puzzles[3:20], puzzles[7], lines[2][:60] + "." * 21]
    path = tmp_path / "mixed.txt"
    path.write_text("".join(f"{line}\n" for line in mixed))
    call("import", path, "--rate", "full", "--refused", tmp_path / "at-once.csv", "--home", tmp_path / "at-once")
    monkeypatch.setattr("board_catalogue.catalogue.runs.pipeline.LIMIT", 0)
    call("import", path, "--rate", "full", "--refused", tmp_path / "parted.csv")
    assert (tmp_path / "parted.csv").read_text() == (tmp_path / "at-once.csv").read_text()
    assert len((tmp_path / "parted.csv").read_text().splitlines()) == 5
    parted, whole = plain_view.tables(home), plain_view.tables(tmp_path / "at-once")
    assert len(parted["puzzles"]) == 20
    assert all(parted[name] == whole[name] for name in whole if name != "settings")  # which has a random seed


@pytest.mark.slow
def test_each_line_of_a_file_comes_when_it_is_ready(listed, program):
    with subprocess.Popen([program, "rate", listed, "--threads", "1"], stdout=subprocess.PIPE, text=True) as process:
        first = process.stdout.readline()
        assert process.poll() is None  # some six seconds too early
        process.kill()
    assert first.split() == [listed.read_text().splitlines()[0], "10.7/10.7/9.7"]
