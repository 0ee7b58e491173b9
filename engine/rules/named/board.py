"""Meanings of rules of the whole board: more houses, moves of chess pieces, marks that are all given."""

from collections.abc import Callable, Iterator
from itertools import combinations
from operator import ne

from ..automata import automaton
from ..frame import apart, blocks, columns, neighbours, ray, rows
from ..model import Constraint, House, Relation
from . import EveryDot, Meanings
from .counting import same_digits
from .rule import Board, Make, Use, relation

BOARD = Meanings()


@BOARD.means("diagonal")
def _diagonal(board: Board, use: Use) -> Iterator[Constraint]:
    size = board.frame.rows
    if size != board.frame.columns:
        raise ValueError("diagonal needs a square board")
    if use.value in (None, "\\"):
        yield House(ray(size, (0, 0), (1, 1)))
    if use.value in (None, "/"):
        yield House(ray(size, (0, size - 1), (1, -1)))


@BOARD.means("windoku")
def _windoku(board: Board, use: Use) -> Iterator[Constraint]:
    height, width = _block(board, use)
    down, across = board.frame.rows, board.frame.columns
    block = blocks(down, height, width, across)[0]
    for top in range(1, down - height, height + 1):
        for left in range(1, across - width, width + 1):
            yield House(tuple(cell + top * across + left for cell in block))


@BOARD.means("disjoint groups")
def _disjoint_groups(board: Board, use: Use) -> Iterator[Constraint]:
    height, width = _block(board, use)
    return map(House, zip(*blocks(board.frame.rows, height, width, board.frame.columns), strict=True))


def _block(board: Board, use: Use) -> tuple[int, int]:
    """Rows and columns of the board's blocks, which the rule needs."""
    if board.regions:
        first, rows, across = board.regions[0], board.frame.rows, board.frame.columns
        width = sum(1 for cell in first if cell // across == first[0] // across)
        height = len(first) // width
        fills = rows % height == 0 and across % width == 0
        if fills and board.regions == tuple(blocks(rows, height, width, across)):
            return height, width
    raise ValueError(f"{use.rule} needs a board with blocks")


@BOARD.means("argyle")
def _argyle(board: Board, use: Use) -> Iterator[Constraint]:
    if (board.frame.rows, board.frame.columns) != (9, 9):
        raise ValueError("argyle needs a board of size 9")
    for start in (1, 4):
        for row, column in ((0, start), (start, 0)):
            yield House(ray(9, (row, column), (1, 1)))
            yield House(ray(9, (row, 8 - column), (1, -1)))


# --- Pairs of cells that lie so ------------------------------------------------------------------------------------


def _moved(*moves: tuple[int, int]) -> Make:
    """Cells so many rows and columns apart hold different digits."""
    return relation(
        lambda board, use: [
            pair for down, right in moves for pair in apart(board.frame.rows, down, right, board.frame.columns)
        ],
        ne,
    )


def _without_marks(holds: Callable[[int, int], bool], *marks: str) -> Make:
    """Neighbours without one of these marks hold such digits."""

    def pairs(board: Board, use: Use) -> Iterator[tuple[int, int]]:
        marked = {tuple(sorted(use.cells)) for use in board.uses if use.rule in marks}
        every = neighbours(board.frame.rows, board.frame.columns)
        return (pair for pair in every if tuple(sorted(pair)) not in marked)

    return relation(pairs, holds)


def _are_apart(one: int, other: int) -> bool:
    return abs(one - other) != 1


def _are_in_no_ratio(one: int, other: int) -> bool:
    return one != 2 * other and other != 2 * one


BOARD.add("anti-knight", _moved((1, 2), (2, 1)))
BOARD.add("anti-king", _moved((1, 1)))
BOARD.add("non-consecutive", _without_marks(_are_apart))
BOARD.add(
    "all kropki",
    _without_marks(lambda a, b: _are_apart(a, b) and _are_in_no_ratio(a, b), "white dot", "black dot"),
    random=EveryDot("kropki", 28),
)
BOARD.add("all white dots", _without_marks(_are_apart, "white dot"))
BOARD.add("all ratios", _without_marks(_are_in_no_ratio, "black dot"))
BOARD.add("all xv", _without_marks(lambda a, b: a + b not in (5, 10), "x", "v"), random=EveryDot("xv", 24))


@BOARD.means("anti-taxicab")
def _anti_taxicab(board: Board, use: Use) -> Iterator[Constraint]:
    places = [divmod(cell, board.frame.columns) for cell in range(board.frame.cells)]
    for first, second in combinations(range(board.frame.cells), 2):
        (row, column), (to_row, to_column) = places[first], places[second]
        steps = abs(row - to_row) + abs(column - to_column)
        apart_anyway = board.frame.lines and (row == to_row or column == to_column)
        if steps in board.values and not apart_anyway:
            yield Relation(first, second, board.table_of(lambda a, b, n=steps: not a == b == n))  # type: ignore[misc]


# --- Digits in 2x2 cells, columns and regions ----------------------------------------------------------------------


@BOARD.means("global entropy")
def _global_entropy(board: Board, use: Use) -> Iterator[Constraint]:
    if board.size % 3:
        raise ValueError("global entropy needs a number of digits of three equal parts")
    return _all_kinds(board, lambda digit: (digit - board.values[0]) * 3 // board.size)


BOARD.add("global modular", lambda board, use: _all_kinds(board, lambda digit: digit % 3))


def _all_kinds(board: Board, kind: Callable[[int], int]) -> Iterator[Constraint]:
    """Any 2x2 cells hold digits of three kinds."""
    wide = board.frame.columns
    for row in range(board.frame.rows - 1):
        for cell in range(row * wide, row * wide + wide - 1):
            square = (cell, cell + 1, cell + wide, cell + wide + 1)
            yield automaton(
                board.values, square, 0, lambda seen, digit: seen | 1 << kind(digit), lambda seen: seen == 7
            )


@BOARD.means("dutch flatmates")
def _dutch_flatmates(board: Board, use: Use) -> Iterator[Constraint]:
    if not {1, 5, 9} <= set(board.values):
        raise ValueError("dutch flatmates needs a board with the digits 1, 5 and 9")

    def step(before: str, digit: int) -> str | None:
        if before == "needs 9" and digit != 9:
            return None
        return "needs 9" if digit == 5 and before != "1" else "1" if digit == 1 else "other"

    for column in columns(board.frame.rows, board.frame.columns):
        yield automaton(board.values, column, "other", step, lambda before: before != "needs 9")


@BOARD.means("same digits in regions")
def _same_digits_in_regions(board: Board, use: Use) -> Iterator[Constraint]:
    frame = board.frame
    lines = (*rows(frame.rows, frame.columns), *columns(frame.rows, frame.columns), *board.regions)
    most = max(map(len, lines))
    largest = list(dict.fromkeys(tuple(sorted(line)) for line in lines if len(line) == most))
    if most < board.size and len(largest) > 1:
        yield from same_digits(board, largest)
