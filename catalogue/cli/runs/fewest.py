"""`catalogue fewest`: the fewest clues of a board, proven."""

import re
import time
from collections.abc import Callable

import numpy as np
import typer

import engine
from catalogue.cli.commands.fewest import Options
from catalogue.cli.runs.steps import puzzle_of
from catalogue.cli.terminal.console import draw
from catalogue.cli.terminal.interruption import ended_by_ctrl_c
from catalogue.cli.terminal.progress import progress
from catalogue.errors import CatalogueError
from engine import Grid
from engine.batch.boards import Boards
from engine.board.shape import Shape


class _EndedError(Exception):
    """Ctrl-C has ended the search."""


def run(options: Options) -> None:
    """Search, and draw the puzzle found."""
    grid = puzzle_of(options.puzzle, options.home)
    if grid.board_shape != Shape.of(9):
        raise CatalogueError(f"{options.puzzle}: the search is for 9x9 boards only, not {grid.board_shape}")
    puzzle = grid.to_numpy().reshape(-1)
    if engine.count_solutions(puzzle) != 1:
        raise CatalogueError(f"{options.puzzle}: a puzzle without exactly one solution has no board to search")
    board = engine.solve(puzzle)
    reached: list[engine.Progress] = []
    start = time.monotonic()
    with progress("parts") as show, ended_by_ctrl_c() as stop:

        def watch(here: engine.Progress) -> None:
            reached.append(here)
            show(here.part, here.parts, time.monotonic() - start, f"{here.clues} clues")
            if stop.is_set():
                raise _EndedError

        try:
            found = _search(options, board, watch)
        except _EndedError:
            raise CatalogueError(f"ended early; to continue, add --resume {':'.join(map(str, reached[-1]))}") from None
    if found is None:
        print(f"No puzzle of {options.clues} clues or fewer.")
        return
    draw(Grid(found))
    proven = "" if options.clues else ", the fewest of this board"
    print(f"{np.count_nonzero(found)} clues{proven}")


def _search(options: Options, board: Boards, watch: Callable[[engine.Progress], None]) -> Boards | None:
    resume = _resume(options.resume)
    try:
        if options.clues:
            return engine.puzzle_within(board, options.clues, progress=watch, resume=resume)
        return engine.fewest_clues(board, progress=watch, resume=resume)
    except ValueError as error:  # it resumes another search
        raise CatalogueError(str(error)) from error


def _resume(text: str | None) -> engine.Progress | None:
    if text is None:
        return None
    numbers = re.fullmatch(r"(\d{1,9}):(\d{1,9}):(\d{1,9})", text, re.ASCII)
    if not numbers:
        raise typer.BadParameter(f"--resume {text!r} is not CLUES:PART:PARTS, three numbers as the search printed them")
    return engine.Progress(*map(int, numbers.groups()))
