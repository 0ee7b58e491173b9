"""How far puzzles are rated, which kinds of puzzle a fill can look for, and ratings as rows.

Nothing here imports numpy or the kernels before it is called, for the options of the commands come from here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from ... import engine
from ...engine.grades import BOUNDS, Grade, Level, RatingStatus, spelled, why_unrated, why_unscored
from .. import puzzles
from .numbers import FIRST_SCORED, SCORED_PREFIX
from .stored import RATING, SCORE, RatingRows

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ...engine.shape import Shape


FAST_CEILING = 4.5


class Depth(StrEnum):
    """On which scales puzzles are rated, and how far: the one place that says what each of these means."""

    all = "all"
    """The rating in full, and the score and the level of boards that have them."""
    full = "full"
    """The rating."""
    fast = "fast"
    """The rating up to FAST_CEILING; a puzzle that needs more is marked as above."""
    score = "score"
    """The score and the level: HoDoKu's of plain 9x9 puzzles, those of people of all others."""
    none = "none"

    @staticmethod
    def of(*, rates: bool, scores: bool) -> Depth:
        """Return the depth that fills these scales, the rating in full."""
        if rates:
            return Depth.all if scores else Depth.full
        return Depth.score if scores else Depth.none

    @property
    def rates(self) -> bool:
        """Whether puzzles get a rating, on the scale of Sudoku Explainer."""
        return self in (Depth.all, Depth.full, Depth.fast)

    @property
    def scores(self) -> bool:
        """Whether puzzles get a score and a level, on the scale of HoDoKu."""
        return self in (Depth.all, Depth.score)

    @property
    def ceiling(self) -> float | None:
        """The ceiling that `engine.rate` is given; None: no ceiling."""
        return FAST_CEILING if self is Depth.fast else None


DEPTHS_HELP = (
    f"full gives the rating; fast stops at the first step above {FAST_CEILING} and marks the puzzle as above; score"
    " gives the score and the level, which are HoDoKu's for plain 9x9 puzzles; all gives both."
)
"""For options."""

DEFAULT_DEPTH = Depth.none
"""How far a fill rates by default."""

AUDITED = 20_000
"""Puzzles of each file that an audit rates by default."""


def why_unfilled(depth: Depth, shape: Shape, rules: str) -> str | None:
    """Return why puzzles of a shape, under rules or "", lack what a depth asks for; None if they have it."""
    if depth is Depth.score:
        return why_unscored(shape.size)
    if rules:
        return puzzles.game.game_of(shape, rules).why_unrated()
    return why_unrated(shape.size)


# --- Kinds ---


def technique_numbers(names: Sequence[str]) -> tuple[int, ...]:
    """Return the numbers of techniques by their names; ValueError for an unknown one, with near ones.

    A name that both scales have means that of the rating; `score:x-wing` means that of the score.
    """
    if not names:
        return ()  # most queries name none, and need no list of techniques
    known = puzzles.techniques.TECHNIQUE_NUMBERS
    for name in names:
        if name not in known and name.removeprefix(SCORED_PREFIX) not in known:
            raise ValueError(f"no technique is called {name!r}; {near_techniques(name, known)}")
    return tuple(known[name] if name in known else known[name.removeprefix(SCORED_PREFIX)] for name in names)


def alone(name: str) -> tuple[int, tuple[int, ...]]:
    """Return the number of a technique of the score, and the numbers of all others but singles and pairs.

    ValueError for an unknown name, or one that only ratings have.
    """
    numbers = puzzles.techniques.SCORED_NUMBERS
    scored = name.removeprefix(SCORED_PREFIX)
    if scored not in numbers:
        raise ValueError(f"no technique of the score is called {name!r}; {near_techniques(scored, numbers)}")
    known = (scored, *SINGLES_AND_PAIRS)
    return numbers[scored], tuple(number for each, number in numbers.items() if each not in known)


SINGLES_AND_PAIRS = ("full-house", "naked-single", "hidden-single", "locked-pair", "naked-pair", "hidden-pair")
"""The techniques of the score that every player knows."""


