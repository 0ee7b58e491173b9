"""Depth-first search with a stack, in plain Python so that people can read it, watch it and count its steps.

With the rule row-major it is the textbook search, one step at a time; to solve puzzles by the thousand use
`engine.solve`. The search goes from cell to cell and enters the next value that fits. If no value is left, it takes the
last cell off the stack and continues with the next value of the cell before.

`frontier_sizes` searches breadth first, which takes too much memory; `band_levels` computes the sizes of levels that no
memory can hold; `solutions` lists every solution of a puzzle, one after another, and holds one.

    >>> from board_catalogue.engine import Grid
    >>> search = Search(Grid.parse("1...23..4......1"))
    >>> search.run()
    <Ending.SOLVED: 'solved'>
    >>> search.grid.line(), search.metrics.backtracks
    ('1423231441323241', 0)
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain, islice
from math import factorial, perm
from time import perf_counter
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ..boards import Boards, puzzles_and_shape
from ..grid import Grid
from ..native import check_time
from ..random_numbers import RandomNumbers
from ..shape import RowColumn, Shape, cell_name
from ..solving import count_solutions, solve


class Ending(StrEnum):
    """How a search ended."""

    SOLVED = "solved"
    UNSOLVABLE = "unsolvable"
    GAVE_UP = "gave up"


class SearchStep(NamedTuple):
    """A step of a search: it entered a value in a cell, or, with value 0, left the cell empty and went back."""

    row: int
    column: int
    value: int
    depth: int  # cells on the stack, this one included


@dataclass
class Metrics:
    """The cost of a search so far."""

    clues: int
    """Cells that had a value from the start."""
    comparisons: int = 0
    """Times a value was tested against the units of a cell: its row, column and block."""
    assignments: int = 0
    """Times a value was entered in a cell."""
    backtracks: int = 0
    """Times a cell that had a value had no other one left, and was emptied."""
    max_depth: int = 0
    """The most cells that the search had filled."""
    steps: int = 0
    """Times a value was entered, or the search went back from a cell, filled before or not."""
    seconds: float = 0.0
    """Time spent in `Search.run`, without the time of the observer."""


class Search:
    """A search for the solutions of one grid, depth first, with an explicit stack.

    `rule` chooses the next cell: `row_by_row`, `fewest_candidates`, or a function of your own that takes the search and
    returns row and column of an empty cell of `search.grid`, or None when the grid is full. The values of a cell are
    tried in ascending order; with a `seed` in a random order, which is the cell's own and the same for the same seed.
    `observer` is called after every `SearchStep`; its time is not counted. `max_steps` and
    `max_seconds` limit all runs together; None is no limit.
    """

    def __init__(
        self,
        grid: Grid,
        *,
        rule: "Rule | None" = None,
        seed: int | None = None,
        observer: Callable[[SearchStep], object] | None = None,
        max_steps: int | None = None,
        max_seconds: float | None = None,
    ) -> None:
        """Prepare to search a copy of the grid; ValueError for a seed outside 0 .. 2**63 - 1."""
        self.grid = grid.copy()
        self.metrics = Metrics(clues=sum(cell.value != 0 for cell in grid))
        self.ending: Ending | None = None  # of the last run
        self._rule = rule or row_by_row
        self.observer = observer
        self._orders: dict[RowColumn, list[int]] | None = None
        if seed is not None:
            numbers = RandomNumbers(seed)
            self._orders = {cell[:2]: numbers.shuffled(range(1, grid.size + 1)) for cell in grid}
        self._max_steps = max_steps
        self._max_seconds = max_seconds
        self._stack: list[RowColumn] = []
        self._since = 0.0

    def run(self) -> Ending:
        """Search for the next solution, and leave it in `grid`; UNSOLVABLE means that no solution is left.

        After SOLVED another run looks for another solution; GAVE_UP and UNSOLVABLE are final. After UNSOLVABLE `grid`
        is the grid that was passed in. ValueError if a rule of your own picks a cell that is not empty.
        """
        self._since = perf_counter() - self.metrics.seconds
        try:
            self.ending = self._begin() or self._go_on()
        finally:
            self.metrics.seconds = perf_counter() - self._since
        return self.ending

    def resume(self, grid: Grid, *, backed_out: bool) -> None:
        """Put a new search at the point where another one with the same grid, rule and seed gave up.

        `grid` is the grid of that search, and `backed_out` says whether its last step emptied a cell. Which cells are
        on the stack, and in which order, follows from the rule. The metrics count on from zero. ValueError if no
        such search comes to this grid.
        """
        before = self.metrics.comparisons
        known = grid.board_shape == self.grid.board_shape and self.grid.is_valid
        while known and (cell := self.next_cell()):
            value = grid.get(*cell)
            if not value and not backed_out:
                self._stack.append(cell)
            if not value or not self.fits(*cell, value):
                break
            self._stack.append(cell)
            self.grid.set(*cell, value)
        if not self._stack or self.grid != grid or self.next_cell() is None:
            raise ValueError("no search of this grid by this rule comes to that grid")
        self.metrics.comparisons = before

    def solutions(self) -> Iterator[Grid]:
        """Yield every solution that `run` finds, each as a new grid."""
        while self.run() is Ending.SOLVED:
            yield self.grid.copy()

    # --- The parts of the search, and what a rule may ask -----------------------------------------------------

    def next_value(self, row: int, column: int) -> int:
        """Return the next value that fits in a cell, after its present one in the cell's order; 0 if none does."""
        present = self.grid.get(row, column)
        order: Sequence[int] = range(1, self.grid.size + 1)
        if self._orders is not None:
            order = self._orders[row, column]
        untried = order[order.index(present) + 1 :] if present else order
        return next((value for value in untried if self.fits(row, column, value)), 0)

    def next_cell(self) -> RowColumn | None:
        """Return the empty cell that the rule picks; None if the grid is full."""
        return self._rule(self)

    def fits(self, row: int, column: int, value: int) -> bool:
        """Tell whether a value breaks no rule in a cell: `Grid.fits`, counted as a comparison."""
        self.metrics.comparisons += 1
        return self.grid.fits(row, column, value)

    # --- Inside -----------------------------------------------------------------------------------------------

    def _begin(self) -> Ending | None:
        """Put the first cell on the stack; an ending if the search is over already."""
        if self.ending or self._stack:
            return None
        if not self.grid.is_valid:
            return Ending.UNSOLVABLE
        return None if self._descend() else Ending.SOLVED

    def _go_on(self) -> Ending:
        while self._stack:
            if self._is_at_limit():
                return Ending.GAVE_UP
            row, column = self._stack[-1]
            self.metrics.steps += 1
            if value := self.next_value(row, column):
                self.grid.set(row, column, value)
                self.metrics.assignments += 1
                self.metrics.max_depth = max(self.metrics.max_depth, len(self._stack))
                self._report(row, column, value)
                if not self._descend():
                    return Ending.SOLVED
            else:
                self.metrics.backtracks += self.grid.get(row, column) != 0
                self.grid.clear(row, column)
                self._report(row, column, 0)
                self._stack.pop()
        return Ending.UNSOLVABLE

    def _descend(self) -> bool:
        """Put the next cell on the stack; False if the grid is full."""
        cell = self.next_cell()
        if cell is None:
            return False
        if self.grid.get(*cell):
            raise ValueError(f"the rule picked {cell_name(*cell)}, which is not empty")
        self._stack.append(cell)
        return True

    def _report(self, row: int, column: int, value: int) -> None:
        if self.observer:
            begin = perf_counter()
            try:
                self.observer(SearchStep(row, column, value, len(self._stack)))
            finally:
                self._since += perf_counter() - begin

    def _is_at_limit(self) -> bool:
        steps, seconds = self._max_steps, self._max_seconds
        return (steps is not None and self.metrics.steps >= steps) or (
            seconds is not None and perf_counter() - self._since >= seconds
        )


