"""Meanings of rules that count: clues beside the board, digits that some cells hold, cells that point along a line."""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, combinations, pairwise

from ..automata import automaton
from ..frame import Cells, columns, ray, rows
from ..model import AnyOf, Automaton, CannotHold, Constraint, House, Mask, Relation
from . import Clue, Meanings, Values
from .cells import digits_of
from .rule import Board, Make, Use, number_of

COUNTING = Meanings()


def _digit_of(board: Board, use: Use) -> int:
    if number_of(use) not in board.values:
        raise CannotHold(f"{use.rule} {use.value}: digits go from {board.values[0]} to {board.values[-1]}")
    return number_of(use)


# --- Cells that point along a line --------------------------------------------------------------------------------


def _indexing(line_of: Callable[[Board, int], tuple[Sequence[int], int]]) -> Make:
    """Each cell points along a line to the place of a digit."""
    return lambda board, use: (one for cell in use.cells for one in _indexes(board, cell, *line_of(board, cell)))


def _row_of(board: Board, cell: int) -> tuple[range, int]:
    wide = board.frame.columns
    row, column = divmod(cell, wide)
    return range(row * wide, row * wide + wide), column + 1


def _column_of(board: Board, cell: int) -> tuple[range, int]:
    row, column = divmod(cell, board.frame.columns)
    return range(column, board.frame.cells, board.frame.columns), row + 1


def _region_of(board: Board, cell: int) -> tuple[Cells, int]:
    region = next((region for region in board.regions if cell in region), None)
    if region is None:
        raise ValueError("indexing box needs a board with regions")
    return region, region.index(cell) + 1


COUNTING.add("indexing column", _indexing(_row_of))
COUNTING.add("indexing row", _indexing(_column_of))
COUNTING.add("indexing box", _indexing(_region_of))


def _lines(size: int) -> list[Cells]:
    return [*rows(size), *columns(size)]


def _from_all_sides(size: int) -> list[Cells]:
    return [way for line in _lines(size) for way in (line, line[::-1])]


def _diagonals(size: int) -> list[Cells]:
    """The diagonals of three cells or more but the longest, each from one end of it."""
    starts = {(row, column) for at in range(size) for row, column in ((0, at), (at, 0), (at, size - 1))}
    rays = [ray(size, start, (1, step)) for start in sorted(starts) for step in (1, -1)]
    return [line for line in rays if 2 < len(line) < size - 2]


COUNTING.add(
    "numbered room",
    lambda board, use: _indexes(board, use.cells[0], use.cells, _digit_of(board, use)),
    random=Clue(14, lambda values: values[values[0] - 1], _from_all_sides),
)


def _indexes(board: Board, pointer: int, line: Sequence[int], digit: int) -> Iterator[Constraint]:
    """Where the pointer holds n, cell n of the line, a row or column, holds the digit."""
    if pointer not in line or len(line) > board.size:
        raise ValueError("a cell points along a line that it is not in")
    places = range(1, len(line) + 1)
    yield Mask(pointer, board.set_of(places))
    whole = len(line) == board.size  # then no other cell of the line has the digit
    for place, cell in enumerate(line, 1):
        if cell == pointer:  # it points to itself: then it holds both its own place and the digit
            if place != digit:
                yield Mask(pointer, board.set_of(other for other in places if other != place))
            continue
        yield Relation(
            pointer,
            cell,
            board.table_of(lambda n, d, p=place: (d == digit) if n == p else not (whole and d == digit)),  # type: ignore[misc]
        )


@COUNTING.means("value indexing")
def _value_indexing(board: Board, use: Use) -> Iterator[Constraint]:
    first, second, *line = use.cells
    if not line:
        raise ValueError("value indexing has a line of two cells")
    for place, cell in enumerate(line, 1):

        def step(before: tuple[int, ...], digit: int, n: int = place) -> tuple[int, ...] | None:
            if len(before) < 2:
                return (*before, digit)
            return (0,) * 3 if before[1] != n or before[0] == digit else None

        yield automaton(board.values, (first, second, cell), (), step, lambda read: len(read) == 3)
    yield Mask(second, board.set_of(range(1, len(line) + 1)))


# --- Clues beside the board ---------------------------------------------------------------------------------------


COUNTING.add(
    "little killer",
    lambda board, use: [board.total(use.cells, (), number_of(use))],
    random=Clue(8, sum, _diagonals),
)


@COUNTING.means("lunchbox")
def _lunchbox(board: Board, use: Use) -> Iterator[Constraint]:
    yield House(use.cells)
    yield from _sandwich(board, use)


def _sum_between(values: Values) -> int:
    first, last = sorted((values.index(1), values.index(len(values))))
    return sum(values[first + 1 : last])


