"""Search and generation in plain Python: to read, to watch, and to count steps."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .experiments import Experiment, Outcome
    from .making import collapse, removals
    from .search import (
        RULE_FUNCTIONS,
        Ending,
        Search,
        SearchStep,
        band_levels,
        can_count_band,
        frontier_sizes,
        solutions,
    )
else:
    from ..lazy import lazy_names

    __getattr__, __dir__ = lazy_names(__name__)
