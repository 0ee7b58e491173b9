"""`catalogue backup` and `catalogue restore`: a catalogue to one file, and back."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from board_catalogue.catalogue.cli.options import DEFAULT_HOME, Force, Home, Wait
from board_catalogue.catalogue.cli.terminal import notice, open_to_write, progress


@dataclass(frozen=True, kw_only=True)
class BackupOptions:
    """Where the backup goes."""

    file: Annotated[Path, typer.Argument(help="File to write.", metavar="FILE")]
    force: Force = False
    home: Home = DEFAULT_HOME


def backup(options: BackupOptions) -> None:
    """Copy the database to a file, also while a fill runs.

    The copy is one file and holds every board that was committed when the command began, with all its numbers. The
    files boards/N.txt are not in it: catalogue restore writes them from the boards.

    \b
    Examples:
      catalogue backup boards-2026.db
      catalogue backup --force latest.db
    """
    from board_catalogue.catalogue.storage.backup import back_up
    from board_catalogue.catalogue.storage.store import Store

    begin = time.perf_counter()
    with Store.read(options.home) as store, progress("pages") as show:

        def on_progress(done: int, wanted: int) -> None:
            show(done, wanted, time.perf_counter() - begin, "")

        boards = back_up(store, options.file, force=options.force, on_progress=on_progress)
    print(f"{boards:,} boards in {options.file}, {options.file.stat().st_size:,} bytes")


@dataclass(frozen=True, kw_only=True)
class RestoreOptions:
    """Which backup to restore."""

    file: Annotated[Path, typer.Argument(help="A file that catalogue backup wrote.", metavar="FILE")]
    force: Annotated[bool, typer.Option("--force", help="Replace the catalogue that the folder holds.")] = False
    wait: Wait = 0.0
    home: Home = DEFAULT_HOME


def restore(options: RestoreOptions) -> None:
    """Restore the catalogue from a backup.

    The backup is checked first. The files boards/N.txt are written from its boards; others that were there move to a
    folder before-repair-N of the catalogue.

    \b
    Examples:
      catalogue restore boards-2026.db --home again
      catalogue restore --force latest.db
    """
    from board_catalogue.catalogue.runs.verify.repair import repair_files
    from board_catalogue.catalogue.storage.backup import restore as restore_database
    from board_catalogue.catalogue.storage.writing import forget_unfinished, next_number

    restore_database(options.file, options.home, force=options.force, wait=options.wait, on_wait=notice)
    with open_to_write(options.home, wait=options.wait) as store:
        forget_unfinished(store)  # what a fill had claimed when the backup was made
        moved = repair_files(store)
        boards = next_number(store)
    print(f"{boards:,} boards in {options.home}")
    if moved is not None:
        print(f"files of boards that were there before: {moved}")
