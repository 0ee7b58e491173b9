"""Which clues and rules a puzzle needs, and which contradict each other."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ..boards import Batch
from ..native import core
from .named.rule import Use
from .texts import statement
from .variant import Variant


class Parts(NamedTuple):
    """Some clues and rules of a puzzle."""

    clues: tuple[int, ...]
    """Their cells, from 0."""
    uses: tuple[Use, ...]

    def words(self, variant: Variant) -> list[str]:
        """Return a clue as `r1c1=5`, a rule as in a list of rules."""
        clues = (f"{variant.frame.cell_name(cell)}={variant.frame.symbol(variant.givens[cell])}" for cell in self.clues)
        return [*clues, *(statement(use, variant) for use in self.uses)]


def needless(puzzle: ArrayLike | Variant, *, blocks: str | None = None) -> Parts:
    """Return each clue and each rule that a puzzle can lose, it alone, and keep its only solution.

    The puzzle is a variant, or a plain one as elsewhere. ValueError unless it has exactly one solution.
    """
    return _parts(core.needless, variant_of(puzzle, blocks))


def contradiction(puzzle: ArrayLike | Variant, *, blocks: str | None = None) -> Parts:
    """Return clues and rules of a puzzle without a solution that together exclude all boards, and none of them is idle.

    Without any one of them there is a board for the others. They are found by QuickXplain (Junker, "QuickXplain:
    Preferred Explanations and Relaxations for Over-Constrained Problems", AAAI 2004); another set may be smaller.
    ValueError for a puzzle that has a solution.
    """
    return _parts(core.contradiction, variant_of(puzzle, blocks))


def variant_of(puzzle: ArrayLike | Variant, blocks: str | None = None) -> Variant:
    """Return a puzzle as a variant, a plain one as a board without further rules. ValueError for several puzzles."""
    if isinstance(puzzle, Variant):
        return puzzle
    batch = Batch.of(puzzle, blocks)
    if len(batch.rows) != 1:
        raise ValueError(f"{len(batch.rows)} puzzles: one at a time")
    shape = batch.shape
    return Variant.of(shape.size, blocks=shape.blocks).with_givens(batch.rows[0].tolist())


def _parts(find: Callable[[object, object], list[int]], variant: Variant) -> Parts:
    parts, first = find(variant.numbers, np.ascontiguousarray(variant.clues)), len(variant.uses)
    return Parts(
        tuple(part - first for part in parts if part >= first),
        tuple(variant.uses[part] for part in parts if part < first),
    )
