"""Rate the puzzles that a person names, in place of the catalogue's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from ... import engine
from ...engine.grades import RatingStatus, ScoreStatus, grade_of, spelled
from ...engine.reading.tables import Given
from ..errors import CatalogueError
from ..formats.door import Named, Word
from ..puzzles.kinds import DEPTHS_HELP, Depth, why_unfilled
from ..puzzles.numbers import PROCESSORS
from ..requests.named import Puzzles, Rows, Work, rows_of
from ..requests.option import choice
from ..requests.request import LongRequest
from ..requests.shared import BASE, BLOCKS, PUZZLE, RULES_OF_PUZZLE, THREADS
from .rate import DEPTHS

if TYPE_CHECKING:
    import numpy as np

    from ..storage.home import Home

_TENTHS = ("rating", "pearl", "diamond")
_COLUMNS = ("line", "puzzle", "status", *_TENTHS, "grade", "hardest", "score", "level", "logical")
_BATCH, _WITH_RULES = 128, 16  # puzzles that a thread rates at a time; most of those with rules are hard


@dataclass(frozen=True, kw_only=True)
class RatePuzzlesRequest(LongRequest):
    """Which puzzles, and how far to rate them."""

    puzzle: Annotated[Word, PUZZLE] = field(kw_only=False)
    rate: Annotated[Depth | str | None, choice(f"{DEPTHS_HELP} Default: all that puzzles have.", DEPTHS)] = None
    usual: Depth = Depth.all
    """How far puzzles are rated that `rate` says nothing of, if they have that."""
    blocks: Annotated[str | None, BLOCKS] = None
    base: Annotated[int | None, BASE] = None
    rules: Annotated[str | None, RULES_OF_PUZZLE] = None
    threads: Annotated[int, THREADS] = PROCESSORS


class RatingRow(NamedTuple):
    """A puzzle with its rating and its score, as far as they were asked for."""

    given: Given
    rating: np.void | None
    score: np.void | None

    def words(self) -> Sequence[str]:
        """Return the puzzle and its rating, score and level, or why it has none."""
        words = []
        if self.rating is not None:
            is_rated = self.rating["status"] == RatingStatus.RATED
            numbers = "/".join(spelled(int(self.rating[name])) for name in _TENTHS)
            words.append(numbers if is_rated else self._status("-"))
        if self.score is not None and self.score["status"] == ScoreStatus.SCORED:
            words += map(str, self._score()[:2])
        return self.given.written, *(words or [self._status("-")])

    def values(self, _: str) -> Sequence[object]:
        """Return the columns."""
        return self.given.line, self.given.written, self._status(" "), *self._rating(), *self._score()

    def _status(self, between: str) -> str:
        """How the rating ended, or if there is none, the scoring."""
        status: RatingStatus | ScoreStatus
        if self.rating is not None:
            status = RatingStatus(int(self.rating["status"]))
        else:
            assert self.score is not None  # one of the two was asked for
            status = ScoreStatus(int(self.score["status"]))
        return status.name.lower().replace("_", between)

    def _rating(self) -> Sequence[object]:
        from ...engine.tables import technique_of

        if self.rating is None or self.rating["status"] != RatingStatus.RATED:
            return [None] * 5
        tenths = [int(self.rating[each]) for each in _TENTHS]
        number = int(self.rating["hardest"])
        hardest = technique_of(number).name if number >= 0 else None
        return (*(each / 10 for each in tenths), grade_of(tenths[0]), hardest)

    def _score(self) -> Sequence[object]:
        """The score, the level, and whether named techniques alone solve the puzzle."""
        if self.score is None or self.score["status"] != ScoreStatus.SCORED:
            return [None] * 3
        guesses = self.score["brute-force" if "brute-force" in (self.score.dtype.names or ()) else "all-rules"]
        return int(self.score["score"]), engine.LEVELS[self.score["level"]], not guesses


def rate_puzzles(home: Home | None, request: RatePuzzlesRequest) -> Rows:
    """Give each puzzle's rating, its score and its level, as far as the request says; by default all that it has.

    Only puzzles whose rules are houses have ratings. CatalogueError names the line of one that lacks what was asked
    for.
    """
    usual = Depth(request.usual)

    def work(found: Named, some: Sequence[Given], puzzles: Puzzles) -> Sequence[RatingRow]:
        rows: list[RatingRow] = []
        depths = [_depth_of(found, given, request.rate, usual) for given in some]
        for depth, same in groupby(range(len(some)), key=depths.__getitem__):
            places = list(same)
            part = slice(places[0], places[-1] + 1)
            rows += _rated(depth, some[part], puzzles[part])
        return rows

    return rows_of(_COLUMNS, home, request, Work(work, _BATCH, _WITH_RULES, request.threads))


def _depth_of(found: Named, given: Given, asked: Depth | str | None, usual: Depth) -> Depth:
    """How far a puzzle is rated: as asked, else as is usual if it has that, else to its score."""
    depth = Depth(asked or usual)
    reason = _why_not(depth, given)
    if reason is None:
        return depth
    if asked is None and _why_not(Depth.score, given) is None:
        return Depth.score
    raise CatalogueError(f"{found.at(given)}: {reason}")


def _why_not(depth: Depth, given: Given) -> str | None:
    """Say why a puzzle has not what a depth gives; None if it has."""
    if given.variant is None:
        return why_unfilled(depth, given.shape, "")
    from ...engine.rules.houses import houses_of

    if depth.rates:
        try:
            houses_of(given.variant)
        except ValueError as error:
            return str(error)
    return None


def _rated(depth: Depth, some: Sequence[Given], puzzles: Puzzles) -> list[RatingRow]:
    how: dict[str, Any] = {} if some[0].variant else {"blocks": some[0].shape.blocks}
    ratings = engine.rate(puzzles, ceiling=depth.ceiling, **how) if depth.rates else [None] * len(some)
    scores = engine.score(puzzles, **how) if depth.scores else [None] * len(some)
    return [RatingRow(*each) for each in zip(some, ratings, scores, strict=True)]
