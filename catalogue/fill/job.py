"""What the actors of one run share."""

import threading
from dataclasses import dataclass

from catalogue.fill.goal import Goal
from catalogue.fill.plan import Plan
from catalogue.store import Store


@dataclass(frozen=True)
class Job:
    """One run: tickets are computed by a `plan` and kept in the `store`, until the `goal` is reached.

    Setting `stop` ends the run before that.
    """

    store: Store
    plan: Plan
    goal: Goal
    stop: threading.Event

    def is_open(self) -> bool:
        """Whether boards are still to be looked at."""
        return self.goal.is_open and not self.stop.is_set()
