"""Named rules of the whole board: more houses, moves of chess pieces, marks that are all given."""

from collections.abc import Callable, Iterator
from itertools import combinations

from ..automata import automaton
from ..frame import Frame, apart, blocks, columns, neighbours, ray, rows
from ..model import Constraint, House, Relation
from . import fields, figures, pads, values, words
from .counts import same_digits
from .figures import Mark
from .row import EveryDot, Table, Technique
from .rule import Board, Use, relations

BOARD_RULES = Table("board")
"""The rules of this kind by their names."""


_SIGNS = {"/": 1, "\\": -1}


def _write_diagonals(use: Use, frame: Frame) -> str:
    return "".join(words.said("Diagonal", by) for sign, by in _SIGNS.items() if use.value in (None, sign))


def _read_diagonal(rule: str, parts: words.Parts, names: words.Names) -> list[Use]:
    words.no_more("Diagonal", parts[1:])
    by = words.integer_in("Diagonal", parts[0])
    found = [Use(rule, value=sign) for sign, each in _SIGNS.items() if each == by]
    if not found:
        raise ValueError(f"Diagonal~{words.shortened(parts[0])} is not known: 1 rises, -1 falls")
    return found


def _both_diagonals(spot: figures.Spot) -> Iterator[figures.Figure]:
    size = spot.columns
    for drawn, ends in (("\\", [(0, 0), (size, size)]), ("/", [(size, 0), (0, size)])):
        if spot.use.value in (None, drawn):
            yield figures.path(ends, figures.BLUE, 2)


@BOARD_RULES.rule(
    "diagonal",
    "Each marked diagonal holds different digits.",
    "[/ or \\]",
    f_puzzles=fields.diagonals(),
    text=(words.Word("Diagonal", _write_diagonals, _read_diagonal),),
    house="diagonal",
    mark=Mark(_both_diagonals),
    takes=values.WORD,
    sudokupad=pads.said("Digits cannot repeat along a marked diagonal.", pads.diagonals),
)
def _diagonal(board: Board, use: Use) -> Iterator[Constraint]:
    size = board.frame.rows
    if size != board.frame.columns:
        raise ValueError("diagonal needs a square board")
    if use.value in (None, "\\"):
        yield House(ray(size, (0, 0), (1, 1)))
    if use.value in (None, "/"):
        yield House(ray(size, (0, size - 1), (1, -1)))


@BOARD_RULES.rule(
    "windoku",
    "Each shaded block inside the board holds different digits.",
    house="window",
    text=words.bare("Windoku"),
    mark=Mark(figures.shaded_houses),
)
def _windoku(board: Board, use: Use) -> Iterator[Constraint]:
    height, width = _block(board, use)
    down, across = board.frame.rows, board.frame.columns
    for top in range(1, down - height, height + 1):
        for left in range(1, across - width, width + 1):
            block = blocks(down, height, width, across)[0]
            yield House(tuple(cell + top * across + left for cell in block))


@BOARD_RULES.rule(
    "disjoint groups",
    "Cells at the same place of their blocks hold different digits.",
    house="group",
    f_puzzles=fields.switch("disjointgroups"),
    text=words.bare("DisjointSets"),
    sudokupad=pads.said("Cells at the same position in each box cannot contain the same digit."),
)
def _disjoint_groups(board: Board, use: Use) -> Iterator[Constraint]:
    height, width = _block(board, use)
    for group in zip(*blocks(board.frame.rows, height, width, board.frame.columns), strict=True):
        yield House(group)


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


@BOARD_RULES.rule(
    "argyle",
    "Each marked diagonal, beside the middle or across a corner, holds different digits.",
    house="argyle",
    mark=Mark(figures.thin_lines),
)
def _argyle(board: Board, use: Use) -> Iterator[Constraint]:
    if (board.frame.rows, board.frame.columns) != (9, 9):
        raise ValueError("argyle needs a board of size 9")
    for start in (1, 4):
        for row, column in ((0, start), (start, 0)):
            yield House(ray(9, (row, column), (1, 1)))
            yield House(ray(9, (row, 8 - column), (1, -1)))


