import hashlib

import numpy as np
import pytest
import reference
from scale import fewer
from shapes import SQUARE_SIZES

from board_catalogue import engine
from board_catalogue.engine.random_numbers import RandomNumbers
from board_catalogue.engine.shape import Shape

sizes = pytest.mark.parametrize("size", SQUARE_SIZES)


def test_the_oracle_mixes_like_published_splitmix64():
    # First two outputs for seed 1234567, as listed on https://rosettacode.org/wiki/Pseudo-random_numbers/Splitmix64
    words = [reference.mix(1234567 + step * reference.GOLDEN_GAMMA) for step in (1, 2)]
    assert words == [6457827717110365317, 3203168211198807973]


@pytest.mark.slow_cases("0-0-9-100", "9223372036854775807-123-9-100", "0-0-16-1", "7-1099511627776-16-1")
@pytest.mark.parametrize(
    ("size", "count"),
    [(4, 200), (9, 100), (16, 1), *[pytest.param(size, 30_000, marks=pytest.mark.fuzz) for size in (4, 9)]],
)
@pytest.mark.parametrize(("seed", "start"), [(0, 0), (7, 2**40), (2**63 - 1, 123)])
def test_boards_and_attempts_are_those_of_the_oracle(size, count, seed, start):
    boards, attempts = engine.generate(count, size=size, seed=seed, start=start, method="wfc", return_attempts=True)
    for row in range(count):
        board, tries = reference.generate(seed, start + row, size)
        assert (boards[row].tolist(), attempts[row]) == (board, tries)