def near_techniques(name: str, known: Iterable[str]) -> str:
    """Say which names of techniques are near an unknown one, or where they are listed."""
    from difflib import get_close_matches  # slow to import

    names = list(known)
    near = get_close_matches(name.lower().replace("_", "-").replace(" ", "-"), names, n=4)
    return f"similar names are {', '.join(near)}" if near else "catalogue techniques lists all names"


@dataclass(frozen=True)
class Kind:
    """Puzzles of any of some grades and levels, with some techniques (by number) on their paths, and without others."""

    grades: tuple[Grade, ...] = ()
    techniques: tuple[int, ...] = ()
    without: tuple[int, ...] = ()
    levels: tuple[Level, ...] = ()

    def __post_init__(self) -> None:
        """ValueError for a kind that no puzzle can have, KeyError for a number that no technique has."""
        if not self.techniques:
            return
        for number in (*self.techniques, *self.without):
            puzzles.techniques.technique_with(number)

        most = self._most
        for technique in (engine.native.technique_of(number) for number in self.techniques if number < FIRST_SCORED):
            if most is not None and technique.rating > most:
                hardest = max(self.grades, key=list(BOUNDS).index)
                raise ValueError(
                    f"no {hardest} puzzle needs {technique.name}:"
                    f" that is {spelled(technique.rating)}, and {hardest} ends at {spelled(most)}"
                )
        if self.levels:
            self._check_levels()

    def _check_levels(self) -> None:
        """ValueError for a technique that the score has in harder puzzles only."""
        order = list(Level)
        hardest = max(self.levels, key=order.index)
        for technique in engine.SOLVING_TECHNIQUES:
            needs = Level(technique.level)
            if technique.number + FIRST_SCORED in self.techniques and order.index(needs) > order.index(hardest):
                raise ValueError(f"no {hardest} puzzle needs {technique.name}: that is {needs}")

    @property
    def ceiling(self) -> float | None:
        """The rating above which a puzzle cannot be of the kind, as `engine.rate` takes it; None: no ceiling."""
        return None if self._most is None else self._most / 10

    @property
    def depth(self) -> Depth:
        """How far puzzles have to be rated to know whether they are of the kind."""
        numbers = (*self.techniques, *self.without)
        rates = bool(self.grades) or any(number < FIRST_SCORED for number in numbers)
        return Depth.of(rates=rates, scores=bool(self.levels) or any(number >= FIRST_SCORED for number in numbers))

    def of(self, ratings: NDArray[np.void] | None, scores: NDArray[np.void] | None) -> NDArray[np.bool_]:
        """Return which puzzles are of the kind, `bool (n,)`, by their ratings up to the `ceiling` and their scores.

        Either is needed only if `depth` says so.
        """
        import numpy as np

        suited = np.ones(len(scores if ratings is None else ratings), np.bool_)  # type: ignore[arg-type]
        if ratings is not None and self.depth.rates:
            suited &= ratings["status"] == RatingStatus.RATED
        if ratings is not None and self.grades:
            ranges = [BOUNDS[grade] for grade in self.grades]
            rating = ratings["rating"]
            suited &= np.any([(rating >= low) & (rating <= (high or rating)) for low, high in ranges], axis=0)
        if scores is not None and self.levels:
            suited &= np.isin(scores["level"], [list(Level).index(level) for level in self.levels])
        for number in self.techniques:
            suited &= _times(number, ratings, scores) > 0
        for number in self.without:
            suited &= _times(number, ratings, scores) == 0
        return suited

    @property
    def _most(self) -> int | None:
        highs = [BOUNDS[grade][1] for grade in self.grades]
        known = [high for high in highs if high is not None]
        return max(known) if known and len(known) == len(highs) else None


def _times(number: int, ratings: NDArray[np.void] | None, scores: NDArray[np.void] | None) -> NDArray[np.uint16]:
    """How often each puzzle's path takes a technique."""
    import numpy as np

    found = ratings if number < FIRST_SCORED else scores
    assert found is not None  # `Kind.depth` asks for it
    name = puzzles.techniques.technique_with(number).name
    if name not in (found.dtype.names or ()):  # one of HoDoKu's alone, under rules, or the other way round
        return np.zeros(len(found), np.uint16)
    times: NDArray[np.uint16] = found[name]
    return times


# --- Rows ---


