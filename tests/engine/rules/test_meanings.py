"""Named rules said again in plain Python, beside the kernel: on rectangles, with digits from 0, and at 4x4."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise, product

import numpy as np
import pytest

from board_catalogue.engine import Use
from board_catalogue.engine.rules.frame import Frame, with_chaos
from board_catalogue.engine.rules.solving import solve_ruled
from board_catalogue.engine.rules.variant import Variant

FRAMES = (Frame(3, 4, 4), Frame(3, 3, 4, 0), Frame(4, 2, 5, 0))
"""3x4 with 1 to 4, 3x3 with 0 to 3, 4x2 with 0 to 4: rows and columns differ, and there are no regions."""

Board = tuple[int, ...]
"""Digits as people write them."""


@cache
def boards(frame: Frame) -> list[Board]:
    """All boards whose rows and columns have different digits."""

    def filled(sofar: Board) -> Iterator[Board]:
        if len(sofar) == frame.cells:
            yield sofar
            return
        row, column = divmod(len(sofar), frame.columns)
        seen = {*sofar[row * frame.columns :], *sofar[column :: frame.columns]}
        for digit in frame.values:
            if digit not in seen:
                yield from filled((*sofar, digit))

    return list(filled(()))


def counted(frame: Frame, use: Use) -> int:
    return int(solve_ruled(Variant(frame.digits, (), (use,), frame=frame), limit=10**6)[1][0])


def between_extremes(digits: list[int]) -> int | None:
    """The sum between the least and the greatest digit of a line of different ones."""
    if len(set(digits)) < len(digits):
        return None
    first, last = sorted((digits.index(min(digits)), digits.index(max(digits))))
    return sum(digits[first + 1 : last])


def hidden(digits: list[int]) -> int | None:
    """The first digit that is not greater than all before it."""
    return next((digit for place, digit in enumerate(digits) if digit <= max(digits[:place], default=-1)), None)


def sums_of(digits: list[int]) -> set[int]:
    return {sum(some) for count in range(1, len(digits) + 1) for some in combinations(digits, count)}


def pairs_of(clue: str) -> dict[int, int]:
    return {int(digit): int(count) for count, digit in zip(clue[::2], clue[1::2], strict=True)}


def together(frame: Frame, board: Board, digits: set[int]) -> bool:
    """Whether the cells with these digits reach each other, by spreading from one of them."""
    left = {divmod(cell, frame.columns) for cell, digit in enumerate(board) if digit in digits}
    reached = {min(left)} if left else set()
    for _ in range(frame.cells):
        reached |= {(r, c) for r, c in left if {(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)} & reached}
    return reached == left


OF_DIGITS: dict[str, tuple[object, Callable[[list[int]], bool]]] = {
    "lunchbox": (3, lambda d: between_extremes(d) == 3),
    "hidden skyscraper": (2, lambda d: hidden(d) == 2),
    "rellik cage": (4, lambda d: len(set(d)) == len(d) and 4 not in sums_of(d)),
    "contains": ((1, 2), lambda d: not Counter((1, 2)) - Counter(d)),
    "contains exactly": ((1, 3, 3), lambda d: Counter(d)[1] == 1 and Counter(d)[3] == 2),
    "look and say": ("1203", lambda d: all(Counter(d)[digit] == n for digit, n in pairs_of("1203").items())),
    "count distinct": (None, lambda d: d[0] == len(set(d[1:]))),
    "value indexing": (None, lambda d: 1 <= d[1] <= len(d) - 2 and d[d[1] + 1] == d[0]),
    "sum": ((5, *(2, -1, 1, 1)), lambda d: 2 * d[0] - d[1] + d[2] + d[3] == 5),
    "thermometer": (None, lambda d: all(a < b for a, b in pairwise(d))),
    "whispers": (2, lambda d: all(abs(a - b) >= 2 for a, b in pairwise(d))),
    "renban": (None, lambda d: len(set(d)) == len(d) and max(d) - min(d) == len(d) - 1),
    "arrow": (None, lambda d: d[0] == sum(d[1:])),
    "odd": (None, lambda d: all(digit % 2 for digit in d)),
    "modular": (None, lambda d: all(len({digit % 3 for digit in d[i : i + 3]}) == 3 for i in range(len(d) - 2))),
    "regular expression": ("[12].*3.?", lambda d: d[0] in (1, 2) and 3 in (d[-1], d[-2])),
}
"""Rules of four cells: what they take, and what they mean."""


@pytest.mark.daily(every=2)
@pytest.mark.parametrize("frame", FRAMES, ids=lambda frame: frame.name)
@pytest.mark.parametrize("name", OF_DIGITS)
def test_rules_of_some_cells(name: str, frame: Frame):
    value, means = OF_DIGITS[name]
    rng = np.random.default_rng(len(name))
    for _ in range(4):
        cells = tuple(int(cell) for cell in rng.permutation(frame.cells)[:4])
        expected = sum(means([board[cell] for cell in cells]) for board in boards(frame))
        assert counted(frame, Use(name, cells, value)) == expected, cells


@pytest.mark.parametrize("name", ["contains", "contains exactly", "look and say"])
def test_counts_of_many_digits_mean_the_same(name: str):
    """In an automaton for each digit, as these are too many for one of all."""
    wanted = (1, 1, *range(2, 10))
    value = "21" + "".join(f"1{digit}" for digit in wanted[2:]) if name == "look and say" else wanted
    frame, rng, some = Frame(3, 4, 12, lines=False), np.random.default_rng(1), 0
    variant = Variant(12, (), (Use(name, tuple(range(12)), value),), frame=frame)
    for _ in range(20):
        givens = [*rng.permutation(wanted), 0, 0]
        givens[int(rng.integers(10))] = int(rng.integers(0, 13))
        open_cells = [cell for cell, digit in enumerate(givens) if not digit]
        expected = 0
        for digits in product(range(1, 13), repeat=len(open_cells)):
            board = givens.copy()
            for cell, digit in zip(open_cells, digits, strict=True):
                board[cell] = digit
            enough = all(board.count(digit) >= wanted.count(digit) for digit in wanted)
            expected += enough and (name == "contains" or all(board.count(d) == wanted.count(d) for d in wanted))
        found = solve_ruled(variant, np.array([givens], np.uint8), limit=10_000)[1][0]
        assert found == expected
        some += expected
    assert some


def test_a_hundred_cells_hold_ten_of_each_digit():
    use = Use("contains exactly", tuple(range(100)), tuple(digit for digit in range(1, 11) for _ in range(10)))
    assert solve_ruled(replace(Variant.of(10), uses=(use,)), limit=1)[1][0] == 1


@pytest.mark.parametrize("frame", FRAMES, ids=lambda frame: frame.name)
def test_groups_hold_the_same_digits(frame: Frame):
    groups = ((0, 1), (frame.columns, frame.columns + 1))
    expected = sum(sorted(b[c] for c in groups[0]) == sorted(b[c] for c in groups[1]) for b in boards(frame))
    assert counted(frame, Use("same digits", groups=groups)) == expected > 0


@pytest.mark.daily(every=9)
@pytest.mark.parametrize("frame", FRAMES, ids=lambda frame: frame.name)
@pytest.mark.parametrize("digits", [(1,), (1, 2), (0, 1, 3), (2, 3)])
@pytest.mark.parametrize("count", [0, 3, 4])
def test_connected_digits(frame: Frame, digits: tuple[int, ...], count: int):
    if not set(digits) <= set(frame.values):
        return
    use = Use("connected", tuple(range(frame.cells)), (count, *digits))
    have = [board for board in boards(frame) if together(frame, board, set(digits))]
    assert counted(frame, use) == sum(not count or sum(d in digits for d in board) == count for board in have)


@pytest.mark.parametrize("frame", FRAMES, ids=lambda frame: frame.name)
def test_rules_of_the_whole_board(frame: Frame):
    def cells(board: Board) -> Iterator[tuple[tuple[int, int], int]]:
        yield from ((divmod(cell, frame.columns), digit) for cell, digit in enumerate(board))

    def taxicab(board: Board) -> bool:
        pairs = combinations(cells(board), 2)
        return not any(a == b == abs(r - s) + abs(c - d) for ((r, c), a), ((s, d), b) in pairs)

    def squares(board: Board) -> bool:
        wide = frame.columns
        tops = (r * wide + c for r, c in product(range(frame.rows - 1), range(wide - 1)))
        return all(len({board[t + step] % 3 for step in (0, 1, wide, wide + 1)}) == 3 for t in tops)

    assert counted(frame, Use("anti-taxicab")) == sum(map(taxicab, boards(frame)))
    assert counted(frame, Use("global modular")) == sum(map(squares, boards(frame)))


def test_five_has_a_flatmate():
    frame = Frame(3, 1, 9)
    expected = sum(
        all(b[i] != 5 or (i > 0 and b[i - 1] == 1) or (i < 2 and b[i + 1] == 9) for i in range(3))
        for b in boards(frame)
    )
    assert counted(frame, Use("dutch flatmates")) == expected


def lines_of(board: Board, size: int) -> list[Board]:
    across = [board[row * size : (row + 1) * size] for row in range(size)]
    both = [*across, *(board[column::size] for column in range(size))]
    return [*both, *(line[::-1] for line in both)]


@pytest.mark.parametrize("ties", ["only-unclued", "any", "none"])
@pytest.mark.parametrize("rank", [1, 6, 7, 16])
def test_full_rank(ties: str, rank: int):
    frame, line = Frame.square(4), (3, 2, 1, 0)

    def obeys(board: Board) -> bool:
        lines = lines_of(board, 4)
        own = tuple(board[cell] for cell in line)
        tied = lines.count(own) > 1 if ties == "only-unclued" else ties == "none" and len(set(lines)) < 16
        return sum(other < own for other in lines) == rank - 1 and not tied

    uses = (Use("full rank ties", value=ties), Use("full rank", line, rank))
    count = solve_ruled(Variant(4, (), uses, frame=frame), limit=10**6)[1][0]
    assert count == sum(map(obeys, boards(frame)))


def partitions(frame: Frame, size: int) -> list[tuple[frozenset[int], ...]]:
    """All ways to cut a grid into connected regions of so many cells."""

    def touches(cell: int, region: frozenset[int]) -> bool:
        row, column = divmod(cell, frame.columns)
        around = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        return any(0 <= c < frame.columns and r * frame.columns + c in region for r, c in around)

    def grown(region: frozenset[int], free: frozenset[int]) -> set[frozenset[int]]:
        if len(region) == size:
            return {region}
        return set().union(*(grown(region | {cell}, free - {cell}) for cell in free if touches(cell, region)))

    def cut(free: frozenset[int]) -> Iterator[tuple[frozenset[int], ...]]:
        if not free:
            yield ()
            return
        first = min(free)
        for region in grown(frozenset((first,)), free - {first}):
            yield from ((region, *rest) for rest in cut(free - region))

    return list(cut(frozenset(range(frame.cells))))


@pytest.mark.parametrize(("frame", "size"), [(Frame(2, 4, 4), 4), (Frame(3, 3, 3), 3), (Frame(2, 3, 4, 0), 3)])
def test_chaos_construction(frame: Frame, size: int):
    cuts = partitions(frame, size)
    expected = [
        (board, regions)
        for board in boards(frame)
        for regions in cuts
        if all(len({board[cell] for cell in region}) == size for region in regions)
    ]
    framed = with_chaos(frame)
    variant = Variant(frame.digits, (), (Use("chaos construction", value=size),), frame=framed)
    assert solve_ruled(variant, limit=10**6)[1][0] == len(expected) > 0
    region_of = [{cell: region for region in regions for cell in region} for _, regions in expected]
    count = Use("chaos count", (1,), 0, ((frame.cells + 1, frame.cells, frame.cells + 2),))
    seen = sum(
        board[1] == sum(cell in where[1] for cell in (0, 1, 2))
        for (board, _), where in zip(expected, region_of, strict=True)
    )
    assert solve_ruled(variant.with_uses((*variant.uses, count)), limit=10**6)[1][0] == seen
    arrow = Use("chaos arrow", (0,), 1, (tuple(range(frame.cells, frame.cells + frame.columns)),))

    def run(where: dict[int, frozenset[int]]) -> int:
        return next((c for c in range(frame.columns) if c not in where[0]), frame.columns) - 1

    ran = sum(board[0] == run(where) for (board, _), where in zip(expected, region_of, strict=True))
    assert solve_ruled(variant.with_uses((*variant.uses, arrow)), limit=10**6)[1][0] == ran
