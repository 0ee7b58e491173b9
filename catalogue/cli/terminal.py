"""The terminal: reports, grids and lines on it, what it would obey, progress, and what Ctrl-C does.

Progress is a bar on a terminal and a line every two seconds elsewhere, both on stderr.
"""

from __future__ import annotations

import codecs
import os
import shutil
import signal
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from functools import cache
from typing import Any, NoReturn, TextIO, TypeVar, cast

from ...engine.drawing import marked
from ...engine.shape import CLUE_MARK
from ..errors import printable
from ..storage.whole_files import plain_stream
from ..verbs.sections import Bars, Figures, Lines, Section, Sections, Table

T = TypeVar("T")

Show = Callable[..., None]
"""Shows progress: takes how many are done, how many are wanted, and perhaps a remark."""

PERIOD = 2.0
"""Seconds between two lines of progress."""

INTERRUPTED = 130
"""The exit status after Ctrl-C."""

_HOUR = 3600.0
_LONGEST_BAR = 40  # characters
_NUMBER_WIDTH = 10
_NARROW = 72  # columns below which a bar has no room, only its numbers
_ERASE_LINE, _SHOW_CURSOR = "\r\x1b[2K", "\x1b[?25h"


# --- What is printed ----------------------------------------------------------------------------------------------


class _Screen:
    """A stream of text for people, without what a terminal would obey: anyone may have written a title or a tag.

    What draws in colours, and data for another program, goes to the stream below.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    @property
    def rich_proxied_file(self) -> TextIO:
        """The stream below, by the name under which rich looks for it."""
        return plain_stream(self._stream)

    def write(self, text: str) -> int:
        """Write a text with control characters spelled out."""
        return self._stream.write(printable(text))

    def writelines(self, lines: Iterable[str]) -> None:
        """Write several texts."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextmanager
def for_people() -> Iterator[None]:
    """Escape what is printed, as a terminal takes it. While rich draws it covers the streams, so then once more."""
    with redirect_stdout(cast(TextIO, _Screen(sys.stdout))), redirect_stderr(cast(TextIO, _Screen(sys.stderr))):
        yield


def notice(message: str) -> None:
    """Print a line for people on stderr while a command works."""
    print(message, file=sys.stderr, flush=True)


HANDLER = "drawn"
"""The name of the handler of `str.encode` that draws what an encoding lacks; anything else becomes a question mark."""

_SIGNS = {"█": "#", "▓": "#", "▒": ":", "░": ".", "●": "*", "○": "o", "…": "...", "≤": "<=", "≥": ">=", "²": "2"}
_ACROSS, _DOWN = {"HORIZONTAL", "LEFT", "RIGHT"}, {"VERTICAL", "UP", "DOWN"}


def plain(character: str) -> str:
    """Return a character in ASCII: a box character as a line or a corner, a sign as one that is alike, else `?`."""
    import unicodedata  # only a terminal with few characters needs it

    words = set(unicodedata.name(character, "").split())
    if {"BOX", "DRAWINGS"} <= words:
        return "+" if words & _ACROSS and words & _DOWN else "-" if words & _ACROSS else "|"
    return _SIGNS.get(character, "?")


def _handle(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(plain, error.object[error.start : error.end])), error.end


codecs.register_error(HANDLER, _handle)


# --- Sections ---------------------------------------------------------------------------------------------------------


def text(sections: Sections) -> str:
    """Return sections for people, with an empty line between two."""
    return "\n\n".join("\n".join(map(_text, each)) if isinstance(each, list) else _text(each) for each in sections)


def _text(section: Any) -> str:
    match section:
        case Lines():
            return "\n".join(map(folded, section.lines) if section.folds else section.lines)
        case Figures():
            return two_columns(section)
        case Table():
            return table(section)
        case _:
            return bars(section)


def two_columns(figures: Figures) -> str:
    """Names in the left column, numbers flush right, where a longer time moves nothing."""
    rows = [
        (name, value if isinstance(value, str) else f"{value:,}") for name, value in figures.rows if value is not None
    ]
    name_width = max((len(name) for name, _ in rows), default=0)
    number_width = max(_NUMBER_WIDTH, *(len(number) for _, number in rows))
    return "\n".join(f"{name:<{name_width}}  {number:>{number_width}}" for name, number in rows)


def table(section: Table) -> str:
    """Columns under their headers, each aligned to its side."""
    from ..formats.lines import tabulated  # with the readers of text

    sides = section.sides or ["left", *["right"] * (len(section.headings) - 1)]
    return tabulated(list(section.rows), list(section.headings), disable_numparse=True, colalign=sides)


def bars(section: Bars) -> str:
    """A bar for each value, with its count and its share."""
    total, most = sum(section.counts.values()), max(section.counts.values(), default=1)
    rows = [
        (value, f"{number:,}", f"{number / total:.1%}", "█" * max(1, round(_LONGEST_BAR * number / most)))
        for value, number in section.counts.items()
    ]
    return table(Table(rows, [section.heading, "puzzles", "share", ""], ["right", "right", "right", "left"]))


def markdown(sections: Sequence[Section]) -> str:
    """Return tables and lines in Markdown, the lines as a list."""
    return "\n\n".join("\n".join(_markdown(each)) for each in sections)


def _markdown(section: Any) -> list[str]:
    if isinstance(section, Lines):
        return [f"- {line}" for line in section.lines]
    rules = ["---", *["---:"] * (len(section.headings) - 1)]
    cells = ([str(cell).replace("|", "\\|") for cell in row] for row in (section.headings, *section.rows))
    head, *rows = (f"| {' | '.join(row)} |" for row in cells)
    return [head, f"| {' | '.join(rules)} |", *rows]


