"""The techniques of Sudoku Explainer, and the record of a rating, which counts the uses of each."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .native import core, flat_dtype, record_dtype


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


NO_CEILING: int = core.no_ceiling
"""Tenths, above every rating."""

_RECORD = record_dtype(core.rating_layout)

RATED = flat_dtype(_RECORD, {technique.name: technique.number for technique in TECHNIQUES})
"""The dtype of what `rate` returns."""


def technique_counts(ratings: NDArray[np.void]) -> NDArray[np.uint16]:
    """How often each technique was used, `uint16 (n, len(TECHNIQUES))` by its number: a view of what `rate` returned.

    `(len(TECHNIQUES),)` for a single rating. TypeError for anything else.
    """
    given = np.asarray(ratings)
    if given.dtype != RATED:
        raise TypeError("technique_counts takes what engine.rate returned, with all its fields")
    counts: NDArray[np.uint16] = given.view(_RECORD)["counts"]
    return counts
