"""The hardest step of each scored puzzle, by the techniques that are stored of its path."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import chain

import numpy as np
from sqlalchemy import func, select

from ..puzzles.filters import Criteria
from ..puzzles.techniques import BY_WORTH, harder_than, worth_of
from .schema import puzzles, uses
from .store import Store

MOST_COUNTED = 100_000
"""Puzzles, the newest ones, whose hardest techniques are counted."""

_VALUES = sorted({worth_of(number) for number in BY_WORTH})
_WORTH = np.zeros(max(BY_WORTH) + 1, np.int64)
_WORTH[list(BY_WORTH)] = [1 + _VALUES.index(worth_of(number)) for number in BY_WORTH]
"""The rank of each technique by its stored number; 0 for a number that no technique of a score has."""


def hardest_counts(store: Store, most: int = MOST_COUNTED) -> Mapping[int, int]:
    """How many of the newest scored puzzles have each technique as their hardest step, by its stored number.

    The easiest techniques come first. Two that are worth the same can both be the hardest of a puzzle.
    """
    newest = store.connection.execute(select(func.max(puzzles.c.id))).scalar() or 0
    used = select(uses.c.technique, uses.c.puzzle_id).where(
        uses.c.technique.in_(BY_WORTH), uses.c.puzzle_id > newest - most
    )
    pairs = np.fromiter(chain.from_iterable(store.connection.execute(used)), np.int64).reshape(-1, 2)
    if not len(pairs):
        return {}
    techniques, owners = pairs.T
    owners -= owners.min()
    greatest = np.zeros(owners.max() + 1, np.int64)
    np.maximum.at(greatest, owners, _WORTH[techniques])
    counts = np.bincount(techniques[_WORTH[techniques] == greatest[owners]], minlength=len(_WORTH)).tolist()
    return {number: counts[number] for number in BY_WORTH if counts[number]}


def whose_hardest_is(number: int, criteria: Criteria) -> Criteria:
    """Return criteria that also ask for a technique, by its stored number, and for none that is worth more."""
    return replace(
        criteria,
        techniques=(*criteria.techniques, number),
        without_techniques=(*criteria.without_techniques, *harder_than(number)),
    )
