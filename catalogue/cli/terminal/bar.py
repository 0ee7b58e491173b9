"""Progress bars on a terminal, on stderr."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, TextColumn, track

from catalogue.cli.terminal import Show
from catalogue.cli.terminal.showing import readable

T = TypeVar("T")

_NARROW = 72  # columns below which only the numbers have room


@contextmanager
def bar() -> Iterator[Show]:
    """Give a function that moves a bar; the bar is gone at the end. A narrow terminal shows numbers alone."""
    console = Console(stderr=True)
    numbers: list[ProgressColumn] = [
        TextColumn("{task.completed:,}/{task.fields[wanted]}"),
        TextColumn("{task.fields[rate]:,.0f}/s"),
    ]
    left = TextColumn("{task.fields[left]}")
    narrow = console.width < _NARROW
    columns = [*numbers, left] if narrow else [BarColumn(None), *numbers, TextColumn("{task.fields[remark]}"), left]
    with Progress(*columns, console=console, transient=True, expand=not narrow) as progress:
        task = progress.add_task("", total=None, rate=0.0, wanted="", remark="", left="")

        def show(done: int, wanted: int, seconds: float, remark: str) -> None:
            rate = done / seconds
            left = readable((wanted - done) / rate) if rate else ""
            progress.update(
                task, completed=done, total=wanted, wanted=f"{wanted:,}", rate=rate, remark=remark, left=left
            )

        yield show


def counted(things: Iterable[T], label: str, total: int) -> Iterator[T]:
    """The same things, with a bar that counts them; the bar is gone at the end."""
    yield from track(things, label, total, console=Console(stderr=True), transient=True)
