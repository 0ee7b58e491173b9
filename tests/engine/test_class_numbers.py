"""The numbers of the classes of 9x9 boards, against published counts and against brute force."""

from pathlib import Path

import numpy as np
import pytest
from processor_levels import levels
from reference import Random, class_counting, symmetry
from symmetric_boards import most_canonical, pattern, random_image

from board_catalogue import engine
from board_catalogue.engine import class_numbers, native
from board_catalogue.engine.class_numbers import COUNTS_FILE, shuffled_numbers
from board_catalogue.engine.teaching.search import solutions

FIRST = "123456789456789123789123456214365897365897214897214365531642978642978531978531642"
LAST = "123456789457893612986217354274538196531964827698721435342685971715349268869172543"
"""The least and the greatest canonical board: Red Ed in the Sudoku Players' Forum, "Canonical Form", January 2007."""

BOARDS_OF_BANDS = {1: 1_007_170, 6: 96_229_042} | dict.fromkeys(
    [395, 397, 398, 400, 402, 403, 404, 406, 408, 409, 410, 412, 413, 414, 415], 0
)
"""How many canonical boards begin with some of the 416 bands, counted from 1, as published."""


def board_of(text):
    return np.array(list(text), np.uint8)


def random_numbers(count, seed=1):
    return np.random.default_rng(seed).integers(0, engine.names.CLASSES, count)


def table_of_kernels():
    """The arrays that the kernels search, in their order."""
    with np.load(COUNTS_FILE) as table:
        return [table[name] for name in ("fourth_rows", "fifth_rows", "entries", "classes")]


def classes_of_bands():
    """How many classes the shipped table has for each band."""
    fourth_rows, _, entries, classes = table_of_kernels()
    ends_of_bands = entries.cumsum(dtype=np.int64)[fourth_rows.cumsum(dtype=np.int64) - 1]
    return np.diff(classes.cumsum(dtype=np.int64)[ends_of_bands - 1], prepend=0)


# --- Published counts -----------------------------------------------------------------------------------------


def test_the_table_has_the_published_counts():
    classes = classes_of_bands()
    assert len(classes) == 416 and classes.sum() == engine.names.CLASSES == 5_472_730_538
    assert {band: classes[band - 1] for band in BOARDS_OF_BANDS} == BOARDS_OF_BANDS


def test_the_first_and_the_last_board():
    assert engine.rank([board_of(FIRST), board_of(LAST)]).tolist() == [0, engine.names.CLASSES - 1]
    assert (engine.unrank([0, engine.names.CLASSES - 1]) == [board_of(FIRST), board_of(LAST)]).all()


@pytest.mark.slow
def test_a_band_without_boards_of_its_own_is_enumerated():
    for band in (412, 414):
        counts = class_counting.count_band(band - 1)
        assert counts.boards.sum() == counts.symmetric == 0 and len(counts.boards) == counts.fifth_rows.sum()


@pytest.mark.slow
def test_every_band_is_enumerated_as_published():
    for band, boards in BOARDS_OF_BANDS.items():
        assert class_counting.count_band(band - 1).boards.sum(dtype=np.int64) == boards


@pytest.mark.slow
def test_boards_with_symmetries_are_counted():
    boards = engine.unrank(np.arange(1_007_170), threads=2)
    assert (
        (engine.symmetry.automorphisms(boards, threads=2) > 1).sum() == class_counting.count_band(0).symmetric == 17_179
    )


# --- Numbers and boards ---------------------------------------------------------------------------------------


def round_trip(numbers):
    boards = engine.unrank(numbers, threads=2)
    return (engine.rank(boards, threads=2) == numbers).all() and (
        engine.canonical(boards, symmetry="full") == boards
    ).all()


def test_numbers_come_back():
    assert round_trip(random_numbers(200))


def test_consecutive_numbers_come_back():
    start = random_numbers(1, seed=8)
    assert round_trip(np.arange(start[0], start[0] + 3000))


@pytest.mark.slow
def test_ten_million_numbers_come_back():
    for start in random_numbers(1000, seed=9):
        assert round_trip(np.arange(start, min(start + 10_000, engine.names.CLASSES)))


@pytest.mark.slow
def test_a_million_random_numbers_come_back():
    assert all(round_trip(random_numbers(100_000, seed)) for seed in range(10))


@pytest.mark.slow
def test_numbers_next_to_each_other_come_back():
    """Across the borders of the table's entries, fourth rows and bands."""
    ends = classes_of_bands().cumsum()
    around = (np.append(ends[:-1:16], random_numbers(4))[:, None] + np.arange(-8, 8)).ravel()
    numbers = np.unique(around[(around >= 0) & (around < engine.names.CLASSES)])
    assert round_trip(numbers)
    boards = engine.unrank(numbers)
    bands = [bytes(board[:27]) for board in boards]
    of_numbers = np.searchsorted(ends, numbers, side="right")
    assert all((a == b) == (m == n) for a, b, m, n in zip(bands, bands[1:], of_numbers, of_numbers[1:], strict=False))


