"""A variant: a board with regions, named rules and givens; and the table of all named rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from board_catalogue.engine.boards import cells_of
from board_catalogue.engine.rules.automata import regular
from board_catalogue.engine.rules.geometry import Cells, blocks, columns, rows
from board_catalogue.engine.rules.model import SIZES, AnyOf, Constraint, House, Mask, Relation, Rules
from board_catalogue.engine.rules.named import board as board_rules
from board_catalogue.engine.rules.named import cells as cell_rules
from board_catalogue.engine.rules.named import lines as line_rules
from board_catalogue.engine.rules.named import outside as outside_rules
from board_catalogue.engine.rules.named.rule import Board, NamedRule, Table, Use, pair_of
from board_catalogue.engine.shape import Shape, cell_name

_OTHERS = Table()


def constraints_of(board: Board, use: Use) -> Iterator[Constraint]:
    """Yield what a rule means on a board. ValueError for an unknown rule, and for cells or a value not suited to it."""
    rule = RULES.get(use.rule)
    if rule is None:
        raise ValueError(f"rule {use.rule!r} is not known")
    if rule.where in ("line", "outside", "cells") and not use.cells:
        raise ValueError(f"{use.rule} has no cells")
    if rule.where in ("line", "outside") and len(use.cells) < 2:
        raise ValueError(f"{use.rule} has a line of one cell")
    for cell in (*use.cells, *(cell for group in use.groups for cell in group)):
        if not 0 <= cell < board.size**2:
            raise ValueError(f"{use.rule} has cell {cell}, outside the board")
    if rule.value and not rule.value.startswith("[") and use.value is None:
        raise ValueError(f"{use.rule} needs {rule.value}")
    yield from rule.make(board, use)


@_OTHERS.rule("table", "cells", "Two cells hold one of the pairs of a table.", "sets of digits")
def _table(board: Board, use: Use) -> Iterator[Constraint]:
    if not isinstance(use.value, tuple) or len(use.value) != board.size:
        raise ValueError(f"a table needs {board.size} sets of digits")
    yield Relation(*pair_of(use), use.value)


@_OTHERS.rule("regular expression", "cells", "The digits along the line match the expression.", "pattern")
def _regular_expression(board: Board, use: Use) -> Iterator[Constraint]:
    yield regular(board.size, str(use.value), use.cells)


@_OTHERS.rule("or", "alternatives", "At least one of several rules holds.")
def _or(board: Board, use: Use) -> Iterator[Constraint]:
    yield AnyOf(
        tuple(
            tuple(constraint for one in alternative for constraint in constraints_of(board, one))
            for alternative in use.alternatives
        )
    )


RULES: dict[str, NamedRule] = {
    **board_rules.RULES,
    **cell_rules.RULES,
    **line_rules.RULES,
    **outside_rules.RULES,
    **_OTHERS,
}
"""Every named rule by its name."""


@dataclass(frozen=True)
class Variant(Board):
    """A board under named rules, with its givens."""

    givens: tuple[int, ...] = field(default=())
    """A digit for each cell or 0; may be left out."""

    def __post_init__(self) -> None:
        """ValueError for givens that are not one for each cell, or no digits of the board."""
        if len(self.givens) not in (0, self.size**2):
            raise ValueError(f"{len(self.givens)} givens for {self.size**2} cells")
        for cell, digit in enumerate(self.givens):
            if not 0 <= digit <= self.size:
                raise ValueError(f"{cell_name(*divmod(cell, self.size))}: value {digit} is not in 1..{self.size}")

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

    @property
    def board_shape(self) -> Shape:
        """The shape whose blocks are the regions; one without blocks if they have other forms, or there are none."""
        heights = (high for high in range(2, self.size) if self.size % high == 0)
        high = next((high for high in heights if self.regions == tuple(blocks(self.size, high, self.size // high))), 1)
        return Shape(high, self.size // high)

    def region_of(self, row: int, column: int) -> int:
        """Return the number of the region of a cell: 0 if the board has no regions, -1 outside."""
        if not (0 <= row < self.size and 0 <= column < self.size):
            return -1
        return self._region_numbers.get(row * self.size + column, 0)

    @cached_property
    def _region_numbers(self) -> dict[int, int]:
        return {cell: number for number, region in enumerate(self.regions) for cell in region}

    def with_uses(self, uses: Sequence[Use]) -> Variant:
        """Return the same board with other rules."""
        return replace(self, uses=tuple(uses))

    def with_givens(self, givens: Sequence[int] | str) -> Variant:
        """Return the same board with other givens, a number for each cell, or a character."""
        cells = cells_of(givens) if isinstance(givens, str) else givens
        return replace(self, givens=tuple(int(digit) for digit in cells))


def usual_regions(size: int, which: str | None = None) -> tuple[Cells, ...]:
    """Return the blocks of a size: usual ones, such as "2x3", or "none"; if no blocks are usual, none."""
    try:
        shape = Shape.of(size, which)
    except ValueError:
        if which is not None:
            raise
        return ()
    return tuple(blocks(size, shape.rows, shape.columns)) if shape.has_blocks else ()
