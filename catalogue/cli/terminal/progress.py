"""The progress of long work: a bar on a terminal, elsewhere a line every two seconds; both on stderr."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")

Show = Callable[[int, int, float, str], None]
"""Takes how many are done, how many are wanted, the seconds so far, and a remark or an empty string."""

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


def readable(seconds: float) -> str:
    """A time in the two greatest units that it has, such as 11 d 4 h, 2 min 5 s or 40 s."""
    whole = round(seconds)
    units = (("d", whole // 86400), ("h", whole // 3600 % 24), ("min", whole // 60 % 60), ("s", whole % 60))
    first = next((place for place, (_, number) in enumerate(units) if number), len(units) - 1)
    return " ".join(f"{number} {unit}" for unit, number in units[first : first + 2] if number) or "0 s"


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
