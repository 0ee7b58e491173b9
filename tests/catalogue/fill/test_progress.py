"""What is reported is committed: a kill loses none of it."""

import re
import subprocess
import time

import plain_view
import pytest
from sqlalchemy.exc import OperationalError

from catalogue import rating as rating_later
from catalogue.errors import CatalogueError
from catalogue.rating import rate_unrated
from catalogue.store import Store


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


def test_a_fill_reports_at_any_time_what_another_process_sees(home, filled_by, monkeypatch):
    monkeypatch.setattr("catalogue.keeping.COMMIT_PERIOD", 0.02)
    monkeypatch.setattr("catalogue.pipeline.PERIOD", 0.01)
    reports = []

    def look(now):
        reports.append(now.written)
        assert now.written <= plain_view.number_of_rows(home, "boards")

    filled_by(home, boards=2000, clues=24, on_progress=look)
    assert len(set(reports)) > 2


def test_a_fill_that_cannot_commit_reports_nothing_of_what_is_undone(home, filled_by, monkeypatch):
    monkeypatch.setattr("catalogue.fill.BATCH", 8)
    record, calls = __import__("catalogue.fill", fromlist=["record"]).record, iter(range(5))

    def fail_in_the_end(store, *arguments):
        record(store, *arguments)
        if next(calls, None) is None:
            with store.turn():
                raise OperationalError("INSERT", {}, Exception("disk full"))

    monkeypatch.setattr("catalogue.fill.record", fail_in_the_end)
    reports = []
    with pytest.raises(CatalogueError, match="disk full"):
        filled_by(home, boards=400, on_progress=lambda now: reports.append(now.written))
    assert reports[-1] <= len(plain_view.table(home, "boards"))


def test_ratings_are_reported_when_they_are_committed(copied, monkeypatch):
    monkeypatch.setattr(rating_later, "BATCH", 16)
    monkeypatch.setattr("catalogue.keeping.COMMIT_PERIOD", 0.0)
    record = rating_later.record_ratings

    def slowly(*arguments):
        record(*arguments)
        time.sleep(0.05)  # the run lasts longer than the time between two reports

    monkeypatch.setattr(rating_later, "record_ratings", slowly)
    reports = []

    def look(now):
        reports.append(now.rated)
        rated = [row for row in plain_view.table(copied, "puzzles") if row["rating_status"] is not None]
        assert now.rated <= len(rated)

    with Store.write(copied) as store:
        assert rate_unrated(store, on_progress=look).rated == 400
    assert len(set(reports)) > 1
