"""The first stage of a fill on a cluster: tickets go to workers, and what they make of them is handed on in order."""

from collections.abc import Callable
from itertools import count

from catalogue.actors.actor import Actor
from catalogue.actors.in_turn import in_turn
from catalogue.actors.ticket_queue import TicketQueue
from catalogue.cluster.pool import Pool
from catalogue.fill.job import Job
from catalogue.fill.remote.worker import prepare


class Dispatcher(Actor):
    """Has each ticket computed by a worker, a bounded number of them at a time, until the run stops."""

    def __init__(
        self, job: Job, pool: Pool, outbox: TicketQueue[bytes], on_end: Callable[[BaseException | None], None]
    ) -> None:
        super().__init__(on_end)
        self._job, self._pool, self._outbox = job, pool, outbox

    def work(self) -> None:
        """Put the answers of the workers, ticket by ticket."""
        plan, pool = self._job.plan, self._pool
        source = plan.source
        starts = count(source.start, source.batch)
        answers = in_turn(starts, lambda start: pool.submit(prepare, plan, start), pool.ahead, self._job.is_open)
        for ticket, (_, message) in enumerate(answers):
            self._outbox.put(ticket, message)
