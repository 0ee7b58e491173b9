"""The third stage: one thread that writes the files of boards, while the writer inserts the rows of earlier batches."""

import os
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from catalogue.actors.actor import Actor
from catalogue.actors.ticket_queue import TicketQueue
from catalogue.errors import CatalogueError
from catalogue.fill._files import write_files
from catalogue.formats.board_names import board_name
from catalogue.store import Store
from catalogue.store.board_files import BoardFiles


class Filer(Actor):
    """Passes batches on when their files are written: a crash leaves files without a number at worst."""

    def __init__(
        self,
        files: BoardFiles,
        first: int,
        is_durable: bool,
        inbox: TicketQueue[Any],
        outbox: TicketQueue[Any],
        on_end: Callable[[BaseException | None], None],
    ) -> None:
        """`first` is the next number of a board. Batches have `files`, the contents of those of their new boards."""
        super().__init__(on_end)
        self._files, self._next, self._is_durable = files, first, is_durable
        self._inbox, self._outbox = inbox, outbox

    def work(self) -> None:
        """Write files in the order of the tickets until there are no more; None is a batch that was not needed."""
        while (message := self._inbox.get()) is not None:
            ticket, batch = message
            if batch is not None:
                with self.watch.timed("files"):
                    self._write(batch.files)
            self._outbox.put(ticket, batch)

    def _write(self, texts: Sequence[bytes]) -> None:
        numbers = range(self._next, self._next + len(texts))
        folder = os.open(self._files.folder, os.O_RDONLY)
        try:
            write_files(folder, [board_name(number) for number in numbers], texts, self._is_durable)
        except FileExistsError as error:
            path = self._files.folder / str(error.filename)
            raise CatalogueError(f"{path} was made by another program during the fill; move it away") from error
        finally:
            os.close(folder)
        self._next = numbers.stop


def filer_of(store: Store, first: int) -> Callable[..., Filer] | None:
    """What makes the filer of a catalogue whose next board gets the number `first`; None where it keeps no files."""
    if store.board_files is None or not store.settings.files:
        return None
    return partial(Filer, store.board_files, first, store.is_durable)
