"""Work that Ctrl-C ends early, with nothing lost."""

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import NoReturn

INTERRUPTED = 130
"""The exit status after Ctrl-C."""

_ERASE_LINE, _SHOW_CURSOR = "\r\x1b[2K", "\x1b[?25h"


@contextmanager
def ended_by_ctrl_c() -> Iterator[threading.Event]:
    """The first Ctrl-C sets the event, which asks the work to end, and says so; a second one ends the program."""
    stop = threading.Event()

    def on_signal(number: int, frame: object) -> None:
        if stop.is_set():
            _say("Stopped.")
            os._exit(INTERRUPTED)  # what is committed stays, and the next command repairs the rest
        stop.set()
        _say("Interrupted: saving what is finished. Press Ctrl-C again to stop immediately.")

    before = signal.signal(signal.SIGINT, on_signal)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)


def leave(status: int = INTERRUPTED) -> NoReturn:
    """End the program without a wait for the threads whose kernels are still at work."""
    with suppress(OSError):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(status)


def _say(line: str) -> None:
    """Write a line above a progress bar. Not through the stream, which the signal may have interrupted."""
    control = _ERASE_LINE + _SHOW_CURSOR if sys.stderr.isatty() else ""
    with suppress(OSError, ValueError):
        os.write(sys.stderr.fileno(), f"{control}{line}\n".encode())
