"""A puzzle after some steps: its values and its candidates."""

from engine.board.grid import Grid
from engine.rating.path import Step


class Position:
    """A puzzle after some steps of its solution path.

    `grid` holds the values; the clues are locked. A candidate of an empty cell is a digit that breaks no rule there and
    that no step has removed.
    """

    def __init__(self, puzzle: Grid) -> None:
        self.grid = puzzle.copy()
        self._removed: set[tuple[int, int]] = set()

    def candidates(self, cell: int) -> list[int]:
        """Return the candidates of a cell, numbered row by row from 0; an empty list for a filled cell."""
        row, column = divmod(cell, self.grid.size)
        if self.grid.get(row, column):
            return []
        return [digit for digit in self.grid.candidates(row, column) if (cell, digit) not in self._removed]

    def take(self, step: Step) -> None:
        """Take a step of `engine.steps`: place its digit, remove its eliminations."""
        if step.placement:
            cell, digit = step.placement
            self.grid.set(*divmod(cell, self.grid.size), digit)
        self._removed.update(step.eliminations)
