"""Search around puzzles for others of few clues.

From each 9x9 puzzle of the file, some clues are removed and others added, in all ways that give one
solution. Puzzles that some symmetry maps to each other count once. Each new one is written as a line, and searched
around in turn unless clues become fewer. Ctrl-C ends the hunt and loses nothing.

\b
Examples:
  catalogue hunt puzzle.txt --clues 40 --count 3
  catalogue hunt puzzle.txt --clues 40 --seconds 1 --output found.txt
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from catalogue.cli.options import Output, number


@dataclass(frozen=True, kw_only=True)
class Options:
    """Where to search, and for how long."""

    puzzles: Annotated[Path, typer.Argument(help="File with a puzzle a line, or just one.", metavar="FILE")]
    clues: Annotated[int, number("Write puzzles of at most this many clues.", least=17, greatest=81)] = 17
    remove: Annotated[int, number("Clues to remove.", least=1, greatest=4)] = 1
    add: Annotated[int, number("Clues to add.", least=1, greatest=2)] = 1
    count: Annotated[int | None, number("Stop after this many new puzzles.", least=1)] = None
    seconds: Annotated[int | None, number("Stop after this many seconds.", least=1)] = None
    output: Output = None
