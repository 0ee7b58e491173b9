"""Rate the puzzles of a catalogue that have no rating yet."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import ColumnElement, false, func, or_, select

from ...engine.grades import RatingStatus
from ...engine.tables import RATED
from ..puzzles.game import Game, Own, chosen_of
from ..puzzles.kinds import Depth, rating_rows, score_rows
from ..puzzles.numbers import PROCESSORS
from ..puzzles.rows import RatingRows
from ..puzzles.stored import from_lines
from ..storage.schema import puzzles
from ..storage.store import Store
from ..storage.writing import check_rating, check_score, forget_ratings, forget_scores, record_ratings
from . import pipeline
from .cluster import MOST_WAITING, compact, expanded, from_planes, opened_pool, planes
from .keeping import Keeper
from .pipeline import Part, Run, Stopwatch, in_time

if TYPE_CHECKING:
    from .workers import Pool

BATCH = 256  # most puzzles that a thread or a worker rates before something is kept


@dataclass(frozen=True)
class RatingReport:
    """How many puzzles a run has rated and committed so far, out of how many."""

    rated: int
    wanted: int
    seconds: float


Found = tuple[NDArray[np.void] | None, NDArray[np.void] | None]
"""The results of `engine.rate` and `engine.score`; None if the depth does not ask for it."""


def rate_to(depth: Depth, given: NDArray[np.uint8], game: Game, own: Own = None) -> Found:
    """Return the ratings and the scores of puzzles that a depth asks for."""
    ratings = game.rate(given, own, depth.ceiling) if depth.rates else None
    return ratings, game.score(given, own) if depth.scores else None


def rate_unrated(
    store: Store,
    *,
    depth: Depth = Depth.full,
    again: bool = False,
    threads: int = PROCESSORS,
    workers: str | None = None,
    stop: threading.Event | None = None,
    on_progress: Callable[[RatingReport], None] = lambda report: None,
    on_notice: Callable[[str], None] = lambda line: None,
) -> RatingReport:
    """Rate the puzzles of a catalogue open for writing that lack what the depth gives.

    At full depth those that are only marked as above lack a rating. `again` drops ratings of another version first, so
    that all puzzles lack one, and scores of another version if the depth asks for scores; current scores stay.

    Threads rate, or the `workers` of a Dask cluster: "local:4", or the address of a scheduler. `on_notice` gets a line
    about a worker that is refused or does not answer.

    Ratings are committed every half second, in the order of the puzzles, whatever a puzzle takes. Setting `stop` ends
    the run without waiting for the puzzles under way; the next run continues from there. ValueError for puzzles above
    12x12.
    CatalogueError if puzzles were rated by another version of the rating, the database is damaged, or the workers
    are not available.
    """
    begin = time.perf_counter()
    store.check_sound()
    if reason := store.settings.why_unfilled(depth):
        raise ValueError(reason)
    if again and store.other_ratings():
        forget_ratings(store)
    if again and depth.scores and store.other_scores():
        forget_scores(store)
    if depth.rates:
        check_rating(store)
    if depth.scores:
        check_score(store)
    lacking = or_(*_lacking(store, depth))
    wanted: int = store.connection.execute(select(func.count()).select_from(puzzles).where(lacking)).scalar_one()
    with opened_pool(workers, on_notice) as pool:
        run = _Rating(store, depth, pool)

        def report() -> RatingReport:
            return RatingReport(run.keeper.committed, wanted, time.perf_counter() - begin)

        pipeline.run(
            run,
            threads=MOST_WAITING if pool else threads,
            ahead=pool.ahead if pool else None,
            stop=stop,
            look=lambda: on_progress(report()),
        )
    return report()


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
class _Batch:
    ids: NDArray[np.int64]
    givens: Sequence[str]
    constraints: Sequence[str | None]
    statuses: Sequence[int | None]  # so far
    rate: NDArray[np.bool_]  # which of them get a rating
    score: NDArray[np.bool_]  # which of them get a score

    def __getitem__(self, some: slice) -> _Batch:
        parts = (self.ids, self.givens, self.constraints, self.statuses, self.rate, self.score)
        return _Batch(*(part[some] for part in parts))  # type: ignore[arg-type]

    @property
    def above(self) -> int:
        """How many of those that get a rating were marked as above so far."""
        pairs = zip(self.rate, self.statuses, strict=True)
        return sum(bool(rate) and status == RatingStatus.ABOVE for rate, status in pairs)


@dataclass(frozen=True)
class _Rated:
    batch: _Batch
    ratings: Sequence[tuple[NDArray[np.int64], RatingRows]]  # of puzzles, by their ids


class _Rating(Run[_Batch, _Batch, _Batch, _Rated]):
    """Tickets are batches of puzzles in the order of their ids. Nothing is claimed."""

    def __init__(self, store: Store, depth: Depth, pool: Pool | None) -> None:
        self._store, self._depth, self._pool = store, depth, pool
        self._game = store.settings.game
        self.keeper = Keeper(store, 0, Stopwatch(), files=False)

    def items(self) -> Iterator[_Batch]:
        """Yield the puzzles to rate."""
        lacking = _lacking(self._store, self._depth)
        wanted = select(puzzles.c.id, puzzles.c.givens, puzzles.c.constraints, puzzles.c.rating_status, *lacking)
        columns = wanted.where(or_(*lacking)).order_by(puzzles.c.id).limit(BATCH)
        last = -1
        while rows := self._rows(columns.where(puzzles.c.id > last)):
            ids, givens, own, statuses, *which = zip(*rows, strict=True)
            rate, score = (np.array(mask, np.bool_) for mask in which)
            rate &= self._game.has_rating(own, len(rows))  # houses that cross too often have none
            yield _Batch(np.array(ids), givens, own, statuses, rate, score)
            last = ids[-1]

    def _rows(self, query: Any) -> Sequence[Any]:
        with self._store.turn() as connection:  # which the keeper uses too
            return connection.execute(query).all()

    def work(self, item: _Batch) -> _Batch:
        """Nothing is computed before the turn."""
        return item

    def turn(self, made: _Batch) -> _Batch:
        """Nothing is claimed."""
        return made

    def finish(self, due: _Batch) -> Part[_Batch, _Rated]:
        """Rate the puzzles, or have a worker rate them, as many as there is time for."""
        given, depth = from_lines(due.givens), self._depth
        if self._pool is None:
            ratings, scores, done = rate_in_time(given, self._game, depth, due.rate, due.score, due.constraints)
        else:
            which = (due.rate.tobytes(), due.score.tobytes(), due.constraints)
            answer = self._pool.submit(rate_packed, depth, packed_puzzles(given), self._game, *which).result()
            ratings, scores, done = unpacked_ratings(answer, self._game, due.constraints)
        now, rest = due[:done], [due[first : first + done] for first in range(done, len(given), done)]
        found = []
        if ratings is not None and now.rate.any():
            found.append((now.ids[now.rate], rating_rows(ratings[now.rate])))
        if scores is not None and now.score.any():
            found.append((now.ids[now.score], score_rows(scores[now.score])))
        return Part(_Rated(now, found), rest)

    def keep(self, done: _Rated) -> None:
        """Update the puzzles."""
        batch = done.batch

        def update() -> range:
            for ids, rows in done.ratings:
                record_ratings(self._store, ids.tolist(), rows, batch.above if "rating" in rows.columns else 0)
            return range(0)

        self.keeper.keep(update, None, self.keeper.written + len(batch.ids))

    def end(self) -> None:
        """Commit."""
        self.keeper.end()


RatedInTime = tuple[NDArray[np.void] | None, NDArray[np.void] | None, int]
"""Ratings and scores of the first puzzles, None for a scale that was not asked for, and how many these are."""


def rate_in_time(
    puzzles: NDArray[np.uint8],
    game: Game,
    depth: Depth,
    rate: NDArray[np.bool_] | None = None,
    score: NDArray[np.bool_] | None = None,
    own: Own = None,
) -> RatedInTime:
    """Rate puzzles to a depth from the first on, as many as there is time for, at least one.

    `own` are the constraints that each has besides the rules of the game. If `rate` or `score` is false,
    `bool (n,)`, a record stays zero; by default they are true everywhere.
    """
    every = np.ones(len(puzzles), np.bool_)
    rate, score = every if rate is None else rate, every if score is None else score
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

    found = in_time(len(puzzles), work)
    done = found[-1] if found else 0
    return None if ratings is None else ratings[:done], None if scores is None else scores[:done], done


def _put(records: NDArray[np.void], places: NDArray[np.intp], found: NDArray[np.void]) -> None:
    """Copy records as a whole, which is much quicker than their many fields."""
    whole = np.dtype((np.void, records.dtype.itemsize))
    records.view(whole)[places] = found.view(whole)


# --- On a worker ---


def packed_puzzles(puzzles: NDArray[np.uint8]) -> bytes:
    """Return puzzles, `(n, S*S)`, as bytes: most cells are empty and compress to little."""
    return compact((puzzles.shape, puzzles.tobytes()))


def unpacked_puzzles(packed: bytes) -> NDArray[np.uint8]:
    """Return the puzzles that `packed_puzzles` was given."""
    shape, cells = expanded(packed)
    return np.frombuffer(cells, np.uint8).reshape(shape)


def rate_packed(depth: Depth, packed: bytes, game: Game, rate: bytes, score: bytes, own: Own) -> bytes:
    """Rate puzzles on a worker, as many as there is time for."""
    which = [np.frombuffer(mask, np.bool_) for mask in (rate, score)]
    *found, done = rate_in_time(unpacked_puzzles(packed), game, depth, which[0], which[1], own)
    return compact(([None if part is None else planes(part) for part in found], done))


def unpacked_ratings(packed: bytes, game: Game, own: Own) -> RatedInTime:
    """Return what `rate_in_time` returned to a worker."""
    (ratings, scores), done = expanded(packed)
    return (
        None if ratings is None else from_planes(ratings, RATED),
        None if scores is None else from_planes(scores, game.scored(own)),
        done,
    )
