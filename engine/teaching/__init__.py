"""Search and generation in plain Python: to read, to watch, and to count steps."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .experiments import Experiment as Experiment
    from .experiments import Outcome as Outcome
    from .making import collapse as collapse
    from .making import removals as removals
    from .search import RULE_FUNCTIONS as RULE_FUNCTIONS
    from .search import Ending as Ending
    from .search import Search as Search
    from .search import SearchStep as SearchStep
    from .search import band_levels as band_levels
    from .search import can_count_band as can_count_band
    from .search import frontier_sizes as frontier_sizes
    from .search import solutions as solutions
else:
    from ..lazy import lazy_names

    __getattr__, __dir__ = lazy_names(__name__)
