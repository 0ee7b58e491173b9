"""Measure the puzzles of a catalogue by the textbook search: those that it has not measured yet."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from sqlalchemy import select

from ... import engine
from ..errors import CatalogueError
from ..puzzles.columns import TEXTBOOK_METRICS
from ..puzzles.numbers import PROCESSORS
from ..puzzles.stored import from_lines
from ..storage.schema import puzzles
from ..storage.statistics import unmeasured
from ..storage.store import Store
from ..storage.writing import record_textbook
from . import pipeline
from .keeping import Keeper
from .making import textbook_columns
from .pipeline import Part, Run, Stopwatch, in_time

BATCH = 256
"""Most puzzles that a thread measures before something is kept."""


@dataclass(frozen=True)
class MeasuringReport:
    """How many puzzles a run has measured and committed so far, out of how many."""

    measured: int
    wanted: int
    seconds: float


def measure_unmeasured(
    store: Store,
    *,
    threads: int = PROCESSORS,
    stop: threading.Event | None = None,
    on_progress: Callable[[MeasuringReport], None] = lambda report: None,
) -> MeasuringReport:
    """Measure the puzzles of a catalogue open for writing that the textbook search has not measured.

    The counts are committed every half second, in the order of the puzzles. Setting `stop` ends the run without
    waiting for the batches under way; the next run continues from there. CatalogueError if the database is damaged.
    """
    begin = time.perf_counter()
    store.check_sound()
    if store.settings.rules:
        raise CatalogueError(f"{store.home}: the textbook search is for plain puzzles; name another --home")
    wanted = unmeasured(store)
    run = _Measuring(store)

    def report() -> MeasuringReport:
        return MeasuringReport(run.keeper.committed, wanted, time.perf_counter() - begin)

    pipeline.run(run, threads=threads, stop=stop, look=lambda: on_progress(report()))
    return report()


@dataclass(frozen=True)
class _Batch:
    ids: Sequence[int]
    givens: Sequence[str]

    def __getitem__(self, some: slice) -> _Batch:
        return _Batch(self.ids[some], self.givens[some])


@dataclass(frozen=True)
class _Measured:
    ids: Sequence[int]
    counts: Sequence[Sequence[int]]


class _Measuring(Run[_Batch, _Batch, _Batch, _Measured]):
    """Tickets are batches of puzzles in the order of their ids. Nothing is claimed."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._blocks = store.settings.shape.blocks
        self.keeper = Keeper(store, 0, Stopwatch(), files=False)

    def items(self) -> Iterator[_Batch]:
        """Yield the puzzles to measure."""
        lacking = puzzles.c[next(iter(TEXTBOOK_METRICS))].is_(None) & puzzles.c.rules.is_(None)
        columns = select(puzzles.c.id, puzzles.c.givens).where(lacking).order_by(puzzles.c.id).limit(BATCH)
        last = -1
        while True:
            with self._store.turn() as connection:  # which the keeper uses too
                rows = connection.execute(columns.where(puzzles.c.id > last)).all()
            if not rows:
                return
            ids, givens = zip(*rows, strict=True)
            yield _Batch(ids, givens)
            last = ids[-1]

    def work(self, item: _Batch) -> _Batch:
        """Nothing is computed before the turn."""
        return item

    def turn(self, made: _Batch) -> _Batch:
        """Nothing is claimed."""
        return made

    def finish(self, due: _Batch) -> Part[_Batch, _Measured]:
        """Search, as many puzzles as there is time for."""
        given = from_lines(due.givens)
        found = in_time(len(given), lambda some: engine.textbook(given[some], blocks=self._blocks))
        counts = np.concatenate(found)
        done = len(counts)
        rest = [due[first : first + done] for first in range(done, len(given), done)]
        return Part(_Measured(due.ids[:done], textbook_columns(counts)), rest)

    def keep(self, done: _Measured) -> None:
        """Update the puzzles."""

        def update() -> range:
            record_textbook(self._store, done.ids, done.counts)
            return range(0)

        self.keeper.keep(update, None, self.keeper.written + len(done.ids))

    def end(self) -> None:
        """Commit."""
        self.keeper.end()
