"""What a worker does for a fill: all that a ticket needs before it is known which of its boards are new."""

from catalogue.actors.actor import Stopwatch
from catalogue.fill.candidates import candidates
from catalogue.fill.plan import Plan
from catalogue.fill.remote.message import packed


def prepare(plan: Plan, start: int) -> bytes:
    """Make the boards of a ticket from position `start` on, and prove, measure and rate their puzzles.

    Almost all boards are new, so nothing is lost by carving them before they are claimed.
    """
    watch = Stopwatch()
    with watch.timed("generate"):
        batch = plan.source.make(start)
    found = candidates(plan, batch, watch)
    return packed(found, found.measured(range(len(found.indices)), watch), plan, watch)
