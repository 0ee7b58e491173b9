"""The table of named rules: each a short function that says which houses and constraints it means."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, pairwise
from typing import NamedTuple

from engine.rules import outside
from engine.rules.geometry import apart, bits, blocks, neighbours, ray, related
from engine.rules.lines import automaton
from engine.rules.model import AnyOf, Constraint, House, Mask, Relation, Sum
from engine.rules.regular import regular
from engine.rules.uses import Board, Use

Make = Callable[[Board, Use], Iterator[Constraint]]


class NamedRule(NamedTuple):
    """A rule that people know by name."""

    where: str
    """On the "board", on "cells", on a "line" of at least two, on a line seen from "outside" at its first cell, on
    "groups" of cells, or through "alternatives"."""
    value: str
    """What it takes beside cells; "" for nothing, in brackets where it may be left out."""
    words: str
    """The rule in words, as a page prints it."""
    make: Make


RULES: dict[str, NamedRule] = {}
"""Every named rule by its name."""


def _rule(name: str, where: str, words: str, value: str = "") -> Callable[[Make], Make]:
    def add(make: Make) -> Make:
        RULES[name] = NamedRule(where, value, words, make)
        return make

    return add


def constraints_of(board: Board, use: Use) -> Iterator[Constraint]:
    """Yield what a rule means on a board. ValueError for an unknown rule, and for cells or a value not suited to it."""
    rule = RULES.get(use.rule)
    if rule is None:
        raise ValueError(f"rule {use.rule!r} is not known")
    if rule.where in ("line", "outside", "cells") and not use.cells:
        raise ValueError(f"{use.rule} has no cells")
    if rule.where in ("line", "outside") and len(use.cells) < 2:
        raise ValueError(f"{use.rule} has a line of one cell")
    for cell in (*use.cells, *(cell for group in use.groups for cell in group)):
        if not 0 <= cell < board.size**2:
            raise ValueError(f"{use.rule} has cell {cell}, outside the board")
    if rule.value and not rule.value.startswith("[") and use.value is None:
        raise ValueError(f"{use.rule} needs {rule.value}")
    yield from rule.make(board, use)


def _number(use: Use) -> int:
    if not isinstance(use.value, int):
        raise ValueError(f"{use.rule} has {use.value!r} where a number is needed")
    return use.value


def _relations(board: Board, pairs: list[tuple[int, int]], holds: Callable[[int, int], bool]) -> Iterator[Constraint]:
    table = related(board.size, holds)
    for first, second in pairs:
        yield Relation(first, second, table)


def total(left: tuple[int, ...], right: tuple[int, ...] = (), value: int = 0) -> Constraint:
    """Return the sum that says: the cells on the left add up to those on the right and a number."""
    coefficients: dict[int, int] = {}
    for cells, by in ((left, 1), (right, -1)):
        for cell in cells:
            coefficients[cell] = coefficients.get(cell, 0) + by
    kept = {cell: by for cell, by in coefficients.items() if by}
    if not kept:  # the same cells on both sides
        return AnyOf(((),)) if value == 0 else AnyOf(())
    return Sum(tuple(kept), tuple(kept.values()), value)


# Of the whole board.


@_rule("diagonal", "board", "Each marked diagonal holds different digits.", "[/ or \\]")
def _diagonal(board: Board, use: Use) -> Iterator[Constraint]:
    if use.value in (None, "\\"):
        yield House(ray(board.size, 0, 0, 1, 1))
    if use.value in (None, "/"):
        yield House(ray(board.size, 0, board.size - 1, 1, -1))


@_rule("windoku", "board", "Each shaded block inside the board holds different digits.")
def _windoku(board: Board, use: Use) -> Iterator[Constraint]:
    height, width = _block(board, use)
    for top in range(1, board.size - height, height + 1):
        for left in range(1, board.size - width, width + 1):
            block = blocks(board.size, height, width)[0]
            yield House(tuple(cell + top * board.size + left for cell in block))


@_rule("disjoint groups", "board", "Cells at the same place of their blocks hold different digits.")
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


@_rule("argyle", "board", "Each marked diagonal, beside the middle and across the corners, holds different digits.")
def _argyle(board: Board, use: Use) -> Iterator[Constraint]:
    if board.size != 9:
        raise ValueError("argyle needs a board of size 9")
    for start in (1, 4):
        for row, column in ((0, start), (start, 0)):
            yield House(ray(9, row, column, 1, 1))
            yield House(ray(9, row, 8 - column, 1, -1))


@_rule("anti-knight", "board", "Cells a knight's move apart hold different digits.")
def _anti_knight(board: Board, use: Use) -> Iterator[Constraint]:
    pairs = [*apart(board.size, 1, 2), *apart(board.size, 2, 1)]
    yield from _relations(board, pairs, lambda a, b: a != b)


@_rule("anti-king", "board", "Cells that touch at a corner hold different digits.")
def _anti_king(board: Board, use: Use) -> Iterator[Constraint]:
    yield from _relations(board, list(apart(board.size, 1, 1)), lambda a, b: a != b)


@_rule("non-consecutive", "board", "Cells that share an edge never hold consecutive digits.")
def _non_consecutive(board: Board, use: Use) -> Iterator[Constraint]:
    yield from _relations(board, list(neighbours(board.size)), lambda a, b: abs(a - b) != 1)


def _unmarked(board: Board, *rules: str) -> list[tuple[int, int]]:
    marked = {tuple(sorted(use.cells)) for use in board.uses if use.rule in rules}
    return [pair for pair in neighbours(board.size) if tuple(sorted(pair)) not in marked]


@_rule("all kropki", "board", "All dots are given: no other neighbours are consecutive or in the ratio 1:2.")
def _all_kropki(board: Board, use: Use) -> Iterator[Constraint]:
    pairs = _unmarked(board, "white dot", "black dot")
    yield from _relations(board, pairs, lambda a, b: abs(a - b) != 1 and a != 2 * b and b != 2 * a)


@_rule("all white dots", "board", "All white dots are given: no other neighbours are consecutive.")
def _all_white_dots(board: Board, use: Use) -> Iterator[Constraint]:
    yield from _relations(board, _unmarked(board, "white dot"), lambda a, b: abs(a - b) != 1)


@_rule("all ratios", "board", "All black dots are given: no other neighbours are in the ratio 1:2.")
def _all_ratios(board: Board, use: Use) -> Iterator[Constraint]:
    yield from _relations(board, _unmarked(board, "black dot"), lambda a, b: a != 2 * b and b != 2 * a)


@_rule("all xv", "board", "All X and V are given: no other neighbours add up to 10 or 5.")
def _all_xv(board: Board, use: Use) -> Iterator[Constraint]:
    yield from _relations(board, _unmarked(board, "x", "v"), lambda a, b: a + b not in (5, 10))


# Of cages and single cells.


@_rule("cage", "cells", "Cells of a cage hold different digits that add up to its number.", "[sum]")
def _cage(board: Board, use: Use) -> Iterator[Constraint]:
    yield House(use.cells)
    if use.value is not None:
        yield total(use.cells, (), _number(use))


@_rule("sum", "cells", "The cells add up to the number, some of them times a factor.", "sum")
def _sum(board: Board, use: Use) -> Iterator[Constraint]:
    if isinstance(use.value, tuple):
        yield Sum(use.cells, use.value[1:], use.value[0])
    else:
        yield total(use.cells, (), _number(use))


@_rule("all different", "cells", "The cells hold different digits.")
def _all_different(board: Board, use: Use) -> Iterator[Constraint]:
    yield House(use.cells)


@_rule("odd", "cells", "The marked cells hold odd digits.")
def _odd(board: Board, use: Use) -> Iterator[Constraint]:
    for cell in use.cells:
        yield Mask(cell, bits(range(1, board.size + 1, 2)))


@_rule("even", "cells", "The marked cells hold even digits.")
def _even(board: Board, use: Use) -> Iterator[Constraint]:
    for cell in use.cells:
        yield Mask(cell, bits(range(2, board.size + 1, 2)))


@_rule("digits", "cells", "The cells hold some of these digits.", "digits")
def _digits(board: Board, use: Use) -> Iterator[Constraint]:
    for cell in use.cells:
        yield Mask(cell, bits(_digits_of(board, use)))


def _digits_of(board: Board, use: Use) -> tuple[int, ...]:
    digits = (use.value,) if isinstance(use.value, int) else use.value
    if not isinstance(digits, tuple) or not all(1 <= digit <= board.size for digit in digits):
        raise ValueError(f"{use.rule} has {use.value!r}: digits go from 1 to {board.size}")
    return digits


@_rule("minimum", "cells", "A marked cell holds less than every neighbour that is not marked.")
def _minimum(board: Board, use: Use) -> Iterator[Constraint]:
    yield from _relations(board, _edges_of(board, use), lambda a, b: a < b)


@_rule("maximum", "cells", "A marked cell holds more than every neighbour that is not marked.")
def _maximum(board: Board, use: Use) -> Iterator[Constraint]:
    yield from _relations(board, _edges_of(board, use), lambda a, b: a > b)


def _edges_of(board: Board, use: Use) -> list[tuple[int, int]]:
    marked = {cell for other in board.uses if other.rule == use.rule for cell in other.cells} | set(use.cells)
    both = [*neighbours(board.size), *((b, a) for a, b in neighbours(board.size))]
    return [(a, b) for a, b in both if a in use.cells and b not in marked]


@_rule("inequality", "cells", "Of two cells the one at the point of the sign holds less: the second.")
def _inequality(board: Board, use: Use) -> Iterator[Constraint]:
    yield from _relations(board, [_pair(use)], lambda a, b: a > b)


@_rule(
    "white dot",
    "cells",
    "Cells with a white dot between them are consecutive, or differ by its number.",
    "[difference]",
)
def _white_dot(board: Board, use: Use) -> Iterator[Constraint]:
    by = 1 if use.value is None else _number(use)
    yield from _relations(board, [_pair(use)], lambda a, b: abs(a - b) == by)


@_rule(
    "black dot",
    "cells",
    "Of cells with a black dot between them one is twice the other, or its number times.",
    "[ratio]",
)
def _black_dot(board: Board, use: Use) -> Iterator[Constraint]:
    by = 2 if use.value is None else _number(use)
    yield from _relations(board, [_pair(use)], lambda a, b: a == by * b or b == by * a)


@_rule("x", "cells", "Cells with an X between them add up to 10.")
def _x(board: Board, use: Use) -> Iterator[Constraint]:
    yield from _relations(board, [_pair(use)], lambda a, b: a + b == 10)


@_rule("v", "cells", "Cells with a V between them add up to 5.")
def _v(board: Board, use: Use) -> Iterator[Constraint]:
    yield from _relations(board, [_pair(use)], lambda a, b: a + b == 5)


def _pair(use: Use) -> tuple[int, int]:
    if len(use.cells) != 2:
        raise ValueError(f"{use.rule} has {len(use.cells)} cells, not 2")
    return use.cells[0], use.cells[1]


@_rule(
    "quadruple",
    "cells",
    "The cells around a circle hold each of its digits, one that it names twice two times.",
    "digits",
)
def _quadruple(board: Board, use: Use) -> Iterator[Constraint]:
    wanted = tuple(sorted(_digits_of(board, use)))
    if len(wanted) > len(use.cells):
        raise ValueError(f"a quadruple of {len(wanted)} digits has {len(use.cells)} cells")

    def step(left: object, digit: int) -> object:
        rest = list(left) if isinstance(left, tuple) else []
        if digit in rest:
            rest.remove(digit)
        return tuple(rest)

    yield automaton(board.size, use.cells, wanted, step, lambda left: left == ())


@_rule("counting circles", "cells", "A digit in a circle is the number of circles that hold it.")
def _counting_circles(board: Board, use: Use) -> Iterator[Constraint]:
    count = len(use.cells)
    every = range(1, board.size + 1)
    chosen = [some for n in every for some in combinations(every, n) if sum(some) == count]
    yield AnyOf(
        tuple(
            (
                *(Mask(cell, bits(some)) for cell in use.cells),
                total(use.cells, (), sum(digit * digit for digit in some)),
                *(_so_many(board, use.cells, digit) for digit in some),
            )
            for some in chosen
        )
    )


def _so_many(board: Board, cells: tuple[int, ...], wanted: int) -> Constraint:
    """The automaton that counts a digit: it stands in so many of the cells as it says."""

    def step(seen: object, here: int) -> object:
        after = int(str(seen)) + (here == wanted)
        return after if after <= wanted else None

    return automaton(board.size, cells, 0, step, lambda seen: seen == wanted)


@_rule("clone", "groups", "Groups of one form hold the same digits at the same places.")
def _clone(board: Board, use: Use) -> Iterator[Constraint]:
    for first, second in pairwise(use.groups):
        if len(first) != len(second):
            raise ValueError("clones have different numbers of cells")
        yield from _relations(board, [p for p in zip(first, second, strict=True) if p[0] != p[1]], lambda a, b: a == b)


@_rule("equal sums", "groups", "Each group has the same sum.")
def _equal_sums(board: Board, use: Use) -> Iterator[Constraint]:
    for first, second in combinations(use.groups, 2):
        yield total(first, second)


@_rule("indexing column", "cells", "Digit D in column C says: digit C of that row stands in column D.")
def _indexing_column(board: Board, use: Use) -> Iterator[Constraint]:
    for cell in use.cells:
        row = cell // board.size * board.size
        yield from outside.indexes(board.size, cell, range(row, row + board.size), cell % board.size + 1)


@_rule("indexing row", "cells", "Digit D in row R says: digit R of that column stands in row D.")
def _indexing_row(board: Board, use: Use) -> Iterator[Constraint]:
    for cell in use.cells:
        column = range(cell % board.size, board.size**2, board.size)
        yield from outside.indexes(board.size, cell, column, cell // board.size + 1)


# Of lines.


@_rule("thermometer", "line", "Digits rise from the bulb on.")
def _thermometer(board: Board, use: Use) -> Iterator[Constraint]:
    yield from _relations(board, list(pairwise(use.cells)), lambda a, b: a < b)


@_rule("slow thermometer", "line", "Digits rise from the bulb on or stay the same.")
def _slow_thermometer(board: Board, use: Use) -> Iterator[Constraint]:
    yield from _relations(board, list(pairwise(use.cells)), lambda a, b: a <= b)


@_rule("arrow", "line", "The digits along an arrow add up to the one in its circle, the first.")
def _arrow(board: Board, use: Use) -> Iterator[Constraint]:
    yield total(use.cells[1:], use.cells[:1])


@_rule(
    "pill arrow",
    "line",
    "The digits along an arrow add up to the number in its pill of so many cells.",
    "cells of the pill",
)
def _pill_arrow(board: Board, use: Use) -> Iterator[Constraint]:
    length = _number(use)
    if not 2 <= length < len(use.cells) or length > 3:
        raise ValueError(f"a pill of {length} cells on a line of {len(use.cells)}")
    coefficients = dict.fromkeys(use.cells, 0)
    for place, cell in enumerate(use.cells):
        coefficients[cell] += -(10 ** (length - 1 - place)) if place < length else 1
    yield Sum(tuple(coefficients), tuple(coefficients.values()), 0)
    if board.size > 9:
        for cell in use.cells[1:length]:
            yield Mask(cell, bits(range(1, 10)))


@_rule("double arrow", "line", "The digits between the two circles add up to the sum of those in them.")
def _double_arrow(board: Board, use: Use) -> Iterator[Constraint]:
    yield total(use.cells[1:-1], (use.cells[0], use.cells[-1]))


@_rule("whispers", "line", "Neighbours on the line differ by at least 5, or the number given.", "[difference]")
def _whispers(board: Board, use: Use) -> Iterator[Constraint]:
    least = (board.size + 1) // 2 if use.value is None else _number(use)
    yield from _relations(board, list(pairwise(use.cells)), lambda a, b: abs(a - b) >= least)


@_rule("renban", "line", "The digits of the line are different and follow on each other, in any order.")
def _renban(board: Board, use: Use) -> Iterator[Constraint]:
    count = len(use.cells)
    yield House(use.cells)
    yield from _relations(board, list(combinations(use.cells, 2)), lambda a, b: a != b and abs(a - b) < count)
    if count < board.size:
        runs = [bits(range(low, low + count)) for low in range(1, board.size - count + 2)]
        yield AnyOf(tuple(tuple(Mask(cell, run) for cell in use.cells) for run in runs))


@_rule("palindrome", "line", "The line reads the same from both ends.")
def _palindrome(board: Board, use: Use) -> Iterator[Constraint]:
    half = len(use.cells) // 2
    pairs = zip(use.cells[:half], use.cells[::-1], strict=False)
    yield from _relations(board, [(a, b) for a, b in pairs if a != b], lambda a, b: a == b)


@_rule("between", "line", "Digits on the line lie between those at its two ends.")
def _between(board: Board, use: Use) -> Iterator[Constraint]:
    def inside(first: int, here: int, last: int) -> bool:
        return min(first, last) < here < max(first, last)

    for cell in use.cells[1:-1]:
        yield _of_three(board, (use.cells[0], cell, use.cells[-1]), inside)


@_rule(
    "lockout", "line", "The two ends differ by at least 4, and no digit of the line lies between them.", "[difference]"
)
def _lockout(board: Board, use: Use) -> Iterator[Constraint]:
    least = 4 if use.value is None else _number(use)

    def beyond(first: int, here: int, last: int) -> bool:
        return abs(first - last) >= least and not min(first, last) <= here <= max(first, last)

    ends = (use.cells[0], use.cells[-1])
    yield from _relations(board, [ends], lambda a, b: abs(a - b) >= least)
    for cell in use.cells[1:-1]:
        yield _of_three(board, (ends[0], cell, ends[1]), beyond)


def _of_three(board: Board, cells: tuple[int, ...], holds: Callable[[int, int, int], bool]) -> Constraint:
    """The automaton of a condition on three digits."""

    def step(read: object, digit: int) -> object:
        before = read if isinstance(read, tuple) else ()
        if len(before) < 2:
            return (*before, digit)
        return (0,) * 3 if holds(before[0], before[1], digit) else None

    return automaton(board.size, cells, (), step, lambda read: isinstance(read, tuple) and len(read) == 3)


@_rule("region sum", "line", "The line has the same sum in each region that it passes through.")
def _region_sum(board: Board, use: Use) -> Iterator[Constraint]:
    region_of = {cell: number for number, region in enumerate(board.regions) for cell in region}
    groups: list[list[int]] = []
    before = None
    for cell in use.cells:
        if (region := region_of.get(cell)) != before or not groups:
            groups.append([])
        groups[-1].append(cell)
        before = region
    yield from _equal_sums(board, Use(use.rule, groups=tuple(map(tuple, groups)))) if board.regions else ()


@_rule("sum line", "line", "The line can be cut into pieces that each have the sum.", "sum")
def _sum_line(board: Board, use: Use) -> Iterator[Constraint]:
    goal = _number(use)

    def step(sofar: object, digit: int) -> object:
        after = int(str(sofar)) + digit
        return after % goal if after <= goal else None

    yield automaton(board.size, use.cells, 0, step, lambda sofar: sofar == 0)


@_rule("sum loop", "line", "The closed line can be cut into pieces that each have the sum.", "sum")
def _sum_loop(board: Board, use: Use) -> Iterator[Constraint]:
    goal, cells = _number(use), use.cells
    turns = [cells[turn:] + cells[:turn] for turn in range(min(len(cells), goal))]
    yield AnyOf(tuple(tuple(_sum_line(board, Use(use.rule, turn, goal))) for turn in turns))


@_rule(
    "zipper", "line", "Cells equally far from the middle of the line have the same sum, which the middle cell holds."
)
def _zipper(board: Board, use: Use) -> Iterator[Constraint]:
    half, cells = len(use.cells) // 2, use.cells
    pairs = [(cells[i], cells[-1 - i]) for i in range(half)]
    if len(cells) % 2:
        pairs.append((cells[half],))  # type: ignore[arg-type]
    yield from _equal_sums(board, Use(use.rule, groups=tuple(pairs)))


@_rule(
    "modular",
    "line",
    "Three cells in a row on the line have different remainders divided by 3, or the number.",
    "[modulus]",
)
def _modular(board: Board, use: Use) -> Iterator[Constraint]:
    by = 3 if use.value is None else _number(use)
    if by < 1:
        raise ValueError(f"modular has {by}: it takes a number from 1 on")
    yield from _in_turn(board, use.cells, lambda digit: digit % by, by)


@_rule("entropic", "line", "Three cells in a row on the line hold a low, a middle and a high digit.")
def _entropic(board: Board, use: Use) -> Iterator[Constraint]:
    if board.size % 3:
        raise ValueError("entropic needs a size of three equal parts")
    yield from _in_turn(board, use.cells, lambda digit: (digit - 1) * 3 // board.size, 3)


def _in_turn(board: Board, cells: tuple[int, ...], kind: Callable[[int], int], kinds: int) -> Iterator[Constraint]:
    """Any so many cells in a row are of different kinds, so those that far apart are of the same."""
    for i, first in enumerate(cells):
        for j in range(i + 1, len(cells)):
            if first == cells[j]:
                continue
            if (j - i) % kinds == 0:
                yield from _relations(board, [(first, cells[j])], lambda a, b: kind(a) == kind(b))
            elif j - i < kinds:
                yield from _relations(board, [(first, cells[j])], lambda a, b: kind(a) != kind(b))


# Of lines seen from outside.


@_rule("little killer", "cells", "The digits along the arrow add up to its number.", "sum")
def _little_killer(board: Board, use: Use) -> Iterator[Constraint]:
    yield total(use.cells, (), _number(use))


@_rule("sandwich", "outside", "The digits between 1 and the greatest one add up to the number.", "sum")
def _sandwich(board: Board, use: Use) -> Iterator[Constraint]:
    yield from outside.sandwich(board.size, use.cells, _number(use))


@_rule("x-sum", "outside", "The first X digits add up to the number, where X is the first one.", "sum")
def _x_sum(board: Board, use: Use) -> Iterator[Constraint]:
    yield outside.x_sum(board.size, use.cells, _number(use))


@_rule("skyscraper", "outside", "So many digits are greater than all before them.", "number")
def _skyscraper(board: Board, use: Use) -> Iterator[Constraint]:
    yield outside.skyscraper(board.size, use.cells, _number(use))


@_rule("numbered room", "outside", "The number stands in cell N of the line, where N is its first digit.", "digit")
def _numbered_room(board: Board, use: Use) -> Iterator[Constraint]:
    if not 1 <= _number(use) <= board.size:
        raise ValueError(f"numbered room {use.value}: digits go from 1 to {board.size}")
    yield from outside.indexes(board.size, use.cells[0], use.cells, _number(use))


# Of one's own.


@_rule("table", "cells", "Two cells hold one of the pairs of a table.", "sets of digits")
def _table(board: Board, use: Use) -> Iterator[Constraint]:
    if not isinstance(use.value, tuple) or len(use.value) != board.size:
        raise ValueError(f"a table needs {board.size} sets of digits")
    yield Relation(*_pair(use), use.value)


@_rule("regular expression", "cells", "The digits along the line match the expression.", "pattern")
def _regular_expression(board: Board, use: Use) -> Iterator[Constraint]:
    yield regular(board.size, str(use.value), use.cells)


@_rule("or", "alternatives", "At least one of several rules holds.")
def _or(board: Board, use: Use) -> Iterator[Constraint]:
    yield AnyOf(
        tuple(
            tuple(constraint for one in alternative for constraint in constraints_of(board, one))
            for alternative in use.alternatives
        )
    )
