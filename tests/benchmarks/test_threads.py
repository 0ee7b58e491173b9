"""Calls of the engine run side by side: two threads on the halves of a batch against one thread on all of it.

`pytest tests/benchmarks/test_threads.py` prints the ratio: with two idle cores at most 0.6 for
every kernel. It would be 1 if a call kept the interpreter lock.
"""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from time import perf_counter

import numpy as np
import pytest

from board_catalogue import engine

pytestmark = pytest.mark.benchmark

ROUNDS = 15

# How many boards are in the batch of each kernel: some tens of milliseconds of work, so that handing it to a
# thread does not count.
KERNELS = {
    "generate": 10_000,
    "canonical": 400_000,
    "canonical, full": 20_000,
    "keys": 200_000,
    "pack": 400_000,
    "unpack": 200_000,
    "carve": 2_000,
    "solve": 100_000,
    "count_solutions": 100_000,
    "measure": 10_000,
}


def call_and_batch(kernel, count):
    if kernel == "generate":
        return lambda indices: engine.generate(len(indices), seed=93, start=int(indices[0])), np.arange(count)
    boards = np.resize(engine.generate(5000, seed=93), (count, 81))
    if kernel == "canonical, full":
        return partial(engine.canonical, symmetry="full"), boards
    if kernel == "carve":
        return lambda part: engine.carve(part, seed=94), boards
    if kernel == "unpack":
        return engine.symmetry.unpack, engine.symmetry.pack(boards)
    if kernel in ("solve", "count_solutions", "measure"):
        return getattr(engine, kernel), np.resize(engine.carve(boards[:5000], seed=94), (count, 81))
    return getattr(engine, kernel), boards


@pytest.mark.parametrize("kernel", KERNELS)
def test_two_threads_against_one(capsys, kernel):
    call, batch = call_and_batch(kernel, KERNELS[kernel])
    halves = np.array_split(batch, 2)

    def timed(work):
        start = perf_counter()
        work()
        return perf_counter() - start

    with ThreadPoolExecutor(2) as pool:

        def side_by_side():
            return list(pool.map(call, halves))

        # The two take turns, and the best of each counts: other work on the machine only ever adds time.
        pairs = [(timed(lambda: call(batch)), timed(side_by_side)) for _ in range(ROUNDS)]
        together = side_by_side()

    assert np.array_equal(np.concatenate(together), call(batch))
    one, two = (min(times) for times in zip(*pairs, strict=True))
    times = f"1 thread {one * 1e3:6.1f} ms, 2 threads {two * 1e3:6.1f} ms"
    with capsys.disabled():
        print(f"\n{kernel:>16}: {times}, ratio {two / one:.2f}")
