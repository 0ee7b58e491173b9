import numpy as np
import pytest
import reference

import engine

sizes = pytest.mark.parametrize("size", engine.SIZES)


def test_the_oracle_mixes_like_published_splitmix64():
    # First two outputs for seed 1234567, as listed on https://rosettacode.org/wiki/Pseudo-random_numbers/Splitmix64
    words = [reference.mix(1234567 + step * reference.GOLDEN_GAMMA) for step in (1, 2)]
    assert words == [6457827717110365317, 3203168211198807973]


@pytest.mark.parametrize(
    ("size", "count"),
    [(4, 1000), (9, 500), *[pytest.param(size, 30_000, marks=pytest.mark.fuzz) for size in engine.SIZES]],
)
@pytest.mark.parametrize(("seed", "start"), [(0, 0), (7, 2**40), (2**63 - 1, 123)])
def test_boards_and_attempts_are_those_of_the_oracle(size, count, seed, start):
    boards, attempts = engine.generate(count, size=size, seed=seed, start=start, return_attempts=True)
    for row in range(count):
        board, tries = reference.generate(seed, start + row, size)
        assert (boards[row].tolist(), attempts[row]) == (board, tries)


@sizes
def test_every_board_is_full(size):
    for board in engine.generate(2000, size=size, seed=11).tolist():
        assert reference.is_full_board(board)


@sizes
def test_a_board_does_not_depend_on_its_batch(size):
    boards, attempts = engine.generate(300, size=size, seed=5, return_attempts=True)
    for start, end in [(0, 1), (1, 1), (1, 38), (38, 299), (299, 300)]:
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


def test_there_are_288_boards_of_size_4():
    # OEIS A107739: 1, 288, 6670903752021072936960, ...
    boards = engine.all_boards(4)
    assert (boards.dtype, boards.shape) == (np.uint8, (288, 16))
    assert sorted(boards.tolist()) == reference.all_boards(4)


@pytest.mark.parametrize("size", [1, 9, 16])
def test_boards_of_other_sizes_are_not_listed(size):
    with pytest.raises(ValueError, match=f"size {size} "):
        engine.all_boards(size)


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        ({"size": 5}, "size 5 is not one of 4, 9"),
        ({"size": 0}, "size 0 is not one of 4, 9"),
        ({"seed": -1}, "seed -1 is not in"),
        ({"seed": 2**63}, f"seed {2**63} is not in"),
        ({"count": -1}, "start 0 and count -1 do not stay"),
        ({"start": -2}, "start -2 and count 1 do not stay"),
        ({"start": 2**63}, "start 9223372036854775808 and count 1 do not stay"),
    ],
)
def test_what_cannot_be_generated_is_a_value_error_that_says_so(arguments, fault):
    with pytest.raises(ValueError, match=fault):
        engine.generate(**{"count": 1, "seed": 1, **arguments})
