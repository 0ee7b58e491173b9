"""What the actors of one import share."""

import threading
from dataclasses import dataclass

from catalogue.importing.claims import Claims
from catalogue.rating.grades import Depth
from catalogue.store import Settings


@dataclass(frozen=True)
class Job:
    """One import: how far its puzzles are rated, and who says which are new. Setting `stop` ends it early."""

    settings: Settings
    claims: Claims
    depth: Depth
    stop: threading.Event

    @property
    def rates(self) -> bool:
        """Whether puzzles are rated."""
        return self.depth is not Depth.none

    def is_open(self) -> bool:
        """Whether puzzles are still to be looked at."""
        return not self.stop.is_set()
