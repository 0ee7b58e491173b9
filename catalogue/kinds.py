"""How far puzzles are rated, which kinds of puzzle a fill can look for, and ratings as rows.

Nothing here imports numpy or the kernels before it is called, for the options of the commands come from here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from engine.grades import BOUNDS, Grade, RatingStatus

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from catalogue.writing import RatingRows


class Depth(StrEnum):
    """How far puzzles are rated."""

    full = "full"
    """The rating, and at 9x9 the score and the level."""
    fast = "fast"
    """The rating up to FAST_CEILING; a puzzle that needs more is marked as above."""
    none = "none"


FAST_CEILING = 4.5
DEFAULT_DEPTH = Depth.none
"""How far a fill rates by default."""

CEILINGS = {Depth.full: None, Depth.fast: FAST_CEILING}
"""The ceiling that `engine.rate` is given, by how far puzzles are rated."""


class Style(StrEnum):
    """Whose techniques a path takes, named after the number that it leads to."""

    score = "score"
    """HoDoKu's, as people solve."""
    rating = "rating"
    """Sudoku Explainer's."""


SCORED_BLOCKS = "3x3"
"""The blocks of the boards whose puzzles have scores: those of 9x9."""


def style_for(style: Style | None, blocks: str) -> Style:
    """Return the style of a path: the one asked for, or the one that a person can follow best.

    ValueError for scores of boards other than 9x9.
    """
    if style is Style.score and blocks != SCORED_BLOCKS:
        raise ValueError("only 9x9 puzzles have a score: use the style rating")
    return style or (Style.score if blocks == SCORED_BLOCKS else Style.rating)


def spelled(tenths: int) -> str:
    """A rating as people write it, such as 7.1."""
    return f"{tenths / 10:.1f}"


# --- Kinds ---


def technique_numbers(names: Sequence[str]) -> tuple[int, ...]:
    """Return the numbers of techniques by their names; ValueError for an unknown one, with near ones, or all."""
    from catalogue.writing import TECHNIQUE_NUMBERS as NUMBERS

    for name in names:
        if name not in NUMBERS:
            from difflib import get_close_matches  # slow to import

            near = get_close_matches(name.lower().replace("_", "-").replace(" ", "-"), NUMBERS, n=4)
            others = f"near ones are {', '.join(near)}" if near else f"the techniques are {', '.join(NUMBERS)}"
            raise ValueError(f"no technique is called {name!r}; {others}")
    return tuple(NUMBERS[name] for name in names)


@dataclass(frozen=True)
class Kind:
    """Puzzles of any of some grades, or with every one of some techniques on their path (by number), or both."""

    grades: tuple[Grade, ...] = ()
    techniques: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        """ValueError for a kind that no puzzle can have."""
        if not self.techniques:
            return
        from engine.rating import technique_of

        most = self._most
        for technique in (technique_of(number) for number in self.techniques):
            if most is not None and technique.rating > most:
                hardest = max(self.grades, key=list(BOUNDS).index)
                raise ValueError(
                    f"no {hardest} puzzle needs {technique.name}:"
                    f" that is {spelled(technique.rating)}, and {hardest} ends at {spelled(most)}"
                )

    @property
    def ceiling(self) -> float | None:
        """The rating above which a puzzle cannot be of the kind, as `engine.rate` takes it; None: no ceiling."""
        return None if self._most is None else self._most / 10

    def of(self, ratings: NDArray[np.void]) -> NDArray[np.bool_]:
        """Return which puzzles are of the kind, by their ratings up to the `ceiling`: `bool (n,)`."""
        import numpy as np

        from engine.rating import technique_of

        suited: NDArray[np.bool_] = ratings["status"] == RatingStatus.RATED
        if self.grades:
            ranges = [BOUNDS[grade] for grade in self.grades]
            rating = ratings["rating"]
            suited &= np.any([(rating >= low) & (rating <= (high or rating)) for low, high in ranges], axis=0)
        for technique in self.techniques:
            suited &= ratings[technique_of(technique).name] > 0
        return suited

    @property
    def _most(self) -> int | None:
        highs = [BOUNDS[grade][1] for grade in self.grades]
        known = [high for high in highs if high is not None]
        return max(known) if known and len(known) == len(highs) else None


# --- Rows ---


def scores_of(puzzles: NDArray[np.uint8], blocks: str) -> NDArray[np.void] | None:
    """Return what `engine.score` finds; None for boards other than 9x9 with blocks of 3x3, which have no scores."""
    import engine

    return engine.score(puzzles) if blocks == SCORED_BLOCKS else None


def rating_rows(
    ratings: NDArray[np.void], scores: NDArray[np.void] | None = None, is_new: NDArray[np.bool_] | None = None
) -> RatingRows:
    """Return what `engine.rate` and `engine.score` found as rows to store: columns, rows of `uses`, and tallies.

    Where a rating is not new, `bool (n,)`, only its score adds to the tallies.
    """
    import numpy as np

    from catalogue.writing import RatingRows
    from engine import technique_counts
    from engine.rating import technique_of

    rated = ratings["status"] == RatingStatus.RATED
    fresh = np.ones(len(ratings), np.bool_) if is_new is None else is_new
    names = [technique_of(number).name if number >= 0 else None for number in ratings["hardest"].tolist()]
    numbers = [_or_none(ratings[name], rated) for name in ("rating", "pearl", "diamond")]
    counts = technique_counts(ratings).T * fresh
    technique, puzzle = counts.nonzero()
    scored, score_columns = _score_columns(scores, len(ratings))
    tally = [
        *tally_of("rating_status", ratings["status"][fresh]),
        *tally_of("rating", ratings["rating"][rated & fresh]),
        *tally_of("hardest", ratings["hardest"][(ratings["hardest"] >= 0) & fresh]),
        *tally_of("technique", technique),
        *scored,
    ]
    uses = zip(technique.tolist(), puzzle.tolist(), counts[technique, puzzle].tolist(), strict=True)
    return RatingRows([ratings["status"].tolist(), *numbers, names, *score_columns], list(uses), tally)


def _score_columns(
    scores: NDArray[np.void] | None, count: int
) -> tuple[list[tuple[str, int, int]], list[list[int | None]]]:
    """The tallies and the columns of scores and levels; columns of None where there are no scores."""
    if scores is None:
        return [], [[None] * count, [None] * count]
    from engine import ScoreStatus

    scored = scores["status"] == ScoreStatus.SCORED
    tally = [row for name in ("score", "level") for row in tally_of(name, scores[name][scored])]
    return tally, [_or_none(scores[name], scored) for name in ("score", "level")]


def tally_of(metric: str, column: NDArray[np.integer]) -> list[tuple[str, int, int]]:
    """How many puzzles have each value of a metric: its name, the value, the number."""
    import numpy as np

    values, counts = np.unique(column, return_counts=True)
    return [(metric, value, count) for value, count in zip(values.tolist(), counts.tolist(), strict=True)]


def _or_none(column: NDArray[np.signedinteger], known: NDArray[np.bool_]) -> list[int | None]:
    return [value if there else None for value, there in zip(column.tolist(), known.tolist(), strict=True)]
