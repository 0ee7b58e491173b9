"""The first stage: boards of a seed, ticket by ticket."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

import engine
from catalogue.fill.actor import Actor
from catalogue.fill.job import Job
from catalogue.fill.ticket_queue import TicketQueue


@dataclass(frozen=True)
class Generated:
    """Boards `start ..` of a seed, `(n, S*S)`, and how many attempts each took."""

    seed: int
    start: int
    boards: NDArray[np.uint8]
    attempts: NDArray[np.int32]


class Generator(Actor):
    """Takes the next ticket and makes its boards, until the run stops."""

    def __init__(
        self,
        job: Job,
        tickets: Iterator[int],
        outbox: TicketQueue[Generated],
        on_end: Callable[[BaseException | None], None],
    ) -> None:
        super().__init__(on_end)
        self._job, self._tickets, self._outbox = job, tickets, outbox

    def work(self) -> None:
        """Make boards; a ticket that was taken is always put, because the next stage waits for each in turn."""
        source = self._job.source
        while self._job.is_open:
            ticket = next(self._tickets)
            start = source.start + ticket * source.batch
            with self.watch.timed("generate"):
                boards, attempts = engine.generate(
                    source.batch,
                    size=source.size,
                    seed=source.seed,
                    start=start,
                    method=source.method,
                    return_attempts=True,
                )
            self._outbox.put(ticket, Generated(source.seed, start, boards, attempts))
