"""A puzzle after some steps: the digits of its cells, and the candidates of those that are empty."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..grid import Grid
from ..shape import Shape
from .record import Claim, Step, digits_of

if TYPE_CHECKING:
    from ..rules.variant import Variant


class Position:
    """A puzzle after some steps of its solution path.

    Cells are numbered row by row from 0. A candidate of an empty cell is a digit that no peer has, that no step has
    removed, and that the marks of a player have, if there are any.
    """

    def __init__(
        self, shape: Shape, values: Sequence[int], kept: Sequence[int] | None = None, clues: Sequence[int] = ()
    ) -> None:
        """Make a position from the values of all cells, 0 for empty, and perhaps the candidates kept, as masks."""
        self.shape = shape
        """The board; under rules the houses of `engine.rules.houses`."""
        self.values: list[int] = list(values)
        self.masks: list[int] = [2**shape.size - 1] * shape.cells if kept is None else list(kept)
        """The candidates of each cell, bit 0 for digit 1; 0 for a filled cell."""
        self._clues = clues or tuple(values)
        for cell, digit in enumerate(values):
            if digit:
                self._place(cell, digit)

    @classmethod
    def of(
        cls, puzzle: Grid | Variant, values: Sequence[int] | None = None, marks: Sequence[int] | None = None
    ) -> Position:
        """Make the position of a puzzle, or of one that a player has begun: 0 for an empty cell or one without marks.

        Marks are masks of candidates. The clues of a grid are its locked cells.
        """
        shape, clues, now = _board_of(puzzle)
        every = 2**shape.size - 1
        return cls(shape, now if values is None else values, marks and [mask or every for mask in marks], clues)

    @property
    def is_solved(self) -> bool:
        """Whether all cells are filled."""
        return all(self.values)

    def is_clue(self, cell: int) -> bool:
        """Whether a cell is filled from the beginning."""
        return self._clues[cell] != 0

    def candidates(self, cell: int) -> list[int]:
        """Return the candidates of a cell; an empty list for a filled cell."""
        return list(digits_of(self.masks[cell]))

    def take(self, step: Step | Claim) -> None:
        """Take a step: remove its eliminations, place its digit."""
        for cell, digit in step.eliminations:
            self.masks[cell] &= ~(1 << digit - 1)
        if step.placement:
            cell, digit = step.placement
            self.values[cell] = digit
            self._place(cell, digit)

    def _place(self, cell: int, digit: int) -> None:
        masks, kept = self.masks, ~(1 << digit - 1)
        masks[cell] = 0
        for other in self.shape.peers[cell]:
            masks[other] &= kept


def _board_of(puzzle: Grid | Variant) -> tuple[Shape, Sequence[int], Sequence[int]]:
    """The board of a puzzle, its clues, and the values of its cells."""
    if isinstance(puzzle, Grid):
        cells = list(puzzle)
        return puzzle.board_shape, [cell.value * cell.locked for cell in cells], [cell.value for cell in cells]
    from ..rules.houses import full_houses_of

    clues: list[int] = puzzle.clues.tolist()
    return full_houses_of(puzzle), clues, clues
