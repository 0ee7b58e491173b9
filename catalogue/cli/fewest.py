"""Find a puzzle with the fewest clues that a board has, and prove it.

All ways to place fewer clues are tried, which takes from minutes to hours. Ctrl-C ends the search and prints how to
resume it. With --clues the search only answers whether the board has a puzzle of at most that many clues.

\b
Examples:
  catalogue fewest 123 --clues 16
  catalogue fewest puzzle.txt --clues 16
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

import engine
from catalogue.cli.options import DEFAULT_HOME, Home, PuzzleSource, number
from catalogue.cli.puzzles import ratable_puzzle
from catalogue.cli.terminal import draw, ended_by_ctrl_c, progress
from catalogue.errors import CatalogueError
from engine.shape import Shape

if TYPE_CHECKING:
    from engine.boards import Boards


@dataclass(frozen=True, kw_only=True)
class Options:
    """Which board to search."""

    puzzle: PuzzleSource
    clues: Annotated[int | None, number("Ask only for this many clues or fewer.", least=1, greatest=81)] = None
    resume: Annotated[
        str | None,
        typer.Option(help="Continue an earlier search from where it ended.", metavar="CLUES:PART:PARTS"),
    ] = None
    home: Home = DEFAULT_HOME


class _EndedError(Exception):
    """Ctrl-C has ended the search."""


def run(options: Options) -> None:
    """Search, and draw the puzzle found."""
    grid = ratable_puzzle(options.puzzle, options.home)
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
    grid = engine.Grid(found)
    draw(grid)
    proven = "" if options.clues else ", the fewest of this board"
    print(f"{grid.locked_count} clues{proven}")


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
