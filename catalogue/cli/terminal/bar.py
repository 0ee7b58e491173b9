"""Progress bars on a terminal, on stderr."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn, track

from catalogue.cli.terminal import Show

T = TypeVar("T")


@contextmanager
def bar() -> Iterator[Show]:
    """Give a function that moves a bar; the bar is gone at the end."""
    columns = (
        BarColumn(bar_width=None),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]:,.0f}/s  {task.fields[remark]}"),
        TimeRemainingColumn(compact=True),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True, expand=True) as progress:
        task = progress.add_task("", total=None, rate=0.0, remark="")

        def show(done: int, wanted: int, seconds: float, remark: str) -> None:
            progress.update(task, completed=done, total=wanted, rate=done / seconds, remark=remark)

        yield show


def counted(things: Iterable[T], label: str, total: int) -> Iterator[T]:
    """The same things, with a bar that counts them; the bar is gone at the end."""
    yield from track(things, label, total, console=Console(stderr=True), transient=True)
