"""Make boards by wave function collapse and show them.

Prints each dead end, the board, and how many of its cells break a rule. Above size 9, forced cells are filled first and
a choice that leads to a dead end is undone: plain collapse would take about 65,000 attempts at size 25. It also says
whether two rows and two columns cross in a rectangle with equal diagonals. With --class it shows the board of that
class, the least of all its images, and then the boards of the next classes.

Press Enter for another board, q to quit. Input from a pipe works the same, one line for each board.

\b
Examples:
  catalogue demo --boards 3
  catalogue demo --boards 1 --size 16 --seed 1
  catalogue demo --boards 1 --size 6
  catalogue demo --boards 1 --method permutation
  catalogue demo --boards 2 --class 0
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated

import typer

from ...engine.shape import DIGITS
from ..verbs.demo import DemoBoard, DemoRequest, demo
from .animation import Frame, animation, chosen_cell, pause_of
from .options import Watch, frame_delay
from .terminal import draw

if TYPE_CHECKING:
    from rich.text import Text

    from ...engine import Grid
    from ...engine.teaching.making import Wave

DELAY = 30
"""Milliseconds between two frames of an animation."""

_WIDTH = 80  # columns that a wave takes at most


@dataclass(frozen=True, kw_only=True)
class Options:
    """Which boards to make, and how."""

    request: DemoRequest
    watch: Watch = False
    delay: Annotated[int | None, frame_delay(DELAY)] = None


def run(options: Options) -> None:
    """Make boards and draw them, one after the other."""
    request = options.request
    if options.watch and request.method != "collapse":
        raise typer.BadParameter("--watch needs --method collapse")
    if options.watch and request.class_number is not None:
        raise typer.BadParameter("--class names the board: leave out --watch")
    pause = pause_of(options.watch, options.delay, DELAY)
    for board in _made(request, pause):
        draw(board.grid)
        print(f"{_in_words(board.grid)}\n", flush=True)
        if not request.boards and not _wants_another():
            break


def _in_words(grid: Grid) -> str:
    """Describe a board: how many cells break a rule, and whether it has a rectangle with equal diagonals."""
    wrong = grid.invalid_count
    cells = "no cell breaks a rule" if not wrong else f"{wrong} cell{'s break' if wrong > 1 else ' breaks'} a rule"
    return f"{cells}, {'a' if grid.has_rectangle() else 'no'} rectangle has equal diagonals"


def _made(request: DemoRequest, pause: int | None) -> Iterator[DemoBoard]:
    """Yield the boards; each is animated while it is made, if there is a pause between frames and a terminal."""
    player: list[Callable[[Frame], None]] = []

    def on_wave(wave: Wave) -> None:
        player[-1](lambda: _frame(wave))

    is_watched = pause is not None and sys.stdout.isatty()
    told = replace(request, on_board=print, on_progress=_print_dead_end, on_wave=on_wave if is_watched else None)
    boards = demo(told)
    for _ in range(request.boards or sys.maxsize):
        with animation(pause) as show:
            if show:
                player.append(show)
            board = next(boards, None)
        if board is None:
            return
        yield board


def _print_dead_end(wave: Wave) -> None:
    if wave.dead_end:
        print(f"{wave.dead_end} has nothing left, trying again")


def _wants_another() -> bool:
    """Whether Enter comes before q: as a key of a terminal, or as a line of anything else."""
    if not sys.stdin.isatty():
        line = sys.stdin.readline()
        return line != "" and line.strip().lower() != "q"
    if not sys.stdout.isatty():
        return False  # no one would see the question
    print("Enter: another board, q: quit", end="", flush=True)
    try:
        while (key := typer.getchar()) not in "\r\n":
            if key in "qQ":
                return False
        return True
    except EOFError:
        return False
    finally:
        print()


def _frame(wave: Wave) -> Text:
    """Draw the wave: settled cells green, open ones with their candidates, the chosen one in reverse."""
    from ...engine.drawing import FILLED, painted

    shape = wave.grid.board_shape
    size, parts = shape.size, len(shape.stacks)
    frame = 3 * parts + 1 + size - parts  # columns that do not belong to a cell
    width = max(1, min(size, (_WIDTH - frame) // size))

    def paint(row: int, column: int) -> tuple[str, str]:
        text, style = paint_cell(row, column)
        return text, f"{style} reverse" if wave.choice and wave.choice.cell == (row, column) else style

    def paint_cell(row: int, column: int) -> tuple[str, str]:
        if value := wave.grid.get(row, column):
            return DIGITS[value].center(width), f"bold {FILLED}"
        values = wave.left[row, column]
        if not values:
            return "x".center(width), "bold white on red"
        text = "".join(DIGITS[value] for value in values)
        if len(text) > width:
            text = _abridged(len(text), size, width)
        return text.center(width), "dim"

    open_cells = len(wave.left)
    return painted(shape, paint).append(f"\n{shape.cells - open_cells} of {shape.cells} cells settled\n{_choice(wave)}")


def _choice(wave: Wave) -> str:
    """The last choice in words; an empty text before the first one."""
    if not wave.choice:
        return ""
    cell, candidates, value = wave.choice
    settled = wave.grid.get(*cell) == value
    return chosen_cell(cell, candidates, f"{'takes' if settled else 'cannot take'} {DIGITS[value]}")


def _abridged(left: int, size: int, width: int) -> str:
    """The number of candidates if there is no room to list them; in one column, roughly."""
    if width > 5:
        return f"{left} left"
    return f"{left}?" if width > 2 else "░▒▓"[3 * (left - 1) // size]
