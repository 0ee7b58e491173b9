"""Random images: the draws of the oracle, each symmetry as likely as any other, the same for boards and puzzles."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from reference import symmetry
from reference.random_numbers import GOLDEN_GAMMA, WORD, Random, mix
from shapes import LIKELY_SHAPES

import engine

each_shape = pytest.mark.parametrize("shape", LIKELY_SHAPES, ids=str)


class EvenRandom(Random):
    """Draws without bias (Lemire 2019)."""

    def evenly_below(self, bound):
        while True:
            self.state += GOLDEN_GAMMA
            number, rest = divmod(mix(self.state) * bound, WORD)
            if rest >= WORD % bound:
                return number

    def shuffled(self, items):
        items = list(items)
        for left in range(len(items), 1, -1):
            drawn = self.evenly_below(left)
            items[left - 1], items[drawn] = items[drawn], items[left - 1]
        return items

    def order_of_lines(self, groups, of_each):
        order = self.shuffled(range(groups))
        return [line for group in order for line in self.shuffled(range(group * of_each, (group + 1) * of_each))]


def random_image(board, shape, seed, index):
    random, size = EvenRandom(seed, index), shape.size
    is_transposed = shape.transposed == shape and random.evenly_below(2)
    rows = random.order_of_lines(size // shape.rows, shape.rows)
    columns = random.order_of_lines(size // shape.columns, shape.columns)
    names = [0, *random.shuffled(range(1, size + 1))]
    places = [(column, row) if is_transposed else (row, column) for row in rows for column in columns]
    return [names[board[row * size + column]] for row, column in places]


@each_shape
def test_images_are_those_of_the_oracle(shape):
    boards = np.random.default_rng(5).integers(0, shape.size + 1, (40, shape.cells), np.uint8)
    images = engine.random_images(boards, 11, start=3, blocks=shape.blocks, threads=2)
    assert images.tolist() == [random_image(board, shape, 11, 3 + index) for index, board in enumerate(boards.tolist())]


def chi_square_is_likely(counts):
    """Whether the counts are as those of outcomes that are equally likely: within five standard deviations."""
    freedom = len(counts) - 1
    return abs(((counts - counts.mean()) ** 2 / counts.mean()).sum() - freedom) < 5 * (2 * freedom) ** 0.5


def test_every_symmetry_of_4x4_is_as_likely():
    puzzle = [1, 2, 3, 4, 1, 1, 2, 0, 3, 0, 0, 0, 0, 0, 0, 2]  # no symmetry maps it to itself
    possible = {
        tuple(names[puzzle[cell]] for cell in cells)
        for cells in symmetry.rearranged(puzzle, "full")
        for names in ([0, *order] for order in permutations(range(1, 5)))
    }
    assert len(possible) == 128 * 24
    images = engine.random_images(np.repeat(np.array([puzzle], np.uint8), 40 * len(possible), axis=0), 2)
    found = Counter(map(tuple, images.tolist()))
    assert set(found) == possible
    assert chi_square_is_likely(np.array(list(found.values())))


def test_every_cell_of_9x9_goes_everywhere():
    puzzle = np.zeros(81, np.uint8)
    puzzle[0] = 1
    images = engine.random_images(np.repeat(puzzle[None], 81 * 9 * 50, axis=0), 4)
    cells, digits = images.argmax(axis=1), images.max(axis=1)
    assert chi_square_is_likely(np.bincount(9 * cells + digits - 1, minlength=81 * 9))


def test_puzzles_and_solutions_stay_together():
    boards = engine.generate(200, seed=1)
    puzzles = engine.carve(boards, seed=1)
    images, puzzle_images = engine.random_images(boards, 9), engine.random_images(puzzles, 9)
    assert (engine.solve(puzzle_images) == images).all()
    assert (engine.keys(images, symmetry="full") == engine.keys(boards, symmetry="full")).all()
    assert (engine.random_images(boards[50:], 9, start=50) == images[50:]).all()
    assert (engine.random_images(boards, 10) != images).any(axis=1).all()


def test_the_shape_of_the_array_stays():
    board = engine.generate(1, seed=1)[0]
    assert engine.random_images(board, 1).shape == (81,)
    assert engine.random_images(board.reshape(9, 9), 1).shape == (9, 9)
    assert engine.random_images(board[None][:0], 1).shape == (0, 81)


@pytest.mark.parametrize(("seed", "start"), [(-1, 0), (1, -1), (2**63, 0), (1, 2**63)])
def test_numbers_out_of_range_are_refused(seed, start):
    with pytest.raises(ValueError, match="is not in 0"):
        engine.random_images(engine.generate(1, seed=1), seed, start=start)
