"""Named rules of the whole board: more houses, moves of chess pieces, marks that are all given."""

from collections.abc import Iterator

from board_catalogue.engine.rules.geometry import apart, blocks, neighbours, ray
from board_catalogue.engine.rules.model import Constraint, House
from board_catalogue.engine.rules.named.rule import Board, Table, Use, relations

RULES = Table()
"""The rules of this kind by their names."""


@RULES.rule("diagonal", "board", "Each marked diagonal holds different digits.", "[/ or \\]")
def _diagonal(board: Board, use: Use) -> Iterator[Constraint]:
    if use.value in (None, "\\"):
        yield House(ray(board.size, 0, 0, 1, 1))
    if use.value in (None, "/"):
        yield House(ray(board.size, 0, board.size - 1, 1, -1))


@RULES.rule("windoku", "board", "Each shaded block inside the board holds different digits.")
def _windoku(board: Board, use: Use) -> Iterator[Constraint]:
    height, width = _block(board, use)
    for top in range(1, board.size - height, height + 1):
        for left in range(1, board.size - width, width + 1):
            block = blocks(board.size, height, width)[0]
            yield House(tuple(cell + top * board.size + left for cell in block))


@RULES.rule("disjoint groups", "board", "Cells at the same place of their blocks hold different digits.")
def _disjoint_groups(board: Board, use: Use) -> Iterator[Constraint]:
    height, width = _block(board, use)
    for group in zip(*blocks(board.size, height, width), strict=True):
        yield House(group)


def _block(board: Board, use: Use) -> tuple[int, int]:
    """Rows and columns of the board's blocks, which the rule needs."""
    if board.regions:
        first = board.regions[0]
        width = sum(1 for cell in first if cell // board.size == first[0] // board.size)
        height = board.size // width
        if width * height == board.size and board.regions == tuple(blocks(board.size, height, width)):
            return height, width
    raise ValueError(f"{use.rule} needs a board with blocks")


@RULES.rule("argyle", "board", "Each marked diagonal, beside the middle or across a corner, holds different digits.")
def _argyle(board: Board, use: Use) -> Iterator[Constraint]:
    if board.size != 9:
        raise ValueError("argyle needs a board of size 9")
    for start in (1, 4):
        for row, column in ((0, start), (start, 0)):
            yield House(ray(9, row, column, 1, 1))
            yield House(ray(9, row, 8 - column, 1, -1))


@RULES.rule("anti-knight", "board", "Cells a knight's move apart hold different digits.")
def _anti_knight(board: Board, use: Use) -> Iterator[Constraint]:
    pairs = [*apart(board.size, 1, 2), *apart(board.size, 2, 1)]
    yield from relations(board, pairs, lambda a, b: a != b)


@RULES.rule("anti-king", "board", "Cells that touch at a corner hold different digits.")
def _anti_king(board: Board, use: Use) -> Iterator[Constraint]:
    yield from relations(board, list(apart(board.size, 1, 1)), lambda a, b: a != b)


@RULES.rule("non-consecutive", "board", "Cells that share an edge never hold consecutive digits.")
def _non_consecutive(board: Board, use: Use) -> Iterator[Constraint]:
    yield from relations(board, list(neighbours(board.size)), lambda a, b: abs(a - b) != 1)


def _unmarked(board: Board, *rules: str) -> list[tuple[int, int]]:
    marked = {tuple(sorted(use.cells)) for use in board.uses if use.rule in rules}
    return [pair for pair in neighbours(board.size) if tuple(sorted(pair)) not in marked]


@RULES.rule("all kropki", "board", "All dots are given: no other neighbours are consecutive or in the ratio 1:2.")
def _all_kropki(board: Board, use: Use) -> Iterator[Constraint]:
    pairs = _unmarked(board, "white dot", "black dot")
    yield from relations(board, pairs, lambda a, b: abs(a - b) != 1 and a != 2 * b and b != 2 * a)


@RULES.rule("all white dots", "board", "All white dots are given: no other neighbours are consecutive.")
def _all_white_dots(board: Board, use: Use) -> Iterator[Constraint]:
    yield from relations(board, _unmarked(board, "white dot"), lambda a, b: abs(a - b) != 1)


@RULES.rule("all ratios", "board", "All black dots are given: no other neighbours are in the ratio 1:2.")
def _all_ratios(board: Board, use: Use) -> Iterator[Constraint]:
    yield from relations(board, _unmarked(board, "black dot"), lambda a, b: a != 2 * b and b != 2 * a)


@RULES.rule("all xv", "board", "All X and V are given: no other neighbours add up to 10 or 5.")
def _all_xv(board: Board, use: Use) -> Iterator[Constraint]:
    yield from relations(board, _unmarked(board, "x", "v"), lambda a, b: a + b not in (5, 10))
