"""A million puzzles through every format, once: `pytest -m slow tests/catalogue/formats/test_million.py -s`."""

import io
import time
import tracemalloc
from itertools import cycle, islice

import pytest

from board_catalogue import engine
from board_catalogue.catalogue.formats import FORMATS, How, readable
from board_catalogue.catalogue.formats.opening import records_in
from board_catalogue.engine.boards import as_lines

MILLION = 1_000_000
MOST_BYTES = 150e6


@pytest.fixture(scope="module")
def pairs():
    boards = engine.generate(10_000, seed=1)
    return list(zip(as_lines(engine.carve(boards, seed=1)), as_lines(boards), strict=True))


@pytest.mark.slow
@pytest.mark.parametrize("name", readable())
def test_a_million_puzzles_come_back(tmp_path, pairs, name):
    form = FORMATS[name]
    width = 2 if form.keeps_solution else 1
    path = tmp_path / "puzzles"
    begin = time.perf_counter()
    with path.open("wb" if form.is_binary else "w") as file:
        form.write((pair[:width] for pair in islice(cycle(pairs), MILLION)), ("givens", "solution")[:width], file)
    written = time.perf_counter()
    with records_in(path, How(format=name)) as (_, records):
        for pair in islice(cycle(pairs), MILLION):
            assert next(records)[:width] == pair[:width]
        assert next(records, None) is None
    times = f"written in {written - begin:.1f} s, read in {time.perf_counter() - written:.1f} s"
    print(f"\n{name}: {path.stat().st_size / 1e6:.0f} MB, {times}")
    path.unlink()


@pytest.mark.slow
@pytest.mark.parametrize("name", readable())
def test_memory_does_not_grow_with_the_file(tmp_path, pairs, name):
    form = FORMATS[name]
    width = 2 if form.keeps_solution else 1
    path = tmp_path / "puzzles"
    with path.open("wb" if form.is_binary else "w") as file:
        form.write((pair[:width] for pair in islice(cycle(pairs), 200_000)), ("givens", "solution")[:width], file)
    tracemalloc.start()
    with records_in(path, How(format=name)) as (_, records):
        assert sum(1 for _ in records) == 200_000
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < MOST_BYTES


def test_tables_with_types_are_written_as_rows_come(monkeypatch):
    """So that a million rows take no more memory than a few thousand."""
    monkeypatch.setattr("board_catalogue.catalogue.formats.columns.CHUNK", 100)
    file = io.BytesIO()
    sizes = []

    def rows():
        for number in range(1000):
            sizes.append(file.tell())
            yield (f"{number:081}".replace("0", "."),)

    FORMATS["parquet"].write(rows(), ("puzzle",), file)
    assert len(set(sizes)) > 5
