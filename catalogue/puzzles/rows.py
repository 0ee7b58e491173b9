"""The rows of boards and puzzles, column by column: made without a database, also on workers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

RATING = ("rating_status", "rating", "pearl", "diamond", "hardest")
"""The columns of `puzzles` that a rating fills, all of them at a time."""

SCORE = ("score", "level")
"""The columns of `puzzles` that a score fills, both at a time."""


@dataclass(frozen=True)
class Stretch:
    """Boards of a seed that were looked at: up to `end`, with this many attempts.

    Some of them were refused as duplicates, or passed over because their puzzles were not of the kind wanted.
    """

    seed: int
    end: int
    attempts: int
    duplicates: int
    unwanted: int = 0


@dataclass(frozen=True)
class RatingRows:
    """Rows of ratings on one scale; uses count puzzles from 0."""

    columns: Mapping[str, Sequence[object]]  # those of RATING or of SCORE
    uses: Sequence[tuple[int, int, int]]  # technique, which puzzle, how often
    tally: Sequence[tuple[str, int, int]]  # metric, value, how many puzzles have it


@dataclass(frozen=True)
class PuzzleRows:
    """Rows of puzzles, column by column; metrics in the order of PUZZLE_METRICS."""

    givens: Sequence[str]
    minimal: Sequence[bool]
    patterns: Sequence[str | None]
    metrics: Sequence[Sequence[int]]
    tally: Sequence[tuple[str, int, int]]  # metric, value, how many puzzles have it
    ratings: Sequence[RatingRows] = ()
    """On each scale on which they are rated."""
    weights: Sequence[float] | None = None
    textbook: Sequence[Sequence[int]] | None = None
    """Column by column in the order of TEXTBOOK_METRICS."""
    constraints: Sequence[str | None] | None = None
    """The rules of each puzzle besides the settings, as constraint text; None if none has more."""
    rules: Sequence[str | None] | None = None
    """The names of the rules of each puzzle's own; None as for `constraints`."""


@dataclass(frozen=True)
class BoardRows:
    """Rows of new boards of a seed, column by column, and of their puzzles."""

    positions: Sequence[int]
    solutions: Sequence[str]
    puzzles: PuzzleRows
