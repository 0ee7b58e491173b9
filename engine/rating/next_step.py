"""Shim until the merge."""

from engine.paths import (
    Mistake as Mistake,
)
from engine.paths import (
    mistakes as mistakes,
)
from engine.paths import (
    next_step as next_step,
)
