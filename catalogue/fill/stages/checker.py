"""The second stage: which boards are new, and their puzzles."""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from typing import Any

from catalogue.actors.actor import Actor
from catalogue.actors.ticket_queue import TicketQueue, Turnstile
from catalogue.fill.candidates import Candidates, candidates
from catalogue.fill.finishing import Finished, finish
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
        inbox: TicketQueue[Any],
        outbox: TicketQueue[Finished | None],
        on_end: Callable[[BaseException | None], None],
    ) -> None:
        super().__init__(on_end)
        self._job, self._goal, self._plan = job, job.goal, job.plan
        self._turnstile, self._inbox, self._outbox = turnstile, inbox, outbox

    def work(self) -> None:
        """Check batches until there are no more. Every ticket is passed on: the next stage waits for each in turn."""
        while (message := self._inbox.get()) is not None:
            ticket, batch = message
            found = self._candidates(batch) if self._job.is_open() else None
            with self._turnstile.turn(ticket):
                claimed = self._claim(found) if found and self._job.is_open() else None
            self._outbox.put(ticket, self._finished(found, *claimed) if found and claimed else None)

    def _candidates(self, batch: Any) -> Candidates:
        """What a ticket offers to the catalogue."""
        return candidates(self._plan, batch, self.watch)

    def _claim(self, found: Candidates) -> tuple[Sequence[int], Stretch]:
        """Claim as many candidates as the goal still lacks; the stretch ends with the last board looked at."""
        goal = self._goal
        boards = len(found.attempts)
        allowed = boards if goal.tries_left is None else min(boards, goal.tries_left)
        end = bisect_left(found.indices, allowed)
        new: list[int] = []
        place = compared = 0
        with self.watch.timed("claim"):
            while place < end and not goal.reached:
                fitting = goal.fitting(found.quotas[place:end])
                if not fitting:  # the quota of this one is full
                    place += 1
                    continue
                chunk = found.keys[place : place + fitting]
                claimed, _ = claim(self._job.store, chunk, goal.next_number, fitting)
                goal.claim([found.quotas[place + index] for index in claimed])
                new += [place + index for index in claimed]
                place += fitting
                compared += fitting
        looked_at = found.indices[place - 1] + 1 if goal.reached else allowed
        goal.look(looked_at)
        attempts = int(found.attempts[:looked_at].sum())
        return new, Stretch(
            found.seed, found.start + looked_at, attempts, compared - len(new), unwanted=looked_at - compared
        )

    def _finished(self, found: Candidates, new: Sequence[int], stretch: Stretch) -> Finished:
        positions = [found.start + found.indices[place] for place in new]
        whole = found.measured(new, self.watch)
        return finish(stretch, positions, whole, self._plan.blocks, self._plan.recipe.files, self.watch)
