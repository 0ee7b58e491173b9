"""Boards and puzzles made in plain Python, to watch cell by cell: wave function collapse, and how clues leave.

`collapse` uses the methods and the random numbers of `engine.generate`, so it makes the same boards; the kernel makes
them by the million. `engine.carve` removes clues in a random order and proves each time that one solution is left. For
`removals` the puzzle is known: first the cells that it leaves empty lose their clues, in a random order, and then each
of its clues is tried.

"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from ..generation import default_method
from ..grid import Grid
from ..random_numbers import RandomNumbers
from ..shape import DIGITS, RowColumn, Shape, cell_name
from ..solving import count_solutions, solve

_Single = tuple[RowColumn, int]  # its cell and its value


class Choice(NamedTuple):
    """A cell that a wave chose, its candidates until then, and the one that it took."""

    cell: RowColumn
    candidates: tuple[int, ...]
    value: int


class Wave:
    """A board in which every open cell still has some candidates.

    `grid` holds the settled cells, `left` the candidates of each open cell in ascending order, and `choice` the last
    choice. `comparisons` counts how often a cell was asked for a candidate, to remove it, and `backtracks` the choices
    that were undone.
    """

    def __init__(self, size: int | None = None, *, blocks: str | None = None) -> None:
        """Begin with all candidates in all cells; ValueError as in `Shape.of`."""
        self.grid = Grid.empty(size, blocks=blocks)
        values = list(range(1, self.grid.size + 1))
        self.left: dict[RowColumn, list[int]] = {cell[:2]: values.copy() for cell in self.grid}
        self.choice: Choice | None = None
        self.comparisons = self.backtracks = 0

    @property
    def is_settled(self) -> bool:
        """Whether all cells are settled."""
        return not self.left

    @property
    def dead_end(self) -> str | None:
        """A cell without a candidate, such as "cell r5c6"; None if every open cell has one."""
        return next((f"cell {cell_name(*cell)}" for cell, left in self.left.items() if not left), None)

    def settle(self, numbers: RandomNumbers) -> RowColumn:
        """Settle one of the cells with the fewest candidates, and return which.

        Ties are broken at random; but of several cells with a single candidate the first is taken, without a random
        number, because their order does not matter. The value is a random one of the candidates, and is removed from
        the cell's peers.
        """
        tied = self._tied()
        cell = tied[0] if len(self.left[tied[0]]) == 1 else numbers.choice(tied)
        value = self._choose(cell, numbers)
        del self.left[cell]
        self.grid.set(*cell, value)
        self.comparisons += len(self.left)
        for other, values in self.left.items():
            if value in values and not self.grid.fits(*other, value):
                values.remove(value)
        return cell

    def _choose(self, cell: RowColumn, numbers: RandomNumbers) -> int:
        candidates = tuple(self.left[cell])
        self.choice = Choice(cell, candidates, numbers.choice(candidates))
        return self.choice.value

    def _tied(self) -> list[RowColumn]:
        """The open cells with the fewest candidates."""
        fewest = min(map(len, self.left.values()))
        return [cell for cell, values in self.left.items() if len(values) == fewest]


class CarefulWave(Wave):
    """A wave for large boards: it follows up singles, and undoes a choice that leads to a dead end."""

    def __init__(self, size: int | None = None, *, blocks: str | None = None) -> None:
        """As `Wave`."""
        super().__init__(size, blocks=blocks)
        self._units = dict(zip(self.left, self.grid.board_shape.units_of, strict=True))
        # The cells of each unit, by its place in `Shape.units`, that still have each value as a candidate.
        self._places: dict[tuple[int, int], set[RowColumn]] = {
            (place, value): {divmod(cell, self.grid.size) for cell in unit}
            for place, unit in enumerate(self.grid.board_shape.units)
            for value in range(1, self.grid.size + 1)
        }
        self._misplaced: str | None = None

    @property
    def dead_end(self) -> str | None:
        """As in `Wave`; also a digit without a cell, such as "digit 7 of row 3"."""
        return self._misplaced or super().dead_end

    def settle(self, numbers: RandomNumbers) -> RowColumn:
        """Settle one of the cells with the fewest candidates, and all that follows by naked and hidden singles.

        Cell and value are random. At a dead end the wave returns to its earlier state, and removes the value from the
        cell, with all that follows from that.
        """
        cell = numbers.choice(self._tied())
        value = self._choose(cell, numbers)
        left = {cell: values.copy() for cell, values in self.left.items()}
        before = self.grid.copy(), left, {key: places.copy() for key, places in self._places.items()}
        if not self._follow([(cell, value)]):
            self.grid, self.left, self._places = before
            self.backtracks += 1
            self._misplaced = None
            singles: list[_Single] = []
            if self._clear(cell, value, singles):
                self._follow(singles)
        return cell

    def _follow(self, singles: list[_Single]) -> bool:
        """Settle singles and those that follow from them; False at a dead end."""
        while singles:
            cell, value = singles.pop()
            if cell not in self.left:  # settled already, perhaps as a single of the other kind
                continue
            others = [other for other in self.left.pop(cell) if other != value]
            self.grid.set(*cell, value)
            peers = set().union(*(self._places[unit, value] for unit in self._units[cell])) - {cell}
            removed = [*((cell, other) for other in others), *((other, value) for other in sorted(peers))]
            if not all(self._clear(*each, singles) for each in removed):
                return False
        return True

    def _clear(self, cell: RowColumn, value: int, singles: list[_Single]) -> bool:
        """Remove a candidate from a cell, and add the singles that follow to the list; False at a dead end."""
        self.comparisons += 1
        values = self.left.get(cell)
        if values is not None:
            values.remove(value)
            if len(values) == 1:
                singles.append((cell, values[0]))
        for unit in self._units[cell]:
            places = self._places[unit, value]
            places.remove(cell)
            if len(places) == 1:
                singles.append((min(places), value))
            if not places:
                self._misplaced = f"digit {DIGITS[value]} of {self.grid.board_shape.unit(unit).name}"
        return values != [] and self._misplaced is None


def collapse(
    size: int | None = None,
    *,
    blocks: str | None = None,
    seed: int,
    index: int = 0,
    observer: Callable[[Wave], object] | None = None,
) -> Iterator[Wave]:
    """Yield the attempts at board `index` of a seed: dead ends, and last the one whose `grid` is the board.

    Each is a `Wave` up to size 9 and a `CarefulWave` above: the default methods of `engine.generate`. `observer` is
    called with the wave before the first cell of an attempt is settled, and after each cell. ValueError as in
    `Shape.of`, and for a seed outside 0 .. 2**63 - 1.
    """
    numbers = RandomNumbers(seed, index)
    shape = Shape.of(size, blocks)
    watch = observer or (lambda wave: None)
    kind = Wave if default_method(shape.size) == "wfc" else CarefulWave
    while True:
        wave = kind(shape.size, blocks=shape.blocks)
        watch(wave)
        while not wave.is_settled and not wave.dead_end:
            wave.settle(numbers)
            watch(wave)
        yield wave
        if wave.is_settled:
            return


class Removal(NamedTuple):
    """A clue that was tried."""

    grid: Grid
    """The clues that are left."""
    cell: RowColumn
    value: int
    solutions: int
    """Solutions without the clue; 2 stands for several, and then the clue stays."""
    is_of_puzzle: bool


def removals(puzzle: Grid, *, seed: int) -> Iterator[Removal]:
    """Yield each clue that is tried on the way from the full board to a puzzle; ValueError if it has several solutions.

    A clue of the puzzle stays, even if one solution were left without it.
    """
    blocks, clues = puzzle.blocks, puzzle.to_numpy().ravel()
    if count_solutions(clues, blocks=blocks, limit=2) != 1:
        raise ValueError("the puzzle has not exactly one solution")
    left = solve(clues, blocks=blocks)
    order = np.random.default_rng(seed).permutation(clues.size)
    for cell in sorted(order.tolist(), key=lambda cell: bool(clues[cell])):  # sorted keeps the order of each kind
        value, left[cell] = int(left[cell]), 0
        solutions = int(count_solutions(left, blocks=blocks, limit=2))
        if clues[cell]:
            left[cell] = value
        row, column = divmod(cell, puzzle.size)
        yield Removal(Grid(left, blocks=blocks), (row, column), value, solutions, bool(clues[cell]))
