"""The second stage: which boards are new, and their puzzles."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

import engine
from catalogue.fill.actor import Actor
from catalogue.fill.finishing import Finished, finish
from catalogue.fill.generator import Generated
from catalogue.fill.goal import Goal
from catalogue.fill.ticket_queue import TicketQueue, Turnstile
from catalogue.intake import Claim, claim
from catalogue.store import Settings, Store


class Checker(Actor):
    """Computes keys, claims what is new in the order of the tickets, then carves and measures."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        seed: int,
        goal: Goal,
        turnstile: Turnstile,
        inbox: TicketQueue[Generated],
        outbox: TicketQueue[Finished],
        on_end: Callable[[BaseException | None], None],
    ) -> None:
        super().__init__(on_end)
        self._store, self._settings, self._seed = store, settings, seed
        self._goal, self._turnstile, self._inbox, self._outbox = goal, turnstile, inbox, outbox

    def work(self) -> None:
        """Check batches until there are no more."""
        while (message := self._inbox.get()) is not None:
            ticket, batch = message
            with self.watch.timed("keys"):
                candidates = self._candidates(batch)
            with self._turnstile.turn(ticket):
                new = self._claim(candidates, batch.attempts.tolist())
            self._outbox.put(ticket, finish(new, self._settings.size, self.watch))

    def _candidates(self, batch: Generated) -> list[Claim]:
        keys = _rows_as_bytes(engine.keys(batch.boards, symmetry=self._settings.symmetry))
        packed = _rows_as_bytes(engine.pack(batch.boards))
        return [
            Claim(key, board, self._seed, position, self._goal.clues)
            for position, (key, board) in enumerate(zip(keys, packed, strict=True), batch.start)
        ]

    def _claim(self, candidates: list[Claim], attempts: list[int]) -> list[Claim]:
        if not self._goal.missing:
            return []
        with self.watch.timed("claim"):
            new, looked_at = claim(self._store, candidates, attempts, self._goal.missing)
        self._goal.count(len(new), looked_at, sum(attempts[:looked_at]))
        return new


def _rows_as_bytes(array: NDArray[np.uint8]) -> list[bytes]:
    width = array.shape[1]
    whole = array.tobytes()
    return [whole[i : i + width] for i in range(0, len(whole), width)]
