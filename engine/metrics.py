"""The counts of the reference search: the names, their record, and how far it looks."""

from operator import index

from .native import core, record_dtype
from .shape import LARGEST_SIZE

METRICS_VERSION: int = core.metrics_version
"""Goes up if the reference search or the list of its counts changes, because they are stored."""

MEASURED = record_dtype(core.metrics_layout)
"""The dtype of what `measure` returns."""

METRICS: tuple[str, ...] = MEASURED.names or ()
"""The names of the counts, in the order of the kernels' one list (`core/search/metrics.hpp`)."""

MOST_NODES = {size: 2**63 - 1 if size <= 9 else 100_000 for size in range(1, LARGEST_SIZE + 1)}
"""Positions after which the reference search of a size is cut short; none is at sizes up to 9."""


def checked_nodes(most_nodes: int) -> int:
    """Return the positions that a search may look at, as the kernels take them; ValueError below 1."""
    if index(most_nodes) < 1:
        raise ValueError(f"most_nodes {most_nodes} is below 1")
    return min(index(most_nodes), 2**63 - 1)
