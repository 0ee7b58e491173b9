"""The metrics and the rating of every puzzle as arrays."""

import numpy as np
from numpy.typing import NDArray

from catalogue.metrics import PUZZLE_METRICS
from catalogue.store import Store
from catalogue.store.reading.queries import Criteria, find

RATING = "rating"

MetricValues = dict[str, NDArray[np.float64]]
"""A value for every puzzle, in the order of their numbers, by the name of the metric; nan where it is not known."""


def metric_values(store: Store) -> MetricValues:
    """Return the values of each of PUZZLE_METRICS, and of the rating."""
    names = (*PUZZLE_METRICS, RATING)
    rows = np.array([tuple(row) for row in find(store, Criteria(), columns=names)], np.float64)
    return dict(zip(names, rows.reshape(-1, len(names)).T.copy(), strict=True))
