"""Figures of the puzzles of a catalogue, all or those that meet criteria: counts, spreads, weighted estimates."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import accumulate, chain
from math import sqrt
from operator import mul
from typing import Any

import numpy as np
from sqlalchemy import ColumnElement, func, select

from ...engine.grades import BOUNDS, Level, grade_of
from ..errors import CatalogueError
from ..puzzles.columns import FIRST_SCORED, PUZZLE_METRICS, TEXTBOOK_METRICS
from ..puzzles.kinds import Criteria
from ..puzzles.settings import Settings
from ..puzzles.techniques import BY_WORTH, harder_than, worth_of
from .columns import name_of
from .database import total
from .files import count_boards
from .queries import Rated, meeting, rated, tallied
from .schema import boards, origins, puzzles, sources, streams, tags, uses
from .store import Store


@dataclass(frozen=True)
class Spread:
    """How a metric is spread over all puzzles."""

    min: int
    median: float
    mean: float
    max: int


@dataclass(frozen=True)
class TechniqueFigures:
    """Of rated puzzles, how many have the technique as their hardest, and how many use it at all."""

    hardest: int
    used: int


@dataclass(frozen=True)
class RatingStatistics:
    """The ratings of a catalogue."""

    puzzles: Rated
    spread: Spread | None  # in tenths, of those rated
    grades: dict[str, int]  # easy ones first
    techniques: dict[str, TechniqueFigures]  # those that come up, in the order of engine.TECHNIQUES


@dataclass(frozen=True)
class ScoreStatistics:
    """The scores of a catalogue."""

    puzzles: int  # those scored
    spread: Spread
    levels: dict[str, int]  # easy ones first
    techniques: dict[str, int]  # how many puzzles use those that come up, in the order of engine.SOLVING_TECHNIQUES


@dataclass(frozen=True)
class Statistics:
    """The figures of a whole catalogue."""

    settings: Settings
    boards: int
    puzzles: int
    files: int
    database_bytes: int
    looked_at: int  # boards generated and compared
    attempts: int  # that the method took for them
    duplicates: int  # boards refused
    imported: int  # puzzles that imports have added
    refused: int  # puzzles of their files that they have not
    clues: dict[int, int]  # how many puzzles have that many clues
    metrics: dict[str, Spread]
    textbook: dict[str, Spread]  # of the puzzles measured by that search; empty if there are none
    unwanted: int  # boards passed over by fills that asked for a kind of puzzle
    ratings: RatingStatistics | None  # None if nothing is rated
    scores: ScoreStatistics | None
    tags: dict[str, int]  # how many puzzles have each
    rules: dict[str, int]  # how many puzzles have each besides those of the settings

    def data(self) -> dict[str, Any]:
        """Return the figures for programs, with ratings as people write them."""
        data = asdict(self)
        if self.ratings and self.ratings.spread:
            data["ratings"]["spread"] = {name: value / 10 for name, value in asdict(self.ratings.spread).items()}
        return data


def statistics(store: Store, files: Callable[[], int] | None = None) -> Statistics:
    """Return the figures of the catalogue. They come from the tallies, so a million boards hardly take longer.

    `files` returns the number of files, if the caller has begun to count them.
    """
    with store.moment():  # of a catalogue that may be growing
        return _statistics(store, files or partial(_files, store))


def _files(store: Store) -> int:
    return count_boards(store.board_files.folder) if store.board_files else 0


def _statistics(store: Store, files: Callable[[], int]) -> Statistics:
    sums = ("attempts", "duplicates", "position", "unwanted")
    sums_of = select(*(total(streams.c[name]) for name in sums))
    attempts, duplicates, looked_at, unwanted = tuple(store.connection.execute(sums_of).one())
    clues = tallied(store, "clues")
    offered = store.connection.execute(select(total(sources.c.position))).scalar_one()
    kept, imported = store.connection.execute(
        select(func.count(), func.count(origins.c.puzzle_id.distinct())).select_from(origins)
    ).one()
    return Statistics(
        settings=store.settings,
        boards=store.connection.execute(select(func.count()).select_from(boards)).scalar_one(),
        puzzles=sum(clues.values()),
        database_bytes=store.database.bytes(store.connection),
        looked_at=looked_at,
        attempts=attempts,
        duplicates=duplicates,
        imported=imported,
        refused=max(0, offered - kept),
        clues=clues,
        metrics={each.name: spread for each in PUZZLE_METRICS.values() if (spread := _spread(store, each.stored))},
        textbook=_textbook_spreads(store),
        unwanted=unwanted,
        ratings=_rating_statistics(store),
        scores=_score_statistics(store),
        tags=tag_counts(store),
        rules=rule_counts(store),
        files=files(),  # last: they may still be counted
    )


def tag_counts(store: Store) -> dict[str, int]:
    """Return how many puzzles have each tag, in the order of the alphabet."""
    counted = select(tags.c.name, func.count()).group_by(tags.c.name).order_by(tags.c.name)
    return {row[0]: row[1] for row in store.connection.execute(counted)}


def rule_counts(store: Store) -> dict[str, int]:
    """Return how many puzzles have each rule of their own, in the order of the alphabet."""
    column, counted = puzzles.c.rules, Counter[str]()
    for names, number in store.connection.execute(
        select(column, func.count()).where(column.is_not(None)).group_by(column)
    ):
        counted.update(dict.fromkeys(names.split(","), number))
    return dict(sorted(counted.items()))


def _rating_statistics(store: Store) -> RatingStatistics | None:
    if not tallied(store, "rating_status"):
        return None
    hardest, used = tallied(store, "hardest"), tallied(store, "technique")
    techniques = {
        name_of(number): TechniqueFigures(hardest.get(number, 0), puzzles)
        for number, puzzles in used.items()
        if number < FIRST_SCORED
    }
    return RatingStatistics(rated(store), _spread(store, "rating"), _graded(tallied(store, "rating")), techniques)


def _score_statistics(store: Store) -> ScoreStatistics | None:
    spread, levels, used = _spread(store, "score"), tallied(store, "level"), tallied(store, "technique")
    if not spread:
        return None
    techniques = {name_of(number): puzzles for number, puzzles in used.items() if number >= FIRST_SCORED}
    return ScoreStatistics(sum(levels.values()), spread, _named_levels(levels), techniques)


def unmeasured(store: Store) -> int:
    """Return how many plain puzzles the textbook search has not measured."""
    column, own = puzzles.c[next(iter(TEXTBOOK_METRICS))], puzzles.c.rules
    measured: int = store.connection.execute(select(func.count(column)).where(column.is_not(None))).scalar_one()
    ruled: int = store.connection.execute(select(func.count(own)).where(own.is_not(None))).scalar_one()
    return sum(tallied(store, "clues").values()) - measured - ruled


def _textbook_spreads(store: Store) -> dict[str, Spread]:
    """Of each count of the textbook search, through its index: nearly every puzzle has another, so none is tallied."""
    spreads = {}
    for name in TEXTBOOK_METRICS:
        column = puzzles.c[name]
        measured = select(column).where(column.is_not(None))
        figures = select(func.count(column), func.min(column), func.max(column), total(column))
        count, low, high, whole = store.connection.execute(figures.where(column.is_not(None))).one()
        if count:
            middle = measured.order_by(column).offset((count - 1) // 2).limit(2 - count % 2)
            found = store.connection.execute(middle).scalars().all()
            spreads[name] = Spread(low, sum(found) / len(found), whole / count, high)
    return spreads


def _spread(store: Store, metric: str) -> Spread | None:
    """Min, median, mean and max of a metric; None in an empty catalogue."""
    counts = tallied(store, metric)
    if not counts:
        return None
    values = list(counts)
    up_to = list(accumulate(counts.values()))
    number = up_to[-1]
    # The two middle ones, the same one twice if the number is odd: ranks (number - 1) / 2 and number / 2, from 0.
    middle = [values[bisect_right(up_to, rank)] for rank in ((number - 1) // 2, number // 2)]
    whole = sum(map(mul, values, counts.values()))
    return Spread(values[0], sum(middle) / 2, whole / number, values[-1])


@dataclass(frozen=True)
class Histograms:
    """How many puzzles there are, and how many of each kind."""

    puzzles: int
    clues: Mapping[int, int]
    """By the number of clues."""
    ratings: Mapping[int, int]
    """By the rating in tenths; unrated puzzles are in none."""
    levels: Mapping[str, int]
    """By level, easy ones first, those without puzzles too."""

    @property
    def grades(self) -> Mapping[str, int]:
        """By grade, easy ones first, those without puzzles too."""
        return _graded(self.ratings)


def histograms(store: Store, criteria: Criteria) -> Histograms:
    """Count the puzzles that meet the criteria, by clues, by rating and by level."""
    if criteria.exclude_nothing:
        clues = tallied(store, "clues")
        return Histograms(sum(clues.values()), clues, tallied(store, "rating"), _named_levels(tallied(store, "level")))
    by = (puzzles.c.clues, puzzles.c.rating, puzzles.c.level)
    rows = store.connection.execute(meeting(criteria, select(*by, func.count()).group_by(*by)))
    by_clues, by_rating, by_level = Counter[int](), Counter[int](), Counter[int]()
    for clues_of, rating, level, number in rows:
        by_clues[clues_of] += number
        if rating is not None:
            by_rating[rating] += number
        if level is not None:
            by_level[level] += number
    sorted_clues, sorted_ratings = (dict(sorted(counts.items())) for counts in (by_clues, by_rating))
    return Histograms(by_clues.total(), sorted_clues, sorted_ratings, _named_levels(by_level))


def _graded(ratings: Mapping[int, int]) -> dict[str, int]:
    """How many puzzles each grade has, easy ones first."""
    found = dict.fromkeys(map(str, BOUNDS), 0)
    for rating, number in ratings.items():
        if grade := grade_of(rating):
            found[grade] += number
    return found


def _named_levels(counts: Mapping[int, int]) -> dict[str, int]:
    """How many puzzles each level has, easy ones first."""
    return {str(level): counts.get(place, 0) for place, level in enumerate(Level)}


def technique_counts(store: Store, criteria: Criteria) -> Mapping[str, int]:
    """How many of the puzzles that meet the criteria use each technique, in the order of engine.TECHNIQUES."""
    if criteria.exclude_nothing:
        return {name_of(number): count for number, count in tallied(store, "technique").items()}
    chosen = meeting(criteria, select(puzzles.c.id))
    counted = (
        select(uses.c.technique, func.count())
        .where(uses.c.puzzle_id.in_(chosen))
        .group_by(uses.c.technique)
        .order_by(uses.c.technique)
    )
    return {name_of(row[0]): row[1] for row in store.connection.execute(counted)}


@dataclass(frozen=True)
class Estimate:
    """A weighted mean with its standard error."""

    mean: float
    error: float


@dataclass(frozen=True)
class WeightedStatistics:
    """Estimates for all minimal puzzles from a fair sample.

    `effective` is the number of puzzles of equal weight that would give means as good as these. `shares` has the share
    of each number of clues, from 0 to 1. `rating`, in tenths, is None unless every puzzle has its rating.
    """

    puzzles: int
    effective: float
    clues: Estimate
    shares: dict[int, Estimate]
    rated: int
    rating: Estimate | None

    def data(self) -> dict[str, Any]:
        """Return the estimates for programs, with ratings as people write them."""
        data = asdict(self)
        if self.rating:
            data["rating"] = {name: value / 10 for name, value in asdict(self.rating).items()}
        return data


def weighted_statistics(store: Store) -> WeightedStatistics:
    """Estimate the figures of all minimal puzzles. CatalogueError if no puzzle has a weight."""
    weight, clues, rating = puzzles.c.weight, puzzles.c.clues, puzzles.c.rating
    squared = weight * weight
    totals = select(func.count(), func.sum(weight), func.sum(squared), func.count(rating)).where(weight.is_not(None))
    count, whole, squares, rated = store.connection.execute(totals).one()
    if not count:
        raise CatalogueError(f"no puzzle in {store.home} has a weight: fill a new catalogue with --sampling fair")
    by_clues = select(clues, func.sum(weight), func.sum(squared)).where(weight.is_not(None)).group_by(clues)
    shares = {}
    for number, part, part_squares in store.connection.execute(by_clues.order_by(clues)):
        share = part / whole  # the mean if puzzles with the number count as 1, the others as 0
        error = sqrt(part_squares * (1 - share) ** 2 + (squares - part_squares) * share**2)
        shares[number] = Estimate(share, error / whole)
    return WeightedStatistics(
        puzzles=count,
        effective=whole * whole / squares,
        clues=_mean(store, clues),
        shares=shares,
        rated=rated,
        rating=_mean(store, rating) if rated == count else None,
    )


def _mean(store: Store, value: ColumnElement[int]) -> Estimate:
    """The mean of a column. Its error is the usual one of a ratio of two sums over independent puzzles."""
    weight = puzzles.c.weight
    about = select(func.sum(weight * value) / func.sum(weight)).where(weight.is_not(None)).scalar_subquery()
    distance = value - about
    sums = select(about, func.sum(weight * weight * distance * distance), func.sum(weight))
    mean, spread, whole = store.connection.execute(sums.where(weight.is_not(None))).one()
    return Estimate(mean, sqrt(spread) / whole)


# --- The hardest steps ------------------------------------------------------------------------------------------------

MOST_COUNTED = 100_000
"""Puzzles, the newest ones, whose hardest techniques are counted."""

_VALUES = sorted({worth_of(number) for number in BY_WORTH})
_WORTH = np.zeros(max(BY_WORTH) + 1, np.int64)
_WORTH[list(BY_WORTH)] = [1 + _VALUES.index(worth_of(number)) for number in BY_WORTH]
"""The rank of each technique by its stored number; 0 for a number that no technique of a score has."""


def hardest_counts(store: Store, most: int = MOST_COUNTED) -> Mapping[int, int]:
    """How many of the newest scored puzzles have each technique as their hardest step, by its stored number.

    The easiest techniques come first. Two that are worth the same can both be the hardest of a puzzle.
    """
    newest = store.connection.execute(select(func.max(puzzles.c.id))).scalar() or 0
    used = select(uses.c.technique, uses.c.puzzle_id).where(
        uses.c.technique.in_(BY_WORTH), uses.c.puzzle_id > newest - most
    )
    pairs = np.fromiter(chain.from_iterable(store.connection.execute(used)), np.int64).reshape(-1, 2)
    if not len(pairs):
        return {}
    techniques, owners = pairs.T
    owners -= owners.min()
    greatest = np.zeros(owners.max() + 1, np.int64)
    np.maximum.at(greatest, owners, _WORTH[techniques])
    counts = np.bincount(techniques[_WORTH[techniques] == greatest[owners]], minlength=len(_WORTH)).tolist()
    return {number: counts[number] for number in BY_WORTH if counts[number]}


def whose_hardest_is(number: int, criteria: Criteria) -> Criteria:
    """Return criteria that also ask for a technique, by its stored number, and for none that is worth more."""
    return replace(
        criteria,
        techniques=(*criteria.techniques, number),
        without_techniques=(*criteria.without_techniques, *harder_than(number)),
    )