@BOARD_RULES.rule(
    "anti-knight",
    "Cells a knight's move apart hold different digits.",
    f_puzzles=fields.switch("antiknight"),
    text=words.bare("AntiKnight"),
    sudokupad=pads.said("Cells a knight's move apart cannot contain the same digit.", switch="antiknight"),
)
def _anti_knight(board: Board, use: Use) -> Iterator[Constraint]:
    rows, columns = board.frame.rows, board.frame.columns
    pairs = [*apart(rows, 1, 2, columns), *apart(rows, 2, 1, columns)]
    yield from relations(board, pairs, lambda a, b: a != b)


@BOARD_RULES.rule(
    "anti-king",
    "Cells that touch at a corner hold different digits.",
    f_puzzles=fields.switch("antiking"),
    text=words.bare("AntiKing"),
    sudokupad=pads.said("Cells a king's move apart cannot contain the same digit.", switch="antiking"),
)
def _anti_king(board: Board, use: Use) -> Iterator[Constraint]:
    yield from relations(board, list(apart(board.frame.rows, 1, 1, board.frame.columns)), lambda a, b: a != b)


@BOARD_RULES.rule(
    "non-consecutive",
    "Cells that share an edge never hold consecutive digits.",
    technique=Technique(38, "non-consecutive", 20, "non-consecutive", 0),
    f_puzzles=fields.all_given(apart=True),
    text=words.bare("AntiConsecutive"),
    sudokupad=pads.said("Orthogonally adjacent cells cannot contain consecutive digits."),
)
def _non_consecutive(board: Board, use: Use) -> Iterator[Constraint]:
    yield from relations(board, _edges(board), lambda a, b: abs(a - b) != 1)


def _edges(board: Board) -> list[tuple[int, int]]:
    return list(neighbours(board.frame.rows, board.frame.columns))


def _unmarked(board: Board, *rules: str) -> list[tuple[int, int]]:
    marked = {tuple(sorted(use.cells)) for use in board.uses if use.rule in rules}
    return [pair for pair in _edges(board) if tuple(sorted(pair)) not in marked]


@BOARD_RULES.rule(
    "all kropki",
    "All dots are given: no other neighbours are consecutive or in the ratio 1:2.",
    technique=Technique(39, "no-dot", 20, "no dot", 0),
    f_puzzles=fields.all_given("ratio", apart=True),
    text=words.bare("StrictKropki"),
    sudokupad=pads.said(
        "White dots separate consecutive digits. Black dots separate digits in a 1:2 ratio. All white and black "
        "dots are given."
    ),
    random=EveryDot("kropki", 28),
)
def _all_kropki(board: Board, use: Use) -> Iterator[Constraint]:
    pairs = _unmarked(board, "white dot", "black dot")
    yield from relations(board, pairs, lambda a, b: abs(a - b) != 1 and a != 2 * b and b != 2 * a)


@BOARD_RULES.rule(
    "all white dots",
    "All white dots are given: no other neighbours are consecutive.",
    technique=Technique(40, "no-white-dot", 20, "no white dot", 0),
    f_puzzles=fields.all_given(apart=True),
    text=words.bare("AllWhiteDots", own=True),
    sudokupad=pads.said("White dots separate consecutive digits. All white dots are given."),
)
def _all_white_dots(board: Board, use: Use) -> Iterator[Constraint]:
    yield from relations(board, _unmarked(board, "white dot"), lambda a, b: abs(a - b) != 1)


@BOARD_RULES.rule(
    "all ratios",
    "All black dots are given: no other neighbours are in the ratio 1:2.",
    technique=Technique(41, "no-black-dot", 20, "no black dot", 0),
    f_puzzles=fields.all_given("ratio"),
    text=words.bare("AllRatios", own=True),
    sudokupad=pads.said("Black dots separate digits in a 1:2 ratio. All black dots are given."),
)
def _all_ratios(board: Board, use: Use) -> Iterator[Constraint]:
    yield from relations(board, _unmarked(board, "black dot"), lambda a, b: a != 2 * b and b != 2 * a)


@BOARD_RULES.rule(
    "all xv",
    "All X and V are given: no other neighbours add up to 10 or 5.",
    technique=Technique(42, "no-x-or-v", 20, "no x or v", 0),
    f_puzzles=fields.all_given("xv"),
    text=words.bare("StrictXV"),
    sudokupad=pads.said(
        "Digits separated by an X sum to 10. Digits separated by a V sum to 5. All Xs and Vs are given."
    ),
    random=EveryDot("xv", 24),
)
def _all_xv(board: Board, use: Use) -> Iterator[Constraint]:
    yield from relations(board, _unmarked(board, "x", "v"), lambda a, b: a + b not in (5, 10))


