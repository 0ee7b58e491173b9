"""Which puzzles have ratings, and how ratings end. No numpy, so that reading a catalogue needs none."""

from enum import IntEnum

LARGEST_RATED_SIZE = 12
"""The size of the largest boards whose puzzles are rated."""


def why_unrated(size: int) -> str | None:
    """Return why puzzles of boards of a size have no rating; None where they have one."""
    if size <= LARGEST_RATED_SIZE:
        return None
    largest = f"{LARGEST_RATED_SIZE}x{LARGEST_RATED_SIZE}"
    return f"puzzles of size {size} have no rating: only those up to {largest} have one"


class RatingStatus(IntEnum):
    """How the rating of a puzzle ended. The numbers are stored and never change."""

    RATED = 0
    ABOVE = 1
    """It needs a step above the ceiling."""
    NO_SOLUTION = 2
    SEVERAL_SOLUTIONS = 3
    BEYOND = 4
    """No technique that is known here solves it (Explainer would say 20.0)."""
