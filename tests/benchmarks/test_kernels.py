"""How many boards a second each kernel does on one thread.

`pytest -m benchmark tests/benchmarks/test_kernels.py` shows it, with `--benchmark-json FILE` for keeps.
"""

from functools import partial

import pytest

import engine

pytestmark = pytest.mark.benchmark

COUNTS = {4: 2000, 9: 2000, 16: 20, 25: 10}


@pytest.fixture(scope="module", params=engine.SIZES, ids="size {}".format)
def boards(request):
    return engine.generate(COUNTS[request.param], size=request.param, seed=91)


@pytest.fixture(scope="module")
def puzzles(boards):
    return engine.carve(boards, seed=92)


def run(benchmark, call, batch):
    benchmark(call, batch)
    if benchmark.stats:  # there are none with --benchmark-disable
        benchmark.extra_info["boards per second"] = round(len(batch) / benchmark.stats.stats.median)


def test_generate(benchmark, boards):
    size = engine.batch.boards.size_of(boards)
    run(benchmark, lambda batch: engine.generate(len(batch), size=size, seed=91), boards)


@pytest.mark.parametrize("symmetry", engine.SYMMETRIES)
@pytest.mark.parametrize("call", [engine.canonical, engine.keys], ids=lambda call: call.__name__)
def test_symmetry(benchmark, boards, call, symmetry):
    run(benchmark, partial(call, symmetry=symmetry), boards)


@pytest.mark.parametrize("call", [engine.automorphisms, engine.pack], ids=lambda call: call.__name__)
def test_boards(benchmark, boards, call):
    run(benchmark, call, boards)


def test_unpack(benchmark, boards):
    run(benchmark, partial(engine.unpack, size=engine.batch.boards.size_of(boards)), engine.pack(boards))


def test_carve(benchmark, boards):
    run(benchmark, partial(engine.carve, seed=92), boards)


def test_rate(benchmark):
    run(benchmark, engine.rate, engine.carve(engine.generate(COUNTS[9], seed=91), seed=92))


@pytest.mark.parametrize("call", [engine.solve, engine.count_solutions, engine.measure], ids=lambda call: call.__name__)
def test_puzzles(benchmark, puzzles, call):
    run(benchmark, call, puzzles)
