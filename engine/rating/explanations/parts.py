"""Shim until the merge."""

from engine.explanations import (
    digits_of as digits_of,
)
from engine.explanations import (
    parts_of as parts_of,
)
