"""How many boards a run wants, and when it ends."""

import threading

import engine


def distinct_boards(size: int, symmetry: str) -> int | None:
    """Return how many different boards exist where they can be listed, else None: too many to run out of."""
    if size != 4:
        return None
    return len({key.tobytes() for key in engine.keys(engine.all_boards(size), symmetry=symmetry)})


class Goal:
    """How many boards a run claims, and how many it has claimed; only the holder of the turn changes it."""

    def __init__(
        self, first: int, wanted: int, space: int | None, stop: threading.Event, max_tries: int | None = None
    ) -> None:
        """`wanted` new boards numbered from `first` on, or as many as the `space` has room for (None: no limit).

        No more than `max_tries` boards are looked at. `stop` is set when the goal is reached, or given up.
        """
        room = None if space is None else space - first
        self.wanted = wanted if room is None else min(wanted, room)
        self._first = first
        self.claimed = self.unwanted = self.looked_at = self.attempts = 0
        self._room, self._stop, self._max_tries = room, stop, max_tries
        self.count(0, 0, 0, 0)

    @property
    def next_number(self) -> int:
        """The number of the board that is claimed next."""
        return self._first + self.claimed

    @property
    def missing(self) -> int:
        """How many boards are still to be claimed."""
        return self.wanted - self.claimed

    @property
    def duplicates(self) -> int:
        """How many boards were refused as duplicates."""
        return self.looked_at - self.claimed - self.unwanted

    @property
    def tries_left(self) -> int | None:
        """How many boards may still be looked at; None: any number."""
        return None if self._max_tries is None else self._max_tries - self.looked_at

    @property
    def given_up(self) -> bool:
        """Whether the tries have run out before the goal was reached."""
        return self.missing > 0 and self.tries_left == 0

    @property
    def is_open(self) -> bool:
        """Whether boards are still to be looked at."""
        return self.missing > 0 and not self.given_up

    @property
    def exhausted(self) -> bool:
        """Whether all possible boards have been claimed."""
        return self._room is not None and self.claimed == self._room

    def count(self, claimed: int, unwanted: int, looked_at: int, attempts: int) -> None:
        """Add what became of a batch."""
        self.claimed += claimed
        self.unwanted += unwanted
        self.looked_at += looked_at
        self.attempts += attempts
        if not self.is_open:
            self._stop.set()
