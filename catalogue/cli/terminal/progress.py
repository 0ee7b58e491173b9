"""The progress of long work: a bar on a terminal, elsewhere a line every two seconds; both on stderr."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

from catalogue.cli.terminal import Show
from catalogue.cli.terminal.showing import readable

T = TypeVar("T")

_EVERY = 2.0  # seconds between two lines


@contextmanager
def progress(things: str) -> Iterator[Show]:
    """Give a function that shows how many of the things are done."""
    if sys.stderr.isatty():
        from catalogue.cli.terminal.bar import bar  # slow to import, and no use to a script

        with bar() as show:
            yield show
    else:
        yield _lines(things)


def tracked(things: Iterator[T], label: str, total: int) -> Iterator[T]:
    """The same things; on a terminal, a bar counts them."""
    if not sys.stderr.isatty():
        return things
    from catalogue.cli.terminal.bar import counted  # slow to import, and no use to a script

    return counted(things, label, total)


def _lines(things: str) -> Show:
    last = time.monotonic()

    def show(done: int, wanted: int, seconds: float, remark: str) -> None:
        nonlocal last
        if time.monotonic() - last < _EVERY:
            return
        last = time.monotonic()
        rate = done / seconds
        left = f"{readable((wanted - done) / rate)} left" if rate else ""
        parts = (f"{done:,} of {wanted:,} {things}", f"{rate:,.0f}/s", remark, left)
        print(", ".join(filter(None, parts)), file=sys.stderr, flush=True)

    return show
