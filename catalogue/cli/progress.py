"""How far long work has come: a bar on a terminal, now and then a line elsewhere; both on stderr."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Show = Callable[[int, int, float, str], None]
"""Takes what is done, what is wanted, the seconds it took, and perhaps a remark."""

_EVERY = 2.0  # seconds between two lines


@contextmanager
def progress(things: str) -> Iterator[Show]:
    """Give a function that shows how many of the things are done."""
    if sys.stderr.isatty():
        with _bar() as show:
            yield show
    else:
        yield _lines(things)


@contextmanager
def _bar() -> Iterator[Show]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        BarColumn(bar_width=None),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]:,.0f}/s  {task.fields[remark]}"),
        TimeRemainingColumn(compact=True),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True, expand=True) as bar:
        task = bar.add_task("", total=None, rate=0.0, remark="")

        def show(done: int, wanted: int, seconds: float, remark: str) -> None:
            bar.update(task, completed=done, total=wanted, rate=done / seconds, remark=remark)

        yield show


def _lines(things: str) -> Show:
    last = time.monotonic()

    def show(done: int, wanted: int, seconds: float, remark: str) -> None:
        nonlocal last
        if time.monotonic() - last < _EVERY:
            return
        last = time.monotonic()
        rate = done / seconds
        left = f"{(wanted - done) / rate:.0f} s left" if rate else ""
        parts = (f"{done:,} of {wanted:,} {things}", f"{rate:,.0f}/s", remark, left)
        print(", ".join(filter(None, parts)), file=sys.stderr, flush=True)

    return show