# --- Grids and lines --------------------------------------------------------------------------------------------------


@cache
def terminal() -> Any:
    """Return the console of the standard output: in colour on a terminal, unless NO_COLOR is set.

    It is always the same one, so that lines printed during an animation stay above it.
    """
    from rich.console import Console

    return Console(highlight=False)


def draw(drawing: Any) -> None:
    """Draw a grid, or a step, on the standard output."""
    terminal().print(drawing, soft_wrap=True)  # a narrow terminal wraps it itself


def draw_solution(grid: Any) -> None:
    """Draw a filled grid, with its clues in another colour; without colours, with a mark after each."""
    if terminal().color_system and not terminal().no_color:
        draw(grid)
    else:
        print(f"clues are marked {CLUE_MARK}")
        print(marked(grid))


def folded(line: str, indent: int = 0) -> str:
    """Return a line, wrapped if the terminal is too narrow for it."""
    if not sys.stdout.isatty():
        return line
    return textwrap.fill(line, shutil.get_terminal_size().columns, subsequent_indent=" " * indent)


# --- Progress -----------------------------------------------------------------------------------------------------


def _has_moving_lines() -> bool:
    """Whether lines of the standard error can be drawn again; a terminal that calls itself dumb only adds lines."""
    return sys.stderr.isatty() and os.environ.get("TERM", "").lower() not in ("dumb", "unknown")


@contextmanager
def progress(things: str, *, quiet: bool = False) -> Iterator[Show]:
    """Give a function that shows how many of the things are done; one that shows nothing if it is quiet."""
    if quiet:
        yield lambda done, wanted, remark="": None
    elif _has_moving_lines():
        with _bar() as show:
            yield show
    else:
        yield _lines(things)


def tracked(things: Iterator[T], label: str, total: int) -> Iterator[T]:
    """Yield the same things; on a terminal, a bar counts them."""
    if not _has_moving_lines():
        yield from things
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as shown, for_people():
        yield from shown.track(things, total, description=label)


def readable(seconds: float) -> str:
    """Return a time in the two greatest units that it has, such as 11 d 4 h, 2 min 5 s or 40 s."""
    whole = round(seconds)
    units = (("d", whole // 86400), ("h", whole // 3600 % 24), ("min", whole // 60 % 60), ("s", whole % 60))
    first = next((place for place, (_, number) in enumerate(units) if number), len(units) - 1)
    return " ".join(f"{number} {unit}" for unit, number in units[first : first + 2] if number) or "0 s"


@contextmanager
def _bar() -> Iterator[Show]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    console = Console(stderr=True)
    numbers = [TextColumn("{task.completed:,}/{task.fields[wanted]}"), TextColumn("{task.fields[rate]:,.0f}/s")]
    remark, left = TextColumn("{task.fields[remark]}"), TextColumn("{task.fields[left]}")
    narrow = console.width < _NARROW
    columns: list[Any] = [*numbers, left] if narrow else [BarColumn(None), *numbers, remark, left]
    with Progress(*columns, console=console, transient=True, expand=not narrow) as shown, for_people():
        task, begin = shown.add_task("", total=None, rate=0.0, wanted="", remark="", left=""), time.monotonic()

        def show(done: int, wanted: int, remark: str = "") -> None:
            rate, left = _pace(done, wanted, begin)
            shown.update(task, completed=done, total=wanted, wanted=f"{wanted:,}", rate=rate, remark=remark, left=left)

        yield show


def _pace(done: int, wanted: int, begin: float) -> tuple[float, str]:
    """How many a second were done since a time, and how long the others take, in words; empty while none is done."""
    rate = done / max(time.monotonic() - begin, 1e-9)
    return rate, readable((wanted - done) / rate) if rate else ""


def _lines(things: str) -> Show:
    begin = last = time.monotonic()
    before = told = -1

    def show(done: int, wanted: int, remark: str = "") -> None:
        nonlocal begin, last, before, told
        if done < before:  # the next file begins
            begin = last = time.monotonic()
            told = -1
        before = done
        is_end = told >= 0 and done >= wanted  # so that the last line is right
        if done == told if is_end else time.monotonic() - last < PERIOD:
            return
        last, told = time.monotonic(), done
        rate, left = _pace(done, wanted, begin)
        parts = (f"{done:,} of {wanted:,} {things}", f"{rate:,.0f}/s", remark, left and f"{left} left")
        notice(", ".join(filter(None, parts)))

    return show


@contextmanager
def ticking(say: Callable[[], str]) -> Iterator[None]:
    """Say on stderr now and then how far work is that has no known end, and how to end it."""
    ended, begin = threading.Event(), time.monotonic()

    def tick() -> None:
        period = PERIOD
        while not ended.wait(min(period, _HOUR)):
            notice(f"{say()}{readable(time.monotonic() - begin)}: Ctrl-C ends it")
            period *= 2

    ticker = threading.Thread(target=tick, daemon=True)
    ticker.start()
    try:
        yield
    finally:
        ended.set()
        ticker.join()


# --- Ctrl-C -------------------------------------------------------------------------------------------------------


@contextmanager
def ended_by_ctrl_c(stop: threading.Event | None = None) -> Iterator[threading.Event]:
    """The first Ctrl-C sets the event, which asks the work to end, and says so; a second one ends the program."""
    stop = stop or threading.Event()

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
    """End the program without waiting for threads whose kernels are still running."""
    with suppress(OSError):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(status)


def _say(line: str) -> None:
    """Write a line above a progress bar. Not through the stream, which the signal may have interrupted."""
    control = _ERASE_LINE + _SHOW_CURSOR if _has_moving_lines() else ""
    with suppress(OSError, ValueError):
        os.write(sys.stderr.fileno(), f"{control}{line}\n".encode())
