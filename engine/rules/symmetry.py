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
from .model import AnyOf, Automaton, Connected, Constraint, House, Mask, Pairs, Relation, Rules, Sum

MOST_IMAGES = 20_000
"""More permutations of cells than that are not listed."""

Cells = tuple[int, ...]


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
    identity = tuple(range(rules.size + 1))
    reverse = (0, *range(rules.size, 0, -1))
    kept: list[list[Cells]] = [[], []]
    mirrored = list(house_images(rules) if symmetry == "full" else turns(rules))
    for place, digits in enumerate((identity, reverse)):
        if any(image_of_constraint(one, identity_cells(rules), digits) is None for one in rules.constraints):
            continue
        goal = {normal(one, rules.size) for one in rules.constraints}
        for image in mirrored:
            if {normal(image_of_constraint(one, image, digits), rules.size) for one in rules.constraints} == goal:
                kept[place].append(image)
    cells = np.array([inverse(image) for image in kept[0]], np.int64)
    if symmetry == "d4":
        return Symmetries(cells, np.array([identity], np.uint8))
    if all(names_do_not_count(one, rules.size) for one in rules.constraints):
        return Symmetries(cells, None)
    if set(kept[0]) != set(kept[1]):
        return Symmetries(cells, np.array([identity], np.uint8))
    return Symmetries(cells, np.array([identity, reverse], np.uint8))


def identity_cells(rules: Rules) -> Cells:
    """Return the permutation that leaves every cell in its place."""
    return tuple(range(rules.cells))


def turns(rules: Rules) -> Iterator[Cells]:
    """Yield the turned and mirrored images of the board that map houses to houses: where each cell goes."""
    last = rules.size - 1
    houses = {frozenset(house.cells) for house in rules.houses}
    for turned in (False, True):
        for down in (False, True):
            for right in (False, True):
                places = (divmod(_turned(c, rules.size) if turned else c, rules.size) for c in range(rules.cells))
                image = tuple(
                    abs(last * down - row) * rules.size + abs(last * right - column) for row, column in places
                )
                if {frozenset(image[cell] for cell in house) for house in houses} == houses:
                    yield image


def house_images(rules: Rules) -> Iterator[Cells]:
    """Yield the permutations of rows and columns, turned over or not, that map houses to houses: where each cell goes.

    A row is placed after the other; what two placed rows say about the columns of houses cuts the search.
    """
    size = rules.size
    others = [*_marks(rules)]
    found = 0
    for turned in (False, True):
        source = [
            (kind, frozenset(_turned(c, size) for c in cells)) if turned else (kind, cells) for kind, cells in others
        ]
        for rows in _rows_placed(size, source, others):
            for columns in _columns_placed(size, rows, source, others):
                found += 1
                if found > MOST_IMAGES:
                    raise ValueError(f"these rules have more than {MOST_IMAGES} symmetries")
                cells = (divmod(_turned(cell, size) if turned else cell, size) for cell in range(size * size))
                yield tuple(rows[row] * size + columns[column] for row, column in cells)


_Mark = tuple[str, frozenset[int]]


def _marks(rules: Rules) -> Iterator[_Mark]:
    """The cells of each house that is no row or column, and of each constraint, with what it is: images keep these."""
    for house in rules.houses:
        if not _is_line(frozenset(house.cells), rules.size):
            yield "house", frozenset(house.cells)
    for one in set(rules.constraints):
        match one:
            case Sum(cells) | Automaton(cells) | Connected(cells):
                yield type(one).__name__, frozenset(cells)
            case Relation(first, second):
                yield "Relation", frozenset((first, second))
            case Mask(cell):
                yield "Mask", frozenset((cell,))


