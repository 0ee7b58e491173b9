"""The candidates of a position as masks, while steps are taken."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.board.shape import Shape


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
        self.masks[cell] = 0
        for other in self._shape.peers[cell]:
            self.masks[other] &= ~(1 << digit - 1)
