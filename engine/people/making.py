"""Puzzles under rules made to order: clues are added to a minimal puzzle until its level fits, or it is logical."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from ..boards import Boards
from ..grades import Level
from ..random_numbers import RandomNumbers
from ..rules.geometry import orbits
from ..rules.making import images_of
from ..rules.variant import Variant
from .scorer import score_people
from .techniques import most_cost_of

_PLACE = 1 << 20
"""Added to a position, so that clues are added in another order than they are removed."""


@dataclass(frozen=True)
class Wish:
    """An order for a puzzle."""

    levels: tuple[Level, ...] = ()
    """Its level is one of these; any without."""
    clues: int | None = None
    """The least number of clues."""
    logical: bool = False
    """Whether named techniques alone solve it."""
    pattern: str | None = None
    """The symmetry of the clues, which the minimal puzzle has too."""

    @property
    def adds_clues(self) -> bool:
        """Whether a minimal puzzle may lack it."""
        return bool(self.levels or self.clues or self.logical)

    @property
    def _hardest(self) -> int | None:
        """The place of the hardest level that will do; None for any."""
        return max(map(list(Level).index, self.levels)) if self.levels else None

    def suits(self, variant: Variant) -> bool:
        """Whether a puzzle is easy enough, and logical if that is asked for."""
        hardest = self._hardest
        if hardest is None and not self.logical:
            return True
        ceiling = None if hardest is None else most_cost_of(list(Level)[hardest])
        score = score_people([variant], most_cost=ceiling)[0]
        # what is left of a path that ends at the ceiling counts as not logical
        is_easy = hardest is None or (score["level"] <= hardest and (score["logical"] or ceiling is None))
        return bool(is_easy and (score["logical"] or not self.logical))


def with_clues(variant: Variant, board: Boards | Sequence[int], wish: Wish, seed: int, position: int) -> Variant:
    """Return a puzzle with the fewest further clues of its board, in an order at random, with which it suits a wish.

    A pattern's clues are added orbit by orbit.

    How easy a puzzle is almost always follows from the clues, so the number is found by halving. A puzzle that no
    clues make suit stays as it is. The result depends on the puzzle, the seed and the position alone.
    """
    digits = [int(digit) for digit in board]
    clues = variant.clues.tolist()
    empty = [orbit for orbit in orbits(images_of(variant, wish.pattern)) if not clues[orbit[0]]]
    order = RandomNumbers(seed, position + _PLACE).shuffled(empty)

    def given(count: int) -> Variant:
        added = {cell for orbit in order[:count] for cell in orbit}
        return variant.with_givens([digits[cell] if cell in added else clue for cell, clue in enumerate(clues)])

    counts = [*accumulate(map(len, order), initial=sum(map(bool, clues)))]
    least = next((added for added, count in enumerate(counts) if count >= (wish.clues or 0)), len(order))
    few, many = least - 1, len(order)
    while many - few > 1:
        middle = max(least, (few + many) // 2)
        if wish.suits(given(middle)):
            many = middle
        else:
            few = middle
    return given(many)
