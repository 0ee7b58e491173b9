"""Work that Ctrl-C ends early, with nothing lost."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def ended_by_ctrl_c() -> Iterator[threading.Event]:
    """The first Ctrl-C sets the event, which asks the work to end; a second Ctrl-C interrupts as usual."""
    stop = threading.Event()

    def on_signal(number: int, frame: object) -> None:
        stop.set()
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, on_signal)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)
