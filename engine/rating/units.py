"""Shim until the merge."""

from engine.explanations import (
    fish_lines as fish_lines,
)
from engine.explanations import (
    unit_holds as unit_holds,
)
