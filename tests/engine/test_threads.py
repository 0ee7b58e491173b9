"""Any number of threads gives the answers of one."""

import subprocess
import sys

import numpy as np
import pytest

from board_catalogue import engine
from board_catalogue.engine.boards import in_pieces

BOARDS = engine.generate(257, seed=31)
PUZZLES = engine.carve(BOARDS, seed=32)
LARGE = engine.carve(engine.generate(12, size=12, seed=33), seed=34, clues=60)

CALLS = {
    "generate": lambda threads: engine.generate(257, seed=31, start=5, threads=threads),
    "carve": lambda threads: engine.carve(BOARDS, seed=32, threads=threads),
    "carve few clues": lambda threads: engine.carve(BOARDS[:9], seed=32, clues=21, threads=threads),
    "canonical": lambda threads: engine.canonical(BOARDS, symmetry="full", threads=threads),
    "canonical puzzles": lambda threads: engine.canonical(PUZZLES, symmetry="full", threads=threads),
    "transform": lambda threads: engine.canonical(PUZZLES, return_transform=True, threads=threads)[1].rows,
    "keys": lambda threads: engine.keys(BOARDS, threads=threads),
    "puzzle_keys": lambda threads: engine.puzzle_keys(PUZZLES, threads=threads),
    "solve": lambda threads: engine.solve(PUZZLES, threads=threads),
    "count_solutions": lambda threads: engine.count_solutions(PUZZLES, threads=threads),
    "measure": lambda threads: engine.measure(PUZZLES, threads=threads),
    "minimal": lambda threads: engine.minimal(np.concatenate([PUZZLES, BOARDS[:60], PUZZLES * 0]), threads=threads),
    "minimal above 9x9": lambda threads: engine.minimal(LARGE, threads=threads),
    "automorphisms": lambda threads: engine.symmetry.automorphisms(BOARDS, threads=threads),
    "rate": lambda threads: engine.rate(PUZZLES[:60], threads=threads),
}


@pytest.mark.slow_cases("carve few clues", "transform", "puzzle_keys", "minimal", "minimal above 9x9", "rate")
@pytest.mark.parametrize("name", CALLS)
def test_threads_change_no_answer(name):
    alone = CALLS[name](1)
    for threads in (2, 3, 300):
        assert np.array_equal(CALLS[name](threads), alone)


def test_a_single_board_and_an_empty_batch_take_threads():
    assert np.array_equal(engine.solve(PUZZLES[0], threads=4), BOARDS[0])
    assert engine.carve(BOARDS[:0], seed=1, threads=4).shape == (0, 81)


def test_every_row_is_worked_on_once():
    seen = []
    in_pieces(lambda some: seen.extend(range(5000)[some]), 5000, 3)
    assert sorted(seen) == list(range(5000))


def test_a_failure_in_a_thread_is_raised():
    def work(some):
        if some.start:
            raise KeyError(some.start)

    with pytest.raises(KeyError):
        in_pieces(work, 100, 4)


@pytest.mark.parametrize("threads", [0, -1])
def test_less_than_a_thread_is_refused(threads):
    with pytest.raises(ValueError, match=f"threads {threads} is below 1"):
        engine.solve(PUZZLES, threads=threads)


WITHOUT_MEMORY = """
import faulthandler, os, resource
from board_catalogue.engine.boards import in_pieces
from board_catalogue import engine
import board_catalogue.engine.threads

def start(left):
    faulthandler.dump_traceback_later(10, exit=True)
    most = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize() + (4 << 20)
    resource.setrlimit(resource.RLIMIT_AS, (most, -1))
    hoard = []
    for length in (1 << 20, 1 << 14, 256):
        try:
            while True:
                hoard.append(bytes(length))
        except MemoryError:
            pass
    resource.setrlimit(resource.RLIMIT_AS, (most + left, -1))
    in_pieces(lambda some: None, 100, 2)

for left in range(2040, 2064):  # pages: around the size of a stack, of which a thread needs a little more
    if not os.fork():
        try:
            start(left << 12)
        except (MemoryError, RuntimeError):
            os._exit(0)
        os._exit(2)
    assert os.wait()[1] == 0, left
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="needs a limit of memory")
def test_a_thread_without_the_memory_to_begin_is_an_error_and_no_wait():
    ended = subprocess.run([sys.executable, "-P", "-c", WITHOUT_MEMORY], capture_output=True, text=True, timeout=60)
    assert ended.returncode == 0, ended.stderr
