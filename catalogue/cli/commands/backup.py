"""Copy the database to a file, also while a fill runs.

The copy is one file and holds every board that was committed when the command began, with all its numbers. The files
boards/N.txt are not in it: catalogue restore writes them from the boards.

\b
Examples:
  catalogue backup boards-2026.db
  catalogue backup --force latest.db
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from catalogue.cli.options import DEFAULT_HOME, Force, Home


@dataclass(frozen=True, kw_only=True)
class Options:
    """Where to."""

    file: Annotated[Path, typer.Argument(help="File to write.", metavar="FILE")]
    force: Force = False
    home: Home = DEFAULT_HOME