Rule = Callable[[Search], RowColumn | None]
"""Picks the next cell."""


def row_by_row(search: Search) -> RowColumn | None:
    """Take the first empty cell, row by row."""
    return search.grid.first_empty()


def fewest_candidates(search: Search) -> RowColumn | None:
    """Take the empty cell in which the fewest values fit, the first of several, row by row.

    A cell in which no value fits comes first, so a dead end shows immediately.
    """
    fewest, found = search.grid.size + 1, None
    for row, column, own, _ in search.grid:
        if own:
            continue
        fitting = (value for value in range(1, search.grid.size + 1) if search.fits(row, column, value))
        count = sum(1 for _ in islice(fitting, fewest))  # no more than are enough
        if count < fewest:
            fewest, found = count, (row, column)
    return found


RULE_FUNCTIONS: dict[str, Rule] = {"row-major": row_by_row, "fewest": fewest_candidates}
"""The rules by their names on the command line."""


def frontier_sizes(grid: Grid, most: int) -> Iterator[int]:
    """Yield how many boards each level of a breadth-first search has, up to the first that has more than `most`.

    Level k has every way to fill the first k empty cells, row by row, that breaks no rule. No more than two levels of
    `most` boards are held: of the last level, which may be many times as large, the boards are only counted.
    """
    boards = [grid.copy()] if grid.is_valid else []
    count = len(boards)
    while count:
        yield count
        if count > most or boards[0].first_empty() is None:
            return
        below = chain.from_iterable(map(_filled, boards))
        following = list(islice(below, most))
        count = len(following) + sum(1 for _ in below)
        boards = following


