"""Single keys of the keyboard, while a command is at work."""

import os
import select
import sys
import termios
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager

NextKey = Callable[[float | None], str | None]
"""Waits up to so many seconds, with None for as long as it takes, and returns a key, or None where none was pressed."""


@contextmanager
def keyboard() -> Iterator[NextKey | None]:
    """Give a function that reads keys, which need no Enter and are not shown; None where the input is not a terminal.

    Ctrl-C still interrupts. At the end the terminal is as it was before.
    """
    if not sys.stdin.isatty():
        yield None
        return
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    tty.setcbreak(terminal, termios.TCSANOW)
    try:
        yield lambda seconds: _next_key(terminal, seconds)
    finally:
        termios.tcsetattr(terminal, termios.TCSANOW, before)


def _next_key(terminal: int, seconds: float | None) -> str | None:
    ready, _, _ = select.select([terminal], [], [], seconds)
    # Nothing to read from a terminal that is gone.
    return os.read(terminal, 1).decode(errors="replace") or None if ready else None