@COUNTING.means("sandwich", random=Clue(10, _sum_between, _lines))
def _sandwich(board: Board, use: Use) -> Iterator[Constraint]:
    line, total, inner = use.cells, number_of(use), board.values[1:-1]
    least, greatest = board.values[0], board.values[-1]
    if not 0 <= total <= sum(inner):
        raise CannotHold(f"{use.rule} {total}: sums go from 0 to {sum(inner)}")
    if len(line) < board.size:
        yield from _between_extremes(board, line, total)
        return
    ends, others = board.set_of((least, greatest)), board.set_of(inner)
    ways: list[tuple[Constraint, ...]] = []
    for first, last in combinations(range(len(line)), 2):
        between = line[first + 1 : last]
        count = len(between)
        if count > len(inner) or not sum(inner[:count]) <= total <= sum(inner[len(inner) - count :]):
            continue
        masks = [Mask(cell, ends if place in (first, last) else others) for place, cell in enumerate(line)]
        ways.append((*masks, *([board.total(between, (), total)] if between else ())))
    if not ways:
        raise CannotHold(f"{use.rule} {total} is impossible on a line of {len(line)} cells")
    yield AnyOf(tuple(ways))


def _between_extremes(board: Board, line: Cells, total: int) -> Iterator[Constraint]:
    """The same for a line that lacks some digits: any two may be the least and the greatest."""
    yield House(line)
    rises = board.table_of(lambda a, b: a < b)
    ways: list[tuple[Constraint, ...]] = []
    for first, last in combinations(range(len(line)), 2):
        between = line[first + 1 : last]
        if not between and total:
            continue
        for low, high in ((line[first], line[last]), (line[last], line[first])):
            others = [cell for cell in line if cell not in (low, high)]
            order = [Relation(low, cell, rises) for cell in (*others, high)]
            order += [Relation(cell, high, rises) for cell in others]
            ways.append((*order, *([board.total(between, (), total)] if between else ())))
    yield AnyOf(tuple(ways))


@COUNTING.means("x-sum", random=Clue(10, lambda values: sum(values[: values[0]]), _from_all_sides))
def _x_sum(board: Board, use: Use) -> Iterator[Constraint]:
    line, total = use.cells, number_of(use)
    least, greatest = board.values[0], board.values[-1]
    ways: list[tuple[Constraint, ...]] = []
    for x in range(1, len(line) + 1):
        first, rest = Mask(line[0], board.set_of((x,))), total - x
        if x not in board.values:
            continue
        if x == 1 and rest == 0:
            ways.append((first,))
        elif x > 1 and (x - 1) * least <= rest <= (x - 1) * greatest:
            ways.append((first, board.total(line[1:x], (), rest)))
    if not ways:
        raise CannotHold(f"x-sum {total} is impossible on a line of {len(line)} cells")
    yield AnyOf(tuple(ways))


@COUNTING.means("skyscraper", random=Clue(14, lambda values: len(set(accumulate(values, max))), _from_all_sides))
def _skyscraper(board: Board, use: Use) -> Iterator[Constraint]:
    line, number, size = use.cells, number_of(use), board.values[-1]  # 0 is not seen
    all_differ = len(line) == board.size and board.values[0] == 1
    if not 1 <= number <= min(size, len(line)):
        raise CannotHold(f"skyscraper {number}: numbers go from 1 to {min(size, len(line))}")

    def step(state: tuple[int, int, int], digit: int) -> tuple[int, int, int] | None:
        read, greatest, seen = state
        if digit > greatest:
            greatest, seen = digit, seen + 1
        read += 1
        # Each that is seen later is greater; if all differ, so many digits are not greater than the greatest.
        if seen > number or seen + size - greatest < number or (all_differ and greatest < read):
            return None
        return read if all_differ else 0, greatest, seen

    yield automaton(board.values, line, (0, 0, 0), step, lambda state: state[2] == number)


@COUNTING.means("hidden skyscraper")
def _hidden_skyscraper(board: Board, use: Use) -> Iterator[Constraint]:
    wanted, found = _digit_of(board, use), board.values[-1] + 1

    def step(greatest: int, digit: int) -> int | None:
        if digit > greatest or greatest == found:
            return max(greatest, digit)
        return found if digit == wanted else None

    yield automaton(board.values, use.cells, -1, step, lambda greatest: greatest == found)


# --- How often cells hold digits ----------------------------------------------------------------------------------


def _contains(*, exactly: bool) -> Make:
    return lambda board, use: _counted(board, use.cells, Counter(digits_of(board, use)), exactly=exactly)


COUNTING.add("contains", _contains(exactly=False))
COUNTING.add("contains exactly", _contains(exactly=True))


