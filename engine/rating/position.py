"""A puzzle after some steps: its values and its candidates."""

from __future__ import annotations

from collections.abc import Sequence

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

    @classmethod
    def marked(cls, puzzle: Grid, values: Sequence[int], marks: Sequence[int]) -> Position:
        """Make a position from the values of all cells and masks of pencil marks; 0 for an empty cell, or no marks."""
        position = cls(puzzle)
        for cell, (value, mask) in enumerate(zip(values, marks, strict=True)):
            row, column = divmod(cell, puzzle.size)
            if value and not puzzle.get(row, column):
                position.grid.set(row, column, value)
            elif mask:
                position._removed |= {(cell, bit + 1) for bit in range(puzzle.size) if not mask >> bit & 1}
        return position

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
