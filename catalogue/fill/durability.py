"""What a fill does about power cuts: it syncs its files, or notices later which of them may be damaged."""

import os
import threading
from collections.abc import Callable

from catalogue.fill._files import sync_files
from catalogue.store import Store
from catalogue.store.board_files import BoardFiles
from catalogue.store.opening.unsynced import all_synced, expect_unsynced, expect_unsynced_only, unsynced
from catalogue.store.verification import write_board_files


def check_after_restart(store: Store, existing: int, stop: threading.Event, on_notice: Callable[[str], None]) -> None:
    """Write files again that a power cut has damaged, where the machine was restarted since they were written.

    `existing` boards have files. Setting `stop` ends it before it is done; the next fill then begins it again.
    """
    files = store.board_files
    mark = unsynced(files.beside) if files else None
    if files is None or mark is None or not mark.is_of_another_boot:
        return
    suspects = range(mark.first, existing if store.settings.files else 0)
    written: list[int] = []
    if suspects:
        on_notice(
            "the computer was restarted, and a power cut may have damaged files of the last fills: comparing"
            f" {len(suspects):,} of them with the database"
        )
        written = write_board_files(store, suspects, files.folder, stop, replace=True)
        on_notice(f"{len(written):,} files were damaged and are written again" if written else "no file was damaged")
    if not stop.is_set():
        expect_unsynced_only(files.beside, min([existing, *written]))


def begin_files(files: BoardFiles, existing: int, *, is_durable: bool) -> None:
    """Before files are written from number `existing` on: mark them as not synced, or sync all that are marked."""
    if not is_durable:
        expect_unsynced(files.beside, existing)
    elif unsynced(files.beside):
        sync_boards(files)
        os.sync()  # where the line above syncs the folder alone
        all_synced(files.beside)


def sync_boards(files: BoardFiles) -> None:
    """Wait until all files of boards are on the disk, where they were written to be durable."""
    folder = os.open(files.folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        sync_files(folder)
    finally:
        os.close(folder)
