"""One board in plain Python: cells, locks, rules, images, text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import isqrt
from operator import index
from os import PathLike
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, DTypeLike

from engine.batch.boards import Boards
from engine.board import drawing, reading
from engine.board.cell import Cell, Conflict, RowColumn, cell_name
from engine.board.random_numbers import RandomNumbers
from engine.board.symbols import DIGITS, GRID_SIZES

if TYPE_CHECKING:
    from rich.text import Text

_SHAPES = {shape for size in GRID_SIZES for shape in ((size * size,), (size, size))}
_MOST_TRIES = 100  # of `Grid.random`


class Grid:
    """A board of S x S cells, some of them perhaps empty; S is 1, 4, 9, 16 or 25.

    Rows and columns are counted from 0; errors name cells for people, so row 0, column 0 is r1c1. Values are 1 .. S,
    and 0 is an empty cell. The cells that have a value when the grid is made are its clues: they are *locked*, and
    refuse to change until `unlock`. All others take any value, even one that breaks a rule: ask `conflicts` before, or
    `is_valid` after.

    >>> grid = Grid.parse("1...23..4......1")
    >>> print(grid)
    ╔═════╦═════╗
    ║ 1 . ║ . . ║
    ║ 2 3 ║ . . ║
    ╠═════╬═════╣
    ║ 4 . ║ . . ║
    ║ . . ║ . 1 ║
    ╚═════╩═════╝
    >>> grid.conflicts(0, 1, 3)
    <Conflict.COLUMN|BLOCK: 6>
    >>> grid.candidates(0, 1)
    [4]
    >>> grid.set(0, 1, 4)
    >>> grid.get(0, 1), grid.is_valid, grid.is_solved
    (4, True, False)
    >>> grid.set(0, 0, 2)
    Traceback (most recent call last):
    ...
    ValueError: r1c1 is locked

    Two grids are equal when their values are equal; locks do not matter.
    """

    # --- Construction ---------------------------------------------------------------------------------------

    def __init__(self, cells: ArrayLike) -> None:
        """Take one board, integers of shape `(S*S,)` or `(S, S)`; ValueError for anything else."""
        values = _checked(cells)
        self._size = size = isqrt(len(values))
        self._box = isqrt(size)
        # Bytes, because copying them is fast: a breadth-first search holds many thousand grids.
        self._cells = bytearray(values)
        self._locked = bytearray(value != 0 for value in values)
        # How often each row, column and block has each value, so that no method has to look at other cells.
        self._in_row, self._in_column, self._in_block = (bytearray(size * (size + 1)) for _ in range(3))
        for cell, value in enumerate(values):
            self._count(*divmod(cell, size), value, 1)

    @classmethod
    def of(cls, rows: Sequence[Sequence[int]]) -> Grid:
        """Take a list of rows, each a list of values, 0 for empty; ValueError names a wrong row, counted from 1.

        >>> Grid.of([[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]]).is_solved
        True
        """
        for number, row in enumerate(rows, 1):
            if len(row) != len(rows):
                raise ValueError(f"row {number} has {len(row)} cells, but there are {len(rows)} rows")
        return cls([value for row in rows for value in row])

    @classmethod
    def empty(cls, size: int = 9) -> Grid:
        """Make a grid without clues; ValueError for an unknown size."""
        return cls(np.zeros(check_grid_size(size) ** 2, np.uint8))

    @classmethod
    def parse(cls, text: str, *, size: int | None = None) -> Grid:
        """Read a board in any format of `engine.board.reading`: a line, rows, a drawing, a table, or triples.

        Triples `row column value` do not show the size of their board: it is `size`, or 9, and must be given where they
        fit 4x4 too. `engine.board.reading.read` says whether they are counted from 0 or 1. In the other formats a board
        of another size than `size` is an error. ValueError says what is wrong, or that two formats fit.

        >>> Grid.parse("0 0 4\\n3 1 2", size=4)
        Grid.parse('4............2..')
        """
        return cls(reading.cells_of(text, size))

    @classmethod
    def read(cls, path: str | PathLike[str] | int, *, size: int | None = None) -> Grid:
        """Read a board from a file or an open descriptor, in any format of `parse`.

        OSError for a file that cannot be read; ValueError for one that holds no board or is too long for one.
        """
        return cls.parse(reading.read_text(path), size=size)

    @classmethod
    def random(cls, *, locked: int, seed: int | None = None, size: int = 9) -> Grid:
        """Make a grid with that many random clues that break no rule; it may have no solution.

        Cells are taken in random order. Each gets a random one of the values that still fit; a cell where none fits
        stays empty. The same seed always gives the same grid; without one, each call gives another. ValueError for an
        unknown size, for `locked` outside 0 .. S*S, for a seed outside 0 .. 2**63 - 1, and where 100 tries do not reach
        that many cells.

        >>> grid = Grid.random(locked=20, seed=1)
        >>> grid.locked_count, grid.is_valid
        (20, True)
        """
        if not 0 <= index(locked) <= check_grid_size(size) ** 2:
            raise ValueError(f"locked {locked} is not in 0 .. {size**2}")
        numbers = RandomNumbers(seed)
        for _ in range(_MOST_TRIES):
            grid = cls.empty(size)
            for cell in numbers.shuffled(range(size**2)):
                if grid.locked_count == locked:
                    return grid
                row, column = divmod(cell, size)
                if values := grid.candidates(row, column):
                    grid.set(row, column, numbers.choice(values))
                    grid.lock(row, column)
            if grid.locked_count == locked:
                return grid
        raise ValueError(f"no grid of size {size} with {locked} random clues in {_MOST_TRIES} tries: ask for fewer")

    def copy(self) -> Grid:
        """Return a new grid with the same values and the same locks."""
        grid = object.__new__(Grid)
        grid._size, grid._box = self._size, self._box
        grid._cells, grid._locked = self._cells.copy(), self._locked.copy()
        grid._in_row, grid._in_column = self._in_row.copy(), self._in_column.copy()
        grid._in_block = self._in_block.copy()
        return grid

    # --- Cells ----------------------------------------------------------------------------------------------

    @property
    def size(self) -> int:
        """S, the number of digits and of cells in a row."""
        return self._size

    def get(self, row: int, column: int) -> int:
        """Return the value of a cell, 0 where it is empty; IndexError for a cell outside the board."""
        return self._cells[self._cell(row, column)]

    def set(self, row: int, column: int, value: int) -> None:
        """Enter a value in a cell, in place of its present one.

        ValueError for a value outside 1 .. S and for a locked cell; IndexError for a cell outside the board.
        """
        self._check_value(value)
        self._put(row, column, value)

    def clear(self, row: int, column: int) -> None:
        """Empty a cell; ValueError where it is locked, IndexError for a cell outside the board."""
        self._put(row, column, 0)

    def __iter__(self) -> Iterator[Cell]:
        """Iterate over the cells row by row."""
        for cell, (value, locked) in enumerate(zip(self._cells, self._locked, strict=True)):
            yield Cell(*divmod(cell, self._size), value, bool(locked))

    def first_empty(self) -> RowColumn | None:
        """Return row and column of the first empty cell, row by row; None in a full grid."""
        try:
            return divmod(self._cells.index(0), self._size)
        except ValueError:
            return None

    def lock(self, row: int, column: int) -> None:
        """Make a cell refuse changes; IndexError for a cell outside the board."""
        self._locked[self._cell(row, column)] = True

    def unlock(self, row: int, column: int) -> None:
        """Allow changes of a cell again; IndexError for a cell outside the board."""
        self._locked[self._cell(row, column)] = False

    def is_locked(self, row: int, column: int) -> bool:
        """Whether a cell refuses changes; IndexError for a cell outside the board."""
        return bool(self._locked[self._cell(row, column)])

    @property
    def locked_count(self) -> int:
        """How many cells are locked."""
        return sum(self._locked)

    # --- Rules ----------------------------------------------------------------------------------------------

    def conflicts(self, row: int, column: int, value: int) -> Conflict:
        """Return which units of a cell have the value in another cell: its row, its column, its block.

        ValueError for a value outside 1 .. S, IndexError for a cell outside the board.

        >>> Grid.parse("1...............").conflicts(0, 3, 1)
        <Conflict.ROW: 1>
        >>> bool(Grid.parse("1...............").conflicts(2, 3, 1))
        False
        """
        self._check_value(value)
        found = Conflict(0)
        for unit, count in zip(Conflict, self._others(row, column, value), strict=True):
            if count:
                found |= unit
        return found

    def fits(self, row: int, column: int, value: int) -> bool:
        """Whether a value breaks no rule in a cell; False for one outside 1 .. S. IndexError as in `conflicts`."""
        if not 1 <= value <= self._size:
            self._cell(row, column)
            return False
        return not any(self._others(row, column, value))

    def candidates(self, row: int, column: int) -> list[int]:
        """Return the values that break no rule in a cell, whatever its present value, in ascending order."""
        return [value for value in range(1, self._size + 1) if self.fits(row, column, value)]

    @property
    def invalid_count(self) -> int:
        """How many cells have the same value as one of their peers."""
        return sum(value != 0 and not self.fits(row, column, value) for row, column, value, _ in self)

    @property
    def is_valid(self) -> bool:
        """Whether no rule is broken. The grid may have empty cells, and no solution."""
        return self.invalid_count == 0

    @property
    def is_solved(self) -> bool:
        """Whether every cell has a value and no rule is broken."""
        return 0 not in self._cells and self.is_valid

    # --- Images ---------------------------------------------------------------------------------------------

    def permute_digits(self, digits: Sequence[int]) -> Grid:
        """Rename the digits: 1 becomes `digits[0]`, 2 becomes `digits[1]`, and so on. Locks stay.

        ValueError unless `digits` has each of 1 .. S once.

        >>> Grid.parse("1...23..4......1").permute_digits([4, 3, 2, 1]).line()
        '4...32..1......4'
        """
        renamed = [0, *map(index, digits)]
        if sorted(renamed) != list(range(self._size + 1)):
            raise ValueError(f"digits must have each of 1..{self._size} once")
        return self._with([renamed[value] for value in self._cells], self._locked)

    def shuffle_digits(self, *, seed: int | None = None) -> Grid:
        """Rename the digits in a random way: `permute_digits` with a random order. Locks stay.

        The same seed always gives the same order; without one, each call draws its own. ValueError for a seed outside
        0 .. 2**63 - 1.
        """
        return self.permute_digits(RandomNumbers(seed).shuffled(range(1, self._size + 1)))

    def rotate(self) -> Grid:
        """Turn the board clockwise by 90 degrees, with its locks.

        >>> Grid.parse("1...23..4......1").rotate().line()
        '.421..3.....1...'
        """
        size = self._size
        return self._rearranged([(size - 1 - column) * size + row for row in range(size) for column in range(size)])

    def transpose(self) -> Grid:
        """Mirror the board in its main diagonal, with its locks: rows become columns.

        >>> Grid.parse("1...23..4......1").transpose().line()
        '124..3.........1'
        """
        size = self._size
        return self._rearranged([column * size + row for row in range(size) for column in range(size)])

    def symmetries(self) -> list[Grid]:
        """Return the 8 images of the board, itself first: turned four ways, and each of those mirrored.

        >>> len({grid.line() for grid in Grid.parse("1...23..4......1").symmetries()})
        8
        """
        turned = [self.copy()]
        for _ in range(3):
            turned.append(turned[-1].rotate())
        return turned + [grid.transpose() for grid in turned]

    def has_rectangle(self) -> bool:
        """Whether the four cells where two rows cross two columns hold a b over b a.

        Where those cells lie in two blocks the digits can be swapped, so a puzzle needs a clue in one of them: the
        smallest *unavoidable set*. `permutation_grid` has no rectangle where S is odd.

        >>> Grid.of([[1, 2, 3, 4], [3, 4, 2, 1], [2, 1, 4, 3], [4, 3, 1, 2]]).has_rectangle()
        True
        """
        size = self._size
        for upper, lower in combinations(range(0, size * size, size), 2):
            pairs = set(zip(self._cells[upper : upper + size], self._cells[lower : lower + size], strict=True))
            if any(above != below and above and below and (below, above) in pairs for above, below in pairs):
                return True
        return False

    # --- Text -----------------------------------------------------------------------------------------------

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> Boards:
        """Give the cells as one board of a batch, `uint8 (S*S,)`: so each function of `engine` takes a grid."""
        if copy is False:
            raise ValueError("the cells of a grid are always copied")
        return np.array(self._cells, np.uint8 if dtype is None else dtype)

    def to_numpy(self) -> Boards:
        """Return a copy of the cells, `uint8 (S, S)`, 0 for empty."""
        return np.array(self._cells, np.uint8).reshape(self._size, self._size)

    def line(self) -> str:
        """Return the board as S*S characters, in a format of `parse`."""
        return "".join(DIGITS[value] for value in self._cells)

    def triples(self) -> str:
        """Return a line `row column value` for each cell that has a value, in a format of `parse`."""
        return "".join(f"{row} {column} {value}\n" for row, column, value, _ in self if value)

    def __str__(self) -> str:
        """Draw the board with box characters, a double line around each block."""
        return drawing.boxes(self)

    def __rich__(self) -> Text:
        """Draw it in colour when rich prints it: clues blue, filled cells green, cells in conflict on red."""
        return drawing.coloured(self)

    def _repr_svg_(self) -> str:
        """Draw it in a notebook."""
        return drawing.svg(self)

    def __repr__(self) -> str:
        return f"Grid.parse({self.line()!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Grid) and self._cells == other._cells

    __hash__ = None  # type: ignore[assignment]

    # --- Inside ---------------------------------------------------------------------------------------------

    def _cell(self, row: int, column: int) -> int:
        if not 0 <= row < self._size:
            raise IndexError(f"row {row} is not in 0..{self._size - 1}")
        if not 0 <= column < self._size:
            raise IndexError(f"column {column} is not in 0..{self._size - 1}")
        return row * self._size + column

    def _check_value(self, value: int) -> None:
        if not 1 <= index(value) <= self._size:
            raise ValueError(f"value {value} is not in 1..{self._size}")

    def _put(self, row: int, column: int, value: int) -> None:
        cell = self._cell(row, column)
        if self._locked[cell]:
            raise ValueError(f"{cell_name(row, column)} is locked")
        self._count(row, column, self._cells[cell], -1)
        self._count(row, column, value, 1)
        self._cells[cell] = value

    def _count(self, row: int, column: int, value: int, change: int) -> None:
        in_row, in_column, in_block = self._places(row, column, value)
        self._in_row[in_row] += change
        self._in_column[in_column] += change
        self._in_block[in_block] += change

    def _places(self, row: int, column: int, value: int) -> tuple[int, int, int]:
        """The indices of a value's counts for the row, the column and the block of a cell."""
        block = row // self._box * self._box + column // self._box
        width = self._size + 1
        return row * width + value, column * width + value, block * width + value

    def _others(self, row: int, column: int, value: int) -> tuple[int, int, int]:
        """How many other cells of the row, the column and the block have this value."""
        own = self._cells[self._cell(row, column)] == value
        in_row, in_column, in_block = self._places(row, column, value)
        return self._in_row[in_row] - own, self._in_column[in_column] - own, self._in_block[in_block] - own

    def _with(self, cells: Sequence[int], locked: Sequence[int]) -> Grid:
        grid = Grid(cells)
        grid._locked = bytearray(locked)
        return grid

    def _rearranged(self, sources: Sequence[int]) -> Grid:
        """The grid whose cells are these cells of this one."""
        return self._with([self._cells[source] for source in sources], [self._locked[source] for source in sources])


def check_grid_size(size: int) -> int:
    """Return the size; ValueError unless it is one of GRID_SIZES."""
    if index(size) not in GRID_SIZES:
        raise ValueError(f"size {size} is not one of {', '.join(map(str, GRID_SIZES))}")
    return size


def _checked(cells: ArrayLike) -> list[int]:
    given = np.asarray(cells)
    if given.shape not in _SHAPES:
        raise ValueError(
            f"a board has shape (S*S,) or (S, S) with S of {', '.join(map(str, GRID_SIZES))}, not {given.shape}"
        )
    if given.dtype.kind not in "ui":
        raise ValueError(f"a board has integers, not {given.dtype}")
    values: list[int] = given.reshape(-1).tolist()
    size = isqrt(len(values))
    strange = next((cell for cell, value in enumerate(values) if not 0 <= value <= size), None)
    if strange is not None:
        raise ValueError(f"{cell_name(*divmod(strange, size))}: value {values[strange]} is not in 1..{size}")
    return values
