"""How many boards a second one writing process can take in, with each database: batches prepared, engine at rest.

`pytest tests/benchmarks/test_intake.py -s` prints seconds by the clock and of processors, of this process and, for
PostgreSQL, of the server's. The databases take turns; the server waits for no disk, as SQLite does not at each commit.
"""

import os
import statistics
import threading
import time
from pathlib import Path

import pytest
from tabulate import tabulate

from board_catalogue import engine
from board_catalogue.catalogue.puzzles.settings import Settings
from board_catalogue.catalogue.puzzles.stored import Stretch
from board_catalogue.catalogue.runs.making import candidates
from board_catalogue.catalogue.runs.pipeline import Stopwatch
from board_catalogue.catalogue.runs.recipe import Plan, Recipe, Ticket
from board_catalogue.catalogue.storage.store import Store
from board_catalogue.catalogue.storage.writing import claim, record
from board_catalogue.engine.grades import RATING_VERSION

pytestmark = pytest.mark.benchmark

BOARDS = 100_000
BATCH = 1024
ROUNDS = 9
COMMIT_PERIOD = 0.5


@pytest.fixture(scope="module")
def batches():
    """What checkers pass on: keys, and rows without files."""
    settings = Settings(9, "d4", 7, engine.native.METRICS_VERSION, "wfc", RATING_VERSION, files=False)
    prepared = []
    for start in range(0, BOARDS, BATCH):
        count = min(BATCH, BOARDS - start)
        plan, watch = Plan(7, settings.game, "wfc", Recipe(), "d4"), Stopwatch()
        batch = candidates(plan, plan.make(Ticket(start, count)), watch)
        rows = batch.measured(range(count), plan, watch).rows(range(start, start + count), plan.game)
        stretch = Stretch(7, start + count, int(batch.attempts.sum()), 0)
        prepared.append((batch.keys, stretch, rows))
    return settings, prepared


def take_in(home, settings, batches):
    """Write all batches as a fill does: claims of one thread, rows of another, a commit each half second."""
    with Store.write(home, settings) as store:
        claimed = threading.Semaphore(0)

        def claim_all():
            first = 0
            for keys, *_ in batches:
                new, _ = claim(store, keys, first, len(keys))
                assert len(new) == len(keys)
                first += len(keys)
                claimed.release()

        thread = threading.Thread(target=claim_all)
        begin, used = time.perf_counter(), time.process_time()
        thread.start()
        due = time.monotonic() + COMMIT_PERIOD
        first = 0
        for _, stretch, rows in batches:
            claimed.acquire()
            record(store, first, stretch, rows)
            first += len(rows.positions)
            if time.monotonic() >= due:
                store.commit()
                due = time.monotonic() + COMMIT_PERIOD
        thread.join()
        store.commit()
        return time.perf_counter() - begin, time.process_time() - used, server_seconds(store)


def server_seconds(store):
    """Seconds of processors that the server has used for this session."""
    if not hasattr(store.home, "url"):
        return 0.0
    ((pid,),) = store.database.rows(store.connection, "SELECT pg_backend_pid()")
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_boards_a_second(batches, postgresql, tmp_path):
    settings, prepared = batches
    times = {"SQLite": [], "PostgreSQL": []}
    for turn in range(ROUNDS):
        for name, home in (("SQLite", tmp_path / f"home{turn}"), ("PostgreSQL", postgresql.new())):
            times[name].append(take_in(home, settings, prepared))
    lines = []
    for name, runs in times.items():
        clock, own, server = zip(*runs, strict=True)
        each = (statistics.median(seconds) / BOARDS * 1e6 for seconds in (own, server))
        lines.append(
            (name, *(BOARDS / seconds for seconds in (statistics.median(clock), max(clock), min(clock))), *each)
        )
    headers = ("", "boards/s", "from", "to", "process µs a board", "server µs a board")
    formats = (None, ",.0f", ",.0f", ",.0f", ".1f", ".1f")
    print("\n" + tabulate(lines, headers, tablefmt="github", floatfmt=formats))
