"""`catalogue fewest` and `catalogue hunt`: puzzles of few clues, of one board and around others."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ... import engine
from ..requests.request import ignore
from ..verbs.fewest import FewestRequest
from ..verbs.fewest import fewest as search_board
from ..verbs.hunt import HuntRequest
from ..verbs.hunt import hunt as search_around
from .options import DEFAULT_HOME, Home
from .output import STANDARD_OUTPUT
from .terminal import draw, ended_by_ctrl_c, notice, progress
from .values import usage_errors

if TYPE_CHECKING:
    pass


@dataclass(frozen=True, kw_only=True)
class FewestOptions:
    """Which board to search."""

    request: FewestRequest
    home: Home = DEFAULT_HOME


def fewest(options: FewestOptions) -> None:
    """Find a puzzle with the fewest clues on a board, and prove it.

    All ways to place fewer clues are tried, which takes from minutes to hours. Ctrl-C ends the search and prints how to
    resume it. With --clues the search only answers whether the board has a puzzle of at most that many clues.

    \b
    Examples:
      catalogue fewest 123 --clues 16
      catalogue fewest puzzle.txt --clues 16
    """
    start = time.monotonic()
    with progress("parts") as show, ended_by_ctrl_c() as stop, usage_errors():

        def look(here: engine.Progress) -> None:
            show(here.part, here.parts, time.monotonic() - start, f"{here.clues} clues")

        report = search_board(options.home, replace(options.request, stop=stop, on_progress=look))
    if report.puzzle is None:
        print(f"No puzzle of {options.request.clues} clues or fewer.")
        return
    grid = engine.Grid(report.puzzle)
    draw(grid)
    print(f"{grid.locked_count} clues{', the fewest of this board' if report.is_fewest else ''}")


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

    The puzzles come from a file in any format that catalogue import reads, or without FILE from the catalogue
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
