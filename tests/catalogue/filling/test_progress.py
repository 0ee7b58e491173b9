"""What is reported is committed: a kill loses none of it."""

import re
import subprocess
import threading
import time

import plain_view
import pytest
from sqlalchemy.exc import OperationalError

from board_catalogue.catalogue.errors import CatalogueError
from board_catalogue.catalogue.puzzles.kinds import Depth, Kind
from board_catalogue.catalogue.runs import rating as rating_later
from board_catalogue.catalogue.runs.how import How
from board_catalogue.catalogue.runs.rating import rate_unrated
from board_catalogue.catalogue.storage.store import Store
from board_catalogue.engine.grades import Grade


@pytest.mark.slow
def test_boards_that_a_fill_reported_survive_a_kill(home, program):
    words = [program, "fill", "--count", "100000000", "--verbose", "--format", "json"]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as fill:
        try:
            reported = 0
            while not reported:  # a busy machine may have none at first
                line = fill.stderr.readline()
                reported = int(re.match(r"([\d,]+) of 100,000,000 boards", line)[1].replace(",", ""))
        finally:
            fill.kill()
    assert reported <= len(plain_view.table(home, "boards"))


@pytest.mark.slow
def test_a_fill_reports_at_any_time_what_another_process_sees(home, filled_by, monkeypatch):
    monkeypatch.setattr("board_catalogue.catalogue.runs.keeping.COMMIT_PERIOD", 0.02)
    monkeypatch.setattr("board_catalogue.catalogue.runs.pipeline.PERIOD", 0.01)
    reports = []

    def look(now):
        reports.append(now.written)
        assert now.written <= plain_view.number_of_rows(home, "boards")

    filled_by(home, boards=2000, clues=24, on_progress=look)
    assert len(set(reports)) > 2


def test_a_fill_that_cannot_commit_reports_nothing_of_what_is_undone(home, filled_by, monkeypatch):
    monkeypatch.setattr("board_catalogue.catalogue.runs.filling.BATCH", 8)
    record, calls = __import__("board_catalogue.catalogue.runs.filling", fromlist=["record"]).record, iter(range(5))

    def fail_in_the_end(store, *arguments):
        record(store, *arguments)
        if next(calls, None) is None:
            with store.turn():
                raise OperationalError("INSERT", {}, Exception("disk full"))

    monkeypatch.setattr("board_catalogue.catalogue.runs.filling.record", fail_in_the_end)
    reports = []
    with pytest.raises(CatalogueError, match="disk full"):
        filled_by(home, boards=400, on_progress=lambda now: reports.append(now.written))
    assert reports[-1] <= len(plain_view.table(home, "boards"))


@pytest.mark.slow
def test_ratings_are_reported_when_they_are_committed(copied, monkeypatch):
    monkeypatch.setattr(rating_later, "BATCH", 16)
    monkeypatch.setattr("board_catalogue.catalogue.runs.keeping.COMMIT_PERIOD", 0.0)
    record = rating_later.record_ratings

    def slowly(*arguments):
        record(*arguments)
        time.sleep(0.05)  # the run lasts longer than the time between two reports

    monkeypatch.setattr(rating_later, "record_ratings", slowly)
    reports = []

    def look(now):
        reports.append(now.done)
        rated = [row for row in plain_view.table(copied, "puzzles") if row["rating_status"] is not None]
        assert now.done <= len(rated)

    with Store.write(copied) as store:
        assert rate_unrated(store, How(on_progress=look)).done == 400
    assert len(set(reports)) > 1


# --- Puzzles that take long -----------------------------------------------------------------------------------------


@pytest.mark.daily("boards-size-clues-strict-max_tries")
@pytest.mark.parametrize(
    "wanted",
    [
        {"boards": 60, "clues": 22, "effort": 300},
        {"boards": 10, "clues": 21, "effort": 300, "strict": True, "max_tries": 900},
        {"boards": 30, "size": 4, "clues": 5, "rate": Depth.full},  # where most boards are duplicates
        {"boards": 9, "size": 4, "clues": 4, "strict": True, "max_tries": 250},
        {"boards": {Grade.easy: 3, Grade.medium: 9}, "kind": Kind((Grade.easy, Grade.medium)), "max_tries": 900},
    ],
    ids=lambda wanted: "-".join(wanted),
)
def test_what_a_fill_stores_does_not_depend_on_the_time_that_it_takes(tmp_path, filled_by, monkeypatch, wanted):
    contents = []
    for limit in (1000.0, 0.0, 0.002):
        monkeypatch.setattr("board_catalogue.catalogue.runs.pipeline.LIMIT", limit)
        home = tmp_path / str(limit)
        reports = []
        report = filled_by(home, **wanted, on_progress=reports.append)
        assert (reports[0].seconds, reports[-1].written) == (0.0, report.boards)
        contents.append((plain_view.contents(home), report.looked_at, report.duplicates, report.unwanted))
    assert contents[0] == contents[1] == contents[2]


@pytest.mark.slow
def test_a_fill_reports_before_a_ticket_is_done(home, filled_by, monkeypatch):
    monkeypatch.setattr("board_catalogue.catalogue.runs.pipeline.LIMIT", 0.0)
    monkeypatch.setattr("board_catalogue.catalogue.runs.pipeline.PERIOD", 0.001)
    monkeypatch.setattr("board_catalogue.catalogue.runs.keeping.COMMIT_PERIOD", 0.0)
    tried = []
    with pytest.raises(TimeoutError):

        def look(now):
            tried.append(now.unwanted)
            if len(set(tried)) > 3:
                raise TimeoutError

        filled_by(home, boards=100, clues=18, effort=1, strict=True, max_tries=10**6, on_progress=look)
    assert max(tried) < 100  # of a ticket of 128


@pytest.mark.slow
def test_what_a_fill_keeps_of_a_ticket_is_where_the_next_one_continues(tmp_path, filled_by, monkeypatch):
    count, wanted = 60, {"size": 6, "clues": 9}  # most searches for 9 clues fail: progress is seen before the end
    filled_by(tmp_path / "whole", boards=count, **wanted)
    monkeypatch.setattr("board_catalogue.catalogue.runs.pipeline.LIMIT", 0.0)
    monkeypatch.setattr("board_catalogue.catalogue.runs.pipeline.PERIOD", 0.0001)
    monkeypatch.setattr("board_catalogue.catalogue.runs.keeping.COMMIT_PERIOD", 0.0)
    stop, written = threading.Event(), 0
    while written < count:
        stop.clear()
        few = min(count - written, 15)  # a fast writer has all that is asked for before a stop, so ask several times
        filled_by(
            tmp_path / "parts", boards=few, stop=stop, on_progress=lambda now: now.written and stop.set(), **wanted
        )
        written = plain_view.number_of_rows(tmp_path / "parts", "boards")
    for name in ("streams", "boards", "puzzles"):
        assert plain_view.table(tmp_path / "parts", name) == plain_view.table(tmp_path / "whole", name)
