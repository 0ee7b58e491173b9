"""What clues beside the board say of the line that they see, and cells that point to a place in a line."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from board_catalogue.engine.rules.automata import automaton
from board_catalogue.engine.rules.geometry import Cells, bits, related
from board_catalogue.engine.rules.model import AnyOf, Constraint, Mask, Relation, Sum
from board_catalogue.engine.rules.named.rule import Board, Table, Use, number_of, total

RULES = Table()
"""The rules of this kind by their names."""


@RULES.rule("indexing column", "cells", "Digit D in column C means that digit C of that row is in column D.")
def _indexing_column(board: Board, use: Use) -> Iterator[Constraint]:
    for cell in use.cells:
        row = cell // board.size * board.size
        yield from _indexes(board.size, cell, range(row, row + board.size), cell % board.size + 1)


@RULES.rule("indexing row", "cells", "Digit D in row R means that digit R of that column is in row D.")
def _indexing_row(board: Board, use: Use) -> Iterator[Constraint]:
    for cell in use.cells:
        column = range(cell % board.size, board.size**2, board.size)
        yield from _indexes(board.size, cell, column, cell // board.size + 1)


@RULES.rule("indexing box", "cells", "Digit D in place P of its region means that digit P is in place D there.")
def _indexing_box(board: Board, use: Use) -> Iterator[Constraint]:
    for cell in use.cells:
        region = next((region for region in board.regions if cell in region), None)
        if region is None:
            raise ValueError("indexing box needs a board with regions")
        yield from _indexes(board.size, cell, region, region.index(cell) + 1)


@RULES.rule("little killer", "cells", "The digits along the arrow add up to its number.", "sum")
def _little_killer(board: Board, use: Use) -> Iterator[Constraint]:
    yield total(use.cells, (), number_of(use))


@RULES.rule("sandwich", "outside", "The digits between 1 and the greatest one add up to the number.", "sum")
def _sandwich(board: Board, use: Use) -> Iterator[Constraint]:
    yield from _sandwiched(board.size, use.cells, number_of(use))


@RULES.rule("x-sum", "outside", "The first X digits add up to the number, where X is the first one.", "sum")
def _x_sum(board: Board, use: Use) -> Iterator[Constraint]:
    yield _first_x(board.size, use.cells, number_of(use))


@RULES.rule("skyscraper", "outside", "The number counts the digits that are greater than all before them.", "number")
def _skyscraper(board: Board, use: Use) -> Iterator[Constraint]:
    yield _seen(board.size, use.cells, number_of(use))


@RULES.rule("numbered room", "outside", "The number is in cell N of the line, where N is its first digit.", "digit")
def _numbered_room(board: Board, use: Use) -> Iterator[Constraint]:
    if not 1 <= number_of(use) <= board.size:
        raise ValueError(f"numbered room {use.value}: digits go from 1 to {board.size}")
    yield from _indexes(board.size, use.cells[0], use.cells, number_of(use))


def _indexes(size: int, pointer: int, line: Sequence[int], digit: int) -> Iterator[Constraint]:
    """Where the pointer holds n, cell n of the line, a row or column, holds the digit."""
    if pointer not in line or len(line) > size:
        raise ValueError("a cell points along a line that it is not in")
    yield Mask(pointer, bits(range(1, len(line) + 1)))
    whole = len(line) == size  # then no other cell of the line has the digit
    for place, cell in enumerate(line, 1):
        if cell == pointer:  # it points to itself: then it holds both its own place and the digit
            if place != digit:
                yield Mask(pointer, bits(range(1, size + 1)) & ~(1 << (place - 1)))
            continue
        yield Relation(
            pointer,
            cell,
            related(size, lambda n, d, p=place: (d == digit) if n == p else not (whole and d == digit)),  # type: ignore[misc]
        )


def _sandwiched(size: int, line: Cells, total: int) -> Iterator[Constraint]:
    """The digits between 1 and the greatest one add up to the total, wherever these two stand."""
    most = size * (size + 1) // 2 - size - 1
    if not 0 <= total <= most:
        raise ValueError(f"sandwich {total}: sums go from 0 to {most}")
    inner = range(2, size)
    ends, others = bits((1, size)), bits(inner)
    ways: list[tuple[Constraint, ...]] = []
    for first, last in combinations(range(len(line)), 2):
        between = line[first + 1 : last]
        count = len(between)
        if count > len(inner) or not sum(inner[:count]) <= total <= sum(inner[len(inner) - count :]):
            continue
        masks = [Mask(cell, ends if place in (first, last) else others) for place, cell in enumerate(line)]
        ways.append((*masks, *([Sum(between, (1,) * count, total)] if between else ())))
    if not ways:
        raise ValueError(f"sandwich {total} is impossible on a line of {len(line)} cells")
    yield AnyOf(tuple(ways))


def _first_x(size: int, line: Cells, total: int) -> Constraint:
    """The first X digits add up to the total, where X is the first one."""
    ways: list[tuple[Constraint, ...]] = []
    for x in range(1, len(line) + 1):
        first = Mask(line[0], 1 << (x - 1))
        rest = total - x
        if x == 1 and rest == 0:
            ways.append((first,))
        elif x > 1 and x - 1 <= rest <= (x - 1) * size:
            ways.append((first, Sum(line[1:x], (1,) * (x - 1), rest)))
    if not ways:
        raise ValueError(f"x-sum {total} is impossible on a line of {len(line)} cells")
    return AnyOf(tuple(ways))


def _seen(size: int, line: Cells, number: int) -> Constraint:
    """The number counts the digits of the line that are greater than all before them."""
    if not 1 <= number <= size:
        raise ValueError(f"skyscraper {number}: numbers go from 1 to {size}")

    def step(state: object, digit: int) -> object:
        read, greatest, seen = state if isinstance(state, tuple) else (0, 0, 0)
        if digit > greatest:
            greatest, seen = digit, seen + 1
        read += 1
        # All different: so many digits are not greater than the greatest, and each that is seen later is greater.
        if seen > number or greatest < read or seen + size - greatest < number:
            return None
        return read, greatest, seen

    return automaton(size, line, (0, 0, 0), step, lambda state: isinstance(state, tuple) and state[2] == number)
