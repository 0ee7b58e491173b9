"""The last stage: one thread that numbers boards, writes their files and their rows."""

import os
import time
from collections import Counter
from collections.abc import Callable

from catalogue.fill._files import write_files
from catalogue.fill.actor import Actor
from catalogue.fill.finishing import Finished
from catalogue.fill.ticket_queue import TicketQueue
from catalogue.formats.board_names import board_name
from catalogue.store import Store
from catalogue.store.store import boards_path
from catalogue.store.writing import record

COMMIT_PERIOD = 0.5  # seconds between commits: each writes most pages of the claims, so few of them are cheaper


class Writer(Actor):
    """Files first, then the commit that numbers them: a crash between the two leaves files without a number."""

    def __init__(
        self,
        store: Store,
        first: int,
        inbox: TicketQueue[Finished | None],
        on_end: Callable[[BaseException | None], None],
    ) -> None:
        """`first` is the next number of the catalogue."""
        super().__init__(on_end)
        self._store, self._next, self._inbox = store, first, inbox
        self.written = 0
        self.clues: Counter[int] = Counter()

    def work(self) -> None:
        """Write batches until there are no more; None is a batch that was not needed."""
        due = time.monotonic() + COMMIT_PERIOD
        try:
            while (message := self._inbox.get()) is not None:
                _, batch = message
                if batch is not None:
                    self._write(batch)
                if time.monotonic() >= due:
                    self._commit()
                    due = time.monotonic() + COMMIT_PERIOD
        finally:  # keep what is written, whatever ends the run
            self._commit()

    def _write(self, batch: Finished) -> None:
        with self.watch.timed("files"):
            self._write_files(batch)
        with self.watch.timed("rows"):
            record(self._store, self._next, batch.stretch, batch.rows)
        self._next += len(batch.files)
        self.written += len(batch.files)
        self.clues.update({value: count for metric, value, count in batch.rows.tally if metric == "clues"})

    def _commit(self) -> None:
        with self.watch.timed("rows"):
            self._store.commit()

    def _write_files(self, batch: Finished) -> None:
        folder = os.open(boards_path(self._store.home), os.O_RDONLY)
        try:
            names = [board_name(number) for number in range(self._next, self._next + len(batch.files))]
            write_files(folder, names, batch.files)
        finally:
            os.close(folder)
