"""What moves in a terminal."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

from catalogue.cli.puzzles import terminal

if TYPE_CHECKING:
    from rich.text import Text

Frame = Callable[[], "Text"]
"""Draws what is to be seen now."""


def pause_of(watch: bool, delay: int | None, usual: int) -> int | None:
    """Milliseconds between two frames, None for one who does not watch; BadParameter for a --delay without --watch."""
    if delay is not None and not watch:
        raise typer.BadParameter("--delay is for --watch")
    return (usual if delay is None else delay) if watch else None


@contextmanager
def animation(delay: int | None) -> Iterator[Callable[[Frame], None] | None]:
    """Give a function that shows a frame in place of the one before, and waits so many milliseconds; none stays.

    None where nobody asked for a delay, and where the output is no terminal, so nothing can move.
    """
    if delay is None or not sys.stdout.isatty():
        yield None
        return
    from rich.live import Live

    with Live(console=terminal(), auto_refresh=False, transient=True, vertical_overflow="crop") as live:

        def show(frame: Frame) -> None:
            live.update(frame(), refresh=True)
            time.sleep(delay / 1000)

        yield show
