"""Search around puzzles for others of few clues.

From each 9x9 puzzle, some clues are removed and others added, in all ways that give one solution. Puzzles that some
symmetry maps to each other count once. Each new one is written as a line, and searched around in turn unless clues
become fewer. Ctrl-C ends the hunt and loses nothing.

The puzzles are those of a file in any format that catalogue import reads, or without FILE those of the catalogue that
the options choose. Then what is new to the whole catalogue is also stored there, with the source "hunt".

\b
Examples:
  catalogue hunt puzzle.txt --clues 40 --count 3
  catalogue hunt puzzle.txt --clues 40 --seconds 1 --output found.txt
  catalogue hunt --sort clues --limit 9 --clues 24 --count 100
"""

from __future__ import annotations

import time
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from catalogue.cli.options import DEFAULT_HOME, Force, Home, Output, Wait, number
from catalogue.cli.output import target_of
from catalogue.cli.selection import Selection, check_ratings, chooses, criteria_of, selected
from catalogue.cli.terminal import ended_by_ctrl_c, notice, open_to_write


@dataclass(frozen=True, kw_only=True)
class Options(Selection):
    """Where to search, and for how long."""

    puzzles: Annotated[Path | None, typer.Argument(help="File of puzzles; - for standard input.", metavar="[FILE]")] = (
        None
    )
    clues: Annotated[int, number("Write puzzles of at most this many clues.", least=17, greatest=81)] = 17
    remove: Annotated[int, number("Clues to remove.", least=1, greatest=4)] = 1
    add: Annotated[int, number("Clues to add.", least=1, greatest=2)] = 1
    limit: Annotated[int | None, number("Search around at most this many puzzles of the catalogue.")] = None
    count: Annotated[int | None, number("Stop after this many new puzzles.", least=1, names=("--count", "-n"))] = None
    seconds: Annotated[int | None, number("Stop after this many seconds.", least=1)] = None
    output: Output = None
    force: Force = False
    wait: Wait = 0.0
    home: Home = DEFAULT_HOME


def run(options: Options) -> None:
    """Hunt, and write each new puzzle as it is found."""
    from catalogue.hunting import Hunt, Neighbourhood, as_boards, puzzles_of_catalogue, puzzles_of_file

    target = target_of(options.output, None, ("line",), default="line", force=options.force)
    criteria = criteria_of(options)
    if options.puzzles and chooses(options):
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
            if not len(begun):
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
    notice(f"{hunt.number:,} new {'puzzle' if hunt.number == 1 else 'puzzles'}: {hunt.ending}")
