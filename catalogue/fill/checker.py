"""The second stage: which boards are new, and their puzzles."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

import engine
from catalogue.actors.actor import Actor
from catalogue.actors.ticket_queue import TicketQueue, Turnstile
from catalogue.fill.finishing import Drafts, Finished, draft, finish
from catalogue.fill.generator import Generated
from catalogue.fill.job import Job
from catalogue.store.writing import Stretch, claim


class Checker(Actor):
    """Computes keys, claims what is new in the order of the tickets, then carves and measures.

    Where a recipe selects puzzles, boards are carved and rated first, and only those with a wanted puzzle are claimed.
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
        self._job, self._goal, self._recipe = job, job.goal, job.recipe
        self._symmetry, self._blocks = job.store.settings.symmetry, job.store.settings.shape.blocks
        self._turnstile, self._inbox, self._outbox = turnstile, inbox, outbox

    def work(self) -> None:
        """Check batches until there are no more. Every ticket is passed on: the writer waits for each in turn."""
        while (message := self._inbox.get()) is not None:
            ticket, batch = message
            with self.watch.timed("keys"):
                keys = _rows_as_bytes(engine.keys(batch.boards, symmetry=self._symmetry, blocks=self._blocks))
            drafts = self._draft(batch, range(len(keys))) if self._recipe.selects and self._job.is_open() else None
            with self._turnstile.turn(ticket):
                claimed = self._claim(keys, batch, drafts) if self._job.is_open() else None
            self._outbox.put(ticket, claimed and self._finish(batch, *claimed, drafts))

    def _claim(self, keys: Sequence[bytes], batch: Generated, drafts: Drafts | None) -> tuple[Sequence[int], Stretch]:
        """Claim as many of the boards as the goal still lacks; the stretch ends with the last one looked at."""
        goal, recipe = self._goal, self._recipe
        allowed = len(keys) if goal.tries_left is None else min(len(keys), goal.tries_left)
        wanted: Sequence[int] = np.flatnonzero(drafts.wanted(recipe, allowed)).tolist() if drafts else range(allowed)
        quotas = drafts.quotas(recipe, wanted) if drafts else [0] * allowed
        new: list[int] = []
        place = compared = 0
        with self.watch.timed("claim"):
            while place < len(wanted) and not goal.reached:
                fitting = goal.fitting(quotas[place:])
                if not fitting:  # the quota of this one is full
                    place += 1
                    continue
                chunk = [keys[index] for index in wanted[place : place + fitting]]
                claimed, _ = claim(self._job.store, chunk, goal.next_number, fitting)
                goal.claim([quotas[place + index] for index in claimed])
                new += [wanted[place + index] for index in claimed]
                place += fitting
                compared += fitting
        looked_at = wanted[place - 1] + 1 if goal.reached else allowed
        goal.look(looked_at)
        attempts = int(batch.attempts[:looked_at].sum())
        return new, Stretch(
            batch.seed, batch.start + looked_at, attempts, compared - len(new), unwanted=looked_at - compared
        )

    def _draft(self, batch: Generated, which: Sequence[int]) -> Drafts:
        return draft(batch, which, self._recipe, self._blocks, self.watch)

    def _finish(self, batch: Generated, new: Sequence[int], stretch: Stretch, drafts: Drafts | None) -> Finished:
        positions = [batch.start + index for index in new]
        mine = drafts.only(new) if drafts else self._draft(batch, new)
        return finish(stretch, batch.boards[list(new)], positions, mine, self._recipe, self._blocks, self.watch)


def _rows_as_bytes(array: NDArray[np.uint8]) -> list[bytes]:
    width = array.shape[1]
    whole = array.tobytes()
    return [whole[i : i + width] for i in range(0, len(whole), width)]
