"""Shim until the merge."""

from engine.native import (
    check_time as check_time,
)
from engine.native import (
    current_deadline as current_deadline,
)
from engine.native import (
    time_limit as time_limit,
)