@pytest.mark.slow
def test_the_order_is_that_of_canonical_boards():
    numbers = np.sort(random_numbers(400))
    boards = [bytes(board) for board in engine.unrank(numbers)]
    assert boards == sorted(boards) and len(set(boards)) == len(boards)
    generated = engine.canonical(engine.generate(300, seed=5), symmetry="full")
    by_number = generated[np.argsort(engine.rank(generated))]
    assert by_number.tolist() == sorted(generated.tolist())


def test_every_image_has_the_same_number():
    random = np.random.default_rng(2)
    boards = [most_canonical(), pattern(9), board_of(FIRST), board_of(LAST), *engine.generate(30, seed=4)]
    for board, number in zip(boards, engine.rank(boards), strict=True):
        assert (engine.rank([random_image(board, random) for _ in range(5)]) == number).all()


def neighbours_are_found(number, rows_kept):
    """All boards that begin with the same rows, those kept that are the least of their images: consecutive numbers."""
    board = engine.unrank(number)
    puzzle = board.copy()
    puzzle[9 * rows_kept :] = 0
    all_boards = np.array(list(solutions(puzzle)))
    least = all_boards[(engine.canonical(all_boards, symmetry="full") == all_boards).all(axis=1)]
    found = sorted(map(bytes, least))
    first = number - found.index(bytes(board))
    return engine.rank([list(other) for other in found]).tolist() == list(range(first, first + len(found)))


@pytest.mark.slow
def test_brute_force_finds_the_same_neighbours():
    assert all(neighbours_are_found(number, 6) for number in (0, engine.names.CLASSES - 1, *random_numbers(2, seed=3)))


@pytest.mark.slow
def test_brute_force_finds_the_same_neighbours_of_many():
    assert all(neighbours_are_found(number, 5) for number in random_numbers(100, seed=4))


def test_the_oracle_agrees_that_boards_are_canonical():
    for board in engine.unrank(random_numbers(1, seed=6)).tolist():
        assert symmetry.least_by_sorting(board)[0] == board


@pytest.mark.slow_cases("v4")
@levels
def test_every_level_has_the_same_numbers(level):
    search = native.load(level).class_numbers(*table_of_kernels())
    numbers = random_numbers(50, seed=7)
    boards, again = np.empty((50, 81), np.uint8), np.empty(50, np.int64)
    search.unrank(numbers, boards)
    search.rank(boards, again)
    assert (boards == engine.unrank(numbers)).all() and (again == numbers).all()


# --- All numbers in a random order --------------------------------------------------------------------------------


def place_of(number, seed):
    """Where a number stands: the network backwards, one number at a time."""
    side = class_numbers._SIDE
    while True:
        first, second = divmod(number, side)
        for step in reversed(range(class_numbers._ROUNDS)):
            first, second = (second - Random(seed, step * side + first).below(side)) % side, first
        number = first * side + second
        if number < engine.names.CLASSES:
            return number


@pytest.mark.parametrize("seed", [0, 7, 2**63 - 1])
def test_each_number_stands_at_the_place_that_leads_back_to_it(seed):
    places = np.unique(np.append(random_numbers(500, seed), [0, 1, engine.names.CLASSES - 1]))
    numbers = shuffled_numbers(places, seed)
    assert (numbers >= 0).all() and (numbers < engine.names.CLASSES).all()
    assert [place_of(number, seed) for number in numbers.tolist()] == places.tolist()


@pytest.mark.parametrize("classes", [83, 100])
def test_a_short_order_has_every_number_once(monkeypatch, classes):
    monkeypatch.setattr(class_numbers, "CLASSES", classes)
    monkeypatch.setattr(class_numbers, "_SIDE", 10)
    orders = {tuple(shuffled_numbers(np.arange(classes), seed)) for seed in range(50)}
    assert all(sorted(order) == list(range(classes)) for order in orders)
    assert len(orders) == 50