@pytest.mark.slow_cases("9-15-wfc+singles", "9-15-wfc+backtrack", "16-1-wfc+singles", "16-1-wfc+backtrack")
@pytest.mark.parametrize("method", ["wfc+singles", "wfc+backtrack"])
@pytest.mark.parametrize(
    ("size", "count"),
    [(4, 60), (9, 15), (16, 1), *[pytest.param(size, 20_000 // size**2, marks=pytest.mark.fuzz) for size in (9, 16)]],
)
def test_methods_with_singles_make_the_boards_of_the_oracle(method, size, count):
    boards, attempts = engine.generate(count, size=size, seed=12, start=5, method=method, return_attempts=True)
    for row in range(count):
        assert (boards[row].tolist(), attempts[row]) == reference.generate(12, 5 + row, size, method)


@pytest.mark.parametrize(
    ("method", "index"),
    [
        pytest.param("wfc+backtrack", 3, marks=pytest.mark.slow),  # teaching/test_making.py has one that takes less
        pytest.param("wfc+singles", 0, marks=pytest.mark.fuzz),
    ],
)
def test_a_board_of_size_25_is_that_of_the_oracle(method, index):
    board, attempts = engine.generate(1, size=25, seed=12, start=index, method=method, return_attempts=True)
    assert (board[0].tolist(), attempts[0]) == reference.generate(12, index, 25, method)


@pytest.mark.parametrize(("size", "method"), [(4, "wfc"), (9, "wfc"), (16, "wfc+backtrack"), (25, "wfc+backtrack")])
def test_the_default_method_is_the_documented_one(size, method):
    assert engine.generation.default_method(size) == method
    assert np.array_equal(engine.generate(3, size=size, seed=13), engine.generate(3, size=size, seed=13, method=method))


@pytest.mark.parametrize(
    ("size", "method", "count", "digest"),
    [
        (4, "wfc", 200, "01ec148820e008b9"),
        (9, "wfc", 200, "2d22bb70f08646ce"),
        (16, "wfc", 10, "81c02bbd4a1f506b"),
        (4, "wfc+singles", 200, "fc0995b85572d7e3"),
        (9, "wfc+singles", 200, "6e7bd272e20eae89"),
        (16, "wfc+singles", 10, "09b2a687f0764c8c"),
        (9, "wfc+backtrack", 200, "2209c48c571edc2e"),
        (16, "wfc+backtrack", 10, "1759a4b9b0e48706"),
        (25, "wfc+backtrack", 10, "a4dcbc0e6b0a4291"),
        (4, "uniform", 200, "733a65c8fc383fd5"),
        (9, "uniform", 200, "2eee99b5d6ff579c"),
    ],
)
def test_boards_of_a_seed_never_change(size, method, count, digest):
    # Catalogues go on with their seeds: boards that were promised must come for ever.
    boards, attempts = engine.generate(count, size=size, seed=2026, method=method, return_attempts=True)
    content = boards.tobytes() + attempts.astype("<i4").tobytes()
    assert hashlib.sha256(content).hexdigest()[:16] == digest


@sizes
def test_every_board_is_full(size):
    for board in engine.generate(fewer(size, 2000), size=size, seed=11).tolist():
        assert reference.is_full_board(board)


@sizes
def test_a_board_does_not_depend_on_its_batch(size):
    boards, attempts = engine.generate(60, size=size, seed=5, return_attempts=True)
    for start, end in [(0, 1), (1, 1), (1, 38), (38, 59), (59, 60)]:
        part, tries = engine.generate(end - start, size=size, seed=5, start=start, return_attempts=True)
        assert np.array_equal(part, boards[start:end])
        assert np.array_equal(tries, attempts[start:end])


@sizes
def test_boards_come_in_the_promised_types(size):
    boards, attempts = engine.generate(3, size=size, seed=1, return_attempts=True)
    assert (boards.dtype, boards.shape) == (np.uint8, (3, size**2))
    assert (attempts.dtype, attempts.shape) == (np.int32, (3,))
    assert np.array_equal(engine.generate(3, size=size, seed=1), boards)


@sizes
def test_no_boards_are_a_batch_too(size):
    boards, attempts = engine.generate(0, size=size, seed=1, return_attempts=True)
    assert (boards.shape, attempts.shape) == ((0, size**2), (0,))


def test_seeds_and_indices_give_different_boards():
    boards = np.vstack([engine.generate(1000, seed=seed) for seed in range(3)])
    assert len(np.unique(boards, axis=0)) == 3000


def test_every_4x4_board_gets_generated():
    boards = engine.generate(20_000, size=4, seed=2)
    assert len(np.unique(boards, axis=0)) == 288


@pytest.mark.slow
def test_there_are_288_boards_of_size_4():
    # OEIS A107739: 1, 288, 6670903752021072936960, ...
    boards = engine.generation.all_boards(4)
    assert (boards.dtype, boards.shape) == (np.uint8, (288, 16))
    assert sorted(boards.tolist()) == reference.all_boards(4)


@pytest.mark.parametrize("size", [1, 9, 16])
def test_boards_of_other_sizes_are_not_listed(size):
    with pytest.raises(ValueError, match=f"size {size} "):
        engine.generation.all_boards(size)


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        ({"size": 5}, "size 5 has no usual blocks: pass the argument blocks, none for a Latin square"),
        ({"size": 0}, r"size 0 is not in 1\.\.25"),
        ({"method": "WFC"}, r"method 'WFC' is not one of wfc, wfc\+singles, wfc\+backtrack"),
        ({"seed": -1}, "seed -1 is not in"),
        ({"seed": 2**63}, f"seed {2**63} is not in"),
        ({"count": -1}, "start 0 and count -1 do not stay"),
        ({"start": -2}, "start -2 and count 1 do not stay"),
        ({"start": 2**63}, "start 9223372036854775808 and count 1 do not stay"),
        ({"start": np.int64(2**63 - 1), "count": 2}, "start 9223372036854775807 and count 2 do not stay"),
    ],
)
def test_what_cannot_be_generated_is_a_value_error_that_says_so(arguments, fault):
    with pytest.raises(ValueError, match=fault):
        engine.generate(**{"count": 1, "seed": 1, **arguments})


def test_numbers_of_any_whole_type_are_taken():
    assert np.array_equal(engine.generate(200, seed=1, start=np.int8(100)), engine.generate(300, seed=1)[100:])
    board = engine.generate(1, seed=1)[0]
    for refused in (lambda: engine.carve(board, seed=1, clues=30.0), lambda: engine.count_solutions(board, limit=2.5)):
        with pytest.raises(TypeError, match="integer"):
            refused()


@pytest.mark.parametrize(
    "shape", [Shape.of(4), Shape.of(6), Shape(3, 2), Shape.of(7, "none"), Shape.of(9), Shape.of(25)], ids=str
)
def test_permutation_boards_are_shifts_of_one_random_block(shape):
    boards, attempts = engine.generate(
        20, size=shape.size, blocks=shape.blocks, seed=31, start=5, method="permutation", return_attempts=True
    )
    usual = engine.grid.permutation_grid(0, size=shape.size, blocks=shape.blocks).line()
    for index, board in enumerate(boards):
        grid = engine.Grid(board, blocks=shape.blocks)
        block = [grid.get(row, column) for row in range(shape.rows) for column in range(shape.columns)]
        assert block == RandomNumbers(31, 5 + index).shuffled(range(1, shape.size + 1))
        assert grid.is_solved
        assert len(set(zip(grid.line(), usual, strict=True))) == shape.size  # the same board with other digits
    assert (attempts == 1).all()


def test_the_first_permutation_board_of_a_seed_is_its_grid():
    (board,) = engine.generate(1, size=12, seed=77, method="permutation")
    assert engine.Grid(board) == engine.grid.permutation_grid(77, size=12)
