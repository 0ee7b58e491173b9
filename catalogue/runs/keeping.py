"""The one writer of a catalogue: it inserts rows, takes their numbers from the database, writes N.txt, and commits.

`carried_out` is the start of every run that has one.
"""

import time
from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from ...engine.grades import Grade, Level, grade_of
from ..storage.files import FileWriter
from ..storage.store import Store
from . import pipeline
from .cluster import MOST_WAITING, opened_pool
from .how import How
from .pipeline import Done, Due, Item, Made, Run, Stopwatch

if TYPE_CHECKING:
    from .workers import Pool

Sums = TypeVar("Sums")

COMMIT_PERIOD = 0.5  # seconds between commits: each writes most pages of the claims, so few of them are cheaper


class Keeper(Generic[Sums]):
    """Keeps the batches of a run, in the thread of its keeper alone.

    The database numbers the boards of a batch, and their files get these numbers. While a thread of the C++ module
    writes the files, the rows of later batches are inserted. Nothing is committed before all its files are written: a
    crash leaves files without a number at worst.
    """

    def __init__(self, store: Store, none: Sums, watch: Stopwatch, *, files: bool = True, commits: bool = True) -> None:
        """`none` are the sums before anything is kept; `files` says whether boards may get files.

        Without `commits`, all stays in the transaction that is open, for the caller to undo.
        """
        self._store, self._watch, self._commits = store, watch, commits
        self._due = time.monotonic() + COMMIT_PERIOD
        self._files: FileWriter | None = None
        self._failure: BaseException | None = None  # of the files
        if files and store.board_files and store.settings.files:
            self._files = FileWriter(store.board_files, store.settings.size, durable=store.is_durable)
        self.written = none
        """Sums of all that was kept."""
        self.committed = none
        """Sums of what is committed."""

    def keep(self, insert: Callable[[], range], boards: NDArray[np.uint8] | None, sums: Sums) -> None:
        """Insert the rows of a batch, and begin to write the files of its new boards, `(n, S*S)`.

        `insert` returns the numbers that the database gave to these boards; `sums` include the batch.
        """
        with self._watch.timed("rows"):
            numbers = insert()
        if self._files and boards is not None and numbers:
            with self._noting_failure():
                self._files.write(numbers.start, boards)
        self.written = sums
        if time.monotonic() >= self._due:
            self._commit()
            self._due = time.monotonic() + COMMIT_PERIOD

    def end(self) -> None:
        """Commit what is kept, however the run ends; if files failed, undo what was kept since the last commit."""
        try:
            if self._failure is None:
                self._commit()
        finally:
            if self._failure:
                with suppress(BaseException), self._store.turn():
                    raise self._failure
            if self._files:
                self._watch.add({"files": self._files.close()})

    def _commit(self) -> None:
        if not self._commits:
            self.committed = self.written
            return
        if self._files:
            with self._noting_failure():
                self._files.wait()
        with self._watch.timed("rows"):
            if self._store.commit():
                self.committed = self.written

    @contextmanager
    def _noting_failure(self) -> Iterator[None]:
        try:
            yield
        except BaseException as failure:
            self._failure = failure
            raise


class KeptRun(Run[Item, Made, Due, Done]):
    """A run whose results a keeper puts into a catalogue."""

    keeper: Keeper[Any]

    @abstractmethod
    def progress(self, seconds: float) -> object:
        """Return what is committed after so many seconds, as `on_progress` gets it."""

    def end(self) -> None:
        """Commit."""
        self.keeper.end()

    def forget_claims(self) -> None:
        """Drop claims whose rows are not written, however the run has ended."""


AnyRun = TypeVar("AnyRun", bound=KeptRun[Any, Any, Any, Any])


def carried_out(make: Callable[["Pool | None"], AnyRun], how: How, begin: float, *, is_needed: bool = True) -> AnyRun:
    """Make a run with the workers that are asked for, in place of threads, and carry it out; return it.

    Workers are not started if they are not needed. `begin` is when the work began, by the performance counter.
    CatalogueError if they are not available.
    """
    with opened_pool(how.workers if is_needed else None, how.on_notice) as pool:
        run = make(pool)
        try:
            pipeline.run(
                run,
                threads=MOST_WAITING if pool else how.threads,
                ahead=pool.ahead if pool else None,
                stop=how.stop,
                look=lambda: how.on_progress(run.progress(time.perf_counter() - begin)),
            )
        finally:
            run.forget_claims()
    return run


def clues_in(tally: Sequence[tuple[str, int, int]]) -> Counter[int]:
    """Return how many puzzles have how many clues, from their tallies: metric, value, number."""
    return Counter({value: count for metric, value, count in tally if metric == "clues"})


Mark = tuple[str, Grade | Level]
"""A scale, `grade` or `level`, and a place on it: both scales have names such as easy."""


def marks_in(tally: Sequence[tuple[str, int, int]]) -> Counter[Mark]:
    """Return how many puzzles have each grade or level, from their tallies."""
    found: Counter[Mark] = Counter()
    for metric, value, count in tally:
        if metric == "rating" and (grade := grade_of(value)):
            found["grade", grade] += count
        elif metric == "level":
            found["level", list(Level)[value]] += count
    return found
