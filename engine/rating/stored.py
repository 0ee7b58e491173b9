"""What catalogues store of ratings: the numbers here never change. No numpy, so that reading a catalogue needs none."""

from enum import IntEnum

RATING_VERSION = 1
"""Goes up if a change to the techniques or to the path ever changes a rating, because ratings are stored."""


class RatingStatus(IntEnum):
    """How the rating of a puzzle ended."""

    RATED = 0
    ABOVE = 1
    """It needs a step above the ceiling."""
    NO_SOLUTION = 2
    SEVERAL_SOLUTIONS = 3
    BEYOND = 4
    """No technique that is known here solves it (Explainer would say 20.0)."""
