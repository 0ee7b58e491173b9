"""Rate the puzzles of a catalogue that have no rating yet, batch by batch, in a few threads."""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import or_, select

import engine
from catalogue.formats.digits import from_lines
from catalogue.rating.grades import Depth
from catalogue.rating.rows import CEILINGS, rating_rows
from catalogue.store import Store
from catalogue.store.opening.versions import check_rating
from catalogue.store.queries import rated
from catalogue.store.schema import puzzles
from catalogue.store.writing import record_ratings
from engine.rating.stored import RatingStatus

BATCH = 256  # puzzles that a thread rates at a time
PERIOD = 0.1  # seconds between two looks at `stop`
COMMIT_PERIOD = 0.5  # seconds between commits: at most this much work is lost to a kill


@dataclass(frozen=True)
class RatingReport:
    """What a run has rated and committed so far, out of how many."""

    rated: int
    wanted: int
    seconds: float


@dataclass(frozen=True)
class _Batch:
    ids: Sequence[int]
    givens: Sequence[str]
    above: int  # how many were marked as above so far


def rate_unrated(
    store: Store,
    *,
    depth: Depth = Depth.full,
    threads: int = 2,
    stop: threading.Event | None = None,
    on_progress: Callable[[RatingReport], None] = lambda report: None,
) -> RatingReport:
    """Rate the unrated puzzles of a catalogue open for writing; at full depth also those only marked as above.

    Ratings are committed every half second, in the order of the puzzles. Setting `stop` ends the run without
    a wait for the batches under way; the next run continues from there. ValueError for puzzles above 12x12.
    CatalogueError where puzzles were rated by another version of the rating, or the database is damaged.
    """
    begin = time.perf_counter()
    store.check_sound()
    check_rating(store)
    puzzles_of = rated(store)
    wanted = puzzles_of.unrated + (puzzles_of.above if depth is Depth.full else 0)
    done = committed = 0
    due = time.monotonic() + COMMIT_PERIOD

    def report() -> RatingReport:
        return RatingReport(committed, wanted, time.perf_counter() - begin)

    try:
        for batch, ratings in _rated(
            _batches(store, depth), store.settings.shape.blocks, CEILINGS[depth], threads, stop or threading.Event()
        ):
            record_ratings(store, batch.ids, rating_rows(ratings), batch.above)
            done += len(batch.ids)
            if time.monotonic() >= due:
                store.commit()
                committed = done
                due = time.monotonic() + COMMIT_PERIOD
            on_progress(report())
    finally:  # what is rated is kept, whatever ends the run
        store.commit()
    committed = done
    on_progress(report())
    return report()


def _batches(store: Store, depth: Depth) -> Iterator[_Batch]:
    """The puzzles to rate, in the order of their ids."""
    status = puzzles.c.rating_status
    lacking = or_(status.is_(None), status == RatingStatus.ABOVE) if depth is Depth.full else status.is_(None)
    columns = select(puzzles.c.id, puzzles.c.givens, status).where(lacking).order_by(puzzles.c.id).limit(BATCH)
    last = -1
    while rows := store.connection.execute(columns.where(puzzles.c.id > last)).all():
        ids, givens, statuses = zip(*rows, strict=True)
        yield _Batch(ids, givens, statuses.count(RatingStatus.ABOVE))
        last = ids[-1]


def _rated(
    batches: Iterator[_Batch], blocks: str, ceiling: float | None, threads: int, stop: threading.Event
) -> Iterator[tuple[_Batch, NDArray[np.void]]]:
    """Batches with their ratings in the same order; no more are taken once `stop` is set."""
    ahead: deque[tuple[_Batch, Future[NDArray[np.void]]]] = deque()
    pool = ThreadPoolExecutor(threads)

    def take() -> None:
        batch = None if stop.is_set() else next(batches, None)
        if batch:
            ahead.append((batch, pool.submit(engine.rate, from_lines(batch.givens), blocks=blocks, ceiling=ceiling)))

    try:
        for _ in range(2 * threads):  # one at work and one in hand for each
            take()
        while ahead:
            batch, ratings = ahead.popleft()
            while not ratings.done() and not stop.is_set():
                wait([ratings], PERIOD)
            if not ratings.done():
                break
            yield batch, ratings.result()
            take()
    finally:
        pool.shutdown(wait=not stop.is_set(), cancel_futures=True)
