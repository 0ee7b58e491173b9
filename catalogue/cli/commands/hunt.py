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

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from catalogue.cli.options import DEFAULT_HOME, Home, Output, Wait, number
from catalogue.cli.selection import Selection


@dataclass(frozen=True, kw_only=True)
class Options(Selection):
    """Where to search, and for how long."""

    puzzles: Annotated[Path | None, typer.Argument(help="File of puzzles; - for standard input.", metavar="[FILE]")] = (
        None
    )
    clues: Annotated[int, number("Write puzzles of at most this many clues.", least=17, greatest=81)] = 17
    remove: Annotated[int, number("Clues to remove.", least=1, greatest=4)] = 1
    add: Annotated[int, number("Clues to add.", least=1, greatest=2)] = 1
    count: Annotated[int | None, number("Stop after this many new puzzles.", least=1)] = None
    seconds: Annotated[int | None, number("Stop after this many seconds.", least=1)] = None
    output: Output = None
    wait: Wait = 0.0
    home: Home = DEFAULT_HOME
