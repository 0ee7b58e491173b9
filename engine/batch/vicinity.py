"""Shim until the merge."""

from engine.fewest import (
    REMOVALS_AT_A_TIME as REMOVALS_AT_A_TIME,
)
from engine.fewest import (
    vicinity as vicinity,
)
