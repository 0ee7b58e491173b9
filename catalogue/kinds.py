"""How far puzzles are rated, which kinds of puzzle a fill can look for, and ratings as rows.

Nothing here imports numpy or the kernels before it is called, for the options of the commands come from here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
    fast = "fast"
    """Up to FAST_CEILING; a puzzle that needs more is marked as above."""
    none = "none"


FAST_CEILING = 4.5
DEFAULT_DEPTH = Depth.none
"""How far a fill rates by default."""

AUDITED = 20_000
"""Puzzles of each file that an audit rates by default."""

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
            raise ValueError(f"no technique is called {name!r}; {near_techniques(name, NUMBERS)}")
    return tuple(NUMBERS[name] for name in names)


def near_techniques(name: str, known: Iterable[str]) -> str:
    """Say which names of techniques are near an unknown one, or all of them."""
    from difflib import get_close_matches  # slow to import

    names = list(known)
    near = get_close_matches(name.lower().replace("_", "-").replace(" ", "-"), names, n=4)
    return f"near ones are {', '.join(near)}" if near else f"the techniques are {', '.join(names)}"


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


def rating_rows(ratings: NDArray[np.void]) -> RatingRows:
    """Return what `engine.rate` found as rows to store: columns of puzzles, rows of `uses`, and tallies."""
    from catalogue.writing import RatingRows
    from engine import technique_counts
    from engine.rating import technique_of

    rated = ratings["status"] == RatingStatus.RATED
    stepped = ratings[ratings["hardest"] >= 0]
    names = [technique_of(number).name if number >= 0 else None for number in ratings["hardest"].tolist()]
    numbers = [_or_none(ratings[name], rated) for name in ("rating", "pearl", "diamond")]
    counts = technique_counts(ratings).T
    technique, puzzle = counts.nonzero()
    tally = [
        *tally_of("rating_status", ratings["status"]),
        *tally_of("rating", ratings["rating"][rated]),
        *tally_of("hardest", stepped["hardest"]),
        *tally_of("technique", technique),
    ]
    uses = zip(technique.tolist(), puzzle.tolist(), counts[technique, puzzle].tolist(), strict=True)
    return RatingRows([ratings["status"].tolist(), *numbers, names], list(uses), tally)


def tally_of(metric: str, column: NDArray[np.integer]) -> list[tuple[str, int, int]]:
    """How many puzzles have each value of a metric: its name, the value, the number."""
    import numpy as np

    values, counts = np.unique(column, return_counts=True)
    return [(metric, value, count) for value, count in zip(values.tolist(), counts.tolist(), strict=True)]


def _or_none(column: NDArray[np.int16], known: NDArray[np.bool_]) -> list[int | None]:
    return [value if there else None for value, there in zip(column.tolist(), known.tolist(), strict=True)]
