"""A puzzle after some steps: its candidates as masks, for the path, and as a `Position` to draw and query."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from board_catalogue.engine.grid import Grid
from board_catalogue.engine.paths.explanations import BaseStep
from board_catalogue.engine.shape import Shape


class Candidates:
    """`masks` has the candidates of each cell, bit 0 for digit 1; those of a filled cell are 0."""

    def __init__(self, shape: Shape, values: Sequence[int], kept: Sequence[int] | None = None) -> None:
        """All digits that break no rule, or of these the ones kept, as masks."""
        self._shape = shape
        self.masks: list[int] = [2**shape.size - 1] * shape.cells if kept is None else list(kept)
        for cell, digit in enumerate(values):
            if digit:
                self._place(cell, digit)

    def take(self, placement: tuple[int, int] | None, eliminations: Iterable[tuple[int, int]]) -> None:
        """Take a step: place its digit, remove its eliminations."""
        for cell, digit in eliminations:
            self.masks[cell] &= ~(1 << digit - 1)
        if placement:
            self._place(*placement)

    def _place(self, cell: int, digit: int) -> None:
        masks, kept = self.masks, ~(1 << digit - 1)
        masks[cell] = 0
        for other in self._shape.peers[cell]:
            masks[other] &= kept


class AnyPosition(Protocol):
    """What the drawing of a step needs to know of a position."""

    @property
    def shape(self) -> Shape:
        """The board."""

    @property
    def values(self) -> Sequence[int]:
        """The digits of all cells, 0 for empty."""

    def candidates(self, cell: int) -> list[int]:
        """Return the candidates of a cell, numbered row by row from 0; an empty list for a filled cell."""


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

    @property
    def shape(self) -> Shape:
        """The board."""
        return self.grid.board_shape

    @property
    def values(self) -> Sequence[int]:
        """The digits of all cells, 0 for empty."""
        return [cell.value for cell in self.grid]

    def candidates(self, cell: int) -> list[int]:
        """Return the candidates of a cell, numbered row by row from 0; an empty list for a filled cell."""
        row, column = divmod(cell, self.grid.size)
        if self.grid.get(row, column):
            return []
        return [digit for digit in self.grid.candidates(row, column) if (cell, digit) not in self._removed]

    def take(self, step: BaseStep) -> None:
        """Take a step of `engine.steps` or `engine.solving_steps`: place its digit, remove its eliminations."""
        if step.placement:
            cell, digit = step.placement
            self.grid.set(*divmod(cell, self.grid.size), digit)
        self._removed.update(step.eliminations)
