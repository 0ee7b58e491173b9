"""`catalogue backup` and `catalogue restore`: a catalogue to one file, and back."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from ..verbs.backup import BackupRequest, RestoreRequest
from ..verbs.backup import backup as back_up
from ..verbs.backup import restore as restore_from
from .options import DEFAULT_HOME, Home
from .terminal import progress


@dataclass(frozen=True, kw_only=True)
class BackupOptions:
    """Where the backup goes."""

    request: BackupRequest
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
    begin = time.perf_counter()
    with progress("pages") as show:

        def on_progress(done: int, wanted: int) -> None:
            show(done, wanted, time.perf_counter() - begin, "")

        report = back_up(options.home, replace(options.request, on_progress=on_progress))
    print(f"{report.boards:,} boards in {report.file}, {report.bytes:,} bytes")


@dataclass(frozen=True, kw_only=True)
class RestoreOptions:
    """Which backup to restore."""

    request: RestoreRequest
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
    report = restore_from(options.home, options.request)
    print(f"{report.boards:,} boards in {options.home}")
    if report.moved is not None:
        print(f"files of boards that were there before: {report.moved}")
