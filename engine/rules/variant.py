"""A variant: a board with regions, named rules and givens. The formats read and write it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from engine.rules.geometry import Cells, blocks, columns, rows
from engine.rules.model import SIZES, Constraint, House, Mask, Rules
from engine.rules.named import constraints_of
from engine.rules.uses import Board, Use
from engine.shape import Shape


@dataclass(frozen=True)
class Variant(Board):
    """A board under named rules, with its givens."""

    givens: tuple[int, ...] = field(default=())
    """A digit for each cell or 0; may be left out."""

    @staticmethod
    def of(size: int, *uses: Use, blocks: str | None = None) -> Variant:
        """Return a board with usual blocks, other ones, or "none", and these rules. ValueError for another size."""
        if size not in SIZES:
            raise ValueError(f"rules of size {size}: sizes go from {SIZES[0]} to {SIZES[-1]}")
        return Variant(size, usual_regions(size, blocks), uses)

    @cached_property
    def rules(self) -> Rules:
        """The houses and constraints that the named rules mean. ValueError for a rule that cannot hold on its cells."""
        lines = (*rows(self.size), *columns(self.size), *self.regions)
        houses = tuple(dict.fromkeys(House(tuple(sorted(line))) for line in lines))
        added: list[Constraint] = []
        for use in self.uses:
            added.extend(constraints_of(self, use))
        return Rules(self.size, houses).with_constraints(*added)

    @property
    def ruled(self) -> Rules:
        """The rules with the givens among them."""
        given = [Mask(cell, 1 << (digit - 1)) for cell, digit in enumerate(self.givens) if digit]
        return self.rules.with_constraints(*given)

    @property
    def clues(self) -> NDArray[np.uint8]:
        """The givens as a puzzle, `uint8 (size * size,)`."""
        return np.array(self.givens or [0] * self.size**2, np.uint8)

    def with_uses(self, uses: Sequence[Use]) -> Variant:
        """Return the same board with other rules."""
        return replace(self, uses=tuple(uses))

    def with_givens(self, givens: Sequence[int]) -> Variant:
        """Return the same board with other givens."""
        return replace(self, givens=tuple(int(digit) for digit in givens))


def usual_regions(size: int, which: str | None = None) -> tuple[Cells, ...]:
    """Return the blocks of a size: usual ones, such as "2x3", or "none"; where no blocks are usual, none."""
    try:
        shape = Shape.of(size, which)
    except ValueError:
        if which is not None:
            raise
        return ()
    return tuple(blocks(size, shape.rows, shape.columns)) if shape.has_blocks else ()
