"""Shim until the merge."""

from engine.shape import (
    CLUE_MARK as CLUE_MARK,
)
from engine.shape import (
    DIGITS as DIGITS,
)
from engine.shape import (
    VALUES as VALUES,
)
