"""`catalogue demo`: boards made by wave function collapse, or out of one block, seen."""

import secrets
import sys
from collections.abc import Callable
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from catalogue.cli.animation import animation, pause_of
from catalogue.cli.puzzles import draw

if TYPE_CHECKING:
    from rich.text import Text

    from engine import Grid
    from engine.teaching.collapse import Wave

_WIDTH = 80  # columns that a wave takes at the most
_DELAY = 30  # milliseconds


class Maker(StrEnum):
    """How boards are made."""

    collapse = "collapse"
    permutation = "permutation"


def command(
    boards: Annotated[
        int | None, typer.Option(help="Make so many, and ask nothing. Default: one more for each Enter.", min=1)
    ] = None,
    size: Annotated[int, typer.Option(help="Size of the boards: 1, 4, 9, 16 or 25.")] = 9,
    seed: Annotated[
        int | None, typer.Option(help="A seed makes the same boards ever again.", min=0, max=2**63 - 1)
    ] = None,
    by: Annotated[
        Maker, typer.Option(help="Wave function collapse, or one random block and cyclic permutations of it.")
    ] = Maker.collapse,
    watch: Annotated[
        bool, typer.Option("--watch", help="Watch the cells and what they have left, on a terminal.")
    ] = False,
    delay: Annotated[
        int | None, typer.Option(help="Milliseconds between two cells of --watch.", min=0, show_default=str(_DELAY))
    ] = None,
) -> None:
    """Make boards by wave function collapse, and show them.

    Each comes with its dead ends and its number of invalid cells. Above size 9 singles are followed up, and a choice
    that leads to a dead end is taken back: plain collapse would take some 65,000 attempts at size 25. Boards made by
    permutation tell whether two rows and two columns cross in a rectangle with equal diagonals.

    Enter makes another board, q leaves. What is read from a pipe counts alike, a line a board.

    \b
    Example:
      catalogue demo --boards 3
      catalogue demo --boards 1 --size 16 --seed 1
      catalogue demo --boards 1 --by permutation
    """
    from engine import permutation_grid
    from engine.board.random_numbers import RandomNumbers
    from engine.board.symbols import GRID_SIZES

    if size not in GRID_SIZES:
        raise typer.BadParameter(f"--size {size} is not one of {', '.join(map(str, GRID_SIZES))}")
    if watch and by is Maker.permutation:
        raise typer.BadParameter("--watch is for --by collapse")
    pause = pause_of(watch, delay, _DELAY)
    own_seed = secrets.randbits(32) if seed is None else seed
    for index in range(boards or sys.maxsize):
        if index and not boards and not _wants_another():
            break
        print(f"board {index} of seed {own_seed}")
        if by is Maker.collapse:
            grid = _collapsed(size, own_seed, index, pause)
        else:
            grid = permutation_grid(RandomNumbers(own_seed, index).below(2**32), size=size)
        draw(grid)
        rectangle = "" if by is Maker.collapse else f", {'a' if grid.has_rectangle() else 'no'} rectangle"
        print(f"{grid.invalid_count} invalid cells{rectangle}\n", flush=True)


def _wants_another() -> bool:
    """Whether Enter comes before q: as a key of a terminal, or as a line of anything else."""
    if not sys.stdin.isatty():
        line = sys.stdin.readline()
        return line != "" and line.strip().lower() != "q"
    if not sys.stdout.isatty():
        return False  # nobody would see the question
    print("Enter: another board, q: leave", end="", flush=True)
    try:
        while (key := typer.getchar()) not in "\r\n":
            if key in "qQ":
                return False
        return True
    except EOFError:
        return False
    finally:
        print()


def _collapsed(size: int, seed: int, index: int, delay: int | None) -> "Grid":
    """One board, each dead end on the way reported; animated where there is a delay and a terminal."""
    from engine.teaching.collapse import collapse

    with animation(delay) as show:
        observer: Callable[[Wave], None] | None = (lambda wave: show(lambda: _frame(wave))) if show else None
        for wave in collapse(size, seed=seed, index=index, observer=observer):
            if wave.dead_end:
                print(f"{wave.dead_end} has nothing left, trying again")
    return wave.grid


def _frame(wave: "Wave") -> "Text":
    """The wave as one who watches sees it: settled cells green, open ones with what they have left."""
    from engine.board.drawing import FILLED, painted
    from engine.board.symbols import DIGITS

    size = wave.grid.size
    box = round(size**0.5)
    frame = 3 * box + 1 + size - box  # columns that do not belong to a cell
    width = max(1, min(size, (_WIDTH - frame) // size))

    def paint(row: int, column: int) -> tuple[str, str]:
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
    return painted(size, paint).append(f"\n{size**2 - open_cells} of {size**2} cells settled")


def _abridged(left: int, size: int, width: int) -> str:
    """How many of the values are left, where there is no room to name them: in one column only roughly."""
    if width > 5:
        return f"{left} left"
    return f"{left}?" if width > 2 else "░▒▓"[3 * (left - 1) // size]
