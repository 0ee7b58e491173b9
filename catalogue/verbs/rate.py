"""Rate the puzzles of a catalogue, or those that a person names, and measure them by the textbook search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Annotated, Any, NamedTuple

from ... import engine
from ...engine import rules
from ...engine.grades import RatingStatus, ScoreStatus, grade_of, spelled
from ...engine.reading.tables import Given
from .. import runs, storage
from ..errors import CatalogueError
from ..formats.door import Named, Word
from ..puzzles.kinds import FAST_CEILING, Depth, why_unfilled
from ..requests.named import Puzzles, Rows, Work, rows_of
from ..requests.request import LongRequest, choice
from ..requests.selection import check_ratable
from ..requests.shared import DEPTH, THREADS, WORKERS
from ..runs.how import PROCESSORS
from ..storage.home import Home
from .sections import Figures, Report, Sections, line, speed

DEPTHS: Sequence[Depth] = (Depth.full, Depth.fast, Depth.score, Depth.all)
"""How far puzzles can be rated later."""


@dataclass(frozen=True, kw_only=True)
class RateRequest(LongRequest):
    """How far to rate, and by how many threads."""

    rate: Annotated[Depth | str | None, choice(DEPTHS, words=DEPTH.words)] = field(default=None, kw_only=False)
    again: bool = False
    threads: Annotated[int, THREADS] = PROCESSORS
    workers: Annotated[str | None, WORKERS] = None
    wait: float = 0.0


@dataclass(frozen=True)
class RateReport(Report):
    """How many puzzles were rated now, out of how many, and how many are rated in all."""

    depth: Depth
    rated: int
    wanted: int
    seconds: float
    rated_in_total: int
    above: int
    beyond: int
    unrated: int
    scored_in_total: int
    unscored: int

    @property
    def interrupted(self) -> bool:
        """Whether it was stopped early."""
        return self.rated < self.wanted

    def sections(self) -> Sections:
        """Return the figures for people."""
        rates, scores = self.depth.rates, self.depth.scores
        return _told(
            self,
            ("puzzles rated now", self.rated),
            ("rated in total", self.rated_in_total if rates else None),
            (f"only as above {FAST_CEILING}", self.above if rates else None),
            ("beyond all techniques known here", self.beyond or None if rates else None),
            ("not rated", self.unrated if rates else None),
            ("scored in total", self.scored_in_total if scores else None),
            ("not scored", self.unscored if scores else None),
        )


def _told(report: RateReport | MeasureReport, first: tuple[str, int], *figures: tuple[str, int | None]) -> Sections:
    """The figures of a run, of which the first says how many puzzles it did, its time, and whether it was stopped."""
    rows = [first, *figures, *speed("puzzles", first[1], report.seconds)]
    return [Figures(rows), *([line("Interrupted; the next run continues from here.")] if report.interrupted else [])]


def rate(home: Home, request: RateRequest) -> RateReport:
    """Rate the puzzles that are not rated; the next call continues from where this one is stopped.

    CatalogueError for a catalogue whose puzzles have no such ratings, or that cannot be written.
    """
    depth = Depth(request.rate or Depth.full)
    with storage.Store.write(home, wait=request.wait, on_wait=request.on_notice) as store:
        check_ratable(store, depth)
        report = runs.rate_unrated(store, request, depth=depth, again=request.again)
        puzzles, (with_score, without_score) = storage.rated(store), storage.scored(store)
    return RateReport(
        depth=depth,
        rated=report.done,
        wanted=report.wanted,
        seconds=report.seconds,
        rated_in_total=puzzles.rated,
        above=puzzles.above,
        beyond=puzzles.beyond,
        unrated=puzzles.unrated,
        scored_in_total=with_score,
        unscored=without_score,
    )


# --- Puzzles that a person names --------------------------------------------------------------------------------------


_TENTHS = ("rating", "pearl", "diamond")
_COLUMNS = ("line", "puzzle", "status", *_TENTHS, "grade", "hardest", "score", "level", "logical", "trial_depth")
_UNSOUND = (RatingStatus.NO_SOLUTION, RatingStatus.SEVERAL_SOLUTIONS)
_BATCH, _WITH_RULES = 128, 16  # puzzles that a thread rates at a time; most of those with rules are hard


@dataclass(frozen=True, kw_only=True)
class RatePuzzlesRequest(LongRequest):
    """Which puzzles, and how far to rate them."""

    puzzle: Word = field(kw_only=False)
    rate: Annotated[Depth | str | None, choice(DEPTHS, words=DEPTH.words)] = None
    usual: Depth = Depth.all
    """How far puzzles are rated that `rate` says nothing of, if they have that."""
    blocks: str | None = None
    base: int | None = None
    trust: bool = False
    rules: str | None = None
    threads: Annotated[int, THREADS] = PROCESSORS


class RatingRow(NamedTuple):
    """A puzzle with its rating and its score, as far as they were asked for."""

    given: Given
    rating: Any | None
    score: Any | None
    trial_depth: int | None

    def words(self) -> Sequence[str]:
        """Return the puzzle and its rating, score and level, or why it has none."""
        words = []
        if self.is_rated:
            words.append("/".join(spelled(int(self.rating[name])) for name in _TENTHS))  # type: ignore[index]
        elif self.rating is not None:
            words.append(self._status("-"))
        if self.is_scored:
            words += map(str, self._score()[:2])
        return self.given.written, *(words or [self._status("-")])

    def values(self, _: str) -> Sequence[object]:
        """Return the columns."""
        return self.given.line, self.given.written, self._status(" "), *self._rating(), *self._score(), self.trial_depth

    @property
    def is_rated(self) -> bool:
        """Whether the rating is known."""
        return self.rating is not None and self.rating["status"] == RatingStatus.RATED

    @property
    def is_scored(self) -> bool:
        """Whether the score is known."""
        return self.score is not None and self.score["status"] == ScoreStatus.SCORED

    @property
    def techniques(self) -> dict[str, int]:
        """How many steps use each technique of the rating; nothing without one."""
        if self.rating is None:
            return {}
        return {each.name: int(self.rating[each.name]) for each in engine.TECHNIQUES if self.rating[each.name]}

    def _status(self, between: str) -> str:
        """How the rating ended, or if there is none, the scoring: one of the two was asked for."""
        kind, found = (ScoreStatus, self.score) if self.rating is None else (RatingStatus, self.rating)
        return kind(int(found["status"])).name.lower().replace("_", between)  # type: ignore[index]

    def _rating(self) -> Sequence[object]:
        if self.rating is None or not self.is_rated:
            return [None] * 5
        tenths, number = [int(self.rating[each]) for each in _TENTHS], int(self.rating["hardest"])
        hardest = engine.native.technique_of(number).name if number >= 0 else None
        return (*(each / 10 for each in tenths), grade_of(tenths[0]), hardest)

    def _score(self) -> Sequence[object]:
        """The score, the level, and whether named techniques alone solve the puzzle."""
        if self.score is None or not self.is_scored:
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
    try:
        if depth.rates:
            rules.houses.houses_of(given.variant)
    except ValueError as error:
        return str(error)
    return None


def _rated(depth: Depth, some: Sequence[Given], puzzles: Puzzles) -> list[RatingRow]:
    how: dict[str, Any] = {} if some[0].variant else {"blocks": some[0].shape.blocks}
    ratings = engine.rate(puzzles, ceiling=depth.ceiling, **how) if depth.rates else [None] * len(some)
    scores = engine.score(puzzles, **how) if depth.scores else [None] * len(some)
    depths: list[int | None] = [None] * len(some)
    if depth.rates and not some[0].variant:
        sound = [place for place, found in enumerate(ratings) if found["status"] not in _UNSOUND]
        every = engine.solving.trial_depth(puzzles[sound], **how).tolist() if sound else []
        for place, deep in zip(sound, every, strict=True):
            depths[place] = deep
    return [RatingRow(*each) for each in zip(some, ratings, scores, depths, strict=True)]


# --- The textbook search ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class MeasureRequest(LongRequest):
    """By how many threads."""

    threads: Annotated[int, THREADS] = PROCESSORS
    wait: float = 0.0


@dataclass(frozen=True)
class MeasureReport(Report):
    """How many puzzles were measured now, out of how many, and how many puzzles are not measured."""

    measured: int
    wanted: int
    seconds: float
    unmeasured: int

    @property
    def interrupted(self) -> bool:
        """Whether it was stopped early."""
        return self.measured < self.wanted

    def sections(self) -> Sections:
        """Return the figures for people."""
        return _told(self, ("puzzles measured now", self.measured), ("not measured", self.unmeasured))


def measure(home: Home, request: MeasureRequest) -> MeasureReport:
    """Measure the puzzles that the textbook search has not measured (`engine.solving.textbook`).

    The next call continues from where this one is stopped. CatalogueError if the catalogue cannot be written.
    """
    with storage.Store.write(home, wait=request.wait, on_wait=request.on_notice) as store:
        report = runs.measure_unmeasured(store, request)
        return MeasureReport(report.done, report.wanted, report.seconds, storage.statistics.unmeasured(store))
