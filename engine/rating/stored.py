"""Shim until the merge."""

from engine.grades import (
    LARGEST_RATED_SIZE as LARGEST_RATED_SIZE,
)
from engine.grades import (
    RatingStatus as RatingStatus,
)
from engine.grades import (
    why_unrated as why_unrated,
)
