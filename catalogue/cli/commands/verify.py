"""Prove the catalogue: compute everything again and compare it.

Boards are made again from their seeds, puzzles from their boards, metrics from their puzzles; counts, keys, files and
the database itself are checked, too. Each fault is a line; the exit status is 1 if there is any. A fill may run
meanwhile.

\b
Examples:
  catalogue verify
  catalogue verify --full --format json
  catalogue verify --repair
"""

from dataclasses import dataclass
from typing import Annotated

import typer

from catalogue.cli.options import DEFAULT_HOME, Home, TextFormat, Wait, thread_count
from catalogue.processors import PROCESSORS


@dataclass(frozen=True, kw_only=True)
class Options:
    """How much is computed again, and what is done about faults."""

    quick: Annotated[
        bool, typer.Option("--quick", help="Compute nothing again: only files, counts and the database itself.")
    ] = False
    full: Annotated[bool, typer.Option("--full", help="Rate all rated puzzles again, too.")] = False
    repair: Annotated[
        bool,
        typer.Option(
            "--repair",
            help="Verify in full and repair what can be computed, after a backup. Without a database, make one from the"
            " files of the boards.",
        ),
    ] = False
    format: TextFormat = "text"
    threads: Annotated[int, thread_count("Threads that compute.", show_default="processors")] = PROCESSORS
    wait: Wait = 0.0
    home: Home = DEFAULT_HOME
