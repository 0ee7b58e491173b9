"""How far puzzles are rated, and how ratings are written.

Nothing here needs numpy, for the options of the commands come from here.
"""

from enum import StrEnum


class Depth(StrEnum):
    """How far puzzles are rated."""

    full = "full"
    fast = "fast"
    """Up to FAST_CEILING; a puzzle that needs more is marked as above."""
    none = "none"


FAST_CEILING = 4.5
DEFAULT_DEPTH = Depth.none
"""How far a fill rates by default."""


def spelled(tenths: int) -> str:
    """A rating as people write it, such as 7.1."""
    return f"{tenths / 10:.1f}"
