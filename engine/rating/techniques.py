"""The techniques of Sudoku Explainer 1.2.1, read from the kernels' one table."""

from dataclasses import dataclass

from engine.native import core


@dataclass(frozen=True, slots=True)
class Technique:
    """A way of solving: its `rating` in tenths, and the `highest` that the size of a step can make of it."""

    name: str
    rating: int
    highest: int
    meaning: str


TECHNIQUES = tuple(Technique(*facts) for facts in core.techniques)
"""Every technique, in the order of the numbers that ratings and steps use."""
