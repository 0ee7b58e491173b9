"""`catalogue fewest` and `catalogue hunt`: puzzles of few clues, of one board and around others."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from board_catalogue import engine
from board_catalogue.catalogue.cli.options import DEFAULT_HOME, Base, Force, Home, Output, PuzzleSource, Wait, number
from board_catalogue.catalogue.cli.output import target_of
from board_catalogue.catalogue.cli.puzzles import ratable_puzzle
from board_catalogue.catalogue.cli.terminal import draw, ended_by_ctrl_c, notice, open_to_write, progress
from board_catalogue.catalogue.cli.values import usage_errors
from board_catalogue.catalogue.errors import CatalogueError
from board_catalogue.catalogue.verbs.selection import Selection, check_ratings, selected
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
class HuntOptions(Selection):
    """Where to search, and for how long."""

    puzzles: Annotated[Path | None, typer.Argument(help="File of puzzles; - for standard input.", metavar="[FILE]")] = (
        None
    )
    clues: Annotated[int, number("Write puzzles with at most this many clues.", least=17, greatest=81)] = 17
    remove: Annotated[int, number("Clues to remove.", least=1, greatest=4)] = 1
    add: Annotated[int, number("Clues to add.", least=1, greatest=2)] = 1
    limit: Annotated[int | None, number("Search around at most this many puzzles of the catalogue.")] = None
    count: Annotated[int | None, number("Stop after this many new puzzles.", least=1, names=("--count", "-n"))] = None
    seconds: Annotated[int | None, number("Stop after this many seconds.", least=1)] = None
    output: Output = None
    force: Force = False
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing but the puzzles and errors.")] = False
    wait: Wait = 0.0
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
    from board_catalogue.catalogue.runs.hunting import (
        Hunt,
        Neighbourhood,
        as_boards,
        puzzles_of_catalogue,
        puzzles_of_file,
    )

    target = target_of(options.output, None, ("line",), default="line", force=options.force)
    with usage_errors():
        criteria = options.criteria()
    if options.puzzles and options.chooses:
        raise typer.BadParameter("options that choose puzzles are for those of the catalogue: leave out FILE")
    begin = time.monotonic()
    with ExitStack() as stack:
        if options.puzzles:
            store = None
            known = begun = puzzles_of_file(options.puzzles)
        else:
            store = stack.enter_context(open_to_write(options.home, wait=options.wait))
            known = puzzles_of_catalogue(store)
            check_ratings(store, options, criteria)
            begun = as_boards([givens for (givens,) in selected(store, options, criteria, ("givens",))])
            if not len(begun) and not options.quiet:
                notice("No matching puzzles.")
        stop = stack.enter_context(ended_by_ctrl_c())
        out = stack.enter_context(target.growing())
        hunt = Hunt(
            begun,
            known,
            Neighbourhood(clues=options.clues, remove=options.remove, add=options.add),
            store=store,
            count=options.count,
            seconds=None if options.seconds is None else options.seconds - (time.monotonic() - begin),
            stop=stop,
        )
        for puzzles in hunt:
            print("\n".join(puzzles), file=out, flush=True)
    if not options.quiet:
        notice(f"{hunt.number:,} new {'puzzle' if hunt.number == 1 else 'puzzles'}: {hunt.ending}")
