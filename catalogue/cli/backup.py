"""Copy the database to a file, also while a fill runs.

The copy is one file and holds every board that was committed when the command began, with all its numbers. The files
boards/N.txt are not in it: catalogue restore writes them from the boards.

\b
Examples:
  catalogue backup boards-2026.db
  catalogue backup --force latest.db
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from catalogue.cli.options import DEFAULT_HOME, Force, Home
from catalogue.cli.terminal import progress


@dataclass(frozen=True, kw_only=True)
class Options:
    """Where to."""

    file: Annotated[Path, typer.Argument(help="File to write.", metavar="FILE")]
    force: Force = False
    home: Home = DEFAULT_HOME


def run(options: Options) -> None:
    """Copy the database."""
    from catalogue.backup import back_up
    from catalogue.store import Store

    begin = time.perf_counter()
    with Store.read(options.home) as store, progress("pages") as show:

        def on_progress(done: int, wanted: int) -> None:
            show(done, wanted, time.perf_counter() - begin, "")

        boards = back_up(store, options.file, force=options.force, on_progress=on_progress)
    print(f"{boards:,} boards in {options.file}, {options.file.stat().st_size:,} bytes")
