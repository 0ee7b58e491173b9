"""Estimates for all minimal puzzles, from the weights of those in a catalogue."""

from dataclasses import dataclass
from math import sqrt

from sqlalchemy import ColumnElement, func, select

from catalogue.errors import CatalogueError
from catalogue.store.schema import puzzles
from catalogue.store.store import Store


@dataclass(frozen=True)
class Estimate:
    """A weighted mean with its standard error."""

    mean: float
    error: float


@dataclass(frozen=True)
class WeightedStatistics:
    """What a fair sample says about all minimal puzzles.

    `effective` is the number of puzzles of equal weight that would give means as good as these. `shares` has the share
    of each number of clues, from 0 to 1. `rating`, in tenths, is None unless every puzzle has its rating.
    """

    puzzles: int
    effective: float
    clues: Estimate
    shares: dict[int, Estimate]
    rated: int
    rating: Estimate | None


def weighted_statistics(store: Store) -> WeightedStatistics:
    """Estimate the figures of all minimal puzzles. CatalogueError where no puzzle has a weight."""
    weight, clues, rating = puzzles.c.weight, puzzles.c.clues, puzzles.c.rating
    squared = weight * weight
    totals = select(func.count(), func.sum(weight), func.sum(squared), func.count(rating)).where(weight.is_not(None))
    count, whole, squares, rated = store.connection.execute(totals).one()
    if not count:
        raise CatalogueError(f"no puzzle in {store.home} has a weight: fill a new catalogue with --sampling fair")
    by_clues = select(clues, func.sum(weight), func.sum(squared)).where(weight.is_not(None)).group_by(clues)
    shares = {
        number: Estimate(part / whole, _share_error(part / whole, part_squares, squares) / whole)
        for number, part, part_squares in store.connection.execute(by_clues.order_by(clues))
    }
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


def _share_error(share: float, part_squares: float, squares: float) -> float:
    """The same for a share: puzzles with the number count as 1, the others as 0."""
    return sqrt(part_squares * (1 - share) ** 2 + (squares - part_squares) * share**2)
