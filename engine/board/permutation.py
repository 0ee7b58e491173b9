"""Full boards made from a single block, without a search."""

from math import isqrt

from engine.board.grid import Grid, check_grid_size
from engine.board.random_numbers import RandomNumbers


def permutation_grid(seed: int | None = None, *, size: int = 9) -> Grid:
    """Make a full board from one block: its digits in random order, and cyclic shifts of it everywhere else.

    One block to the right the rows move up by one, one block down the columns move left by one; so every row, column
    and block has every digit. Where S is odd it has no rectangle: the equal digits of its two diagonals would shift
    rows, or columns, both by n and by -n, so that 2n is 0 modulo the side of a block, which is odd.

    The same seed always gives the same board; without one, each call gives another. ValueError for an unknown size, or
    a seed outside 0 .. 2**63 - 1.

    >>> print(permutation_grid(1, size=4))
    ╔═════╦═════╗
    ║ 1 3 ║ 4 2 ║
    ║ 4 2 ║ 1 3 ║
    ╠═════╬═════╣
    ║ 3 1 ║ 2 4 ║
    ║ 2 4 ║ 3 1 ║
    ╚═════╩═════╝
    """
    box = isqrt(check_grid_size(size))
    digits = RandomNumbers(seed).shuffled(range(1, size + 1))
    block = [digits[start : start + box] for start in range(0, size, box)]
    return Grid.of(
        [
            [block[(row + column // box) % box][(column + row // box) % box] for column in range(size)]
            for row in range(size)
        ]
    )
