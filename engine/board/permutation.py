"""Full boards made from a single block, without a search."""

from engine.board.grid import Grid
from engine.board.random_numbers import RandomNumbers
from engine.board.shape import Shape


def permutation_grid(seed: int | None = None, *, size: int | None = None, blocks: str | None = None) -> Grid:
    """Make a full board from one block: its digits in random order, and cyclic shifts of it everywhere else.

    One block to the right the rows move up by one, one block down the columns move left by one; so every row, column
    and block has every digit. Where S is odd it has no rectangle: the equal digits of its two diagonals would shift
    rows, or columns, both by n and by -n, so that 2n is 0 modulo a side of the block, which is odd.

    The same seed always gives the same board; without one, each call gives another. ValueError as in `Shape.of`, and
    for a seed outside 0 .. 2**63 - 1.

    >>> print(permutation_grid(1, size=4))
    ╔═════╦═════╗
    ║ 1 3 ║ 4 2 ║
    ║ 4 2 ║ 1 3 ║
    ╠═════╬═════╣
    ║ 3 1 ║ 2 4 ║
    ║ 2 4 ║ 3 1 ║
    ╚═════╩═════╝
    """
    shape = Shape.of(size, blocks)
    rows, columns = shape.rows, shape.columns
    digits = RandomNumbers(seed).shuffled(range(1, shape.size + 1))
    block = [digits[start : start + columns] for start in range(0, shape.size, columns)]
    return Grid.of(
        [
            [block[(row + column // columns) % rows][(column + row // rows) % columns] for column in range(shape.size)]
            for row in range(shape.size)
        ],
        blocks=shape.blocks,
    )
