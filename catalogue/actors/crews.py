"""Wires actors together, and ends their run: when all is done, on request, or at the first failure.

A run has makers, checkers and one writer, and may have a filer between the last two. What each hands on waits in a
bounded queue.
"""

import threading
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any, Generic, TypeVar

from catalogue.actors.actor import Actor, Stopwatch
from catalogue.actors.ticket_queue import TicketQueue, Turnstile

ROOM = 4  # batches by which a stage may be ahead of the next, beyond one for each of its threads
PERIOD = 0.1  # seconds between two reports of progress

OnEnd = Callable[[BaseException | None], None]
Wired = TypeVar("Wired", bound=Actor)


class Crews(Generic[Wired]):
    """The actors of one run and the queues between them."""

    def __init__(
        self,
        stop: threading.Event,
        makers: Sequence[Callable[[TicketQueue[Any], OnEnd], Actor]],
        checkers: Sequence[Callable[[Turnstile, TicketQueue[Any], TicketQueue[Any], OnEnd], Actor]],
        writer: Callable[[TicketQueue[Any], OnEnd], Wired],
        filer: Callable[[TicketQueue[Any], TicketQueue[Any], OnEnd], Actor] | None = None,
    ) -> None:
        """Make the actors: each function is called with the queues of its actor, and with what to call at its end.

        Setting `stop` ends a run early.
        """
        self._stop = stop
        self._failure: BaseException | None = None
        self._made: TicketQueue[Any] = TicketQueue(len(makers) + ROOM)
        self._finished: TicketQueue[Any] = TicketQueue(len(checkers) + ROOM)
        self._turnstile = Turnstile()
        made_all = self._crew_end(len(makers), self._made)
        finished_all = self._crew_end(len(checkers), self._finished)
        self._filed: TicketQueue[Any] = TicketQueue(1 + ROOM) if filer else self._finished
        filers = [filer(self._finished, self._filed, self._crew_end(1, self._filed))] if filer else []
        self.writer = writer(self._filed, self._crew_end(1, None))
        self._in_order: list[Actor] = [*filers, self.writer]
        self.actors: list[Actor] = [
            *(maker(self._made, made_all) for maker in makers),
            *(checker(self._turnstile, self._made, self._finished, finished_all) for checker in checkers),
            *self._in_order,
        ]

    def run(self, look: Callable[[], None], forget: Callable[[], None]) -> None:
        """Run to the end; call `look` now and then, and `forget` at the end, when the writer has ended.

        Raises the first failure of any actor.
        """
        started = []
        try:
            for actor in self.actors:
                actor.start()
                started.append(actor)
            while self.writer.is_alive():
                self.writer.join(PERIOD)
                look()
                if self._stop.is_set():
                    self._cut()
        except BaseException:
            self._cut()
            if self.writer not in started:  # it will not make room for the filer
                self._filed.abort()
            for actor in started:
                actor.join()
            forget()
            raise
        for actor in self._in_order if self._stop.is_set() else self.actors:
            actor.join()
        if self._failure:
            raise self._failure
        forget()

    @property
    def watch(self) -> Stopwatch:
        """The seconds of all actors; after an interruption some may still be at work."""
        watch = Stopwatch()
        for actor in self.actors:
            watch.update(dict(actor.watch))  # a copy, for the actor may add to it
        return watch

    def _cut(self) -> None:
        """Let filer and writer end with what is finished, and the other actors when their kernels return."""
        self._made.abort()
        self._turnstile.cut()
        self._finished.cut()

    def _crew_end(self, members: int, outbox: TicketQueue[Any] | None) -> OnEnd:
        """Return what the members of a crew call at their end: the last closes the outbox, a failed one stops all."""
        left = count(members - 1, -1)

        def on_end(failure: BaseException | None) -> None:
            if failure:
                self._fail(failure)
            if next(left) == 0 and outbox:
                outbox.close()

        return on_end

    def _fail(self, failure: BaseException) -> None:
        self._failure = self._failure or failure
        for waiting in (self._made, self._finished, self._filed, self._turnstile):
            waiting.abort()