@BOARD_RULES.rule(
    "anti-taxicab",
    "Two cells with the digit X are never X steps apart, up, down, left or right.",
    names_digits=True,
    text=words.bare("AntiTaxicab"),
    sudokupad=pads.said("Anti-taxicab: two cells with the digit X cannot be X steps apart, counted orthogonally."),
)
def _anti_taxicab(board: Board, use: Use) -> Iterator[Constraint]:
    places = [divmod(cell, board.frame.columns) for cell in range(board.frame.cells)]
    for first, second in combinations(range(board.frame.cells), 2):
        (row, column), (to_row, to_column) = places[first], places[second]
        steps = abs(row - to_row) + abs(column - to_column)
        apart_anyway = board.frame.lines and (row == to_row or column == to_column)
        if steps in board.values and not apart_anyway:
            yield Relation(first, second, board.table_of(lambda a, b, n=steps: not a == b == n))  # type: ignore[misc]


@BOARD_RULES.rule(
    "global entropy",
    "Any 2x2 cells hold a low, a middle and a high digit.",
    names_digits=True,
    text=words.bare("GlobalEntropy"),
    sudokupad=pads.said("Every 2x2 area contains a low (123), a medium (456) and a high (789) digit."),
)
def _global_entropy(board: Board, use: Use) -> Iterator[Constraint]:
    if board.size % 3:
        raise ValueError("global entropy needs a number of digits of three equal parts")
    yield from _all_kinds(board, lambda digit: (digit - board.values[0]) * 3 // board.size)


@BOARD_RULES.rule(
    "global modular",
    "Any 2x2 cells hold digits of each remainder divided by 3.",
    names_digits=True,
    text=words.bare("GlobalMod"),
    sudokupad=pads.said("Every 2x2 area contains digits with each remainder when divided by 3."),
)
def _global_modular(board: Board, use: Use) -> Iterator[Constraint]:
    yield from _all_kinds(board, lambda digit: digit % 3)


def _all_kinds(board: Board, kind: Callable[[int], int]) -> Iterator[Constraint]:
    """Any 2x2 cells hold digits of three kinds."""

    def step(seen: object, digit: int) -> object:
        return int(str(seen)) | 1 << kind(digit)

    wide = board.frame.columns
    for row in range(board.frame.rows - 1):
        for cell in range(row * wide, row * wide + wide - 1):
            square = (cell, cell + 1, cell + wide, cell + wide + 1)
            yield automaton(board.values, square, 0, step, lambda seen: seen == 7)


@BOARD_RULES.rule(
    "dutch flatmates",
    "Each 5 has a 1 right above it or a 9 right below it.",
    names_digits=True,
    text=words.bare("DutchFlatmates"),
    sudokupad=pads.said("Every 5 must have a 1 directly above it or a 9 directly below it."),
)
def _dutch_flatmates(board: Board, use: Use) -> Iterator[Constraint]:
    if not {1, 5, 9} <= set(board.values):
        raise ValueError("dutch flatmates needs a board with the digits 1, 5 and 9")

    def step(before: object, digit: int) -> object:
        if before == "needs 9" and digit != 9:
            return None
        return "needs 9" if digit == 5 and before != "1" else "1" if digit == 1 else "other"

    for column in columns(board.frame.rows, board.frame.columns):
        yield automaton(board.values, column, "other", step, lambda before: before != "needs 9")


@BOARD_RULES.rule(
    "same digits in regions",
    "All rows, columns and regions with the most cells hold the same digits.",
    names_digits=True,
    text=words.bare("RegionSameValues"),
    where="frame",
)
def _same_digits_in_regions(board: Board, use: Use) -> Iterator[Constraint]:
    frame = board.frame
    lines = (*rows(frame.rows, frame.columns), *columns(frame.rows, frame.columns), *board.regions)
    most = max(map(len, lines))
    largest = list(dict.fromkeys(tuple(sorted(line)) for line in lines if len(line) == most))
    if most < board.size and len(largest) > 1:
        yield from same_digits(board, largest)
