"""The shape of a board and the names of what is in it: size, blocks, units, peers, cells, characters. No numpy."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Flag, auto
from functools import cache, cached_property
from operator import index
from typing import NamedTuple, Union

DIGITS = ".123456789ABCDEFGHIJKLMNOP"
"""The character of each value; an empty cell is a full stop."""

CLUE_MARK = "'"
"""The mark after a clue in a drawing that tells clues from filled cells without colour."""

VALUES = {symbol: value for value, symbol in enumerate(DIGITS)} | dict.fromkeys("0*xX_-", 0)
"""The value of each character; 0 for those that people write for an empty cell."""


# --- Cells ---------------------------------------------------------------------------------------------------------

RowColumn = tuple[int, int]
"""Row and column of a cell, counted from 0."""


class Cell(NamedTuple):
    """A cell of a grid: row and column from 0, its value or 0, and whether it is locked."""

    row: int
    column: int
    value: int
    locked: bool


class Conflict(Flag):
    """Which units have the value already: any of ROW, COLUMN, BLOCK, or none: `Conflict(0)`, which is false."""

    ROW = auto()
    COLUMN = auto()
    BLOCK = auto()


def cell_name(row: int, column: int) -> str:
    """Name a cell for a person: counted from 1, so row 0, column 5 is r1c6."""
    return f"r{row + 1}c{column + 1}"


class Unit(NamedTuple):
    """A row, a column, a block or a house that a rule adds, by its kind and its number among those of the kind."""

    kind: str
    """Such as "row"; "window" or "argyle" of a rule."""
    number: int
    """From 1; of diagonals, 1 falls and 2 rises."""

    @property
    def name(self) -> str:
        """Its name in data, such as "column 3"."""
        return f"{self.kind} {self.number}"


class Place(NamedTuple):
    """A named rule where it holds, or a rule of the whole board."""

    thing: str
    """Its name, which languages translate, or a title, which they do not."""
    value: str = ""
    """What follows the name, such as " 15" of a cage."""
    cells: tuple[str, ...] = ()
    """The names of the cells that it is known by: its first one, or its ends. None of a rule of the whole board."""
    is_around: bool = False
    """Whether it is what a rule of the whole board says around a cell."""

    @property
    def name(self) -> str:
        """Its name in data, such as "cage 15 of r1c1"."""
        where = f" {'around' if self.is_around else 'of'} {'-'.join(self.cells)}" if self.cells else ""
        return f"{self.thing}{self.value}{where}"


Where = Union[Unit, Place, "Meeting"]
"""What a step follows from."""


class Meeting(NamedTuple):
    """Two marks that meet."""

    one: Where
    other: Where

    @property
    def name(self) -> str:
        """Its name in data."""
        return f"{self.one.name} and {self.other.name}"


# --- Sizes and blocks ----------------------------------------------------------------------------------------------

LARGEST_SIZE = 25
"""The most cells in a row."""

DEFAULT_SIZE = 9

NO_BLOCKS = "none"
"""The text for the blocks of a Latin square."""

USUAL_BLOCKS = {
    4: (2, 2),
    6: (2, 3),
    8: (2, 4),
    9: (3, 3),
    10: (2, 5),
    12: (3, 4),
    15: (3, 5),
    16: (4, 4),
    20: (4, 5),
    25: (5, 5),
}
"""Rows and columns of a block if only the size is given: those that publishers print."""

SIZE_OF_CELLS = {size**2: size for size in range(1, LARGEST_SIZE + 1)}
"""The size of a board with that many cells."""

_block_text = re.compile(r"([1-9][0-9]?)x([1-9][0-9]?)", re.ASCII).fullmatch


@dataclass(frozen=True)
class Shape:
    """Boards of S x S cells in blocks of `rows` x `columns` cells, where S = rows * columns is in 1 .. 25.

    A Latin square has no blocks of its own: it is `Shape(1, S)`, each block a row. `Shape(S, 1)` is the same.
    Cells are numbered row by row from 0. ValueError for blocks that are not in such a board.

    >>> shape = Shape.of(6)
    >>> shape, shape.size, shape.cells, shape.blocks
    (Shape(rows=2, columns=3), 6, 36, '2x3')
    >>> shape.units[12]  # the rows are first, then the columns, then the blocks
    (0, 1, 2, 6, 7, 8)
    >>> Shape.of(7, "none").has_blocks
    False
    """

    rows: int
    """The rows of a block."""
    columns: int
    """The columns of a block."""

    def __post_init__(self) -> None:
        rows, columns = index(self.rows), index(self.columns)
        if rows < 1 or columns < 1:
            raise ValueError(f"a block of {rows}x{columns} cells has no cells")
        _check_size(rows * columns)
        if columns == 1:
            rows, columns = columns, rows
        object.__setattr__(self, "rows", rows)
        object.__setattr__(self, "columns", columns)

    @staticmethod
    def of(size: int | None = None, blocks: str | None = None) -> Shape:
        """Return the shape with that many cells in a row and these blocks; without both, that of 9x9.

        `blocks` are `"3x2"` for blocks of 3 rows and 2 columns, or `"none"` for a Latin square. Without them they are
        the usual ones of a size: `USUAL_BLOCKS`. Without a size it is that of the blocks. ValueError says which exist.
        """
        return _shape(None if size is None else index(size), blocks)

    # --- Numbers --------------------------------------------------------------------------------------------

    @property
    def size(self) -> int:
        """S: the digits, and the cells of each unit."""
        return self.rows * self.columns

    @property
    def cells(self) -> int:
        """The cells of a board: S*S."""
        return self.size**2

    # --- Names ----------------------------------------------------------------------------------------------

    @property
    def has_blocks(self) -> bool:
        """Whether blocks are units besides rows and columns; they are not in a Latin square."""
        return self.rows > 1

    @property
    def blocks(self) -> str:
        """The text of the blocks, as `Shape.of` takes it: `"3x2"`, or `"none"`."""
        return f"{self.rows}x{self.columns}" if self.has_blocks else NO_BLOCKS

    @property
    def is_usual(self) -> bool:
        """Whether `Shape.of` gives this shape for the size alone."""
        return self.size == 1 or USUAL_BLOCKS.get(self.size) == (self.rows, self.columns)

    def __str__(self) -> str:
        """Name the shape for a person."""
        board = f"{self.size}x{self.size}"
        if self.is_usual:
            return board
        return f"{board} with blocks of {self.blocks}" if self.has_blocks else f"{board} without blocks"

    # --- Geometry -------------------------------------------------------------------------------------------

    @property
    def transposed(self) -> Shape:
        """The shape of a board whose rows have become columns: itself if blocks are square or absent."""
        return _shared(self.columns, self.rows)

    @property
    def bands(self) -> tuple[range, ...]:
        """The rows of each band: of blocks side by side."""
        return _split(self.size, self.rows)

    @property
    def stacks(self) -> tuple[range, ...]:
        """The columns of each stack: of the blocks above each other."""
        return _split(self.size, self.columns)

    @cached_property
    def units(self) -> tuple[tuple[int, ...], ...]:
        """The cells of every row, then of every column, then of every block if it has blocks."""
        size = self.size
        rows = [range(start, start + size) for start in range(0, self.cells, size)]
        columns = [range(start, self.cells, size) for start in range(size)]
        blocks = [
            [row * size + column for row in band for column in stack]
            for band in (self.bands if self.has_blocks else ())
            for stack in self.stacks
        ]
        return tuple(map(tuple, (*rows, *columns, *blocks)))

    @cached_property
    def units_of(self) -> tuple[tuple[int, ...], ...]:
        """For each cell the places of its row, its column and its block in `units`."""
        found: list[list[int]] = [[] for _ in range(self.cells)]
        for place, unit in enumerate(self.units):
            for cell in unit:
                found[cell].append(place)
        return tuple(map(tuple, found))

    @property
    def kinds(self) -> tuple[str, ...]:
        """The names of the kinds of units, in the order of `units`; of each kind there are as many as the size."""
        return ("row", "column", "block")

    def unit(self, place: int) -> Unit:
        """Return the kind and the number of a unit by its place in `units`."""
        kind, number = divmod(place, self.size)
        return Unit(self.kinds[kind], number + 1)

    def cells_of(self, unit: Where) -> tuple[int, ...]:
        """Return the cells of a unit. KeyError for one that the board has not."""
        return self._cells_of[unit]

    @cached_property
    def _cells_of(self) -> dict[Where, tuple[int, ...]]:
        return {self.unit(place): cells for place, cells in enumerate(self.units) if cells}

    @cached_property
    def peers(self) -> tuple[tuple[int, ...], ...]:
        """For each cell the cells that see it: the others of its units, in ascending order."""
        return tuple(
            tuple(sorted({other for unit in units for other in self.units[unit]} - {cell}))
            for cell, units in enumerate(self.units_of)
        )


class NoUsualBlocks(ValueError):
    """A size alone names no shape."""

    def __init__(self, size: int) -> None:
        self.size = size
        super().__init__(self.advised("pass the argument blocks,"))

    def advised(self, how: str) -> str:
        """Name the blocks that boards of the size can have, after `how` the caller gives them."""
        own = [f"{rows}x{self.size // rows}" for rows in range(2, self.size) if self.size % rows == 0]
        possible = f"{', '.join(own)} or {NO_BLOCKS}" if own else f"{NO_BLOCKS} for a Latin square"
        return f"size {self.size} has no usual blocks: {how} {possible}"


@cache
def _shared(rows: int, columns: int) -> Shape:
    """The shape, always the same object, so that its tables are made once."""
    return _shared(columns, rows) if columns == 1 < rows else Shape(rows, columns)


@cache
def _shape(size: int | None, blocks: str | None) -> Shape:
    if blocks is None or blocks == NO_BLOCKS:
        size = _check_size(DEFAULT_SIZE if size is None else size)
        if blocks or size == 1:
            return _shared(1, size)
        if size not in USUAL_BLOCKS:
            raise NoUsualBlocks(size)
        return _shared(*USUAL_BLOCKS[size])
    match = _block_text(blocks)
    if not match:
        raise ValueError(f"blocks {blocks!r} are not rows x columns of a block, such as 2x3, or {NO_BLOCKS}")
    shape = _shared(int(match[1]), int(match[2]))
    if size not in (None, shape.size):
        raise ValueError(f"blocks of {blocks} make a board of size {shape.size}, not {size}")
    return shape


def _check_size(size: int) -> int:
    if not 1 <= size <= LARGEST_SIZE:
        raise ValueError(f"size {size} is not in 1..{LARGEST_SIZE}")
    return size


def _split(size: int, width: int) -> tuple[range, ...]:
    return tuple(range(start, start + width) for start in range(0, size, width))
