"""One board in plain Python: cells, locks, rules, images, text; and full boards made from a single block."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from operator import index
from os import PathLike

import numpy as np
from numpy.typing import ArrayLike, DTypeLike

from . import drawing
from .boards import Boards, cells_of
from .random_numbers import RandomNumbers
from .reading.reader import read, read_text
from .shape import DIGITS, LARGEST_SIZE, SIZE_OF_CELLS, Cell, Conflict, RowColumn, Shape, cell_name

_SIZE_OF_ARRAY = {shape: size for cells, size in SIZE_OF_CELLS.items() for shape in ((cells,), (size, size))}
_MOST_TRIES = 100  # of `Grid.random`


class Grid:
    """A board of S x S cells, some of them perhaps empty; S is in 1 .. 25.

    Its blocks are the usual ones of its size (`engine.shape.USUAL_BLOCKS`: 2x3 at size 6) unless `blocks` names
    others, such as `"3x2"`, or `"none"` for a Latin square; a size without usual blocks needs them.

    Rows and columns are counted from 0; errors name cells for people, so row 0, column 0 is r1c1. Values are 1 .. S,
    and 0 is an empty cell. The cells that have a value when the grid is made are its clues: they are *locked*, and
    refuse to change until `unlock`. All others take any value, even one that breaks a rule: ask `conflicts` before, or
    `is_valid` after. Two grids are equal when their values and their blocks are equal; locks do not matter.

    >>> grid = Grid.parse("1...23..4......1")
    >>> grid.conflicts(0, 1, 3)
    <Conflict.COLUMN|BLOCK: 6>
    >>> grid.candidates(0, 1)
    [4]
    >>> grid.set(0, 1, 4)
    >>> grid.get(0, 1), grid.is_valid, grid.is_solved
    (4, True, False)
    """

    # --- Construction ---------------------------------------------------------------------------------------

    def __init__(self, cells: ArrayLike, *, blocks: str | None = None) -> None:
        """Take one board, integers of shape `(S*S,)` or `(S, S)`; ValueError for anything else, and unknown blocks."""
        values = _checked(cells)
        self._shape = Shape.of(SIZE_OF_CELLS[len(values)], blocks)
        self._size = size = self._shape.size
        self._units_of = self._shape.units_of
        # Bytes, because they copy fast: a breadth-first search holds thousands of grids.
        self._cells = bytearray(values)
        self._locked = bytearray(value != 0 for value in values)
        # How often each unit has each value, so that no method has to look at other cells.
        self._counts = bytearray(len(self._shape.units) * (size + 1))
        for cell, value in enumerate(values):
            self._count(cell, value, 1)

    @classmethod
    def of(cls, rows: Sequence[Sequence[int]], *, blocks: str | None = None) -> Grid:
        """Take a list of rows, each a list of values, 0 for empty; ValueError names a wrong row, counted from 1."""
        for number, row in enumerate(rows, 1):
            if len(row) != len(rows):
                raise ValueError(f"row {number} has {len(row)} cells, but there are {len(rows)} rows")
        return cls([value for row in rows for value in row], blocks=blocks)

    @classmethod
    def empty(cls, size: int | None = None, *, blocks: str | None = None) -> Grid:
        """Make a grid without clues, of size 9 unless the size or the blocks are given; ValueError as in `Shape.of`."""
        shape = Shape.of(size, blocks)
        return cls(np.zeros(shape.cells, np.uint8), blocks=shape.blocks)

    @classmethod
    def parse(cls, text: str, *, size: int | None = None, blocks: str | None = None, base: int | None = None) -> Grid:
        """Read a board in any form of `engine.reading.reader`: a line, rows, a drawing, a table, or triples.

        Triples `row column value` do not show the size of their board: it is `size`, or 9, and must be given if they
        fit a smaller one too. They are counted from `base`, 0 or 1, or as `engine.reading.reader.read` finds out. In
        the other forms a board of another size than `size` is an error. ValueError says what is wrong, or that two
        forms fit.
        """
        found = read(text, size, blocks, base)
        return cls(found.cells, blocks=found.shape.blocks)

    @classmethod
    def read(
        cls,
        path: str | PathLike[str] | int,
        *,
        size: int | None = None,
        blocks: str | None = None,
        base: int | None = None,
    ) -> Grid:
        """Read a board from a file or an open descriptor, in any form of `parse`.

        OSError for a file that cannot be read; ValueError for one that holds no board or is too long for one.
        """
        return cls.parse(read_text(path), size=size, blocks=blocks, base=base)

    @classmethod
    def random(
        cls, *, locked: int, seed: int | None = None, size: int | None = None, blocks: str | None = None
    ) -> Grid:
        """Make a grid with that many random clues that break no rule; it may have no solution.

        Cells are taken in random order. Each gets a random one of the values that still fit; a cell in which none fits
        stays empty. The same seed always gives the same grid; without one, each call gives another. ValueError for an
        unknown shape, for `locked` outside 0 .. S*S, for a seed outside 0 .. 2**63 - 1, and if 100 tries do not
        reach that many clues.
        """
        shape = Shape.of(size, blocks)
        if not 0 <= index(locked) <= shape.cells:
            raise ValueError(f"locked {locked} is not in 0 .. {shape.cells}")
        numbers = RandomNumbers(seed)
        for _ in range(_MOST_TRIES):
            grid = cls.empty(shape.size, blocks=shape.blocks)
            for cell in numbers.shuffled(range(shape.cells)):
                place = divmod(cell, shape.size)
                if grid.locked_count < locked and (values := grid.candidates(*place)):
                    grid.set(*place, numbers.choice(values))
                    grid.lock(*place)
            if grid.locked_count == locked:
                return grid
        raise ValueError(
            f"no grid of size {shape.size} with {locked} random clues in {_MOST_TRIES} tries: ask for fewer"
        )

    def copy(self) -> Grid:
        """Return a new grid with the same values and the same locks."""
        grid = object.__new__(Grid)
        grid._shape, grid._size, grid._units_of = self._shape, self._size, self._units_of
        grid._cells, grid._locked, grid._counts = self._cells.copy(), self._locked.copy(), self._counts.copy()
        return grid

    # --- Cells ----------------------------------------------------------------------------------------------

    @property
    def size(self) -> int:
        """S, the number of digits and of cells in a row."""
        return self._size

    @property
    def board_shape(self) -> Shape:
        """The size and the blocks, with the cells of each unit and the peers of each cell.

        It is not called `shape`: numpy takes that for the shape of an array.
        """
        return self._shape

    @property
    def blocks(self) -> str:
        """The blocks: rows and columns of one, such as `"3x3"`, or `"none"`."""
        return self._shape.blocks

    def get(self, row: int, column: int) -> int:
        """Return the value of a cell, 0 if it is empty; IndexError for a cell outside the board."""
        return self._cells[self._cell(row, column)]

    def set(self, row: int, column: int, value: int) -> None:
        """Enter a value in a cell, in place of its present one.

        ValueError for a value outside 1 .. S and for a locked cell; IndexError for a cell outside the board.
        """
        self._check_value(value)
        self._put(row, column, value)

    def clear(self, row: int, column: int) -> None:
        """Empty a cell; ValueError if it is locked, IndexError for a cell outside the board."""
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
        """Return which units of a cell have the value in another cell: its row, its column, its block if it has one.

        ValueError for a value outside 1 .. S, IndexError for a cell outside the board.
        """
        self._check_value(value)
        units = zip(Conflict, self._others(row, column, value), strict=False)  # some shapes have no blocks
        return Conflict(sum(unit.value for unit, count in units if count))

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
        """
        renamed = [0, *map(index, digits)]
        if sorted(renamed) != list(range(self._size + 1)):
            raise ValueError(f"digits must have each of 1..{self._size} once")
        return self._with([renamed[value] for value in self._cells], self._locked, self._shape)

    def shuffle_digits(self, *, seed: int | None = None) -> Grid:
        """Rename the digits in the random order of a seed, or in one of its own without a seed. Locks stay.

        ValueError for a seed outside 0 .. 2**63 - 1.
        """
        return self.permute_digits(RandomNumbers(seed).shuffled(range(1, self._size + 1)))

    def rotate(self) -> Grid:
        """Turn the board clockwise by 90 degrees, with its locks; blocks of 2x3 become blocks of 3x2."""
        return self._turned(lambda square: np.rot90(square, -1))

    def transpose(self) -> Grid:
        """Mirror the board in its main diagonal, with its locks; blocks of 2x3 become blocks of 3x2."""
        return self._turned(np.transpose)

    def symmetries(self) -> list[Grid]:
        """Return the images of the board that have its blocks, itself first: turned, and each of those mirrored.

        They are 8 if blocks are square or absent, else 4: turned by 90 degrees, 2x3 blocks are 3x2 blocks.
        """
        turned = [self.copy()]
        for _ in range(3):
            turned.append(turned[-1].rotate())
        return [grid for grid in (*turned, *(grid.transpose() for grid in turned)) if grid.board_shape == self._shape]

    def has_rectangle(self) -> bool:
        """Whether four cells in which two rows cross two columns hold a b over b a.

        If those cells lie in two blocks the digits can be swapped, so a puzzle needs a clue in one of them: the
        smallest *unavoidable set*. `permutation_grid` has no rectangle if S is odd.
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

    def __rich__(self) -> drawing.Text:
        """Draw it in colour when rich prints it: clues blue, filled cells green, cells in conflict on red."""
        return drawing.coloured(self)

    def _repr_svg_(self) -> str:
        """Draw it in a notebook."""
        return drawing.svg(self)

    def __repr__(self) -> str:
        blocks = "" if self._shape.is_usual else f", blocks={self.blocks!r}"
        return f"Grid.parse({self.line()!r}{blocks})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Grid) and self._cells == other._cells and self._shape == other._shape

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
        self._count(cell, self._cells[cell], -1)
        self._count(cell, value, 1)
        self._cells[cell] = value

    def _count(self, cell: int, value: int, change: int) -> None:
        width = self._size + 1
        for unit in self._units_of[cell]:
            self._counts[unit * width + value] += change

    def _others(self, row: int, column: int, value: int) -> list[int]:
        """How many other cells of the row, the column and the block have this value."""
        cell = self._cell(row, column)
        own = self._cells[cell] == value
        width, counts = self._size + 1, self._counts
        return [counts[unit * width + value] - own for unit in self._units_of[cell]]

    def _with(self, cells: ArrayLike, locked: Iterable[int], shape: Shape) -> Grid:
        grid = Grid(cells, blocks=shape.blocks)
        grid._locked = bytearray(locked)
        return grid

    def _turned(self, turn: Callable[[Boards], Boards]) -> Grid:
        """The grid whose rows are the columns of this one, with its locks."""
        squares = (np.array(each, np.uint8).reshape(self._size, self._size) for each in (self._cells, self._locked))
        cells, locked = (turn(square).ravel() for square in squares)
        return self._with(cells, locked.tolist(), self._shape.transposed)


def _checked(cells: ArrayLike) -> list[int]:
    given = cells_of(cells)
    if given.shape not in _SIZE_OF_ARRAY:
        raise ValueError(f"a board has shape (S*S,) or (S, S) with S in 1..{LARGEST_SIZE}, not {given.shape}")
    if given.dtype.kind not in "ui":
        raise ValueError(f"a board has integers, not {given.dtype}")
    values: list[int] = given.reshape(-1).tolist()
    size = _SIZE_OF_ARRAY[given.shape]
    strange = next((cell for cell, value in enumerate(values) if not 0 <= value <= size), None)
    if strange is not None:
        raise ValueError(f"{cell_name(*divmod(strange, size))}: value {values[strange]} is not in 1..{size}")
    return values


# --- A full board from a single block, without a search ------------------------------------------------------------


def permutation_grid(seed: int | None = None, *, size: int | None = None, blocks: str | None = None) -> Grid:
    """Make a full board from one block: its digits in random order, and cyclic shifts of it everywhere else.

    All these boards of a shape are one board with other digits. `engine.generate` makes them by the batch, with the
    method `permutation`: this is board 0 of a seed. One block to the right the rows move up by one, one block down the
    columns move left by one; so every row, column and block has every digit. If S is odd it has no rectangle: the
    equal digits of its two diagonals would shift rows, or columns, both by n and by -n, so that 2n is 0 modulo a side
    of the block, which is odd.

    The same seed always gives the same board; without one, each call gives another. ValueError as in `Shape.of`, and
    for a seed outside 0 .. 2**63 - 1.
    """
    shape = Shape.of(size, blocks)
    rows, columns = shape.rows, shape.columns
    digits = RandomNumbers(seed).shuffled(range(1, shape.size + 1))
    block = [digits[start : start + columns] for start in range(0, shape.size, columns)]
    return Grid.of(
        [
            [block[(row + column // columns) % rows][(column + row // rows) % columns] for column in range(shape.size)]
            for row in range(shape.size)
        ],
        blocks=shape.blocks,
    )
