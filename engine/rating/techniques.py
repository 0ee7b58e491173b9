"""The techniques of Sudoku Explainer 1.2.1, read from the kernels' one table."""

from dataclasses import dataclass

from engine.native import core


@dataclass(frozen=True, slots=True)
class Technique:
    """A way of solving: its `rating` in tenths, and the `highest` that the size of a step can make of it.

    Ratings and steps name a technique by its `number`, which never changes; a new technique gets the next one.
    """

    number: int
    name: str
    rating: int
    highest: int
    meaning: str


TECHNIQUES = tuple(Technique(*facts) for facts in core.techniques)
"""Every technique, in the order in which tables list them."""

_BY_NUMBER = {technique.number: technique for technique in TECHNIQUES}


def technique_of(number: int) -> Technique:
    """The technique of a number, as ratings and steps have it; KeyError for a number that no technique has."""
    return _BY_NUMBER[number]
