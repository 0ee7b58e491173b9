"""Shim until the merge."""

from engine.explanations import (
    Mark as Mark,
)
from engine.explanations import (
    marks_of as marks_of,
)
