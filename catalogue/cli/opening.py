"""How commands open a catalogue to write to it."""

import sys

from catalogue.home import Home
from catalogue.store import Settings, Store


def open_to_write(home: Home, new: Settings | None = None, *, wait: float) -> Store:
    """Open for writing, and say on stderr which process has to end first; `Store.write` has the rest."""
    return Store.write(home, new, wait=wait, on_wait=say_that_it_waits)


def say_that_it_waits(message: str) -> None:
    """Print on stderr which process has to end first."""
    print(message, file=sys.stderr, flush=True)
