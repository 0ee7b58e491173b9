"""Rate the puzzles of a catalogue that have no rating yet, batch by batch, in a few threads."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import or_, select

import engine
from catalogue.actors.in_turn import in_turn
from catalogue.cluster.opened import opened_pool
from catalogue.formats.digits import from_lines
from catalogue.processors import PROCESSORS
from catalogue.rating.grades import Depth
from catalogue.rating.remote import packed_puzzles, rate_packed, unpacked_ratings
from catalogue.rating.rows import CEILINGS, rating_rows
from catalogue.store import Store
from catalogue.store.opening.versions import check_rating
from catalogue.store.reading.queries import rated
from catalogue.store.schema import puzzles
from catalogue.store.writing import record_ratings
from engine.rating.stored import RatingStatus

if TYPE_CHECKING:
    from catalogue.cluster.pool import Pool

BATCH = 256  # puzzles that a thread or a worker rates at a time
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
    threads: int = PROCESSORS,
    workers: str | None = None,
    stop: threading.Event | None = None,
    on_progress: Callable[[RatingReport], None] = lambda report: None,
    on_notice: Callable[[str], None] = lambda line: None,
) -> RatingReport:
    """Rate the unrated puzzles of a catalogue open for writing; at full depth also those only marked as above.

    Threads rate, or the `workers` of a Dask cluster: "local:4", or the address of a scheduler. `on_notice` gets a line
    about a worker that is refused or does not answer.

    Ratings are committed every half second, in the order of the puzzles. Setting `stop` ends the run without
    a wait for the batches under way; the next run continues from there. ValueError for puzzles above 12x12.
    CatalogueError where puzzles were rated by another version of the rating, the database is damaged, or the workers
    cannot be had.
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

    stop = stop or threading.Event()
    batches, blocks, ceiling = _batches(store, depth), store.settings.shape.blocks, CEILINGS[depth]
    with opened_pool(workers, on_notice) as pool:
        if pool is None:
            rated_batches = _by_threads(batches, blocks, ceiling, threads, stop)
        else:
            rated_batches = _by_workers(batches, blocks, ceiling, pool, stop)
        try:
            for batch, ratings in rated_batches:
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


def _by_threads(
    batches: Iterator[_Batch], blocks: str, ceiling: float | None, threads: int, stop: threading.Event
) -> Iterator[tuple[_Batch, NDArray[np.void]]]:
    """Batches with their ratings in the same order; no more are taken once `stop` is set."""
    pool = ThreadPoolExecutor(threads)
    try:
        yield from in_turn(
            batches,
            lambda batch: pool.submit(engine.rate, from_lines(batch.givens), blocks=blocks, ceiling=ceiling),
            lambda: 2 * threads,  # one at work and one in hand for each
            lambda: not stop.is_set(),
        )
    finally:
        pool.shutdown(wait=not stop.is_set(), cancel_futures=True)


def _by_workers(
    batches: Iterator[_Batch], blocks: str, ceiling: float | None, pool: Pool, stop: threading.Event
) -> Iterator[tuple[_Batch, NDArray[np.void]]]:
    """The same by the workers of a cluster."""
    for batch, ratings in in_turn(
        batches,
        lambda batch: pool.submit(rate_packed, packed_puzzles(from_lines(batch.givens)), blocks, ceiling),
        pool.ahead,
        lambda: not stop.is_set(),
    ):
        yield batch, unpacked_ratings(ratings)
