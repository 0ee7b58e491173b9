"""The files `N.txt` of a catalogue: where they are, their names and contents, and which a power cut may have damaged.

`N.txt` is board N in rows, as `puzzles.stored.row_lines` spells them; files.cpp writes many. Looking for names does not
need numpy.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from math import isqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import CatalogueError
from .home import BOARD_FILE, BOARDS, LOCK, UNSYNCED, check_regular
from .whole_files import sync_folder

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
_MARK = re.compile(rb"([0-9]{18}) ([!-~]{1,64})\n")


# --- Places and names ---


@dataclass(frozen=True)
class BoardFiles:
    """The folder of the files `N.txt`, and the one of the lock and of the mark that belong to them."""

    folder: Path
    beside: Path

    @property
    def lock(self) -> Path:
        """The lock file, which names the process that writes."""
        return self.beside / LOCK

    def make_folder(self) -> Sequence[Path]:
        """Make the folder if it is missing, and return which folders were made, the innermost first."""
        missing = [path for path in (self.folder, *self.folder.parents) if not path.exists()]
        self.folder.mkdir(parents=True, exist_ok=True)
        return missing

    def remove_new(self, made: Sequence[Path]) -> None:
        """Remove the mark, the lock, and those of the folders made that are empty."""
        for name in (UNSYNCED, LOCK):
            (self.beside / name).unlink(missing_ok=True)
        with suppress(OSError):  # something else is in a folder by now
            for folder in made:
                folder.rmdir()


def files_in(home: Path) -> BoardFiles:
    """Return where a catalogue in a folder has the files of its boards."""
    return BoardFiles(home / BOARDS, home)


def board_name(number: int) -> str:
    """Return the name of a board's file."""
    return f"{number}.txt"


def board_entries(folder: Path) -> Iterator[tuple[os.DirEntry[str], int | None]]:
    """Yield everything with the name of a board's file, links, folders and pipes too, with its

    number. A half-written file has no number. A missing folder has no entries.
    """
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if match := BOARD_FILE(entry.name):
                    yield entry, None if match[2] else int(match[1])
    except FileNotFoundError:
        return


def board_files(folder: Path) -> Iterator[tuple[str, int | None]]:
    """Yield the names of the files of boards that a folder holds, with their numbers as above."""
    for entry, number in board_entries(folder):
        if entry.is_file(follow_symlinks=False):
            yield entry.name, number


def count_boards(folder: Path) -> int:
    """Count the files of boards in a folder, without those that were left half written."""
    from ._files import count_boards as counted

    try:
        return counted(os.fsencode(folder))
    except FileNotFoundError:
        return 0


# --- Contents ---


def board_texts(boards: NDArray[np.uint8]) -> Sequence[bytes]:
    """Return the contents of the files of many boards, `(n, S*S)`."""
    from ._files import texts

    return texts(boards.tobytes(), _size_of(boards)) if len(boards) else []


class FileWriter:
    """Writes the files of new boards in a thread of the C++ module; it replaces no file. Close it in the end."""

    def __init__(self, files: BoardFiles, size: int, *, durable: bool = False) -> None:
        """`size` is that of all boards. With `durable`, `wait` waits for the disk."""
        from ._files import Writer

        self._folder = files.folder
        self._handle = os.open(files.folder, os.O_RDONLY | os.O_CLOEXEC)
        self._writer = Writer(self._handle, size, durable)

    def write(self, first: int, boards: NDArray[np.uint8]) -> None:
        """Begin to write boards, `(n, S*S)`, numbered from `first` on. Errors as from `wait`, of earlier boards."""
        with self._named():
            self._writer.write(first, boards.tobytes())

    def wait(self) -> None:
        """Wait until all files are written. CatalogueError for a name that is taken, OSError for other failures."""
        with self._named():
            self._writer.wait()

    def close(self) -> float:
        """End the thread, drop boards not written by then, and return for how many seconds it has written."""
        self._writer.close()
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1
        return self._writer.seconds()

    @contextmanager
    def _named(self) -> Iterator[None]:
        try:
            yield
        except FileExistsError as error:
            path = self._folder / str(error.filename)
            raise CatalogueError(f"{path} was made by another program during the fill; move it away") from error


def sync_boards(files: BoardFiles) -> None:
    """Wait until all files of boards are on the disk, if they were written to be durable."""
    from ._files import sync_files

    with _opened(files.folder) as folder:
        sync_files(folder)


@contextmanager
def _opened(folder: Path) -> Iterator[int]:
    handle = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        yield handle
    finally:
        os.close(handle)


def _size_of(boards: NDArray[Any]) -> int:
    return isqrt(boards.shape[1])


# --- The mark of files that may not be on the disk ---


class Unsynced(NamedTuple):
    """The first board whose file may not be on the disk, and the start of the machine in which it was written.

    A fill leaves it to the system when its files reach the disk, and keeps this mark beside the database. After another
    start the files from that board on have to be compared with their rows, and files of higher numbers may be left of
    commits that a power cut has undone.
    """

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
        _write_mark(home, Unsynced(first, before.boot if before else boot_id()))


def expect_unsynced_only(home: Path, first: int) -> None:
    """Mark the files of boards from `first` on and no others: those before it were read after the restart."""
    _write_mark(home, Unsynced(first, boot_id()))


def all_synced(home: Path) -> None:
    """Remove the mark, once all files are on the disk."""
    (home / UNSYNCED).unlink(missing_ok=True)


def _write_mark(home: Path, mark: Unsynced) -> None:
    """Write the mark in place, in one sector of the disk, and wait until it is there."""
    check_regular(home / UNSYNCED)
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
    """Return a value that changes with each start of the machine."""
    if _BOOT_ID.exists():
        return _BOOT_ID.read_text().strip()
    if sys.platform == "darwin":
        said = subprocess.run(["/usr/sbin/sysctl", "-n", "kern.bootsessionuuid"], capture_output=True, text=True)
        return said.stdout.strip() or "unknown"
    return "unknown"
