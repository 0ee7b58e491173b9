"""What the actors of one run share."""

import threading
from dataclasses import dataclass

from catalogue.fill.generator import Source
from catalogue.fill.goal import Goal
from catalogue.fill.recipe import Recipe
from catalogue.store import Store


@dataclass(frozen=True)
class Job:
    """One run: boards of a `source` become puzzles by a `recipe` in the `store`, until the `goal` is reached.

    Setting `stop` ends the run before that.
    """

    store: Store
    source: Source
    goal: Goal
    recipe: Recipe
    stop: threading.Event

    def is_open(self) -> bool:
        """Whether boards are still to be looked at."""
        return self.goal.is_open and not self.stop.is_set()
