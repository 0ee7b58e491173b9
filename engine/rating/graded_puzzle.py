"""Shim until the merge."""

from engine.graded_puzzle import (
    CARVED as CARVED,
)
from engine.graded_puzzle import (
    FACTORS as FACTORS,
)
from engine.graded_puzzle import (
    MOST_BATCHES as MOST_BATCHES,
)
from engine.graded_puzzle import (
    GradedPuzzle as GradedPuzzle,
)
from engine.graded_puzzle import (
    find_puzzle as find_puzzle,
)
from engine.graded_puzzle import (
    puzzle_of_grade as puzzle_of_grade,
)