def rows_of(
    ratings: NDArray[np.void] | None,
    scores: NDArray[np.void] | None,
    rated: NDArray[np.bool_] | None = None,
) -> Sequence[RatingRows]:
    """Return what `engine.rate` and `engine.score` found as rows to store, scale by scale; none for None.

    If `rated` is false, a puzzle has no rating, whatever its record says; by default it is true everywhere.
    """
    return [
        *([] if ratings is None else [_rated(ratings, rated)]),
        *([] if scores is None else [score_rows(scores)]),
    ]


def _rated(records: NDArray[np.void], which: NDArray[np.bool_] | None) -> RatingRows:
    """The rows of all puzzles, of which only some have a rating."""
    if which is None or which.all():
        return rating_rows(records)
    found, places = rating_rows(records[which]), which.nonzero()[0].tolist()
    columns: dict[str, list[object]] = {name: [None] * len(records) for name in found.columns}
    for name, values in found.columns.items():
        for place, value in zip(places, values, strict=True):
            columns[name][place] = value
    uses = [(technique, places[puzzle], times) for technique, puzzle, times in found.uses]
    return RatingRows(columns, uses, found.tally)


def rating_rows(ratings: NDArray[np.void]) -> RatingRows:
    """Return what `engine.rate` found as rows to store: columns of puzzles, rows of `uses`, and tallies."""
    rated = ratings["status"] == RatingStatus.RATED
    stepped = ratings[ratings["hardest"] >= 0]
    names = [engine.native.technique_of(number).name if number >= 0 else None for number in ratings["hardest"].tolist()]
    numbers = [_or_none(ratings[name], rated) for name in ("rating", "pearl", "diamond")]
    uses, used = _uses(engine.technique_counts(ratings), 0)
    tally = [
        *tally_of("rating_status", ratings["status"]),
        *tally_of("rating", ratings["rating"][rated]),
        *tally_of("hardest", stepped["hardest"]),
        *used,
    ]
    columns = [ratings["status"].tolist(), *numbers, names]
    return RatingRows(dict(zip(RATING, columns, strict=True)), uses, tally)


def score_rows(scores: NDArray[np.void]) -> RatingRows:
    """Return what `engine.score` found of puzzles with one solution as rows to store, in the same form."""
    import numpy as np

    all_numbers = puzzles.techniques.SCORED_NUMBERS | puzzles.techniques.NUMBERS_OF_PEOPLE
    numbers = {name: number for name, number in all_numbers.items() if name in (scores.dtype.names or ())}
    counts = np.zeros((len(scores), 1 + max(numbers.values()) - FIRST_SCORED), np.uint16)
    for name, number in numbers.items():
        counts[:, number - FIRST_SCORED] = scores[name]
    uses, used = _uses(counts, FIRST_SCORED)
    tally = [*tally_of("score", scores["score"]), *tally_of("level", scores["level"]), *used]
    return RatingRows({name: scores[name].tolist() for name in SCORE}, uses, tally)


def _uses(counts: NDArray[np.uint16], first: int) -> tuple[list[tuple[int, int, int]], list[tuple[str, int, int]]]:
    """Rows of `uses` and their tally, from how often each puzzle uses each technique, numbered from `first` on."""
    technique, puzzle = counts.T.nonzero()
    numbers = technique + first
    uses = zip(numbers.tolist(), puzzle.tolist(), counts[puzzle, technique].tolist(), strict=True)
    return list(uses), tally_of("technique", numbers)


def tally_of(metric: str, column: NDArray[np.integer]) -> list[tuple[str, int, int]]:
    """How many puzzles have each value of a metric: its name, the value, the number."""
    import numpy as np

    values, counts = np.unique(column, return_counts=True)
    return [(metric, value, count) for value, count in zip(values.tolist(), counts.tolist(), strict=True)]


def _or_none(column: NDArray[np.signedinteger], known: NDArray[np.bool_]) -> list[int | None]:
    return [value if there else None for value, there in zip(column.tolist(), known.tolist(), strict=True)]


TEXTS = ("chat", "plain", "tokens")
"""The texts that a data set writes for language models."""

LAYOUTS = ("hrm",)
"""The arrays that a data set writes, by the trainers that read them."""

SUDOKU_BENCH = "sudoku-bench"
SCHEMAS = (SUDOKU_BENCH,)
"""The data sets whose columns another one can have."""
