"""Shim until the merge."""

from catalogue.puzzles import WITH_OBJECTS as WITH_OBJECTS
from catalogue.puzzles import usual_columns as usual_columns
