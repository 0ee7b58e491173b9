"""Ratings of `engine.rate` as a catalogue stores them: columns of puzzles, rows of `uses`, and tallies."""

import numpy as np
from numpy.typing import NDArray

from catalogue.rating.grades import FAST_CEILING, Depth
from catalogue.store.writing import RatingRows
from engine import RatingStatus, technique_counts
from engine.rating.techniques import technique_of

CEILINGS = {Depth.full: None, Depth.fast: FAST_CEILING}
"""The ceiling that `engine.rate` is given, by how far puzzles are rated."""


def rating_rows(ratings: NDArray[np.void]) -> RatingRows:
    """Return what `engine.rate` found as rows to store."""
    rated = ratings["status"] == RatingStatus.RATED
    stepped = ratings[ratings["hardest"] >= 0]
    names = [technique_of(number).name if number >= 0 else None for number in ratings["hardest"].tolist()]
    numbers = [_or_none(ratings[name], rated) for name in ("rating", "pearl", "diamond")]
    counts = technique_counts(ratings).T
    technique, puzzle = counts.nonzero()
    tally = [
        *tally_of("rating_status", ratings["status"]),
        *tally_of("rating", ratings["rating"][rated]),
        *tally_of("hardest", stepped["hardest"]),
        *tally_of("technique", technique),
    ]
    uses = zip(technique.tolist(), puzzle.tolist(), counts[technique, puzzle].tolist(), strict=True)
    return RatingRows([ratings["status"].tolist(), *numbers, names], list(uses), tally)


def _or_none(column: NDArray[np.int16], known: NDArray[np.bool_]) -> list[int | None]:
    return [value if there else None for value, there in zip(column.tolist(), known.tolist(), strict=True)]


def tally_of(metric: str, column: NDArray[np.integer]) -> list[tuple[str, int, int]]:
    """How many puzzles have each value of a metric: its name, the value, the number."""
    values, counts = np.unique(column, return_counts=True)
    return [(metric, value, count) for value, count in zip(values.tolist(), counts.tolist(), strict=True)]
