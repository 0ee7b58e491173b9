"""Which files of boards a power cut may have damaged.

A fill leaves it to the system when its files reach the disk. A mark beside the database names the first board whose
file may not be there yet, and the start of the machine in which it was written. After another start the files from that
board on have to be compared with their rows, and files of higher numbers may be left of commits that the power cut has
undone.
"""

import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import NamedTuple

from catalogue.own_files import UNSYNCED
from catalogue.whole_files import sync_folder

_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
_MARK = re.compile(rb"([0-9]{18}) ([!-~]{1,64})\n")


class Unsynced(NamedTuple):
    """The first board whose file may not be on the disk, and the start of the machine in which it was written."""

    first: int
    boot: str

    @property
    def is_of_another_boot(self) -> bool:
        """Whether the machine was started again since, perhaps after a power cut."""
        return self.boot != boot_id()


def unsynced(home: Path) -> Unsynced | None:
    """Return what the mark of a catalogue says; None without one. What cannot be read names every board."""
    try:
        handle = os.open(home / UNSYNCED, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return None
    try:
        found = _MARK.fullmatch(os.read(handle, 100))
    finally:
        os.close(handle)
    return Unsynced(int(found[1]), found[2].decode()) if found else Unsynced(0, "unreadable")


def expect_unsynced(home: Path, first: int) -> None:
    """Mark the files of boards from `first` on, besides those that are marked already."""
    before = unsynced(home)
    if before is None or first < before.first:
        _write(home, Unsynced(first, before.boot if before else boot_id()))


def expect_unsynced_only(home: Path, first: int) -> None:
    """Mark the files of boards from `first` on and no others: those before it were read after the restart."""
    _write(home, Unsynced(first, boot_id()))


def all_synced(home: Path) -> None:
    """Remove the mark, once all files are on the disk."""
    (home / UNSYNCED).unlink(missing_ok=True)


def _write(home: Path, mark: Unsynced) -> None:
    """Write the mark in place, in one sector of the disk, and wait until it is there."""
    handle = os.open(home / UNSYNCED, os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o644)
    try:
        text = f"{mark.first:018} {mark.boot}\n".encode()
        os.pwrite(handle, text, 0)
        os.ftruncate(handle, len(text))
        os.fsync(handle)
    finally:
        os.close(handle)
    sync_folder(home)


@cache
def boot_id() -> str:
    """Return what is different after each start of the machine."""
    if _BOOT_ID.exists():
        return _BOOT_ID.read_text().strip()
    if sys.platform == "darwin":
        said = subprocess.run(["/usr/sbin/sysctl", "-n", "kern.bootsessionuuid"], capture_output=True, text=True)
        return said.stdout.strip() or "unknown"
    return "unknown"
