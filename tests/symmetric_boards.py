"""Boards with many automorphisms, and random images of boards and puzzles under every symmetry of Sudoku."""

from math import isqrt

import numpy as np

from board_catalogue.engine.shape import Shape


def pattern(size):
    """A board that has a great many symmetries: each row is the one above, shifted."""
    box = isqrt(size)
    row, column = np.divmod(np.arange(size**2), size)
    return ((box * (row % box) + row // box + column) % size + 1).astype(np.uint8)


def most_canonical():
    """The 9x9 board with 648 automorphisms: "MC" of Russell and Jarvis, "Mathematics of Sudoku II", 2006.

    Digits are pairs of numbers below 3. In row (a, b), column (x, y) stands (x + b, y + a), so that every band shifts
    its rows as the others do, and every stack its columns.
    """
    row, column = np.divmod(np.arange(81), 9)
    (a, b), (x, y) = np.divmod(row, 3), np.divmod(column, 3)
    return (3 * ((x + b) % 3) + (y + a) % 3 + 1).astype(np.uint8)


def order_of_lines(together, size, random):
    bands = random.permutation(size // together)
    return [line for band in bands for line in band * together + random.permutation(together)]


def random_image(board, random, shape=None):
    """A board or puzzle after a random symmetry of its shape, the usual one by default, digits renamed."""
    shape = shape or Shape.of(isqrt(len(board)))
    size = shape.size
    square = board.reshape(size, size)
    square = square.T if shape.transposed == shape and random.integers(2) else square
    square = square[order_of_lines(shape.rows, size, random)][:, order_of_lines(shape.columns, size, random)]
    return np.array([0, *(random.permutation(size) + 1)], np.uint8)[square].reshape(-1)