def _is_line(house: frozenset[int], size: int) -> bool:
    return len(house) == size and (len({c // size for c in house}) == 1 or len({c % size for c in house}) == 1)


def _turned(cell: int, size: int) -> int:
    return cell % size * size + cell // size


_Parts = list[tuple[str, list[int]]]
"""The marks, each with its value in each line: a number below 2**16."""


def _rows_placed(size: int, source: list[_Mark], goal: list[_Mark]) -> Iterator[Cells]:
    """Where rows may go: marks have as many cells in some rows as marks have in those that they go to."""

    def split(marks: list[_Mark]) -> _Parts:
        return [
            (kind, [sum(1 for cell in cells if cell // size == row) for row in range(size)]) for kind, cells in marks
        ]

    yield from _orders(size, split(source), split(goal))


def _columns_placed(size: int, rows: Cells, source: list[_Mark], goal: list[_Mark]) -> Iterator[Cells]:
    """Where columns may go once the rows are placed: the parts of marks in some columns are parts of marks there."""

    def split(marks: list[_Mark], rows: Cells) -> _Parts:
        return [
            (kind, [sum(1 << rows[c // size] for c in cells if c % size == column) for column in range(size)])
            for kind, cells in marks
        ]

    yield from _orders(size, split(source, rows), split(goal, tuple(range(size))))


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


def inverse(image: Cells) -> Cells:
    """Return the permutation that undoes an image."""
    inverse = [0] * len(image)
    for cell, goes_to in enumerate(image):
        inverse[goes_to] = cell
    return tuple(inverse)


def image_of_constraint(constraint: Constraint, cells: Sequence[int], digits: Sequence[int]) -> Constraint | None:
    """The constraint of the image of a board; None if it is no constraint of this kind."""

    def moved(some: Cells) -> Cells:
        return tuple(cells[cell] for cell in some)

    def named(mask: int) -> int:
        return sum(1 << (digits[d + 1] - 1) for d in range(len(digits) - 1) if mask >> d & 1)

    match constraint:
        case House(some):
            return House(moved(some))
        case Sum(some, by, total):
            if digits[1] != 1:  # each digit d becomes size + 1 - d
                total = len(digits) * sum(by) - total
            return Sum(moved(some), by, total)
        case Relation(first, second, allowed):
            table = [0] * len(allowed)
            for d, mask in enumerate(allowed):
                table[digits[d + 1] - 1] = named(mask)
            return Relation(cells[first], cells[second], tuple(table))
        case Automaton(some, arcs, accepting):
            return Automaton(moved(some), tuple((a, named(mask), b) for a, mask, b in arcs), accepting)
        case Mask(cell, mask):
            return Mask(cells[cell], named(mask))
        case AnyOf(alternatives):
            images = tuple(tuple(image_of_constraint(one, cells, digits) for one in some) for some in alternatives)
            return AnyOf(images)  # type: ignore[arg-type]
        case Connected(some, columns, mask, count):  # another one, unless each cell stays where it is
            return Connected(moved(some), columns, named(mask), count)
        case Pairs(some, others, values):
            return Pairs(moved(some), moved(others), values)


def normal(constraint: Constraint | None, size: int) -> object:
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
            inverse = tuple(sum(1 << d for d in range(size) if allowed[d] >> e & 1) for e in range(size))
            return ("relation", second, first, inverse)
        case Automaton(some, arcs, accepting):
            return ("automaton", some, frozenset(arcs), frozenset(accepting))
        case Mask(cell, digits):
            return ("mask", cell, digits)
        case AnyOf(alternatives):
            return ("any", frozenset(frozenset(normal(one, size) for one in some) for some in alternatives))
    return None


def say_the_same(one: Rules, other: Rules) -> bool:
    """Whether two boards have the same houses and constraints, in any order."""
    first, second = (
        {normal(part, each.size) or part for part in (*each.houses, *each.constraints)} for each in (one, other)
    )
    return first == second


def names_do_not_count(constraint: Constraint, size: int) -> bool:
    """Whether any renaming of digits leaves the constraint the same."""
    every = (1 << size) - 1
    match constraint:
        case House():
            return True
        case Relation(allowed=allowed):
            unequal = all(mask == every ^ 1 << d for d, mask in enumerate(allowed))
            return unequal or all(mask == 1 << d for d, mask in enumerate(allowed))
        case Mask(digits=digits):
            return digits == every
        case AnyOf(alternatives):
            return all(names_do_not_count(one, size) for some in alternatives for one in some)
    return False


def canonical_ruled(rules: Rules, boards: ArrayLike, symmetry: str = "full") -> Boards:
    """Return the least image of each full board under the symmetries of its rules: `uint8 (n, cells)`, row by row.

    Two boards have the same least image exactly if a symmetry of the rules maps one to the other.
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
