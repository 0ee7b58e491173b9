"""What the actors of one import share."""

import threading
from dataclasses import dataclass

from catalogue.importing.claims import Claims
from catalogue.importing.computing import Kernels
from catalogue.store import Settings


@dataclass(frozen=True)
class Job:
    """One import: what computes, and who says which puzzles are new. Setting `stop` ends it early."""

    settings: Settings
    claims: Claims
    kernels: Kernels
    stop: threading.Event

    def is_open(self) -> bool:
        """Whether puzzles are still to be looked at."""
        return not self.stop.is_set()
