"""The first stage of an import: the puzzles of a file, batch by batch."""

from collections.abc import Callable

from catalogue.actors.actor import Actor
from catalogue.actors.ticket_queue import TicketQueue
from catalogue.importing.listing import Batch, Found, Listing


class Reader(Actor):
    """Reads a file from a position on, until its end or until the run is stopped."""

    def __init__(
        self,
        listing: Listing | Found,
        start: int,
        batch: int,
        is_open: Callable[[], bool],
        outbox: TicketQueue[Batch],
        on_end: Callable[[BaseException | None], None],
    ) -> None:
        """`batch` is how many puzzles go into a message; `is_open` says whether more are wanted."""
        super().__init__(on_end)
        self._listing, self._start, self._batch, self._is_open, self._outbox = listing, start, batch, is_open, outbox

    def work(self) -> None:
        """Read batches until there are no more."""
        batches = self._listing.batches(self._start, self._batch)
        ticket = 0
        while self._is_open():
            with self.watch.timed("read"):
                batch = next(batches, None)
            if batch is None:
                return
            self._outbox.put(ticket, batch)
            ticket += 1
