"""The last stage: one thread that inserts rows, which numbers the boards."""

import time
from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from catalogue.actors.actor import Actor
from catalogue.actors.ticket_queue import TicketQueue
from catalogue.fill.durability import sync_boards
from catalogue.fill.finishing import Finished
from catalogue.store import Store
from catalogue.store.writing import further_puzzles, record


class HasFiles(Protocol):
    """A batch, with the files of its boards if they have any."""

    @property
    def files(self) -> Sequence[bytes] | None:
        """The contents of those of its new boards."""


Batch = TypeVar("Batch", bound=HasFiles)
Sums = TypeVar("Sums")

COMMIT_PERIOD = 0.5  # seconds between commits: each writes most pages of the claims, so few of them are cheaper


@dataclass(frozen=True)
class Written:
    """What a run has written: so many boards of those that it looked at, and what became of the others."""

    boards: int = 0
    attempts: int = 0
    duplicates: int = 0
    unwanted: int = 0

    @property
    def looked_at(self) -> int:
        """Boards that were compared, or passed over."""
        return self.boards + self.duplicates + self.unwanted

    def and_(self, batch: Finished) -> "Written":
        """Return the sums with those of a batch."""
        more = batch.stretch
        return Written(
            self.boards + len(batch.rows.positions),
            self.attempts + more.attempts,
            self.duplicates + more.duplicates,
            self.unwanted + more.unwanted,
        )


class BatchWriter(Actor, Generic[Batch, Sums]):
    """Inserts the rows of batches and commits them; the filer has written their files before."""

    def __init__(
        self,
        store: Store,
        first: int,
        none: Sums,
        inbox: TicketQueue[Batch | None],
        on_end: Callable[[BaseException | None], None],
    ) -> None:
        """`first` is the next number of a board; `none` are the sums before anything is written."""
        super().__init__(on_end)
        self._store, self._next, self._inbox = store, first, inbox
        self.written = none
        self.committed = none
        self._unsynced = False  # whether files are to be synced before the next commit
        self.clues: Counter[int] = Counter()

    def work(self) -> None:
        """Write batches until there are no more; None is a batch that was not needed."""
        due = time.monotonic() + COMMIT_PERIOD
        try:
            while (message := self._inbox.get()) is not None:
                _, batch = message
                if batch is not None:
                    self._unsynced |= self._store.is_durable and bool(batch.files)
                    self._write(batch)
                if time.monotonic() >= due:
                    self._commit()
                    due = time.monotonic() + COMMIT_PERIOD
        finally:  # keep what is written, whatever ends the run
            self._commit()

    @abstractmethod
    def _write(self, batch: Batch) -> None:
        """Insert the rows of a batch, and add it to `written`."""

    def _commit(self) -> None:
        with self.watch.timed("rows"):
            if self._unsynced and self._store.board_files:
                sync_boards(self._store.board_files)
                self._unsynced = False
            if self._store.commit():
                self.committed = self.written


class Writer(BatchWriter[Finished, Written]):
    """Writes the new boards of a seed."""

    def __init__(
        self,
        store: Store,
        first: int,
        inbox: TicketQueue[Finished | None],
        on_end: Callable[[BaseException | None], None],
    ) -> None:
        """`first` is the next number of the catalogue."""
        super().__init__(store, first, Written(), inbox, on_end)
        self._further = further_puzzles(store)

    def _write(self, batch: Finished) -> None:
        with self.watch.timed("rows"):
            record(self._store, self._next, batch.stretch, batch.rows, self._further)
        self._next += len(batch.rows.positions)
        self.written = self.written.and_(batch)
        self.clues.update({value: count for metric, value, count in batch.rows.puzzles.tally if metric == "clues"})
