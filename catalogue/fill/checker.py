"""The second stage: which boards are new, and their puzzles."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

import engine
from catalogue.fill.actor import Actor
from catalogue.fill.finishing import Finished, Recipe, finish
from catalogue.fill.generator import Generated
from catalogue.fill.goal import Goal
from catalogue.fill.ticket_queue import TicketQueue, Turnstile
from catalogue.intake import Stretch, claim
from catalogue.store import Store


class Checker(Actor):
    """Computes keys, claims what is new in the order of the tickets, then carves and measures."""

    def __init__(
        self,
        store: Store,
        symmetry: str,
        goal: Goal,
        recipe: Recipe,
        turnstile: Turnstile,
        inbox: TicketQueue[Generated],
        outbox: TicketQueue[Finished | None],
        on_end: Callable[[BaseException | None], None],
    ) -> None:
        super().__init__(on_end)
        self._store, self._symmetry, self._goal, self._recipe = store, symmetry, goal, recipe
        self._turnstile, self._inbox, self._outbox = turnstile, inbox, outbox

    def work(self) -> None:
        """Check batches until there are no more; every ticket goes on, for the writer waits for each in turn."""
        while (message := self._inbox.get()) is not None:
            ticket, batch = message
            with self.watch.timed("keys"):
                keys = _rows_as_bytes(engine.keys(batch.boards, symmetry=self._symmetry))
            with self._turnstile.turn(ticket):
                claimed = self._claim(keys, batch) if self._goal.missing else None
            self._outbox.put(ticket, claimed and self._finish(batch, *claimed))

    def _claim(self, keys: Sequence[bytes], batch: Generated) -> tuple[Sequence[int], Stretch]:
        """Claim as many of the boards as the goal still lacks; the stretch ends with the last one looked at."""
        with self.watch.timed("claim"):
            new, looked_at = claim(self._store, keys, self._goal.next_number, self._goal.missing)
        attempts = int(batch.attempts[:looked_at].sum())
        self._goal.count(len(new), looked_at, attempts)
        return new, Stretch(batch.seed, batch.start + looked_at, attempts, looked_at - len(new))

    def _finish(self, batch: Generated, new: Sequence[int], stretch: Stretch) -> Finished:
        positions = [batch.start + index for index in new]
        return finish(stretch, batch.boards[list(new)], positions, self._recipe, self.watch)


def _rows_as_bytes(array: NDArray[np.uint8]) -> list[bytes]:
    width = array.shape[1]
    whole = array.tobytes()
    return [whole[i : i + width] for i in range(0, len(whole), width)]