def test_the_order_is_random():
    numbers = shuffled_numbers(np.arange(100_000), seed=3)
    in_order = np.random.default_rng(1).integers(0, engine.names.CLASSES, 100_000)
    for some in (numbers, np.diff(numbers) % engine.names.CLASSES):
        counts = np.bincount(some * 100 // engine.names.CLASSES, minlength=100)
        assert ((counts - 1000) ** 2 / 1000).sum() < 180  # chi-squared of 99 degrees: once in a million
    assert abs(np.corrcoef(numbers, in_order)[0, 1]) < 0.02 and abs(np.corrcoef(numbers[1:], numbers[:-1])[0, 1]) < 0.02


@pytest.mark.parametrize("method", ["class", "class-order"])
def test_boards_of_classes_do_not_depend_on_batches_and_threads(method):
    boards, attempts = engine.generate(60, seed=5, method=method, threads=3, return_attempts=True)
    parts = [engine.generate(end - start, seed=5, start=start, method=method) for start, end in ((0, 7), (7, 60))]
    assert (np.vstack(parts) == boards).all() and (attempts == 1).all()
    again = engine.generate(60, seed=5, start=engine.names.CLASSES, method=method)
    assert (engine.rank(again) == engine.rank(boards)).all()
    assert (engine.generate(1, seed=2**63 - 1, start=2**63 - 1, method=method) > 0).all()


@pytest.mark.slow
def test_boards_of_classes_at_random_are_images_of_each_once():
    boards = engine.generate(300, seed=5, method="class")
    numbers = engine.rank(boards)
    assert (numbers == shuffled_numbers(np.arange(300), 5)).all() and len(np.unique(numbers)) == 300
    assert (boards != engine.unrank(numbers)).any(axis=1).all()
    assert not np.isin(engine.rank(engine.generate(300, seed=6, method="class")), numbers).any()


def test_boards_of_classes_in_order_are_canonical_and_go_around():
    boards = engine.generate(6, seed=engine.names.CLASSES - 3, method="class-order")
    numbers = [engine.names.CLASSES - 3, engine.names.CLASSES - 2, engine.names.CLASSES - 1, 0, 1, 2]
    assert (boards == engine.unrank(numbers)).all()


def test_boards_of_classes_are_of_size_9():
    for shape in ({"size": 4}, {"size": 16}, {"blocks": "none", "size": 9}):
        with pytest.raises(ValueError, match="'class' is for size 9, not"):
            engine.generate(1, seed=1, method="class", **shape)


# --- Arguments ------------------------------------------------------------------------------------------------


def test_shapes_and_types():
    number = engine.rank(board_of(LAST))
    assert number.shape == () and number.dtype == np.int64
    assert engine.rank(board_of(LAST).reshape(9, 9)) == number
    assert engine.unrank(number).shape == (81,) and engine.unrank(7).dtype == np.uint8
    assert engine.unrank(np.array([7], np.uint64)).shape == (1, 81)
    assert engine.unrank(np.empty(0, np.int64)).shape == (0, 81)
    assert engine.rank(np.empty((0, 81), np.uint8)).shape == (0,)


def test_what_has_no_number_is_refused():
    for numbers in (-1, engine.names.CLASSES, [0, engine.names.CLASSES], np.uint64(2**64 - 1)):
        with pytest.raises(ValueError, match=r"is not in 0\.\.5472730537"):
            engine.unrank(numbers)
    for numbers in (1.0, [[1]], "1", [True]):
        with pytest.raises(ValueError, match="class numbers are integers"):
            engine.unrank(numbers)
    with pytest.raises(ValueError, match="only boards of size 9"):
        engine.rank(engine.generate(1, seed=1, size=6))
    with pytest.raises(ValueError, match="not a full board"):
        engine.rank(np.zeros((1, 81), np.uint8))


# --- The table and the program that makes it ------------------------------------------------------------------


@pytest.mark.slow
def test_a_table_of_another_enumeration_is_refused():
    arrays = table_of_kernels()
    for wrong in range(4):
        cut = [array[:-1] if place == wrong else array for place, array in enumerate(arrays)]
        with pytest.raises(ValueError, match="table of classes"):
            native.core.class_numbers(*cut)


def test_parts_are_kept_and_counted_once(tmp_path: Path, monkeypatch):
    monkeypatch.setattr(class_counting, "BANDS", 2)
    counts = class_counting.BandCounts(np.array([2, 3], np.uint16), np.array([1, 0, 2, 0, 1], np.uint16), 1)
    for band in range(2):
        class_counting.write_part(class_counting.part_file(tmp_path, band), counts)
    assert list(class_counting.count_all(tmp_path, 1)) == []
    again = class_counting.read_part(tmp_path / "band-002.npz")
    assert [array.tolist() for array in again[:2]] == [array.tolist() for array in counts[:2]] and again.symmetric == 1
    class_counting.write_table(tmp_path / "table.npz", [counts, counts])
    with np.load(tmp_path / "table.npz") as table:
        assert {name: table[name].tolist() for name in table} == {
            "fourth_rows": [2, 2],
            "fifth_rows": [512, 512],
            "entries": [1, 1, 1, 1],
            "classes": [1, 3, 1, 3],
        }
