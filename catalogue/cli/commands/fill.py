"""Generate new boards and store them with their puzzles.

No two boards are the same; --symmetry says which count as the same. Each board gets a number, a puzzle with that one
solution, its metrics, and a file boards/N.txt. Ctrl-C ends a fill early and loses nothing; the next fill continues from
there.

With --grade, --technique or --strict, only boards with such a puzzle are stored. The exit status is 0 when the goal is
reached or all possible boards are stored, 3 when the fill gives up before (--max-tries), and 130 after Ctrl-C.

\b
Examples:
  catalogue fill --count 50000
  catalogue fill --total 60000 --clues 30
  catalogue fill --count 100 --clues 19
  catalogue fill --count 1000 --pattern rotate180
  catalogue fill --count 5000 --symmetry full --home essentially-different
  catalogue fill --count 500 --rate full
  catalogue fill --count 1000 --sampling fair --home fair
  catalogue fill --count 500 --grade hard --grade fiendish
  catalogue fill --grade easy=20 --grade medium=200
  catalogue fill --count 20 --technique swordfish --max-tries 1e5
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Annotated

import typer

from catalogue.cli.grade_goals import GradeGoal, grade_goal
from catalogue.cli.names import METHODS, PATTERNS, SAMPLINGS, SYMMETRIES
from catalogue.cli.options import (
    DEFAULT_HOME,
    Blocks,
    Effort,
    Home,
    Size,
    Technique,
    TextFormat,
    Wait,
    Workers,
    choice,
    number,
    thread_count,
)
from catalogue.processors import PROCESSORS
from catalogue.rating.grades import DEFAULT_DEPTH, FAST_CEILING, Depth
from engine.rating.grades import Grade

TRIES_EACH = 1_000
"""The same for each puzzle wanted, where that is more."""

MAX_TRIES = 1_000_000
"""How many boards a fill that selects puzzles generates at the most, unless --max-tries says so."""


GAVE_UP = 3
"""The exit status of a fill that gives up before its goal."""


FILES_IN = "--files-in"
"""What the command reads in place of --files where that has a value: typer has no option with and without one."""


def rewritten(words: Sequence[str]) -> list[str]:
    """Return the words of a call with `--files DIR` as the two options that it is."""
    found: list[str] = []
    for before, word in pairwise(["", *words]):
        if word.startswith("--files="):
            found += ["--files", FILES_IN, word.partition("=")[2]]
        elif before == "--files" and not word.startswith("-"):
            found += [FILES_IN, word]
        else:
            found.append(word)
    return found


@dataclass(frozen=True, kw_only=True)
class Options:
    """What a fill is asked for."""

    count: Annotated[int | None, number("Number of boards to add.", least=1)] = None
    total: Annotated[int | None, number("Stop when the catalogue holds this many.", least=1)] = None
    seed: Annotated[
        int | None,
        number("The same seed always gives the same boards. Default: the catalogue's own seed, random when it is new."),
    ] = None
    size: Size = None
    blocks: Blocks = None
    symmetry: Annotated[
        str | None,
        choice(
            "Which boards count as the same: rotated and mirrored ones (d4), also with digits renamed (d4+relabel),"
            " also with rows and columns permuted (full). New catalogue: d4.",
            SYMMETRIES,
        ),
    ] = None
    method: Annotated[
        str | None,
        choice(
            "How boards are generated. uniform, at sizes 4 and 9, makes every board equally likely. New catalogue: wfc"
            " up to size 9, wfc+backtrack above.",
            METHODS,
        ),
    ] = None
    sampling: Annotated[
        str | None,
        choice(
            "How puzzles are chosen. carved favours few clues. fair, at sizes 4 and 9, makes every minimal puzzle"
            " equally likely, takes some 10 ms a puzzle, and stores the weight that stats --weighted uses. New"
            " catalogue: carved.",
            SAMPLINGS,
        ),
    ] = None
    clues: Annotated[
        int | None, number("Stop removing clues at this many. Default: remove every clue that can go.", least=1)
    ] = None
    effort: Effort = None
    strict: Annotated[
        bool, typer.Option("--strict", help="With --clues: store only puzzles that have exactly that many.")
    ] = False
    pattern: Annotated[
        list[str] | None,
        choice(
            f"Symmetry of the clues: {', '.join(PATTERNS[:-1])} or {PATTERNS[-1]}. Repeat it and boards take the"
            " patterns in turn.",
            PATTERNS,
            metavar="NAME",
        ),
    ] = None
    rate: Annotated[
        Depth | None,
        choice(
            f"Rate the puzzles. fast stops at the first step above {FAST_CEILING} and marks the puzzle as above. full"
            f" takes about five times as long as everything else. Default: {DEFAULT_DEPTH}.",
            Depth,
        ),
    ] = None
    grade: Annotated[
        list[GradeGoal] | None,
        typer.Option(
            help=f"Grade of the puzzles: {', '.join(Grade)}. Repeat it for any of several; hard=500 adds 500 of that"
            " grade, without --count.",
            parser=grade_goal,
            metavar="GRADE[=N]",
            autocompletion=lambda incomplete: [grade for grade in Grade if grade.startswith(incomplete)],
        ),
    ] = None
    technique: Technique = None
    max_tries: Annotated[
        int | None,
        number(
            f"With --grade, --technique or --strict: give up after this many boards. Default: {MAX_TRIES:,}, or"
            f" {TRIES_EACH:,} for each puzzle wanted.",
            least=1,
        ),
    ] = None
    generators: Annotated[int, thread_count("Threads that generate boards.")] = 1
    checkers: Annotated[int, thread_count("Threads that compare, carve and measure.", show_default="processors")] = (
        PROCESSORS
    )
    workers: Workers = None
    files: Annotated[
        bool | None,
        typer.Option(
            "--files/--no-files",
            help="Write a file boards/N.txt for each board, or none, from now on. New catalogue: --files."
            " catalogue export --format files makes them later. In a database of a server boards get files only with"
            " --files DIR, which writes DIR/N.txt.",
        ),
    ] = None
    files_in: Annotated[
        Path | None, typer.Option(FILES_IN, help="The folder of --files DIR.", hidden=True, metavar="DIR")
    ] = None
    durable: Annotated[
        bool,
        typer.Option(
            "--durable",
            help="Lose no board in a power cut either: each commit waits for the disk. Without it a power cut may undo"
            " the last commits, and the next fill writes damaged files again.",
        ),
    ] = False
    format: TextFormat = "text"
    verbose: Annotated[bool, typer.Option("--verbose", help="Also print the seconds of each stage.")] = False
    quiet: Annotated[bool, typer.Option("--quiet", help="Print nothing but errors.")] = False
    wait: Wait = 0.0
    home: Home = DEFAULT_HOME
