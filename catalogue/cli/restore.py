"""Make the catalogue again from a backup.

The backup is checked first. The files boards/N.txt are written from its boards; others that were there move to a folder
before-repair-N of the catalogue.

\b
Examples:
  catalogue restore boards-2026.db --home again
  catalogue restore --force latest.db
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from catalogue.cli.options import DEFAULT_HOME, Home, Wait
from catalogue.cli.terminal import notice, open_to_write


@dataclass(frozen=True, kw_only=True)
class Options:
    """From where."""

    file: Annotated[Path, typer.Argument(help="A file that catalogue backup wrote.", metavar="FILE")]
    force: Annotated[bool, typer.Option("--force", help="Replace the catalogue that the folder holds.")] = False
    wait: Wait = 0.0
    home: Home = DEFAULT_HOME


def run(options: Options) -> None:
    """Restore the database, and the files of its boards."""
    from catalogue.backup import restore
    from catalogue.repair import repair_files
    from catalogue.writing import forget_unfinished, next_number

    restore(options.file, options.home, force=options.force, wait=options.wait, on_wait=notice)
    with open_to_write(options.home, wait=options.wait) as store:
        forget_unfinished(store)  # what a fill had claimed when the backup was made
        moved = repair_files(store)
        boards = next_number(store)
    print(f"{boards:,} boards in {options.home}")
    if moved is not None:
        print(f"files of boards that were there before: {moved}")
