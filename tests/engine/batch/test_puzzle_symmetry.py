"""When two puzzles with one solution are the same."""

import numpy as np
import pytest
import reference
from symmetric_boards import most_canonical, pattern, random_image

import engine


def carved(boards, seed):
    return engine.carve(boards, seed=seed)


@pytest.mark.parametrize("symmetry", engine.SYMMETRIES)
def test_4x4_forms_are_those_of_the_oracle(symmetry):
    puzzles = carved(engine.all_boards(4), seed=231)
    least = [reference.canonical_puzzle(puzzle, symmetry) for puzzle in puzzles.tolist()]
    assert engine.canonical(puzzles, symmetry=symmetry).tolist() == least


@pytest.mark.parametrize("symmetry", ["d4", "d4+relabel"])
@pytest.mark.parametrize(("size", "count"), [(9, 300), (16, 10)])
def test_forms_under_turns_and_mirrors_are_those_of_the_oracle(symmetry, size, count):
    boards = engine.generate(count, size=size, seed=232)
    boards[0] = pattern(size)
    puzzles = engine.carve(boards, seed=233, clues=None if size == 9 else 200)
    least = [
        reference.canonical_puzzle(puzzle, symmetry, board)
        for puzzle, board in zip(puzzles.tolist(), boards.tolist(), strict=True)
    ]
    assert engine.canonical(puzzles, symmetry=symmetry).tolist() == least


def test_images_of_a_puzzle_have_the_same_full_form():
    random = np.random.default_rng(234)
    boards = engine.generate(300, seed=235)
    boards[:100], boards[100:200] = pattern(9), most_canonical()
    puzzles = np.concatenate([carved(boards[i : i + 1], seed=i) for i in range(300)])
    forms = engine.canonical(puzzles, symmetry="full")
    assert np.array_equal(engine.solve(forms), engine.canonical(boards, symmetry="full"))
    assert np.array_equal((forms != 0).sum(axis=1), (puzzles != 0).sum(axis=1))
    for _ in range(5):
        images = np.array([random_image(puzzle, random) for puzzle in puzzles])
        assert np.array_equal(engine.canonical(images, symmetry="full"), forms)
        assert np.array_equal(engine.puzzle_keys(images, symmetry="full"), engine.puzzle_keys(puzzles, symmetry="full"))
    assert len(np.unique(forms, axis=0)) == len({form.tobytes() for form in forms}) > 290


def test_puzzles_of_one_board_that_an_automorphism_maps_to_each_other_are_the_same():
    # Its bands, each moved to the next one with the digits renamed, are the board again.
    board = most_canonical()
    puzzle = engine.carve(board, seed=236)
    moved = np.roll(puzzle.reshape(9, 9), 3, axis=0).ravel()
    names = np.zeros(10, np.uint8)
    names[np.roll(board.reshape(9, 9), 3, axis=0)[0]] = board[:9]
    twin = names[moved]
    assert np.array_equal(engine.solve(twin), board)
    assert not np.array_equal(twin, puzzle)
    assert np.array_equal(engine.canonical(twin, symmetry="full"), engine.canonical(puzzle, symmetry="full"))
    other = engine.carve(board, seed=237)
    assert not np.array_equal(engine.puzzle_keys(other, symmetry="full"), engine.puzzle_keys(puzzle, symmetry="full"))


def test_a_key_is_that_of_the_solution_and_a_bit_for_each_clue():
    puzzle = engine.carve(engine.generate(1, seed=238)[0], seed=239)
    key = engine.puzzle_keys(puzzle, symmetry="full")
    form = engine.canonical(puzzle, symmetry="full")
    assert np.array_equal(key[:19], engine.keys(engine.solve(puzzle), symmetry="full"))
    assert np.array_equal(np.unpackbits(key[19:])[:81], form != 0)


def test_a_puzzle_without_exactly_one_solution_is_refused():
    board = engine.generate(1, seed=240)[0]
    several = board.copy()
    several[board < 3] = 0
    with pytest.raises(ValueError, match=r"board \[1\] has several solutions, not one"):
        engine.canonical(np.array([board, several]))
    none = several.copy()
    none[np.flatnonzero(none == 0)[0]] = 9
    with pytest.raises(ValueError, match=r"board \[0\] has no solution, not one"):
        engine.canonical(none)