@COUNTING.means("look and say")
def _look_and_say(board: Board, use: Use) -> Iterator[Constraint]:
    clue = str(use.value)
    if not clue.isascii() or not clue.isdecimal() or len(clue) % 2:
        raise ValueError(f"look and say has {clue[:20]!r} where pairs of a number and a digit are needed")
    wanted: dict[int, int] = {}
    for count, digit in zip(clue[::2], clue[1::2], strict=True):
        if wanted.setdefault(int(digit), int(count)) != int(count):
            raise CannotHold(f"look and say {clue[:20]} counts {digit} twice")
        if int(digit) not in board.values and int(count):
            raise CannotHold(f"look and say {clue[:20]}: digits go from {board.values[0]} to {board.values[-1]}")
    yield from _counted(board, use.cells, Counter(wanted), exactly=True)


_MOST_COUNTS = 512


def _counted(board: Board, cells: Cells, wanted: Counter[int], *, exactly: bool) -> Iterator[Automaton]:
    """Yield the automaton of what is still wanted of each digit; of many digits one for each, which infers less."""
    if sum(wanted.values()) > len(cells):
        raise CannotHold(f"{sum(wanted.values())} digits in {len(cells)} cells")
    if math.prod(count + 1 for count in wanted.values()) > _MOST_COUNTS and len(wanted) > 1:
        for digit, count in wanted.items():
            yield from _counted(board, cells, Counter({digit: count}), exactly=exactly)
        return
    digits = tuple(wanted)

    def step(left: tuple[int, ...], digit: int) -> tuple[int, ...] | None:
        if digit not in wanted:
            return left
        place = digits.index(digit)
        if exactly and not left[place]:
            return None
        return (*left[:place], max(left[place] - 1, 0), *left[place + 1 :])

    yield automaton(board.values, cells, tuple(wanted.values()), step, lambda left: not any(left))


@COUNTING.means("count distinct")
def _count_distinct(board: Board, use: Use) -> Iterator[Constraint]:
    if len(use.cells) < 2:
        raise ValueError("count distinct has one cell")
    count = len(use.cells) - 1

    def step(state: tuple[int, int], digit: int) -> tuple[int, int]:
        seen, read = state
        if read == count:
            return (int(seen == digit), count + 1)
        seen = seen | 1 << digit
        return (seen.bit_count(), count) if read + 1 == count else (seen, read + 1)

    yield automaton(board.values, (*use.cells[1:], use.cells[0]), (0, 0), step, lambda state: state == (1, count + 1))


@COUNTING.means("same digits")
def _same_digits(board: Board, use: Use) -> Iterator[Constraint]:
    if len({len(group) for group in use.groups}) > 1:
        raise ValueError("same digits has groups of different numbers of cells")
    return same_digits(board, use.groups)


def same_digits(board: Board, groups: Sequence[Cells]) -> Iterator[Constraint]:
    """Yield: groups hold the same digits, each as often. Pairs of groups of one cell are relations."""
    for first, second in pairwise(groups):
        repeats = len(set(first)) < len(first) or len(set(second)) < len(second)
        common = set() if repeats else set(first) & set(second)
        one, other = ([cell for cell in cells if cell not in common] for cells in (first, second))
        if len(one) == 1:
            yield Relation(one[0], other[0], board.table_of(lambda a, b: a == b))
        elif one:
            yield board.total(one, other)
            yield from (_as_often(board, one, other, digit) for digit in board.values)


def _as_often(board: Board, one: Sequence[int], other: Sequence[int], wanted: int) -> Automaton:
    """The automaton that reads one group, then the other, and compares how often they hold a digit."""
    half = len(one)

    def step(state: tuple[int, int], digit: int) -> tuple[int, int] | None:
        read, seen = state
        seen += (digit == wanted) * (1 if read < half else -1)
        return None if seen < 0 else (read + 1, seen)

    return automaton(board.values, (*one, *other), (0, 0), step, lambda state: state[1] == 0)


@COUNTING.means("rellik cage")
def _rellik_cage(board: Board, use: Use) -> Iterator[Constraint]:
    banned = number_of(use)
    if banned < 1:
        raise ValueError(f"rellik cage has {banned}: it takes a number from 1 on")
    reach = (1 << (banned + 1)) - 1

    def step(sums: int, digit: int) -> int | None:
        after = (sums | sums << digit) & reach
        return None if after >> banned & 1 else after

    yield House(use.cells)
    yield automaton(board.values, use.cells, 1, step, lambda sums: True)


@COUNTING.means("equality cage")
def _equality_cage(board: Board, use: Use) -> Iterator[Constraint]:
    half = board.size // 2
    low, high = board.values[:half], board.values[board.size - half :]

    def step(state: tuple[int, int], digit: int) -> tuple[int, int] | None:
        odd, lows = state
        if digit not in low and digit not in high:
            return None
        return odd + (1 if digit % 2 else -1), lows + (1 if digit in low else -1)

    yield House(use.cells)
    yield automaton(board.values, use.cells, (0, 0), step, lambda state: state == (0, 0))
