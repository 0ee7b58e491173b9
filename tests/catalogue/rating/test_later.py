"""Puzzles rated after they were made."""

import subprocess
import threading
import time
from collections import Counter

import plain_view
import pytest

from board_catalogue.catalogue.puzzles.kinds import Depth
from board_catalogue.catalogue.runs import rating as rating_later
from board_catalogue.catalogue.runs.rating import RatingJob, rate_unrated
from board_catalogue.catalogue.storage.store import Store
from board_catalogue.catalogue.verbs.rate import RateRequest


@pytest.fixture(scope="module")
def rated_at_once(tmp_path_factory, filled_by, places):
    home = places.new(tmp_path_factory.mktemp("rated_at_once"))
    filled_by(home, boards=96, rate=Depth.full)
    return home


@pytest.fixture
def unrated(home, filled_by):
    filled_by(home, boards=96)
    return home


@pytest.fixture
def small_batches(monkeypatch):
    monkeypatch.setattr(rating_later, "BATCH", 16)
    monkeypatch.setattr("board_catalogue.catalogue.runs.pipeline.PERIOD", 0.002)


def rate(home, depth=Depth.full, **how):
    with Store.write(home) as store:
        return rate_unrated(store, RateRequest(**how), depth=depth)


@pytest.mark.daily("3")
@pytest.mark.parametrize("threads", [1, 3])
def test_it_comes_to_the_same_as_rating_in_the_fill(unrated, rated_at_once, small_batches, threads):
    report = rate(unrated, threads=threads)
    assert report.done == report.wanted == 96
    assert plain_view.tables(unrated) == plain_view.tables(rated_at_once)
    plain_view.assert_sound(unrated, count=96)


@pytest.mark.slow
def test_fast_marks_and_full_completes(unrated, rated_at_once, small_batches):
    assert rate(unrated, depth=Depth.fast).done == 96
    plain_view.assert_sound(unrated, count=96)
    above = [row["rating_status"] for row in plain_view.table(unrated, "puzzles")].count(1)
    assert above == sum(row["rating"] > 45 for row in plain_view.table(rated_at_once, "puzzles")) > 0
    assert rate(unrated, depth=Depth.fast).done == 0
    assert rate(unrated).done == above
    assert plain_view.tables(unrated) == plain_view.tables(rated_at_once)
    assert rate(unrated).done == 0


@pytest.mark.slow
def test_what_is_rated_is_left_alone(unrated, rated_at_once, small_batches, monkeypatch):
    stop, whole = threading.Event(), rating_later.record_ratings

    def recorded_and_stopped(*arguments):
        whole(*arguments)
        stop.set()
        time.sleep(0.1)  # until the run looks whether it is to stop

    monkeypatch.setattr(rating_later, "record_ratings", recorded_and_stopped)
    first = rate(unrated, stop=stop)
    monkeypatch.undo()
    assert 16 <= first.done < 96
    plain_view.assert_sound(unrated, count=96)
    second = rate(unrated)
    assert first.done + second.done == 96
    assert second.wanted == second.done
    assert plain_view.tables(unrated) == plain_view.tables(rated_at_once)


@pytest.fixture
def frequent_commits(monkeypatch):
    monkeypatch.setattr("board_catalogue.catalogue.runs.keeping.COMMIT_PERIOD", 0)
    monkeypatch.setattr("board_catalogue.catalogue.runs.pipeline.PERIOD", 0.001)


def test_progress_counts_up_to_what_is_wanted(unrated, small_batches, frequent_commits):
    told = []
    rate(unrated, on_progress=told.append)
    counts = [report.done for report in told]
    assert counts == sorted(counts)
    assert counts[-1] == 96
    assert len(set(counts)) > 2
    assert all(count % 16 == 0 for count in counts)
    assert {report.wanted for report in told} == {96}


@pytest.mark.slow
def test_a_failure_keeps_what_was_rated_before(unrated, rated_at_once, small_batches, frequent_commits, monkeypatch):
    whole, done, has_failed = RatingJob.in_time, [], threading.Event()

    def held(*arguments):  # the half of the puzzles that is left at the failure is never kept
        if sum(done) >= 96:
            has_failed.wait(60)
        found = whole(*arguments)
        done.append(found[-1])
        return found

    def fail(report):
        if report.done >= 80:
            raise RuntimeError("enough")

    monkeypatch.setattr(RatingJob, "in_time", held)
    with pytest.raises(RuntimeError, match="enough"):
        rate(unrated, threads=2, on_progress=fail)
    has_failed.set()
    plain_view.assert_sound(unrated, count=96)
    kept = sum(row["rating_status"] is not None for row in plain_view.table(unrated, "puzzles"))
    assert 80 <= kept < 96
    rate(unrated)
    assert plain_view.tables(unrated) == plain_view.tables(rated_at_once)


@pytest.mark.slow
def test_a_killed_run_loses_half_a_second_and_rates_nothing_twice(home, filled_by, program, call):
    filled_by(home, boards=1200)
    known = 0
    for _ in range(2):
        process = subprocess.Popen(
            [program, "rate", "--threads", "1"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        end = time.monotonic() + 60
        while process.poll() is None and number_rated(home) == known and time.monotonic() < end:
            time.sleep(0.01)
        process.kill()
        process.wait()
        assert number_rated(home) > known or known == 1200
        known = number_rated(home)
    assert call("rate").status == 0
    assert number_rated(home) == 1200
    tallies = {(row["metric"], row["value"]): row["puzzles"] for row in plain_view.table(home, "tallies", "1")}
    assert tallies["rating_status", 0] == 1200
    used = Counter(row["technique"] for row in plain_view.table(home, "uses", "1"))
    assert used == {value: puzzles for (metric, value), puzzles in tallies.items() if metric == "technique"}


def number_rated(home):
    return plain_view.number_of_rows(home, "puzzles", "rating_status IS NOT NULL")
