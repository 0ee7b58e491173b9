"""The frame of a puzzle: its grid, the digits that its cells take, and cells that stand beside the grid.

Most boards are square and take the digits 1 to their size. A grid may also have other sides (`6x8`), other digits (0 to
8, or 1 to 9 in 6x6 cells) and no rule that its rows and columns differ. Groups of cells beside the grid are variables:
they take the same digits, and rules relate them to the cells of the grid.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import pairwise, product

from ..shape import DIGITS, cell_name

Cells = tuple[int, ...]


def rows(height: int, width: int | None = None) -> list[Cells]:
    """Return the cells of each row; the grid is square without a width, here and below."""
    wide = width or height
    return [tuple(range(wide * row, wide * (row + 1))) for row in range(height)]


def columns(height: int, width: int | None = None) -> list[Cells]:
    """Return the cells of each column."""
    wide = width or height
    return [tuple(range(column, height * wide, wide)) for column in range(wide)]


def blocks(size: int, height: int, width: int, across: int | None = None) -> list[Cells]:
    """Return the cells of each block of `height` rows and `width` columns, in `size` rows and `across` columns."""
    wide = across or size
    return [
        tuple((top + cell // width) * wide + left + cell % width for cell in range(height * width))
        for top in range(0, size, height)
        for left in range(0, wide, width)
    ]


def neighbours(height: int, width: int | None = None) -> Iterator[tuple[int, int]]:
    """Yield each pair of cells that share an edge."""
    for line in (*rows(height, width), *columns(height, width)):
        yield from pairwise(line)


@cache
def beside(height: int, width: int | None = None) -> tuple[Cells, ...]:
    """Return for each cell those that share an edge with it."""
    found: list[list[int]] = [[] for _ in range(height * (width or height))]
    for one, other in neighbours(height, width):
        found[one].append(other)
        found[other].append(one)
    return tuple(map(tuple, found))


@cache
def around(size: int) -> tuple[Cells, ...]:
    """Return for each cell those that touch it, at a corner too."""
    steps = [step for step in product((-1, 0, 1), repeat=2) if any(step)]
    places = [[(row + down, column + right) for down, right in steps] for row in range(size) for column in range(size)]
    return tuple(tuple(r * size + c for r, c in some if 0 <= r < size and 0 <= c < size) for some in places)


def touch(cells: Set[int], height: int, width: int | None = None) -> bool:
    """Whether each of the cells can be reached from any other through edges that they share."""
    reached, fresh = {min(cells)}, [min(cells)]
    while fresh:
        for cell in beside(height, width)[fresh.pop()]:
            if cell in cells and cell not in reached:
                reached.add(cell)
                fresh.append(cell)
    return len(reached) == len(cells)


def apart(height: int, down: int, right: int, width: int | None = None) -> Iterator[tuple[int, int]]:
    """Yield each pair of cells that are so many rows and columns apart, mirrored too."""
    wide = width or height
    for row in range(height - down):
        for column in range(wide):
            for other in {column + right, column - right}:
                if 0 <= other < wide:
                    yield row * wide + column, (row + down) * wide + other


def images(size: int, which: int) -> list[Cells]:
    """Return where each cell goes in some turns and mirrors of a board, the set that `pattern_images` gives."""

    def moved(image: int, cell: int) -> int:
        row, column = divmod(cell, size)
        row, column = (size - 1 - row if image & 1 else row), (size - 1 - column if image & 2 else column)
        return column * size + row if image & 4 else row * size + column

    return [tuple(moved(image, cell) for cell in range(size**2)) for image in range(8) if which >> image & 1]


def orbits(moves: Sequence[Cells]) -> list[Cells]:
    """Return the sets of cells that moves carry into each other, if these are a group; in the order of first cells."""
    return list(dict.fromkeys(tuple(sorted({move[cell] for move in moves})) for cell in range(len(moves[0]))))


def ray(height: int, start: tuple[int, int], step: tuple[int, int], width: int | None = None) -> Cells:
    """Return the cells from a row and column on in steps down and right, as far as the edge."""
    wide, cells = width or height, []
    (row, column), (down, right) = start, step
    while 0 <= row < height and 0 <= column < wide:
        cells.append(row * wide + column)
        row, column = row + down, column + right
    return tuple(cells)


def related(size: int, holds: Callable[[int, int], bool]) -> tuple[int, ...]:
    """Return the table of a relation: for each first digit the set of second ones, bit d - 1 for digit d."""
    digits = range(1, size + 1)
    return tuple(sum(1 << (second - 1) for second in digits if holds(first, second)) for first in digits)


_NUMBERED = re.compile(r"[Rr](\d{1,2})[Cc](\d{1,2})")


def cell_of(name: object, size: int) -> int:
    """Return the number of a cell. ValueError for what is no cell of the board."""
    match = _NUMBERED.fullmatch(str(name))
    row, column = (int(match[1]), int(match[2])) if match else (0, 0)
    if not (1 <= row <= size and 1 <= column <= size):
        raise ValueError(f"cell {str(name)[:20]!r} is not on the board of size {size}")
    return (row - 1) * size + column - 1


def name_of(cell: int, size: int) -> str:
    """Return the name of a cell."""
    return f"R{cell // size + 1}C{cell % size + 1}"


LONGEST = 16
"""The most rows, columns and digits."""

MOST_CELLS = 256
"""The cells of a grid with those beside it."""

_NAME = re.compile(r"[Rr]([0-9A-Za-z])[Cc]([0-9A-Za-z])")


@dataclass(frozen=True, slots=True)
class Group:
    """Cells beside the grid: `V` and capitals for variables, such as VX1, VX2, ...; VX alone if it is one cell."""

    prefix: str
    count: int = 1
    columns: int = 0
    """How many are in a row; 0 for as many as in the grid."""
    label: str = ""


@dataclass(frozen=True)
class Frame:
    """Rows and columns of the grid, how many digits there are and the lowest of them, and the groups beside the grid.

    Cells are numbered row by row from 0, then group by group. ValueError for more than MOST_CELLS, fewer digits than a
    row or column that differs has cells, and a prefix that is there twice.
    """

    rows: int
    columns: int
    digits: int
    lowest: int = 1
    groups: tuple[Group, ...] = ()
    lines: bool = True
    """Whether the cells of each row and of each column differ."""

    def __post_init__(self) -> None:
        """ValueError for a frame that no puzzle has."""
        if not (1 <= self.rows <= LONGEST and 1 <= self.columns <= LONGEST):
            raise ValueError(f"a grid of {self.rows}x{self.columns} cells: grids have 1 to {LONGEST} rows and columns")
        least = max(self.rows, self.columns) if self.lines else 2
        if not least <= self.digits <= LONGEST:
            raise ValueError(f"{self.digits} digits: this grid takes {least} to {LONGEST}")
        if not 0 <= self.lowest <= 100:
            raise ValueError(f"digits from {self.lowest}: the lowest is 0 to 100")
        prefixes = [group.prefix for group in self.groups]
        if twice := [prefix for prefix in prefixes if prefixes.count(prefix) > 1]:
            raise ValueError(f"two groups of cells are called {twice[0]}")
        if self.all_cells > MOST_CELLS:
            raise ValueError(f"{self.all_cells} cells: a grid and the cells beside it are at most {MOST_CELLS}")

    @staticmethod
    def square(size: int) -> Frame:
        """Return the frame of a usual board: `size` rows and columns, and the digits 1 to `size`."""
        return Frame(size, size, size)

    @property
    def is_square(self) -> bool:
        """Whether the board is a usual one: square, with the digits 1 to its size and no cells beside it."""
        return self == Frame.square(self.digits)

    @property
    def cells(self) -> int:
        """The cells of the grid."""
        return self.rows * self.columns

    @property
    def all_cells(self) -> int:
        """The cells of the grid and those beside it."""
        return self.cells + sum(group.count for group in self.groups)

    @property
    def values(self) -> range:
        """The digits, as people write them. The first is bit 0 of a set of digits, and 1 in an array."""
        return range(self.lowest, self.lowest + self.digits)

    @property
    def name(self) -> str:
        """The sides and, where they are not usual, the digits: `6x8`, `9x9~0-8`."""
        sides = f"{self.rows}x{self.columns}"
        usual = self.lowest == 1 and self.digits == max(self.rows, self.columns)
        if usual and self.lines:
            return sides
        digits = f"{self.lowest}-{self.values[-1]}" if self.lowest != 1 else str(self.digits)
        return f"{sides}~{'' if usual else digits}" + ("" if self.lines else "~Raw")

    def symbol(self, digit: int) -> str:
        """Return the character of a digit of an array, where 0 is an empty cell and 1 the lowest digit."""
        value = digit - 1 + self.lowest
        return "." if not digit else "0" if value == 0 else DIGITS[value] if value < len(DIGITS) else "?"

    def with_groups(self, *groups: Group) -> Frame:
        """Return the frame with further cells beside it. ValueError as from Frame."""
        return replace(self, groups=(*self.groups, *groups))

    @cached_property
    def _places(self) -> dict[str, tuple[range, int]]:
        """The cells of each group and how many are in a row; the grid has no name."""
        places, start = {"": (range(self.cells), self.columns)}, self.cells
        for group in self.groups:
            places[group.prefix] = range(start, start + group.count), group.columns or self.columns
            start += group.count
        return places

    def group_cells(self, prefix: str) -> tuple[range, int]:
        """Return the cells of a group, or of the grid for "", and its columns. ValueError if there is no such group."""
        if prefix not in self._places:
            raise ValueError(f"there is no group of cells {prefix[:20]!r}")
        return self._places[prefix]

    def place(self, cell: int) -> tuple[str, int, int]:
        """Return the group of a cell, its row and its column there."""
        for prefix, (cells, columns) in self._places.items():
            if cell in cells:
                return prefix, *divmod(cell - cells.start, columns)
        raise ValueError(f"cell {cell} is outside")

    def at(self, prefix: str, row: int, column: int) -> int | None:
        """Return the cell at a place, None if there is none."""
        cells, columns = self.group_cells(prefix)
        place = row * columns + column
        return cells[place] if row >= 0 and 0 <= column < columns and place < len(cells) else None

    def cell(self, name: str) -> int:
        """Return the number of a cell that constraint text names. ValueError for what is no cell of the board."""
        match = _NAME.fullmatch(name)
        row, column = (int(match[1], 36) - 1, int(match[2], 36) - 1) if match else (-1, -1)
        if 0 <= row < self.rows and 0 <= column < self.columns:
            return row * self.columns + column
        found = self._beside.get(name)
        if found is None:
            raise ValueError(f"cell {name[:20]!r} is not on the board of {self.rows}x{self.columns} cells")
        return found

    def cell_text(self, cell: int) -> str:
        """Return the name of a cell in constraint text: R1C1, RgCg, VX3."""
        if cell >= self.cells:
            return next(name for name, number in self._beside.items() if number == cell)
        row, column = (DIGITS[number + 1].lower() for number in divmod(cell, self.columns))
        return f"R{row}C{column}"

    def cell_name(self, cell: int) -> str:
        """Return the name of a cell for people: r1c1, VX3."""
        return self.cell_text(cell) if cell >= self.cells else cell_name(*divmod(cell, self.columns))

    @cached_property
    def _beside(self) -> dict[str, int]:
        return {
            group.prefix if group.count == 1 else f"{group.prefix}{number}": cell
            for group in self.groups
            for number, cell in enumerate(self._places[group.prefix][0], 1)
        }


# --- Cells beside the grid that rules bring ---

CHAOS = "CC"
"""The group with the region of each cell of the grid."""

OTHER_VALUES = "OV"
"""The group with the digit of each cell of the grid that has another value, and 0 for all others."""

DOPPELGANGER = ("DGZ", "DGR", "DGC", "DGB")
"""Groups: the digit 0, and the digits that columns, rows and boxes lack."""


def with_chaos(frame: Frame) -> Frame:
    """Return the frame with a cell for the region of each cell."""
    return frame.with_groups(Group(CHAOS, frame.cells, frame.columns, "Chaos regions"))


def with_other_values(frame: Frame) -> Frame:
    """Return the frame with a second cell for each cell."""
    return frame.with_groups(Group(OTHER_VALUES, frame.cells, frame.columns, "other values"))


def with_doppelgangers(frame: Frame) -> Frame:
    """Return the frame with the digits that columns, rows and boxes lack beside the grid."""
    sides = box_sides(frame.rows, frame.columns, max(frame.rows, frame.columns))
    boxes = frame.cells // max(frame.rows, frame.columns) if sides else 0
    counts = (1, frame.columns, frame.rows, boxes)
    across = (0, 0, 0, frame.columns // sides[1] if sides else 0)
    labels = ("zero", "columns lack", "rows lack", "boxes lack")
    some = zip(DOPPELGANGER, counts, across, labels, strict=True)
    return frame.with_groups(*(Group(prefix, count, wide, label) for prefix, count, wide, label in some if count))


def box_sides(rows: int, columns: int, cells: int) -> tuple[int, int] | None:
    """Return rows and columns of the boxes of so many cells that fill a grid: the squarest, lying ones first."""
    for small in range(int(cells**0.5), 1, -1):
        for high, wide in ((small, cells // small), (cells // small, small)):
            if cells % small == 0 and rows % high == 0 and columns % wide == 0:
                return high, wide
    return None
