"""The commands that show how generation and search work."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import astuple, fields
from itertools import zip_longest
from typing import Any

import typer

from ... import engine
from ...engine import teaching
from ...engine.names import SEARCH_RULES
from ...engine.shape import DIGITS, LARGEST_SIZE, Shape
from .. import verbs
from ..formats import FORMATS
from ..formats.door import grid_of
from ..requests import shared
from ..requests.named import named_by
from ..requests.request import Option
from ..requests.values import one_of, several, spans
from ..storage.whole_files import check_output, write_output
from ..verbs.sections import Table
from .animation import Frame, animation, chosen_cell, pause_of
from .calls import Call, command
from .options import FILE, HOME, SWITCH, Own, delay, format_option, usage_errors
from .printing import draw, table
from .terminal import INTERRUPTED, notice, tracked

# --- demo -------------------------------------------------------------------------------------------------------------

DELAY = 30
"""Milliseconds between two frames of an animation."""

_WIDTH = 80  # columns that a wave takes at most


@command(watch=SWITCH, delay=delay(DELAY))
def demo(call: Call) -> None:
    """Make boards and draw them, one after the other."""
    request = call.request
    if call.watch and request.method != "collapse":
        raise typer.BadParameter("--watch needs --method collapse")
    if call.watch and request.class_number is not None:
        raise typer.BadParameter("--class names the board: leave out --watch")
    for board in _made(call, pause_of(call.watch, call.delay, DELAY)):
        draw(board.grid)
        print(f"{_in_words(board.grid)}\n", flush=True)
        if not request.boards and not _wants_another():
            break


def _in_words(grid: Any) -> str:
    """Describe a board: how many cells break a rule, and whether it has a rectangle with equal diagonals."""
    wrong = grid.invalid_count
    cells = "no cell breaks a rule" if not wrong else f"{wrong} cell{'s break' if wrong > 1 else ' breaks'} a rule"
    return f"{cells}, {'a' if grid.has_rectangle() else 'no'} rectangle has equal diagonals"


def _made(call: Call, pause: int | None) -> Iterator[Any]:
    """Yield the boards; each is animated while it is made, if there is a pause between frames and a terminal."""
    player: list[Callable[[Frame], None]] = []

    def on_wave(wave: Any) -> None:
        player[-1](lambda: _frame(wave))

    is_watched = pause is not None and sys.stdout.isatty()
    boards = call.done(on_board=print, on_progress=_print_dead_end, on_wave=on_wave if is_watched else None)
    for _ in range(call.request.boards or sys.maxsize):
        with animation(pause) as show:
            if show:
                player.append(show)
            board = next(boards, None)
        if board is None:
            return
        yield board


def _print_dead_end(wave: Any) -> None:
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


def _frame(wave: Any) -> Any:
    """Draw the wave: settled cells green, open ones with their candidates, the chosen one in reverse."""
    shape = wave.grid.board_shape
    size, parts = shape.size, len(shape.stacks)
    frame = 3 * parts + 1 + size - parts  # columns that do not belong to a cell
    width = max(1, min(size, (_WIDTH - frame) // size))

    def paint(row: int, column: int) -> tuple[str, str]:
        text, style = paint_cell(row, column)
        return text, f"{style} reverse" if wave.choice and wave.choice.cell == (row, column) else style

    def paint_cell(row: int, column: int) -> tuple[str, str]:
        if value := wave.grid.get(row, column):
            return DIGITS[value].center(width), f"bold {engine.drawing.FILLED}"
        values = wave.left[row, column]
        if not values:
            return "x".center(width), "bold white on red"
        text = "".join(DIGITS[value] for value in values)
        if len(text) > width:
            text = _abridged(len(text), size, width)
        return text.center(width), "dim"

    open_cells = len(wave.left)
    return engine.drawing.painted(shape, paint).append(
        f"\n{shape.cells - open_cells} of {shape.cells} cells settled\n{_choice(wave)}"
    )


def _choice(wave: Any) -> str:
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


# --- explore ----------------------------------------------------------------------------------------------------------

_FORMATS = ("table", "csv", "tsv", "json", "jsonl")


@command(
    clues=Own(
        Option(read=spans(0, 81), is_joined=True),
        default=(0, 10, 20, 30, 40),
        more={"names": ("--givens",), "show_default": True},
    ),
    runs=Own(kind=int, default=100),
    compare=Own(
        Option(read=several(one_of(SEARCH_RULES)), is_joined=True, words={"known": ", ".join(SEARCH_RULES)}),
        default=("row-major",),
        more={"show_default": True},
    ),
    sizes=Own(
        Option(read=spans(1, LARGEST_SIZE), is_joined=True, words={"most": LARGEST_SIZE}), more={"names": ("--size",)}
    ),
    blocks=Own(),
    max_steps=Own(kind=int, default=10_000),
    max_seconds=Own(kind=float),
    seed=Own(kind=int),
    format=format_option(*_FORMATS),
    output=FILE,
    plot=FILE,
    force=SWITCH,
)
def explore(call: Call) -> int:
    """Print the outcomes of the searches."""
    target = call.target(_FORMATS, "table")
    if call.plot:
        verbs.plots.check(call.plot)
        check_output(call.plot, force=call.force)
    seed = secrets.randbits(32) if call.seed is None else call.seed
    experiment = _experiment(call, seed)
    outcomes: list[Any] = []
    fault, status = None, 0
    try:
        for outcome in tracked(experiment.outcomes(), "exploring", experiment.rows):
            outcomes.append(outcome)
    except ValueError as error:  # no board with that many clues was found; earlier outcomes are still printed
        fault = typer.BadParameter(f"--clues: {error}")
    except KeyboardInterrupt:
        status = INTERRUPTED
    if outcomes:
        if call.plot:
            plot = verbs.plots.plot_outcomes(outcomes, call.max_steps, call.max_seconds, call.plot.suffix)
            write_output(call.plot, plot, force=call.force)
        with target.printed():
            _print(outcomes, call, target.format, seed)
    if fault:
        raise fault
    if status:
        notice(f"stopped by Ctrl-C after {len(outcomes)} of {experiment.rows} rows")
    return status


def _experiment(call: Call, seed: int) -> Any:
    return teaching.Experiment(
        clues=tuple(call.clues),
        runs=call.runs,
        seed=seed,
        shapes=tuple(dict.fromkeys(_shape_of(size, call.blocks) for size in call.sizes or (None,))),
        rules=tuple(call.compare),
        max_steps=call.max_steps,
        max_seconds=call.max_seconds,
    )


def _print(outcomes: Sequence[Any], call: Call, format: str, seed: int) -> None:
    if format == "table":
        print(_table(outcomes))
        print(f"\n{call.runs} boards each of seed {seed}; searches gave up after {_limit(call)};")
        print("steps: the median of all; all: boards that every rule solved; ms: the median of")
        print("their processor time; at least: that of the boards given up, which take longer")
        return
    FORMATS[format].write(map(astuple, outcomes), tuple(field.name for field in fields(teaching.Outcome)), sys.stdout)
    if call.seed is None:
        notice(f"the boards are of seed {seed}")


def _limit(call: Call) -> str:
    or_seconds = "" if call.max_seconds is None else f" or {call.max_seconds:g} s"
    return f"{call.max_steps:,} steps{or_seconds}"


def _shape_in_short(outcome: Any) -> str:
    shape = Shape.of(outcome.size, outcome.blocks)
    return str(shape.size) if shape.is_usual else f"{shape.size} ({shape.blocks})"


def _milliseconds(median: float | None) -> str:
    if median is None:
        return "-"
    return f"{median:,.2f}" if median < 10 else f"{median:,.1f}" if median < 100 else f"{median:,.0f}"


def _table(outcomes: Sequence[Any]) -> str:
    rows = [
        (
            _shape_in_short(each),
            each.clues,
            each.rule,
            each.solved,
            each.unsolvable,
            each.gave_up,
            f"{each.median_steps:,.0f}",
            each.solved_by_all,
            _milliseconds(each.solved_ms),
            _milliseconds(each.gave_up_ms),
        )
        for each in outcomes
    ]
    headers = ["size", "clues", "rule", "solved", "no\nsolution", "gave up", "steps", "all", "ms", "at least"]
    sides = ["right", "right", "left", *["right"] * 7]
    return table(Table(rows, headers, sides))


def _shape_of(size: int | None, blocks: str | None) -> Shape:
    with usage_errors():
        return shared.shape_of(size, blocks)


# --- frontier ---------------------------------------------------------------------------------------------------------


@command(
    puzzle=Own(),
    size=Own(shared.SIZE),
    blocks=Own(),
    base=Own(kind=int),
    limit=Own(kind=int, default=50_000),
    home=HOME,
)
def frontier(call: Call) -> None:
    """Print the size of each level."""
    shape, computed = _shape_of(call.size, call.blocks), list[int]()
    if call.puzzle:
        call.on_notice = notice
        with usage_errors(), named_by(call.home, call) as found:
            grid = grid_of(found.plain(found.single()))
    else:
        grid = engine.Grid.empty(shape.size, blocks=shape.blocks)
        if teaching.can_count_band(shape):
            computed = teaching.band_levels(shape.size, blocks=shape.blocks)
    searched = list(teaching.frontier_sizes(grid, call.limit))
    print(_levels_table(searched, computed))
    if searched[-1] > call.limit:
        print(f"\nthe search ended at level {len(searched) - 1}: it had more than {call.limit:,} boards")


def _levels_table(searched: list[int], computed: list[int]) -> str:
    levels = max(len(searched), len(computed))
    columns = {
        "level": range(levels),
        "boards, searched": [f"{number:,}" for number in searched],
        **({"boards, computed": [f"{number:,}" for number in computed]} if computed else {}),
        "cells on the stack": range(levels),
    }
    rows = list(zip_longest(*columns.values(), fillvalue=""))
    return table(Table(rows, list(columns), ["right"] * len(columns)))
