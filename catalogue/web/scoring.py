"""The levels of a small catalogue that has ratings alone, or nothing: they are found while its page is served."""

import threading
from contextlib import suppress

from ..errors import CatalogueError
from ..puzzles.kinds import Depth
from ..storage.home import Home
from ..verbs.looking import lacking_levels
from ..verbs.rate import RateRequest, rate

MOST_SCORED = 2_000
"""Puzzles without a level that a server scores by itself; `catalogue rate --rate score` is for more."""

_SECONDS = 60.0  # after which it ends: a puzzle of 9x9 takes a millisecond, one under rules a hundred times that


class Scoring(threading.Thread):
    """Gives the puzzles of a small catalogue their levels, by one thread, and gives way to whatever else writes."""

    def __init__(self, home: Home) -> None:
        super().__init__(name="scoring", daemon=True)
        self._home = home
        self._ended = threading.Event()

    def run(self) -> None:
        """Score what has no level. What is found is kept; a catalogue that another process writes to is left alone."""
        end = threading.Timer(_SECONDS, self._ended.set)
        end.daemon = True
        with suppress(CatalogueError, ValueError):
            if 0 < lacking_levels(self._home) <= MOST_SCORED:
                end.start()
                rate(self._home, RateRequest(rate=Depth.score, threads=1, stop=self._ended))
        end.cancel()

    def give_way(self) -> None:
        """End, and wait until the catalogue is free."""
        self._ended.set()
        if self.is_alive():
            self.join()
