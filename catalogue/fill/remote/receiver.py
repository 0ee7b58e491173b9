"""The second stage of a fill on a cluster: claims what is new of what workers have made."""

from catalogue.fill.candidates import Candidates
from catalogue.fill.remote.message import unpacked
from catalogue.fill.stages.checker import Checker


class Receiver(Checker):
    """A checker whose tickets come from workers, with their puzzles."""

    def _candidates(self, batch: bytes) -> Candidates:
        with self.watch.timed("unpack"):
            return unpacked(batch, self._plan, self.watch)
