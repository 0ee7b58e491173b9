"""Animations in a terminal."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import typer
from rich.live import Live
from rich.text import Text

from catalogue.cli.terminal.console import terminal

Frame = Callable[[], Text]
"""Draws the present state."""


def pause_of(watch: bool, delay: int | None, usual: int) -> int | None:
    """Milliseconds between two frames, None without --watch; BadParameter for --delay without --watch."""
    if delay is not None and not watch:
        raise typer.BadParameter("--delay needs --watch")
    return (usual if delay is None else delay) if watch else None


@contextmanager
def animation(delay: int | None) -> Iterator[Callable[[Frame], None] | None]:
    """Give a function that replaces the last frame and waits this many milliseconds; no frame stays at the end.

    Give None without a delay, or where the output is not a terminal.
    """
    if delay is None or not sys.stdout.isatty():
        yield None
        return
    with Live(console=terminal(), auto_refresh=False, transient=True, vertical_overflow="crop") as live:

        def show(frame: Frame) -> None:
            live.update(frame(), refresh=True)
            time.sleep(delay / 1000)

        yield show
