"""`catalogue fewest` and `catalogue hunt`: puzzles of few clues, of one board and around others."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from board_catalogue import engine
from board_catalogue.catalogue.cli.options import DEFAULT_HOME, Base, Home, PuzzleSource, number
from board_catalogue.catalogue.cli.output import STANDARD_OUTPUT
from board_catalogue.catalogue.cli.puzzles import ratable_puzzle
from board_catalogue.catalogue.cli.terminal import draw, ended_by_ctrl_c, notice, progress
from board_catalogue.catalogue.cli.values import usage_errors
from board_catalogue.catalogue.errors import CatalogueError
from board_catalogue.catalogue.verbs.hunt import HuntRequest
from board_catalogue.catalogue.verbs.hunt import hunt as search_around
from board_catalogue.catalogue.verbs.request import ignore
from board_catalogue.engine.shape import Shape

if TYPE_CHECKING:
    from board_catalogue.engine.boards import Boards


@dataclass(frozen=True, kw_only=True)
class FewestOptions:
    """Which board to search."""

    puzzle: PuzzleSource
    base: Base = None
    clues: Annotated[int | None, number("Ask only for this many clues or fewer.", least=1, greatest=81)] = None
    resume: Annotated[
        str | None,
        typer.Option(help="Continue an earlier search from where it ended.", metavar="CLUES:PART:PARTS"),
    ] = None
    home: Home = DEFAULT_HOME


class _EndedError(Exception):
    """Ctrl-C has ended the search."""


def fewest(options: FewestOptions) -> None:
    """Find a puzzle with the fewest clues on a board, and prove it.

    All ways to place fewer clues are tried, which takes from minutes to hours. Ctrl-C ends the search and prints how to
    resume it. With --clues the search only answers whether the board has a puzzle of at most that many clues.

    \b
    Examples:
      catalogue fewest 123 --clues 16
      catalogue fewest puzzle.txt --clues 16
    """
    grid = ratable_puzzle(options.puzzle, options.home, base=options.base)
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


def _search(options: FewestOptions, board: Boards, watch: Callable[[engine.Progress], None]) -> Boards | None:
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


@dataclass(frozen=True, kw_only=True)
class HuntOptions:
    """Where to search, and for how long."""

    request: HuntRequest
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing but the puzzles and errors.")] = False
    home: Home = DEFAULT_HOME


def hunt(options: HuntOptions) -> None:
    """Search around puzzles for others with few clues.

    From each 9x9 puzzle, some clues are removed and others added, in all ways that give one solution. Puzzles that some
    symmetry maps to each other count once. Each new one is written as a line, and searched around in turn, unless it
    has fewer clues. Ctrl-C ends the hunt and loses nothing.

    The puzzles are those of a file in any format that catalogue import reads, or without FILE those of the catalogue
    that the options choose. In that case, new puzzles are also stored there, with the source "hunt".

    \b
    Examples:
      catalogue hunt puzzle.txt --clues 40 --count 3
      catalogue hunt puzzle.txt --clues 40 --seconds 1 --output found.txt
      catalogue hunt --sort clues --limit 9 --clues 24 --count 100
    """
    with usage_errors(), ended_by_ctrl_c() as stop:
        options.request.target()
        request = replace(options.request, stop=stop, on_puzzles=_written if _on_screen(options.request) else ignore)
        if options.quiet:
            request = replace(request, on_notice=ignore)
        report = search_around(options.home, request)
    if not options.quiet:
        notice(f"{report.new:,} new {'puzzle' if report.new == 1 else 'puzzles'}: {report.ending}")


def _on_screen(request: HuntRequest) -> bool:
    return request.output is None or Path(request.output) == STANDARD_OUTPUT


def _written(puzzles: Sequence[str]) -> None:
    print("\n".join(puzzles), flush=True)
