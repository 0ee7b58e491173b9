"""A variant: a board with regions, named rules and givens; and the table of all named rules."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ..boards import cells_of
from ..shape import Shape
from .coding import RULE_NUMBERS, constraints_of, rules_of_board
from .frame import Cells, blocks
from .model import SIZES, House, Mask, Rules
from .named import NamedRule, rules_of
from .named.known import KNOWN
from .named.rule import Board, Use

RULES: dict[str, NamedRule] = rules_of(KNOWN)
"""Every named rule by its name."""

if RULES.keys() != RULE_NUMBERS.keys():
    raise ImportError(f"only the table or only the kernels know the rules {RULES.keys() ^ RULE_NUMBERS.keys()}")


@dataclass(frozen=True)
class Variant(Board):
    """A board under named rules, with its givens."""

    givens: tuple[int, ...] = field(default=())
    """A digit for each cell of the grid or 0, 1 for the lowest; may be left out."""

    def __post_init__(self) -> None:
        """ValueError for givens that are not one for each cell, or no digits of the board."""
        super().__post_init__()
        if len(self.givens) not in (0, self.frame.cells):
            raise ValueError(f"{len(self.givens)} givens for {self.frame.cells} cells")
        for cell, digit in enumerate(self.givens):
            if not 0 <= digit <= self.size:
                raise ValueError(f"{self.frame.cell_name(cell)}: value {digit} is not in 1..{self.size}")

    @staticmethod
    def of(size: int, *uses: Use, blocks: str | None = None) -> Variant:
        """Return a board with usual blocks, other ones, or "none", and these rules. ValueError for another size."""
        if size not in SIZES:
            raise ValueError(f"rules of size {size}: sizes go from {SIZES[0]} to {SIZES[-1]}")
        return Variant(size, usual_regions(size, blocks), uses)

    @cached_property
    def rules(self) -> Rules:
        """The houses and constraints that the named rules mean. ValueError for a rule that cannot hold on its cells."""
        return rules_of_board(self)

    @property
    def ruled(self) -> Rules:
        """The rules with the givens among them."""
        given = [Mask(cell, 1 << (digit - 1)) for cell, digit in enumerate(self.givens) if digit]
        return self.rules.with_constraints(*given)

    @property
    def clues(self) -> NDArray[np.uint8]:
        """The givens as a puzzle, `uint8 (cells,)`."""
        return np.array(self.givens or [0] * self.frame.cells, np.uint8)

    def text_of(self, board: Sequence[int]) -> str:
        """Return a board as characters, a digit each; without the cells beside the grid."""
        return "".join(self.frame.symbol(int(digit)) for digit in board[: self.frame.cells])

    def check_square(self, what: str) -> None:
        """ValueError, which says what only square boards are, for one with other sides, digits or cells beside it."""
        if not self.frame.is_square:
            board = f"{self.frame.name} with cells beside it" if self.frame.groups else self.frame.name
            raise ValueError(f"only square boards with the digits from 1 are {what}, and this is one of {board}")

    @property
    def board_shape(self) -> Shape:
        """The shape whose blocks are the regions; one without blocks if they have other forms, or there are none.

        ValueError for a board that is not square.
        """
        self.check_square("solved step by step, rated and stored")
        heights = (high for high in range(2, self.size) if self.size % high == 0)
        high = next((high for high in heights if self.regions == tuple(blocks(self.size, high, self.size // high))), 1)
        return Shape(high, self.size // high)

    def region_of(self, row: int, column: int) -> int:
        """Return the number of the region of a cell: 0 if there are no regions, -1 outside, -2 for a cell of none."""
        if not (0 <= row < self.frame.rows and 0 <= column < self.frame.columns):
            return -1
        return self._region_numbers.get(row * self.frame.columns + column, -2 if self.regions else 0)

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


# --- Uses ----------------------------------------------------------------------------------------------------------


def drawn_uses(variant: Variant) -> list[Use]:
    """Return the rules with marks, also from the branches of "or", but no rule that needs cells beside the grid."""
    cells = variant.frame.cells
    each = (one for use in variant.uses for one in use.each() if one.rule != "or")
    return [use for use in each if all(cell < cells for cell in cells_in(use))]


def cells_in(use: Use) -> Iterator[int]:
    """Yield the cells of a rule and of its groups."""
    yield from use.cells
    for group in use.groups:
        yield from group


# --- Rules as lines of different digits ----------------------------------------------------------------------------


LINE = "all different"


def spelled_out(variant: Variant, rules: Collection[str], uses: Sequence[Use] | None = None) -> Iterator[Use]:
    """Yield uses, those of a variant by default, with each of these rules as lines of different digits.

    ValueError for a rule that says more than which cells differ.
    """
    for use in variant.uses if uses is None else uses:
        if use.rule in rules:
            yield from _lines(variant, use)
        else:
            inner = (tuple(spelled_out(variant, rules, some)) for some in use.alternatives)
            yield replace(use, alternatives=tuple(inner)) if use.alternatives else use


def with_named(variant: Variant, rules: Collection[str]) -> Variant:
    """Return a variant with each of these rules by its name, if all its lines are among the uses; the rest stays."""
    uses = list(variant.uses)
    for rule in rules:
        with suppress(ValueError):  # the board cannot have it
            wanted = {use.cells for use in _lines(variant, Use(rule))}
            if wanted <= {tuple(sorted(use.cells)) for use in uses if use.rule == LINE}:
                kept = (use for use in uses if use.rule != LINE or tuple(sorted(use.cells)) not in wanted)
                uses = [Use(rule), *kept]
    return variant.with_uses(uses)


def _lines(variant: Variant, use: Use) -> Iterator[Use]:
    for one in constraints_of(variant, use):
        if not isinstance(one, House):
            raise ValueError(f"{use.rule} says more than which cells differ")
        yield Use(LINE, tuple(sorted(one.cells)))
