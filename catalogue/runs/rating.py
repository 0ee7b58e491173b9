"""Rate the puzzles of a catalogue that have no rating yet, and measure those that the textbook search has not."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from functools import partial
from typing import TYPE_CHECKING, Any, Self, TypeVar

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import ColumnElement, Select, false, func, or_, select

from ... import engine
from ...engine.grades import RatingStatus
from ...engine.native import RATED
from ..errors import CatalogueError
from ..puzzles.columns import TEXTBOOK_METRICS
from ..puzzles.game import Game, Own, chosen_of
from ..puzzles.kinds import Depth
from ..puzzles.stored import from_lines, rating_rows, score_rows
from ..storage.schema import puzzles
from ..storage.statistics import unmeasured
from ..storage.store import Store
from ..storage.writing import check_scales, forget_ratings, forget_scores, record_ratings, record_textbook
from .how import How
from .keeping import KeptRun, carried_out
from .making import textbook_columns
from .pipeline import Part, Stopwatch, in_time

if TYPE_CHECKING:
    from .workers import Pool

BATCH = 256  # most puzzles that a thread or a worker rates or measures before something is kept


@dataclass(frozen=True)
class Later:
    """How many puzzles a run has rated or measured and committed so far, out of how many."""

    done: int
    wanted: int
    seconds: float

    @property
    def rated(self) -> int:
        """The name of `done` before ratings and measures had one report; likewise `measured`."""
        return self.done

    measured = rated


Batch = TypeVar("Batch", bound="_Batch")


@dataclass(frozen=True)
class _Batch:
    """Puzzles in the order of their ids: the fields are of one length."""

    ids: Sequence[int]
    givens: Sequence[str]

    def __getitem__(self, some: slice) -> Self:
        return type(self)(*(getattr(self, each.name)[some] for each in fields(self)))

    def cut(self, done: int) -> tuple[Self, list[Self]]:
        """Return the first puzzles, and the others in batches as large."""
        return self[:done], [self[first : first + done] for first in range(done, len(self.ids), done)]


class _Later(KeptRun[Batch, Batch, Batch, tuple[int, Callable[[], None]]]):
    """Tickets are batches of puzzles in the order of their ids. Nothing is claimed."""

    def __init__(self, store: Store, wanted: int, pool: Pool | None) -> None:
        super().__init__(store, pool, files=False)
        self._wanted, self._game = wanted, store.settings.game

    def progress(self, seconds: float) -> Later:
        return Later(self.keeper.committed["done"], self._wanted, seconds)

    def _pages(self, columns: Select[Any]) -> Iterator[Sequence[Sequence[Any]]]:
        """Yield columns of puzzles, the first of which are their ids."""
        some = columns.order_by(puzzles.c.id).limit(BATCH)
        last = -1
        while True:
            with self._store.turn() as connection:  # which the keeper uses too
                rows = connection.execute(some.where(puzzles.c.id > last)).all()
            if not rows:
                return
            yield list(zip(*rows, strict=True))
            last = rows[-1][0]

    def keep(self, done: tuple[int, Callable[[], None]]) -> None:
        number, update = done
        self.keeper.keep(update, {"done": number})


# --- Ratings ----------------------------------------------------------------------------------------------------------


def rate_unrated(store: Store, how: How, *, depth: Depth = Depth.full, again: bool = False) -> Later:
    """Rate the puzzles of a catalogue open for writing that lack what the depth gives.

    At full depth those that are only marked as above lack a rating. `again` drops ratings of another version first, so
    that all puzzles lack one, and scores of another version if the depth asks for scores; current scores stay.

    Ratings are committed every half second, in the order of the puzzles, whatever a puzzle takes. Once it is stopped,
    the next run continues from there. ValueError for puzzles above 12x12. CatalogueError if puzzles were rated by
    another version of the rating, the database is damaged, or the workers are not available.
    """
    begin = time.perf_counter()
    store.check_sound()
    if reason := store.settings.why_unfilled(depth):
        raise ValueError(reason)
    if again and store.other_ratings():
        forget_ratings(store)
    if again and depth.scores and store.other_scores():
        forget_scores(store)
    check_scales(store, depth)
    run = carried_out(partial(_Rating, store, depth), how, begin)
    return run.progress(time.perf_counter() - begin)


def _lacking(store: Store, depth: Depth) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    """Whether a puzzle is to get a rating, and whether a score; puzzles under rules that have none are to get none."""
    status, plain = puzzles.c.rating_status, puzzles.c.rules.is_(None)
    unrated = or_(status.is_(None), status == RatingStatus.ABOVE) if depth.ceiling is None else status.is_(None)
    rated = unrated & or_(plain, puzzles.c.rules.in_(_rated_rules(store)))
    return (rated if depth.rates else false()), (puzzles.c.score.is_(None) if depth.scores else false())


def _rated_rules(store: Store) -> list[str]:
    """Rules of puzzles' own under which they have ratings, as a catalogue names them."""
    game, rules = store.settings.game, puzzles.c.rules
    with store.turn() as connection:
        one_of_each = select(rules, func.min(puzzles.c.constraints)).where(rules.is_not(None)).group_by(rules)
        return [names for names, own in connection.execute(one_of_each) if game.why_unrated(own) is None]


@dataclass(frozen=True)
class _Unrated(_Batch):
    constraints: Sequence[str | None]
    statuses: Sequence[int | None]  # so far
    rate: NDArray[np.bool_]  # which of them get a rating
    score: NDArray[np.bool_]  # which of them get a score

    @property
    def above(self) -> int:
        """How many of those that get a rating were marked as above so far."""
        pairs = zip(self.rate, self.statuses, strict=True)
        return sum(bool(rate) and status == RatingStatus.ABOVE for rate, status in pairs)


