"""Shim until the merge."""

from engine.solving import (
    count_solutions as count_solutions,
)
from engine.solving import (
    solve as solve,
)
