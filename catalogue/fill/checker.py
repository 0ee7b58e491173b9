"""The second stage: which boards are new, and their puzzles."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

import engine
from catalogue.fill.actor import Actor
from catalogue.fill.finishing import Drafts, Finished, draft, finish
from catalogue.fill.generator import Generated
from catalogue.fill.job import Job
from catalogue.fill.ticket_queue import TicketQueue, Turnstile
from catalogue.store.writing import Stretch, claim


class Checker(Actor):
    """Computes keys, claims what is new in the order of the tickets, then carves and measures.

    Where a kind of puzzle is wanted, boards are carved and rated first, and only those with such a puzzle are claimed.
    """

    def __init__(
        self,
        job: Job,
        turnstile: Turnstile,
        inbox: TicketQueue[Generated],
        outbox: TicketQueue[Finished | None],
        on_end: Callable[[BaseException | None], None],
    ) -> None:
        super().__init__(on_end)
        self._store, self._goal, self._recipe = job.store, job.goal, job.recipe
        self._symmetry = job.store.settings.symmetry
        self._turnstile, self._inbox, self._outbox = turnstile, inbox, outbox

    def work(self) -> None:
        """Check batches until there are no more. Every ticket is passed on: the writer waits for each in turn."""
        while (message := self._inbox.get()) is not None:
            ticket, batch = message
            with self.watch.timed("keys"):
                keys = _rows_as_bytes(engine.keys(batch.boards, symmetry=self._symmetry))
            drafts = self._draft(batch, range(len(keys))) if self._recipe.kind and self._goal.is_open else None
            with self._turnstile.turn(ticket):
                claimed = self._claim(keys, batch, drafts) if self._goal.is_open else None
            self._outbox.put(ticket, claimed and self._finish(batch, *claimed, drafts))

    def _claim(self, keys: Sequence[bytes], batch: Generated, drafts: Drafts | None) -> tuple[Sequence[int], Stretch]:
        """Claim as many of the boards as the goal still lacks; the stretch ends with the last one looked at."""
        tries = self._goal.tries_left
        allowed = len(keys) if tries is None else min(len(keys), tries)
        wanted = drafts.wanted(self._recipe, allowed) if drafts else range(allowed)
        missing = self._goal.missing
        with self.watch.timed("claim"):
            new, compared = claim(self._store, [keys[index] for index in wanted], self._goal.next_number, missing)
        looked_at = wanted[compared - 1] + 1 if len(new) == missing else allowed
        attempts = int(batch.attempts[:looked_at].sum())
        unwanted = looked_at - compared
        self._goal.count(len(new), unwanted, looked_at, attempts)
        stretch = Stretch(batch.seed, batch.start + looked_at, attempts, compared - len(new), unwanted)
        return [wanted[index] for index in new], stretch

    def _draft(self, batch: Generated, which: Sequence[int]) -> Drafts:
        return draft(batch, which, self._recipe, self.watch)

    def _finish(self, batch: Generated, new: Sequence[int], stretch: Stretch, drafts: Drafts | None) -> Finished:
        positions = [batch.start + index for index in new]
        boards = batch.boards[list(new)]
        mine = drafts.only(new) if drafts else self._draft(batch, new)
        return finish(stretch, boards, positions, mine, self._recipe, self.watch)


def _rows_as_bytes(array: NDArray[np.uint8]) -> list[bytes]:
    width = array.shape[1]
    whole = array.tobytes()
    return [whole[i : i + width] for i in range(0, len(whole), width)]
