"""Store puzzles from files.

Every puzzle is proven to have one solution, compared with those in the catalogue, measured and numbered. One that no
symmetry of the catalogue maps to a puzzle that is there gets a number: N where its board is new, N.1, N.2, ... where
board N is there already. Others are refused, with their lines. A missing catalogue is made.

The format of a file is found out from its content and name. A file catalogue.db merges that catalogue. Titles, authors
and other columns are kept. A file that cannot be read imports nothing. Ctrl-C ends an import early and loses nothing;
the same command continues it.

\b
Examples:
  catalogue import puzzles.csv
  catalogue import puzzles.csv --rate full --refused refused.csv
  catalogue import puzzles.csv --symmetry full --home different
  catalogue import other/catalogue.db --dry-run
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from catalogue.cli.names import SYMMETRIES
from catalogue.cli.options import (
    DEFAULT_HOME,
    Force,
    Home,
    TextFormat,
    Wait,
    Workers,
    choice,
    thread_count,
)
from catalogue.formats.detection import readable
from catalogue.processors import PROCESSORS
from catalogue.rating.grades import DEFAULT_DEPTH, FAST_CEILING, Depth


@dataclass(frozen=True, kw_only=True)
class Options:
    """Which files to import, and how."""

    files: Annotated[list[Path], typer.Argument(help="Files with puzzles; - for standard input.", metavar="FILE...")]
    format: Annotated[
        str | None,
        choice(
            f"Format of the files: {', '.join(readable())}. Default: found out for each.", readable(), metavar="NAME"
        ),
    ] = None
    rate: Annotated[
        Depth,
        choice(f"Rate the new puzzles. fast stops at the first step above {FAST_CEILING}.", Depth),
    ] = DEFAULT_DEPTH
    symmetry: Annotated[
        str | None,
        choice(
            "Which puzzles count as the same: rotated and mirrored ones (d4), also with digits renamed (d4+relabel),"
            " also with rows and columns permuted (full). New catalogue: d4.",
            SYMMETRIES,
        ),
    ] = None
    refused: Annotated[
        Path | None,
        typer.Option(help="Write every puzzle that is refused to this CSV file, with its line.", metavar="FILE"),
    ] = None
    force: Force = False
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Report what would be done, and change nothing.")] = False
    threads: Annotated[int, thread_count("Threads that prove and rate.", show_default="processors")] = PROCESSORS
    report: TextFormat = "text"
    quiet: Annotated[bool, typer.Option("--quiet", help="Print nothing but errors.")] = False
    workers: Workers = None
    wait: Wait = 0.0
    home: Home = DEFAULT_HOME
