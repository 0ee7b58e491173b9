"""The symmetries that rules have, derived from the model: images and renamings of digits that map them to themselves.

Rows and columns are permuted, and the board is turned over; images count that map houses to houses.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..boards import Boards, check_puzzles
from ..names import check_symmetry
from .frame import Cells, images, neighbours
from .model import (
    AnyOf,
    Automaton,
    Connected,
    Constraint,
    House,
    Mask,
    Pairs,
    Relation,
    Rules,
    Sum,
    cells_of,
    with_cells,
)

MOST_IMAGES = 20_000
"""More permutations of cells than that are not listed."""


class Symmetries(NamedTuple):
    """Images under which rules stay the same."""

    cells: NDArray[np.int64]
    """`(n, cells)`: the image of a board has at cell i what the board has at `cells[k, i]`."""
    digits: NDArray[np.uint8] | None
    """`(m, size + 1)`: renamings of digits, 0 as itself, each with every image; None if any renaming will do."""


@lru_cache(maxsize=64)
def symmetries(rules: Rules, symmetry: str = "full") -> Symmetries:
    """Return the symmetries of rules, as `engine.symmetries_of` does."""
    check_symmetry(symmetry)
    if rules.count:
        raise ValueError("symmetries are known for square boards without cells beside the grid")
    identity, reverse = (*range(rules.size + 1),), (0, *range(rules.size, 0, -1))
    goal = {normal(one, rules.size) for one in rules.constraints}
    images = list(house_images(rules) if symmetry == "full" else turns(rules))
    kept: list[list[Cells]] = []
    for digits in (identity, reverse):
        renamed = [with_digits(one, digits) for one in rules.constraints]
        same = ({normal(with_cells(one, image), rules.size) for one in renamed} == goal for image in images)
        kept.append([image for image, is_same in zip(images, same, strict=True) if is_same])
    cells = np.argsort(np.array(kept[0]), axis=1)
    if symmetry != "d4" and all(names_do_not_count(one, rules.size) for one in rules.constraints):
        return Symmetries(cells, None)
    both = symmetry != "d4" and set(kept[0]) == set(kept[1])
    return Symmetries(cells, np.array([identity, reverse] if both else [identity], np.uint8))


def turns(rules: Rules) -> Iterator[Cells]:
    """Yield the turned and mirrored images of the board that map houses to houses: where each cell goes."""
    houses = {frozenset(house.cells) for house in rules.houses}
    same, flipped, mirrored, *others = images(rules.size, 255)
    for image in (same, mirrored, flipped, *others):
        if {frozenset(image[cell] for cell in house) for house in houses} == houses:
            yield image


def house_images(rules: Rules) -> Iterator[Cells]:
    """Yield the permutations of rows and columns, turned over or not, that map houses to houses: where each cell goes.

    A row is placed after the other; what two placed rows say about the columns of houses cuts the search.
    """
    size, found = rules.size, 0
    goal = list(_marks(rules))
    for turned in (False, True):
        source = [(kind, frozenset(_turned(c, size) if turned else c for c in cells)) for kind, cells in goal]
        for rows in _orders(size, _in_rows(size, source), _in_rows(size, goal)):
            for columns in _orders(size, _in_columns(source, rows), _in_columns(goal, range(size))):
                found += 1
                if found > MOST_IMAGES:
                    raise ValueError(f"these rules have more than {MOST_IMAGES} symmetries")
                cells = (divmod(_turned(cell, size) if turned else cell, size) for cell in range(size * size))
                yield tuple(rows[row] * size + columns[column] for row, column in cells)


_Mark = tuple[str, frozenset[int]]


def _marks(rules: Rules) -> Iterator[_Mark]:
    """The cells of each house that is no row or column, and of each constraint, with what it is: images keep these."""
    for house in rules.houses:
        places = zip(*(divmod(cell, rules.size) for cell in house.cells), strict=True)
        if len(house.cells) < rules.size or all(len(set(lines)) > 1 for lines in places):
            yield "house", frozenset(house.cells)
    for one in set(rules.constraints):
        if not isinstance(one, AnyOf | Pairs):
            yield type(one).__name__, frozenset(cells_of(one))


def _turned(cell: int, size: int) -> int:
    return cell % size * size + cell // size


_Parts = list[tuple[str, list[int]]]
"""The marks, each with its value in each line: a number below 2**16."""


def _in_rows(size: int, marks: list[_Mark]) -> _Parts:
    """How many cells marks have in each row: as many as in that to which it goes."""
    return [(kind, [sum(cell // size == row for cell in cells) for row in range(size)]) for kind, cells in marks]


def _in_columns(marks: list[_Mark], rows: Sequence[int]) -> _Parts:
    """The cells that marks have in each column, once the rows are placed: a bit for each."""
    size = len(rows)
    return [
        (kind, [sum(1 << rows[c // size] for c in cells if c % size == column) for column in range(size)])
        for kind, cells in marks
    ]


def _orders(size: int, source: _Parts, goal: _Parts) -> Iterator[Cells]:
    """The permutations of lines whose beginnings all fit: marks of source and goal agree there.

    What a mark has in the lines so far is one number, line after line.
    """
    kinds = {kind: number for number, kind in enumerate(sorted({kind for kind, _ in source + goal}), 1)}
    beginnings = [[kinds[kind] for kind, _ in source]]
    for line in range(size):
        beginnings.append([so_far << 16 | part[line] for so_far, (_, part) in zip(beginnings[-1], source, strict=True)])
    have = [sorted(each) for each in beginnings]

    def extend(placed: Cells, numbers: list[int]) -> Iterator[Cells]:
        if len(placed) == size:
            yield placed
            return
        for line in range(size):
            if line in placed:
                continue
            longer = [number << 16 | part[line] for number, (_, part) in zip(numbers, goal, strict=True)]
            if sorted(longer) == have[len(placed) + 1]:
                yield from extend((*placed, line), longer)

    yield from extend((), [kinds[kind] for kind, _ in goal])


def with_digits(constraint: Constraint, digits: Sequence[int]) -> Constraint:
    """Return the constraint of boards whose digits are renamed, as themselves or each d as size + 1 - d."""

    def named(mask: int) -> int:
        return sum(1 << (digits[d + 1] - 1) for d in range(len(digits) - 1) if mask >> d & 1)

    match constraint:
        case Sum(some, by, total) if digits[1] != 1:
            return Sum(some, by, len(digits) * sum(by) - total)
        case Relation(first, second, allowed):
            table = dict(zip(digits[1:], map(named, allowed), strict=True))
            return Relation(first, second, tuple(table[digit] for digit in range(1, len(digits))))
        case Automaton(some, arcs, accepting):
            return Automaton(some, tuple((a, named(mask), b) for a, mask, b in arcs), accepting)
        case Mask(cell, mask):
            return Mask(cell, named(mask))
        case AnyOf(alternatives):
            return AnyOf(tuple(tuple(with_digits(one, digits) for one in some) for some in alternatives))
        case Connected(some, columns, mask, count):
            return Connected(some, columns, named(mask), count)
        case _:
            return constraint


def normal(constraint: Constraint, size: int) -> object:
    """Equal for constraints that say the same in another order of their cells."""
    match constraint:
        case House(some):
            return ("house", frozenset(some))
        case Sum(some, by, total):
            sign = 1 if (min(zip(some, by, strict=True))[1] > 0) else -1
            return ("sum", frozenset((c, sign * n) for c, n in zip(some, by, strict=True)), sign * total)
        case Relation(first, second, allowed):
            if first < second:
                return ("relation", first, second, allowed)
            turned = tuple(sum(1 << d for d in range(size) if allowed[d] >> e & 1) for e in range(size))
            return ("relation", second, first, turned)
        case Automaton(some, arcs, accepting):
            return ("automaton", some, frozenset(arcs), frozenset(accepting))
        case Mask(cell, digits):
            return ("mask", cell, digits)
        case AnyOf(alternatives):
            return ("any", frozenset(frozenset(normal(one, size) for one in some) for some in alternatives))
        case Connected(some, columns, digits, count):
            sides = neighbours(len(some) // columns, columns)
            return ("connected", frozenset(frozenset((some[a], some[b])) for a, b in sides), digits, count)
        case Pairs(some, others, values):
            return ("pairs", frozenset(zip(some, others, strict=True)), values)


def say_the_same(one: Rules, other: Rules) -> bool:
    """Whether two boards have the same houses and constraints, in any order."""
    first, second = ({normal(part, each.size) for part in (*each.houses, *each.constraints)} for each in (one, other))
    return first == second


def names_do_not_count(constraint: Constraint, size: int) -> bool:
    """Whether any renaming of digits leaves the constraint the same."""
    match constraint:
        case House():
            return True
        case Relation(allowed=allowed):
            return constraint.is_difference or all(mask == 1 << d for d, mask in enumerate(allowed))
        case Mask(digits=digits):
            return digits == (1 << size) - 1
        case AnyOf(alternatives):
            return all(names_do_not_count(one, size) for some in alternatives for one in some)
    return False


def canonical_ruled(rules: Rules, boards: ArrayLike, symmetry: str = "full") -> Boards:
    """Return the least image of each full board under the symmetries of its rules: `uint8 (n, cells)`, row by row.

    ValueError for what are no full boards of that size, and as in `engine.symmetries_of`.
    """
    checked = np.atleast_2d(check_puzzles(boards, f"1x{rules.size}"))
    if not checked.all():
        raise ValueError("a board has empty cells")
    return least_images(symmetries(rules, symmetry), checked)


def least_images(symmetries: Symmetries, boards: Boards) -> Boards:
    """Return the least image of each full board: `uint8 (n, cells)`."""
    least = None
    for image in images_of(symmetries, boards):
        words = words_of(image)
        least = words if least is None else np.where(words < least, words, least)
    return boards.copy() if least is None else least.view(np.uint8).reshape(boards.shape)


def images_of(symmetries: Symmetries, boards: Boards) -> Iterator[Boards]:
    """Yield the images of all boards by one symmetry after the other; if any renaming will do, the least."""
    size = round(boards.shape[1] ** 0.5)
    for cells in symmetries.cells:
        moved = boards[:, cells]
        if symmetries.digits is None:
            yield _renamed_in_order(moved, size)
        else:
            for names in symmetries.digits:
                yield names[moved]


def words_of(boards: Boards) -> NDArray[np.bytes_]:
    """Each board as one value that compares as its digits do."""
    return np.ascontiguousarray(boards).view(f"S{boards.shape[1]}")[:, 0]


def _renamed_in_order(images: Boards, size: int) -> Boards:
    """Each image with its digits renamed so that the first row, which holds all of them, is 1 2 3 and so on."""
    names = np.zeros((len(images), size + 1), np.uint8)
    np.put_along_axis(names, images[:, :size].astype(np.int64), np.arange(1, size + 1, dtype=np.uint8)[None], axis=1)
    return np.take_along_axis(names, images.astype(np.int64), axis=1)
