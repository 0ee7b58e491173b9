"""How many boards a run wants, and when it ends."""

from collections.abc import Sequence


class Goal:
    """How many boards a run claims, and how many it has claimed; only the holder of the turn changes it.

    A goal has one quota or several; each board counts towards one of them, named by its index.
    """

    def __init__(self, first: int, quotas: Sequence[int], space: int | None, max_tries: int | None = None) -> None:
        """Fill the quotas with boards numbered from `first` on.

        `space` is how many boards exist at all (None: no limit); a goal never wants more than are left of them. No more
        than `max_tries` boards are looked at.
        """
        room = None if space is None else space - first
        self._missing = [quota if room is None else min(quota, room) for quota in quotas]
        self.wanted = sum(self._missing)
        self.claimed = 0
        self._first, self._room, self.tries_left = first, room, max_tries

    @property
    def next_number(self) -> int:
        """The number of the board that is claimed next."""
        return self._first + self.claimed

    @property
    def reached(self) -> bool:
        """Whether all boards are claimed."""
        return self.claimed >= self.wanted

    @property
    def given_up(self) -> bool:
        """Whether the tries have run out before the goal was reached."""
        return self.tries_left == 0 and not self.reached

    @property
    def is_open(self) -> bool:
        """Whether boards are still to be looked at."""
        return self.tries_left != 0 and not self.reached

    @property
    def exhausted(self) -> bool:
        """Whether all possible boards have been claimed."""
        return self._room is not None and self.claimed == self._room

    def fitting(self, quotas: Sequence[int]) -> int:
        """Return how many boards, in order and by the quota each counts towards, have room in their quotas."""
        if len(self._missing) == 1:
            return min(len(quotas), self._missing[0])
        left = list(self._missing)
        for place, quota in enumerate(quotas):
            if not left[quota]:
                return place
            left[quota] -= 1
        return len(quotas)

    def claim(self, quotas: Sequence[int]) -> None:
        """Count claimed boards, given as the quota that each counts towards."""
        for quota in set(quotas):
            self._missing[quota] -= quotas.count(quota)
        self.claimed += len(quotas)

    def look(self, boards: int) -> None:
        """Count boards that were looked at."""
        if self.tries_left is not None:
            self.tries_left -= boards
