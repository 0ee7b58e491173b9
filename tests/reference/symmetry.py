"""Images of boards and puzzles, and which of them is the least."""

from collections.abc import Iterator
from functools import cache
from itertools import permutations, product

from reference.shapes import BLOCKS, keeps_shape_transposed, rows_of, size_of
from reference.solving import solutions


def transpose(board: list[int]) -> list[int]:
    return [digit for column in zip(*rows_of(board), strict=True) for digit in column]


def rotate(board: list[int]) -> list[int]:
    return [digit for column in zip(*reversed(rows_of(board)), strict=True) for digit in column]


def images(board: list[int]) -> list[list[int]]:
    """The board turned four ways, and each of those mirrored in its diagonal, where its blocks keep their shape."""
    turned = [board]
    for _ in range(3):
        turned.append(rotate(turned[-1]))
    mirrored = [transpose(image) for image in turned]
    if keeps_shape_transposed(size_of(board)):
        return turned + mirrored
    return [turned[0], turned[2], mirrored[1], mirrored[3]]


def canonical(board: list[int]) -> list[int]:
    return min(images(board))


def renamed(board: list[int]) -> list[int]:
    """The digits called 1, 2, 3, ... in the order of the first row, which makes the board least."""
    names = {digit: name for name, digit in enumerate(board[: size_of(board)], 1)}
    return [names[digit] for digit in board]


def canonical_relabelled(board: list[int]) -> list[int]:
    return min(map(renamed, images(board)))


@cache
def orders_of_lines(size: int, together: int) -> list[list[int]]:
    """Every order of the rows in which bands of so many stay together; the same for columns and stacks."""
    bands = [range(start, start + together) for start in range(0, size, together)]
    return [
        [row for band in choice for row in band]
        for order in permutations(bands)
        for choice in product(*map(permutations, order))
    ]


def all_images(board: list[int]) -> Iterator[list[int]]:
    """Every image under the full group, digits renamed: 128 at size 4, and 3,359,232 at size 9."""
    for cells in rearranged(board, "full"):
        yield renamed([board[cell] for cell in cells])


def canonical_full(board: list[int]) -> list[int]:
    return min(all_images(board))


def automorphisms(board: list[int]) -> int:
    return sum(image == renamed(board) for image in all_images(board))


def least_by_sorting(board: list[int]) -> tuple[list[int], int]:
    """What `canonical_full` and `automorphisms` say, fast enough for size 9: every order of the columns and every
    first row, which gives the digits their names; the bands and rows that follow are sorted."""
    size = size_of(board)
    high, wide = BLOCKS[size]
    least: list[bytes] = []
    ties = 0
    for turned in (board, transpose(board))[: 1 + keeps_shape_transposed(size)]:
        rows = list(map(bytes, rows_of(turned)))
        for columns in orders_of_lines(size, wide):
            ordered = [bytes(map(row.__getitem__, columns)) for row in rows]
            for first in ordered:
                names = bytes.maketrans(first, bytes(range(1, size + 1)))
                named = [row.translate(names) for row in ordered]
                image = sorted(sorted(named[start : start + high]) for start in range(0, size, high))
                flat = [row for band in image for row in band]
                if not least or flat < least:
                    least, ties = flat, 0
                ties += flat == least
    return list(b"".join(least)), ties


def rearranged(board: list[int], symmetry: str) -> Iterator[list[int]]:
    """The board's cells as they stand in each image, by number; digits keep their names."""
    cells = list(range(len(board)))
    if symmetry != "full":
        yield from images(cells)
        return
    size = size_of(board)
    high, wide = BLOCKS[size]
    for turned in (cells, transpose(cells))[: 1 + keeps_shape_transposed(size)]:
        rows = rows_of(turned)
        for row_order in orders_of_lines(size, high):
            for columns in orders_of_lines(size, wide):
                yield [rows[row][column] for row in row_order for column in columns]


def canonical_puzzle(puzzle: list[int], symmetry: str, board: list[int] | None = None) -> list[int]:
    """The least image of the solution, and of all that lead there the least image of the puzzle."""
    board = board or next(solutions(puzzle))
    candidates = []
    for cells in rearranged(board, symmetry):
        image = [board[cell] for cell in cells]
        if symmetry != "d4":
            image = renamed(image)
        candidates.append((image, [digit if puzzle[cell] else 0 for cell, digit in zip(cells, image, strict=True)]))
    return min(candidates)[1]
