"""Numbers of puzzles as people write them, orders, and how many threads compute."""

import os
import re
from typing import NamedTuple


class Range(NamedTuple):
    """Numbers of boards, from the first to the last (None: to the end of the catalogue), with some of their puzzles."""

    first: int
    last: int | None
    place: int | None = None
    """Which puzzle of each board: 0 the first, k puzzle N.k; None: all of them."""


def number_of(board: int, place: int) -> str:
    """A puzzle's number as people write it: 12, or 12.1."""
    return f"{board}.{place}" if place else str(board)


def parsed_number(text: str) -> Range | None:
    """The puzzle with a number such as 12 or 12.1; None for another text."""
    match = re.fullmatch(r"(\d{1,19})(?:\.([1-9]\d{0,8}))?", text, re.ASCII)
    return Range(int(match[1]), int(match[1]), int(match[2] or 0)) if match else None


RANDOM = "random"
"""The name of a random order."""

NAMED = "named"
"""The name of the order in which numbers name puzzles."""


MOST_THREADS = 64
"""More threads only wait for each other."""


def _processors() -> int:
    """Those that this process may use, which may be fewer than the machine has."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


PROCESSORS = min(MOST_THREADS, _processors())


# --- Numbers of techniques -----------------------------------------------------------------------------------------

FIRST_SCORED = 100
"""The stored numbers of HoDoKu's techniques begin here: theirs in `engine.SOLVING_TECHNIQUES`, and this."""

FIRST_OF_PEOPLE = 1000
"""The stored numbers of the techniques of people that HoDoKu does not have begin here: theirs in
`engine.paths.people`, and this."""

SCORED_PREFIX = "score:"
"""The prefix of a technique of the score whose name the rating has too."""


class Tries(NamedTuple):
    """How many boards a fill that selects puzzles looks at, at most."""

    least: int
    each: int
    """For each puzzle wanted, if that is more."""

    def of(self, wanted: int) -> int:
        """Return the number for so many puzzles."""
        return max(self.least, self.each * wanted)


TRIES = Tries(1_000_000, 1_000)
RULED_TRIES = Tries(1_000, 100)
"""With rules, under which a puzzle takes about as long as a hundred plain ones."""
