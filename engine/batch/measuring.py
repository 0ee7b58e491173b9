"""Shim until the merge."""

from engine.solving import (
    MEASURED as MEASURED,
)
from engine.solving import (
    METRICS as METRICS,
)
from engine.solving import (
    METRICS_VERSION as METRICS_VERSION,
)
from engine.solving import (
    MOST_NODES as MOST_NODES,
)
from engine.solving import (
    measure as measure,
)
