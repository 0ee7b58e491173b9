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
from ..requests.request import Option, one_of, several, spans
from ..storage.whole_files import check_output, write_output
from ..verbs.sections import Table
from .animation import Frame, animation, chosen_cell, pause_of
from .calls import FILE, HOME, SWITCH, Call, Own, command, delay, format_option, usage_errors
from .terminal import INTERRUPTED, draw, notice, table, tracked

# --- demo -------------------------------------------------------------------------------------------------------------

DELAY = 30
"""Milliseconds between two frames of an animation."""

_WIDTH = 80  # columns that a wave takes at most


@command(watch=SWITCH, delay=delay(DELAY))
def demo(call: Call) -> None:
    """Make boards and draw them, one after the other."""
    request = call.request
    if call.watch and request.method != "wfc":
        raise typer.BadParameter("--watch needs --method wfc")
    if call.watch and request.class_number is not None:
        raise typer.BadParameter("--class names the board: leave out --watch")
    for board in _made(call, pause_of(call.watch, call.delay, DELAY)):
        draw(board.grid)
        print(f"{_in_words(board.grid)}\n", flush=True)
        if not request.boards and not _wants_another():
            break


def _in_words(grid: Any) -> str:
    wrong = grid.invalid_count
    cells = "no cell breaks a rule" if not wrong else f"{wrong} cell{'s break' if wrong > 1 else ' breaks'} a rule"
    return f"{cells}, {'a' if grid.has_rectangle() else 'no'} rectangle has equal diagonals"


def _made(call: Call, pause: int | None) -> Iterator[Any]:
    """Yield the boards; each is animated while it is made, if there is a pause between frames and a terminal."""
    player: list[Callable[[Frame], None]] = []

    def on_progress(wave: Any) -> None:
        if wave.dead_end:
            print(f"{wave.dead_end} has nothing left, trying again")

    is_watched = pause is not None and sys.stdout.isatty()
    on_wave = (lambda wave: player[-1](lambda: _frame(wave))) if is_watched else None
    boards = call.done(on_board=print, on_progress=on_progress, on_wave=on_wave)
    for _ in range(call.request.boards or sys.maxsize):
        with animation(pause) as show:
            player += [show] if show else []
            board = next(boards, None)
        if board is None:
            return
        yield board


def _wants_another() -> bool:
    """Whether Enter comes before q: as a key of a terminal, or as a line of anything else."""
    if not sys.stdin.isatty():
        line = sys.stdin.readline()
        return line != "" and line.strip().lower() != "q"
    if not sys.stdout.isatty():
        return False  # no one would see the question
    print("Enter: another board, q: quit", end="", flush=True)
    try:
        while (key := typer.getchar()) not in "\r\nqQ":
            pass
        return key in "\r\n"
    except EOFError:
        return False
    finally:
        print()


def _frame(wave: Any) -> Any:
    """Draw the wave: settled cells green, open ones with their candidates, the chosen one in reverse."""
    shape, choice = wave.grid.board_shape, wave.choice
    size, parts = shape.size, len(shape.stacks)
    frame = 3 * parts + 1 + size - parts  # columns that do not belong to a cell
    width = max(1, min(size, (_WIDTH - frame) // size))

    def paint(row: int, column: int) -> tuple[str, str]:
        values = wave.left.get((row, column))
        text, style = "".join(DIGITS[value] for value in values or ()), "dim"
        if value := wave.grid.get(row, column):
            text, style = DIGITS[value], f"bold {engine.drawing.FILLED}"
        elif not values:
            text, style = "x", "bold white on red"
        elif len(text) > width:  # there is no room to list the candidates: their number, in one column roughly
            number = f"{len(text)} left" if width > 5 else f"{len(text)}?"
            text = number if width > 2 else "░▒▓"[3 * (len(text) - 1) // size]
        return text.center(width), f"{style} reverse" if choice and choice.cell == (row, column) else style

    said = ""
    if choice:
        cell, candidates, value = choice
        takes = "takes" if wave.grid.get(*cell) == value else "cannot take"
        said = chosen_cell(cell, candidates, f"{takes} {DIGITS[value]}")
    settled = f"{shape.cells - len(wave.left)} of {shape.cells} cells settled"
    return engine.drawing.painted(shape, paint).append(f"\n{settled}\n{said}")


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
    experiment = teaching.Experiment(
        clues=tuple(call.clues),
        runs=call.runs,
        seed=seed,
        shapes=tuple(dict.fromkeys(_shape_of(size, call.blocks) for size in call.sizes or (None,))),
        rules=tuple(call.compare),
        max_steps=call.max_steps,
        max_seconds=call.max_seconds,
    )
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


def _print(outcomes: Sequence[Any], call: Call, format: str, seed: int) -> None:
    if format == "table":
        or_seconds = "" if call.max_seconds is None else f" or {call.max_seconds:g} s"
        print(_table(outcomes))
        print(f"\n{call.runs} boards each of seed {seed}; searches gave up after {call.max_steps:,} steps{or_seconds};")
        print("steps: the median of all; all: boards that every rule solved; ms: the median of")
        print("their processor time; at least: that of the boards given up, which take longer")
        return
    FORMATS[format].write(map(astuple, outcomes), tuple(field.name for field in fields(teaching.Outcome)), sys.stdout)
    if call.seed is None:
        notice(f"the boards are of seed {seed}")


def _milliseconds(median: float | None) -> str:
    if median is None:
        return "-"
    return f"{median:,.{2 - (median >= 10) - (median >= 100)}f}"


def _table(outcomes: Sequence[Any]) -> str:
    rows = []
    for each in outcomes:
        shape = Shape.of(each.size, each.blocks)
        size = str(shape.size) if shape.is_usual else f"{shape.size} ({shape.blocks})"
        endings = (each.solved, each.unsolvable, each.gave_up, f"{each.median_steps:,.0f}", each.solved_by_all)
        times = (_milliseconds(each.solved_ms), _milliseconds(each.gave_up_ms))
        rows.append((size, each.clues, each.rule, *endings, *times))
    headers = ["size", "clues", "rule", "solved", "no\nsolution", "gave up", "steps", "all", "ms", "at least"]
    return table(Table(rows, headers, ["right", "right", "left", *["right"] * 7]))


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
    levels = max(len(searched), len(computed))
    columns = {
        "level": range(levels),
        "boards, searched": [f"{number:,}" for number in searched],
        **({"boards, computed": [f"{number:,}" for number in computed]} if computed else {}),
        "cells on the stack": range(levels),
    }
    rows = list(zip_longest(*columns.values(), fillvalue=""))
    print(table(Table(rows, list(columns), ["right"] * len(columns))))
    if searched[-1] > call.limit:
        print(f"\nthe search ended at level {len(searched) - 1}: it had more than {call.limit:,} boards")
