"""Wave function collapse in plain Python: to be watched cell by cell.

The same methods as those of `engine.generate`, which makes boards by the million, with the same random numbers, so the
same boards come out.

>>> import engine
>>> attempts = list(collapse(4, seed=7))
>>> attempts[-1].grid == engine.Grid(engine.generate(1, size=4, seed=7)[0])
True
"""

from collections.abc import Callable, Iterator
from math import isqrt

from engine.board.draws import Draws
from engine.board.grid import Grid, Position
from engine.board.symbols import DIGITS

_Unit = tuple[str, int]  # such as ("row", 0)
_Single = tuple[Position, int]  # where it is, and its value


class Wave:
    """A board on which every open cell still has some values left.

    `grid` holds the settled cells; `left` the values that each open cell has left, in ascending order.
    """

    def __init__(self, size: int = 9) -> None:
        """Begin with all values left everywhere; ValueError for a size there is not."""
        self.grid = Grid.empty(size)
        values = list(range(1, size + 1))
        self.left: dict[Position, list[int]] = {cell[:2]: values.copy() for cell in self.grid}

    @property
    def is_settled(self) -> bool:
        """Whether no cell is open any more."""
        return not self.left

    @property
    def dead_end(self) -> str | None:
        """What has nothing left, such as "cell r5c6", counted from 1; None where there is no such thing."""
        return next((f"cell r{row + 1}c{column + 1}" for (row, column), left in self.left.items() if not left), None)

    def settle(self, draws: Draws) -> Position:
        """Settle one of the cells with the fewest values left, and return which.

        Ties are broken at random, except that of several cells with one value the first is taken, without a draw: their
        order does not matter. One of the cell's values is drawn, and leaves its row, column and block.
        """
        tied = self._tied()
        position = tied[0] if len(self.left[tied[0]]) == 1 else draws.choice(tied)
        value = draws.choice(self.left.pop(position))
        self.grid.set(*position, value)
        for other, values in self.left.items():
            if value in values and not self.grid.fits(*other, value):
                values.remove(value)
        return position

    def _tied(self) -> list[Position]:
        """The open cells with the fewest values left."""
        fewest = min(map(len, self.left.values()))
        return [position for position, values in self.left.items() if len(values) == fewest]


class CarefulWave(Wave):
    """A wave that follows singles up, and takes a choice back that leads to a dead end: for large boards."""

    def __init__(self, size: int = 9) -> None:
        """As `Wave`."""
        super().__init__(size)
        box = isqrt(size)
        self._units = {
            (row, column): (("row", row), ("column", column), ("block", row // box * box + column // box))
            for row, column in self.left
        }
        # Where each value may still stand in each unit.
        self._places: dict[tuple[_Unit, int], set[Position]] = {}
        for position, values in self.left.items():
            for unit in self._units[position]:
                for value in values:
                    self._places.setdefault((unit, value), set()).add(position)
        self._misplaced: str | None = None

    @property
    def dead_end(self) -> str | None:
        """As in `Wave`; also a value without a place, such as "digit 7 of row 3"."""
        return self._misplaced or super().dead_end

    def settle(self, draws: Draws) -> Position:
        """Settle one of the cells with the fewest values left, and all that follows by naked and hidden singles.

        Cell and value are drawn. Where that is a dead end, the wave goes back to where it was, and the value leaves the
        cell, with all that follows from that.
        """
        position = draws.choice(self._tied())
        value = draws.choice(self.left[position])
        before = self._copied()
        if not self._follow([(position, value)]):
            self.grid, self.left, self._places = before
            self._misplaced = None
            singles: list[_Single] = []
            if self._clear(position, value, singles):
                self._follow(singles)
        return position

    def _copied(self) -> tuple[Grid, dict[Position, list[int]], dict[tuple[_Unit, int], set[Position]]]:
        left = {position: values.copy() for position, values in self.left.items()}
        return self.grid.copy(), left, {key: places.copy() for key, places in self._places.items()}

    def _follow(self, singles: list[_Single]) -> bool:
        """Settle singles and those that come up; False at a dead end."""
        while singles:
            position, value = singles.pop()
            if position not in self.left:  # settled already, perhaps as a single of another kind
                continue
            others = [other for other in self.left.pop(position) if other != value]
            self.grid.set(*position, value)
            seen = set().union(*(self._places[unit, value] for unit in self._units[position])) - {position}
            gone = [*((position, other) for other in others), *((other, value) for other in sorted(seen))]
            if not all(self._clear(*each, singles) for each in gone):
                return False
        return True

    def _clear(self, position: Position, value: int, singles: list[_Single]) -> bool:
        """Take a value from a cell, and note the singles that come up; False at a dead end."""
        values = self.left.get(position)
        if values is not None:
            values.remove(value)
            if len(values) == 1:
                singles.append((position, values[0]))
        for unit in self._units[position]:
            places = self._places[unit, value]
            places.remove(position)
            if len(places) == 1:
                singles.append((min(places), value))
            if not places:
                self._misplaced = f"digit {DIGITS[value]} of {unit[0]} {unit[1] + 1}"
        return values != [] and self._misplaced is None


def collapse(
    size: int = 9, *, seed: int, index: int = 0, observer: Callable[[Wave], object] | None = None
) -> Iterator[Wave]:
    """Yield the attempts at board `index` of a seed: dead ends, and at last one whose `grid` is the board.

    Each is a `Wave` up to size 9, a `CarefulWave` above: the default methods of `engine.generate`. `observer` is called
    with the wave before the first cell of an attempt is settled, and after each. ValueError for a size there is not, or
    a seed outside 0 .. 2**63 - 1.
    """
    draws = Draws(seed, index)
    while True:
        wave = Wave(size) if size <= 9 else CarefulWave(size)
        _watch(wave, observer)
        while not wave.is_settled and not wave.dead_end:
            wave.settle(draws)
            _watch(wave, observer)
        yield wave
        if wave.is_settled:
            return


def _watch(wave: Wave, observer: Callable[[Wave], object] | None) -> None:
    if observer:
        observer(wave)
