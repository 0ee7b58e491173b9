"""Make the catalogue again from a backup.

The backup is checked first. The files boards/N.txt are written from its boards; others that were there move to a folder
before-repair-N of the catalogue.

\b
Examples:
  catalogue restore boards-2026.db --home again
  catalogue restore --force latest.db
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from catalogue.cli.options import DEFAULT_HOME, Home, Wait


@dataclass(frozen=True, kw_only=True)
class Options:
    """From where."""

    file: Annotated[Path, typer.Argument(help="A file that catalogue backup wrote.", metavar="FILE")]
    force: Annotated[bool, typer.Option("--force", help="Replace the catalogue that the folder holds.")] = False
    wait: Wait = 0.0
    home: Home = DEFAULT_HOME
