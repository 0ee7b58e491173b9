"""Work watched in a terminal: animations, the keys that control them, and bands of a grid as they fill."""

from __future__ import annotations

import os
import select
import sys
import termios
import time
import tty
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import typer

from ... import engine
from ...engine import teaching
from ...engine.shape import DIGITS, cell_name
from .terminal import draw, for_people, terminal

Frame = Callable[[], Any]
"""Draws the present state."""

_PAUSE, _STEP, _FASTER, _SLOWER = " ", "s", "+=", "-_"  # with and without Shift

NextKey = Callable[[float | None], str | None]
"""Waits up to this many seconds, or without a limit if None; returns a key, or None if none was pressed."""


def pause_of(watch: bool, delay: int | None, usual: int) -> int | None:
    """Milliseconds between two frames, None without --watch; BadParameter for --delay without --watch."""
    if delay is not None and not watch:
        raise typer.BadParameter("--delay needs --watch")
    return (usual if delay is None else delay) if watch else None


def chosen_cell(cell: engine.shape.RowColumn, candidates: Iterable[int], outcome: str) -> str:
    """Name the cell that was chosen last, its candidates, and what came of it; for the line under a frame."""
    left = "".join(DIGITS[value] for value in candidates)
    return f"{cell_name(*cell)}: {f'candidates {left}' if left else 'no candidate'}, {outcome}"


@contextmanager
def animation(delay: int | None) -> Iterator[Callable[[Frame], None] | None]:
    """Give a function that replaces the last frame and waits this many milliseconds; no frame stays at the end.

    Keys pause the animation, take one step, and change its speed, if the input is a terminal. Give None without a
    delay, or if the output is not a terminal.
    """
    if delay is None or not sys.stdout.isatty():
        yield None
        return
    from rich.live import Live

    with (
        _keyboard() as next_key,
        Live(console=terminal(), auto_refresh=False, transient=True, vertical_overflow="crop") as live,
        for_people(),
    ):
        yield _Player(live, delay, next_key).show


class _Player:
    """Shows frames one after the other, at a speed and with pauses that keys can change."""

    def __init__(self, live: Any, delay: int, next_key: NextKey | None) -> None:
        self._live, self._delay, self._next_key = live, delay, next_key
        self._paused = False

    def show(self, frame: Frame) -> None:
        """Replace the last frame; return when it is time for the next one."""
        self._draw(frame)
        if self._next_key is None:
            time.sleep(self._delay / 1000)
            return
        end = time.monotonic() + self._delay / 1000
        while key := self._next_key(None if self._paused else max(0.0, end - time.monotonic())):
            if key == _STEP:
                self._paused = True
                return
            if key == _PAUSE:
                self._paused = not self._paused
            elif key in _FASTER:
                self._delay //= 2
            elif key in _SLOWER:
                self._delay = max(1, 2 * self._delay)
            self._draw(frame)

    def _draw(self, frame: Frame) -> None:
        text = frame()
        if self._next_key:
            state = ", paused   space: continue" if self._paused else "   space: pause"
            text.append(f"\n{self._delay} ms a frame{state}   s: one step   + -: speed", "dim")
        self._live.update(text, refresh=True)


@contextmanager
def _keyboard() -> Iterator[NextKey | None]:
    """Give a function that reads keys, which need no Enter and are not shown; None if the input is not a terminal.

    Ctrl-C still interrupts. At the end the terminal is as it was before.
    """
    if not sys.stdin.isatty():
        yield None
        return
    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)

    def next_key(seconds: float | None) -> str | None:
        ready, _, _ = select.select([descriptor], [], [], seconds)
        # Nothing to read from a terminal that is gone.
        return os.read(descriptor, 1).decode(errors="replace") or None if ready else None

    tty.setcbreak(descriptor, termios.TCSANOW)
    try:
        yield next_key
    finally:
        termios.tcsetattr(descriptor, termios.TCSANOW, before)


class FinishedBands:
    """The most bands that were full in a grid so far."""

    def __init__(self) -> None:
        self._most = 0

    def news(self, grid: engine.Grid) -> str | None:
        """Say how many bands are full if these are more than before; None if not. An empty grid starts again."""
        cells = [cell.value for cell in grid]
        bands = grid.board_shape.bands
        full = sum(all(cells[grid.size * band.start : grid.size * band.stop]) for band in bands)
        if full <= self._most and any(cells):
            return None
        self._most = full
        return f"{full} of {len(bands)} bands" if full else None


# --- What a search on a stack shows while it runs -----------------------------------------------------------------


def drawn_bands(search: teaching.Search) -> Callable[[teaching.SearchStep], None]:
    """Return an observer that draws the grid each time more bands are full than before."""
    bands = FinishedBands()

    def look(step: teaching.SearchStep) -> None:
        # The last band ends in the solution, which is drawn anyway.
        if step.value and search.grid.first_empty() and (news := bands.news(search.grid)):
            print(f"{news}, after {search.metrics.steps:,} steps")
            draw(search.grid)

    return look


def search_frame(search: teaching.Search, step: teaching.SearchStep) -> Any:
    """Draw the search after a step: clues blue, tries red, the chosen cell in reverse and its candidates below."""
    cell = (step.row, step.column)
    depth = sum(not cell.locked and cell.value != 0 for cell in search.grid)
    outcome = f"tries {DIGITS[step.value]}" if step.value else "goes back"
    return engine.drawing.coloured(search.grid, filled="red", chosen=cell).append(
        f"\nstep {search.metrics.steps:,}  depth {depth}  backtracks {search.metrics.backtracks:,}"
        f"\n{chosen_cell(cell, search.grid.candidates(*cell), outcome)}"
    )
