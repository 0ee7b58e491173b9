"""Wave function collapse in plain Python: to be watched cell by cell.

The same method as `engine.generate`, which makes boards by the million, with the same random numbers: where the kernel
makes board k of a seed by collapse, this makes the same board.

>>> import engine
>>> attempts = list(collapse(4, seed=7))
>>> attempts[-1].grid == engine.Grid(engine.generate(1, size=4, seed=7)[0])
True
"""

from collections.abc import Callable, Iterator

from engine.draws import Draws
from engine.grid import Grid, Position


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
    def dead_end(self) -> Position | None:
        """The first cell that has nothing left; None where there is none."""
        return next((position for position, values in self.left.items() if not values), None)

    def settle(self, draws: Draws) -> Position:
        """Settle one of the cells with the fewest values left, and return which.

        Ties are broken at random, except that of several cells with one value the first is taken, without a draw: their
        order does not matter. One of the cell's values is drawn, and leaves its row, column and block.
        """
        fewest = min(map(len, self.left.values()))
        tied = [position for position, values in self.left.items() if len(values) == fewest]
        position = tied[0] if fewest == 1 else draws.choice(tied)
        value = draws.choice(self.left.pop(position))
        self.grid.set(*position, value)
        for other, values in self.left.items():
            if value in values and not self.grid.fits(*other, value):
                values.remove(value)
        return position


def collapse(
    size: int = 9, *, seed: int, index: int = 0, observer: Callable[[Wave], object] | None = None
) -> Iterator[Wave]:
    """Yield the attempts at board `index` of a seed: dead ends, and at last one whose `grid` is the board.

    `observer` is called with the wave before the first cell of an attempt is settled, and after each. ValueError for a
    size there is not, or a seed outside 0 .. 2**63 - 1.
    """
    draws = Draws(seed, index)
    while True:
        wave = Wave(size)
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