class _Rating(_Later[_Unrated]):
    def __init__(self, store: Store, depth: Depth, pool: Pool | None) -> None:
        lacking = or_(*_lacking(store, depth))
        wanted = store.connection.execute(select(func.count()).select_from(puzzles).where(lacking)).scalar_one()
        super().__init__(store, wanted, pool)
        self._depth = depth

    def items(self) -> Iterator[_Unrated]:
        lacking = _lacking(self._store, self._depth)
        wanted = select(puzzles.c.id, puzzles.c.givens, puzzles.c.constraints, puzzles.c.rating_status, *lacking)
        for ids, givens, own, statuses, *which in self._pages(wanted.where(or_(*lacking))):
            rate, score = (np.array(mask, np.bool_) for mask in which)
            rate &= self._game.has_rating(own, len(ids))  # houses that cross too often have none
            yield _Unrated(ids, givens, own, statuses, rate, score)

    def finish(self, due: _Unrated) -> Part[_Unrated, tuple[int, Callable[[], None]]]:
        """Rate the puzzles, or have a worker rate them, as many as there is time for."""
        given, own = from_lines(due.givens), due.constraints
        job = RatingJob(self._game, self._depth, own, due.rate, due.score)
        ratings, scores, done = self.computed(RatingJob.in_time, job, given)
        now, rest = due.cut(done)
        ids = np.array(now.ids)
        found = []
        if ratings is not None and now.rate.any():
            found.append((ids[now.rate], rating_rows(ratings[now.rate])))
        if scores is not None and now.score.any():
            found.append((ids[now.score], score_rows(scores[now.score])))

        def update() -> None:
            for some, rows in found:
                record_ratings(self._store, some.tolist(), rows, now.above if "rating" in rows.columns else 0)

        return Part((len(now.ids), update), rest)


RatedInTime = tuple[NDArray[np.void] | None, NDArray[np.void] | None, int]
"""Ratings and scores of the first puzzles, None for a scale that was not asked for, and how many these are."""


@dataclass(frozen=True)
class RatingJob:
    """How some puzzles are rated: under which rules, each with its own besides, and to which depth.

    If `rate` or `score` is false, `bool (n,)`, a record stays zero; by default they are true everywhere.
    """

    game: Game
    depth: Depth
    own: Own = None
    rate: NDArray[np.bool_] | None = None
    score: NDArray[np.bool_] | None = None

    def in_time(self, puzzles: NDArray[np.uint8], watch: Stopwatch) -> RatedInTime:
        """Rate puzzles from the first on, as many as there is time for, at least one."""
        game, depth, own = self.game, self.depth, self.own
        every = np.ones(len(puzzles), np.bool_)
        rate, score = every if self.rate is None else self.rate, every if self.score is None else self.score
        ratings = np.zeros(len(puzzles), RATED) if depth.rates else None
        scores = np.zeros(len(puzzles), game.scored(own)) if depth.scores else None
        if ratings is None and scores is None:
            return None, None, len(puzzles)

        def work(some: slice) -> int:
            if ratings is not None:
                places = some.start + np.flatnonzero(rate[some])
                mine = chosen_of(own, places.tolist())
                _put(ratings, places, game.rate(puzzles[places], mine, depth.ceiling))
            if scores is not None:
                places = some.start + np.flatnonzero(score[some])
                _put(scores, places, game.score(puzzles[places], chosen_of(own, places.tolist()), scores.dtype))
            return int(some.stop)

        with watch.timed("rate"):
            done = [0, *in_time(len(puzzles), work)][-1]
        return None if ratings is None else ratings[:done], None if scores is None else scores[:done], done


def _put(records: NDArray[np.void], places: NDArray[np.intp], found: NDArray[np.void]) -> None:
    """Copy records as a whole, which is much quicker than their many fields."""
    whole = np.dtype((np.void, records.dtype.itemsize))
    records.view(whole)[places] = found.view(whole)


# --- The textbook search ----------------------------------------------------------------------------------------------


def measure_unmeasured(store: Store, how: How) -> Later:
    """Measure the puzzles of a catalogue open for writing that the textbook search has not measured.

    The counts are committed every half second, in the order of the puzzles. Once it is stopped, the next run continues
    from there. CatalogueError if the database is damaged.
    """
    begin = time.perf_counter()
    store.check_sound()
    if store.settings.rules:
        raise CatalogueError(f"{store.home}: the textbook search is for plain puzzles; name another --home")
    run = carried_out(partial(_Measuring, store, unmeasured(store)), how, begin)
    return run.progress(time.perf_counter() - begin)


class _Measuring(_Later[_Batch]):
    def items(self) -> Iterator[_Batch]:
        lacking = puzzles.c[next(iter(TEXTBOOK_METRICS))].is_(None) & puzzles.c.rules.is_(None)
        return (_Batch(*page) for page in self._pages(select(puzzles.c.id, puzzles.c.givens).where(lacking)))

    def finish(self, due: _Batch) -> Part[_Batch, tuple[int, Callable[[], None]]]:
        """Search, as many puzzles as there is time for."""
        given = from_lines(due.givens)
        found = in_time(len(given), lambda some: engine.solving.textbook(given[some], blocks=self._game.blocks))
        counts = np.concatenate(found)
        now, rest = due.cut(len(counts))
        return Part((len(now.ids), partial(record_textbook, self._store, now.ids, textbook_columns(counts))), rest)
