"""A kernel that takes long runs the handlers of signals while it works, and ends with the exception of a handler."""

import signal
import threading
import time

import numpy as np
import pytest

from board_catalogue import engine
from board_catalogue.engine.boards import in_pieces
from board_catalogue.engine.threads import ThreadPool

EMPTY = np.zeros(81, np.uint8)
EVERYTHING = np.full(81, 0x1FF, np.uint16)
BOARD = engine.generate(1, seed=3)
PUZZLE = engine.carve(BOARD, seed=3)
BOARD_25 = engine.generate(1, size=25, seed=3)
AFTER = 0.05  # seconds until the signal comes
SLACK = 5  # other processes may have the processors; what is interrupted here would take minutes, or many times that


class Stop(Exception):
    pass


@pytest.fixture
def stop():
    """Calls work and raises Stop in a handler meanwhile: gives the seconds from the signal to the end of the work."""

    def ring(number, frame):
        raise Stop

    def run(work):
        before = signal.signal(signal.SIGALRM, ring)
        begin = time.monotonic()
        try:
            with pytest.raises(Stop):
                signal.setitimer(signal.ITIMER_REAL, AFTER)
                work()
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
        return time.monotonic() - begin - AFTER

    return run


LONG = {
    "generate": lambda: engine.generate(10**7, seed=1),
    "generate 25": lambda: engine.generate(10**4, size=25, seed=1),
    "generate uniform": lambda: engine.generate(10**7, seed=1, method="uniform"),
    "keys full 25": lambda: engine.keys(np.repeat(BOARD_25, 10**4, 0), symmetry="full"),
    "carve": lambda: engine.carve(np.repeat(BOARD, 10**6, 0), seed=1),
    "carve 25": lambda: engine.carve(np.repeat(BOARD_25, 2000, 0), seed=1),
    "carve few clues": lambda: engine.carve(BOARD, seed=1, clues=17, effort=10**8),
    "rate": lambda: engine.rate(np.repeat(PUZZLE, 10**6, 0)),
    "measure": lambda: engine.measure(np.repeat(PUZZLE, 10**6, 0)),
    "count": lambda: engine.count_solutions(EMPTY, limit=10**9),
    "count 16": lambda: engine.count_solutions(np.zeros(256, np.uint8), limit=10**9),
    "fair": lambda: engine.fair_puzzles(10**6, seed=1),
    "count in threads": lambda: engine.count_solutions(np.repeat(EMPTY[np.newaxis], 4, 0), limit=10**9, threads=2),
    "fewest": lambda: engine.carving.puzzle_within(BOARD[0], 30),
    # One item of work: minutes even where the position has no clue at all.
    "nested chains": lambda: engine.find_step("twice-nested-chains", EMPTY, EVERYTHING),
}


@pytest.mark.slow_cases("generate 25", "carve", "carve few clues", "rate", "measure")
@pytest.mark.parametrize("name", LONG)
def test_an_exception_of_a_handler_ends_long_work(stop, name):
    assert stop(LONG[name]) < SLACK


def test_an_exception_while_threads_begin_ends_those_that_work(monkeypatch):
    """Ctrl-C may come after the first pieces of a call have begun and before the last one has."""
    submit, begun = ThreadPool.submit, []

    def submit_one(pool, *given):
        if begun:
            raise Stop
        begun.append(given)
        return submit(pool, *given)

    monkeypatch.setattr(ThreadPool, "submit", submit_one)
    with pytest.raises(Stop):
        LONG["count in threads"]()


@pytest.mark.slow
def test_work_in_other_threads_goes_on_and_runs_no_handler(stop):
    """Python runs handlers in the main thread alone, so a kernel in another thread has no reason to look."""
    answers = []
    thread = threading.Thread(target=lambda: answers.append(engine.carve(np.repeat(BOARD, 30_000, 0), seed=1)))
    thread.start()
    assert stop(lambda: time.sleep(60)) < SLACK
    thread.join()
    assert len(answers[0]) == 30_000


def test_a_time_limit_ends_a_kernel_in_any_thread_and_no_later_one():
    ended = []

    def work():
        begin = time.monotonic()
        with pytest.raises(TimeoutError), engine.time_limit(AFTER):
            engine.count_solutions(EMPTY, limit=10**9)
        ended.append(time.monotonic() - begin - AFTER)
        assert engine.count_solutions(PUZZLE[0]) == 1  # no limit is left behind

    work()
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert len(ended) == 2 and max(ended) < SLACK


def test_a_time_limit_ends_all_threads_of_a_call():
    begin = time.monotonic()
    with pytest.raises(TimeoutError), engine.time_limit(AFTER):
        engine.count_solutions(np.repeat(EMPTY[np.newaxis], 4, 0), limit=10**9, threads=2)
    assert time.monotonic() - begin < SLACK


def test_a_failure_in_one_thread_ends_the_others():
    def work(some):
        if some.start:
            engine.count_solutions(EMPTY, limit=10**9)
        raise ValueError("the first")

    begin = time.monotonic()
    with pytest.raises(ValueError, match="the first"):
        in_pieces(work, 2, 2)
    assert time.monotonic() - begin < SLACK


def test_an_inner_time_limit_cannot_extend_an_outer_one():
    with pytest.raises(TimeoutError), engine.time_limit(AFTER), engine.time_limit(60):
        engine.count_solutions(EMPTY, limit=10**9)


@pytest.mark.parametrize("seconds", [-1, float("nan")])
def test_a_time_limit_that_is_no_time_is_refused(seconds):
    with pytest.raises(ValueError, match="seconds"), engine.time_limit(seconds):
        pass