def _filled(board: Grid) -> Iterator[Grid]:
    """The board with each value that fits in its first empty cell."""
    cell = board.first_empty()
    assert cell is not None
    for value in board.candidates(*cell):
        filled = board.copy()
        filled.set(*cell, value)
        yield filled


def can_count_band(shape: Shape) -> bool:
    """Whether `band_levels` counts the first band of this shape, in a second or less."""
    return shape.rows <= 2 or shape.rows * shape.size <= 36


def band_levels(size: int | None = None, *, blocks: str | None = None) -> list[int]:
    """Return how many boards the levels 0 .. R*S of an empty board have: all ways to fill its first band cell by cell.

    R is the number of rows of a block, 1 in a Latin square. Within a band two cells of a column also share a block, so
    only the digits of the row and of the blocks matter; boards with the same sets of digits are counted together.
    ValueError for a shape that `can_count_band` excludes, and as in `Shape.of`.
    """
    shape = Shape.of(size, blocks)
    if not can_count_band(shape):
        raise ValueError(f"the bands of {shape} are too many to count; use a smaller size, or blocks of two rows")
    size, columns = shape.size, shape.columns
    levels = [perm(size, cell) for cell in range(size + 1)]
    # Renamed, every first row is 1 .. S, so the first block has the digits 1 .. C, as bits 0 .. C-1.
    first_row = tuple(((1 << columns) - 1) << start for start in range(0, size, columns))
    boards = Counter({(0, first_row): factorial(size)})  # by the digits in the row and in each block
    for cell in range(size, shape.rows * size):
        block = cell % size // columns
        following: Counter[tuple[int, tuple[int, ...]]] = Counter()
        for (row, used), count in boards.items():
            row = row if cell % size else 0
            for bit in (1 << digit for digit in range(size)):
                if not bit & (row | used[block]):
                    following[row | bit, (*used[:block], used[block] | bit, *used[block + 1 :])] += count
        boards = following
        levels.append(sum(boards.values()))
    return levels


# --- All solutions of a puzzle -------------------------------------------------------------------------------------


def solutions(puzzle: ArrayLike, *, blocks: str | None = None) -> Iterator[Boards]:
    """Yield every solution of one puzzle, `uint8 (S*S,)`, each once; `blocks` as in `engine.solve`.

    The first is that of `engine.solve`; next come those that differ from it in the last empty cells only, and so on
    towards the first empty cell. The kernel says which branches have a solution, so no branch is searched for nothing.
    TimeoutError once `engine.time_limit` has passed; ValueError for more than one puzzle, and as in
    `engine.boards.check_puzzles`.
    """
    checked, shape = puzzles_and_shape(puzzle, blocks)
    if checked.ndim != 1:
        raise ValueError(f"one puzzle has shape (S*S,), not {checked.shape}")
    solution = solve(checked, blocks=shape.blocks)
    if not solution.all():
        return
    yield solution
    check_time()
    if count_solutions(checked, blocks=shape.blocks) > 1:
        for other in _others(checked, solution, shape):
            yield from solutions(other, blocks=shape.blocks)


def _others(puzzle: Boards, solution: Boards, shape: Shape) -> Iterator[Boards]:
    """Puzzles with solutions that differ from this one in some empty cell, and agree with it in the cells before."""
    for cell in np.flatnonzero(puzzle == 0)[::-1]:
        agreeing = np.where(np.arange(len(puzzle)) < cell, solution, puzzle)
        digits = np.arange(1, shape.size + 1)
        ways = np.repeat(agreeing[np.newaxis], len(digits) - 1, axis=0)
        ways[:, cell] = digits[digits != solution[cell]]
        yield from ways[count_solutions(ways, limit=1, blocks=shape.blocks) > 0]
