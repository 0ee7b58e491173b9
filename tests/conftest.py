"""What all tests share: the settings of Hypothesis, and puzzles of every kind."""

import functools
import gc
import os
import shutil
import tempfile
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import settings
from scale import LENIENT, fewer

from board_catalogue import engine

# No deadline: a test that is slow on a busy machine is not wrong. By default every run tries the same cases, so a
# failure is the change's own; `pytest --hypothesis-profile fresh` tries new ones and prints how to repeat a failure.
settings.register_profile("same", deadline=None, derandomize=True, max_examples=15)
settings.register_profile("fresh", deadline=None, derandomize=False, max_examples=1000, print_blob=True)
settings.load_profile("same")


MEMORY = Path("/dev/shm")
ROOM = 2 << 30  # bytes; a run takes 700 MB, and with a database of PostgreSQL for each test far more


def pytest_configure(config):
    """Keep temporary files in memory where there is room: some tests wait for a disk as long as they compute."""
    if "TMPDIR" not in os.environ and config.getoption("--database") == "sqlite" and _has_room(MEMORY):
        os.environ["TMPDIR"] = str(MEMORY)
        tempfile.tempdir = None  # which it has found before


def _has_room(folder):
    """Whether there is much room in a folder, and programs and libraries can run from there."""
    return folder.is_dir() and shutil.disk_usage(folder).free > ROOM and not os.statvfs(folder).f_flag & os.ST_NOEXEC


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Collect no garbage among thousands of tests, which stay to the end: it takes five seconds in each process."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers():
    """A process for each processor: one more would collect all tests once more, and wait as often."""
    return os.cpu_count() or 1


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Keep the tests of a file in one process: what they share is made once."""
    from xdist.scheduler import LoadFileScheduling  # not there without pytest-xdist

    return LoadFileScheduling(config, log)


def pytest_addoption(parser):
    databases = ("sqlite", "postgresql")
    parser.addoption("--database", choices=databases, default="sqlite", help="what the catalogues of the tests are in")


@pytest.hookimpl(tryfirst=True)  # before -m chooses
def pytest_collection_modifyitems(config, items):
    """Mark the slow cases of tests, and give what takes minutes all the time it needs: the limit is for the others."""
    cases = defaultdict(list)
    for item in items:
        if hasattr(item, "callspec"):
            cases[item.parent.nodeid, item.originalname].append(item)
    for same in cases.values():
        _mark_slow_cases(same, all_are_there=not any("::" in word for word in config.args))
    for item in items:
        if any(item.get_closest_marker(name) for name in ("slow", "fuzz", "benchmark")):
            item.add_marker(pytest.mark.timeout(0))


def _mark_slow_cases(same, all_are_there):
    """Mark cases of one test as slow: those that `slow_cases` names, or all but those of `daily`."""
    slow, daily = (same[0].get_closest_marker(name) for name in ("slow_cases", "daily"))
    if not (mark := slow or daily):
        return
    unknown = {*mark.args} - {item.callspec.id for item in same}
    if unknown and all_are_there:
        raise pytest.UsageError(f"{same[0].originalname} has no case {min(unknown)!r}")
    every = mark.kwargs.get("every")
    for place, item in enumerate(same):
        is_named = item.callspec.id in mark.args or bool(every and place % every == 0)
        if is_named == (mark is slow):
            item.add_marker("slow")


Puzzles = Callable[..., dict[str, engine.boards.Boards]]


@pytest.fixture(scope="session")
def postgresql():
    """A server of PostgreSQL."""
    from postgresql_server import PostgresqlServer  # imports psycopg

    return PostgresqlServer()


@pytest.fixture(scope="session")
def puzzles_by_kind() -> Puzzles:
    """Makes puzzles of every kind a solver meets, by kind: `puzzles_by_kind(size, seed, count)`.

    Fewer than `count` where they are larger than 9x9. Made once for all tests that ask for the same.
    """

    @functools.cache
    def make(size: int, seed: int, count: int) -> dict[str, engine.boards.Boards]:
        random = np.random.default_rng(seed)
        boards = engine.generate(fewer(size, count), size=size, seed=seed)
        unique = engine.carve(boards, seed=seed, clues=LENIENT.get(size))
        rows = np.arange(len(boards))

        if size in LENIENT:  # of those any clue could go; so two digits go whole, and can change places
            loose = np.where(boards <= 2, 0, boards).astype(np.uint8)
        else:
            loose = unique.copy()
            for row in loose:  # a few clues fewer than its only solution needs
                given = np.flatnonzero(row)
                row[random.choice(given, min(len(given), random.integers(1, 5)), replace=False)] = 0

        wrong = unique.copy()  # one more clue, with another digit than the solution has
        empty = np.array([random.choice(np.flatnonzero(row == 0)) for row in unique])
        wrong[rows, empty] = boards[rows, empty] % size + 1

        clashing = unique.copy()  # the same digit twice in a row, a column or a block
        for row in clashing:
            cell = random.choice(np.flatnonzero(row))
            unit = [cells for cells in _units(size) if cell in cells][random.integers(3)]
            row[random.choice([other for other in unit if other != cell])] = row[cell]

        kinds = {"unique": unique, "loose": loose, "wrong": wrong, "clashing": clashing, "full": boards}
        for puzzles in kinds.values():
            puzzles.flags.writeable = False
        return kinds

    return make


def _units(size: int) -> list[list[int]]:
    cells = np.arange(size**2).reshape(size, size)
    box = round(size**0.5)
    blocks = cells.reshape(box, box, box, box).swapaxes(1, 2).reshape(size, size)
    return [*cells.tolist(), *cells.T.tolist(), *blocks.tolist()]


@pytest.fixture(scope="session")
def browser():
    """Chromium, one for all tests of a process. Where it is missing, tests fail in CI and are skipped elsewhere."""
    from page_in_browser import PATIENCE, browser_path, started_browser  # with playwright
    from playwright.sync_api import expect

    if browser_path() is None:
        missing = "no browser to test the page with: install chromium"
        pytest.fail(missing) if os.environ.get("CI") else pytest.skip(missing)
    expect.set_options(timeout=PATIENCE * 1000)
    with started_browser() as browser:
        yield browser
