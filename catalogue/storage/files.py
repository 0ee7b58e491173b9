"""The files of a catalogue besides its database, and of seen classes.

`N.txt` is board N in rows, as `puzzles.stored.row_lines` spells them; files.cpp, which takes a
millisecond to load, writes many. Looking for names does not need numpy.
"""

from __future__ import annotations

import fcntl
import mmap
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from math import isqrt
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ... import engine
from ..errors import CatalogueError
from .home import BOARD_FILE, LOCK, UNSYNCED, check_regular
from .whole_files import sync_path

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


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


def board_name(number: int) -> str:
    """Return the name of a board's file."""
    return f"{number}.txt"


def board_entries(folder: Path) -> Iterator[tuple[os.DirEntry[str], int | None]]:
    """Yield what has the name of a board's file, links, folders and pipes too, with its number.

    A half-written file has no number. A missing folder has no entries.
    """
    with suppress(FileNotFoundError), os.scandir(folder) as entries:
        for entry in entries:
            if match := BOARD_FILE(entry.name):
                yield entry, None if match[2] else int(match[1])


def board_files(folder: Path) -> Iterator[tuple[str, int | None]]:
    """Yield the names of the files of boards that a folder holds, with their numbers as above."""
    return ((entry.name, number) for entry, number in board_entries(folder) if entry.is_file(follow_symlinks=False))


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

    return texts(boards.tobytes(), isqrt(boards.shape[1])) if len(boards) else []


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


@contextmanager
def _opened(path: Path, flags: int) -> Iterator[int]:
    handle = os.open(path, flags | os.O_CLOEXEC, 0o644)
    try:
        yield handle
    finally:
        os.close(handle)


def sync_boards(files: BoardFiles) -> None:
    """Wait until all files of boards are on the disk, if they were written to be durable."""
    from ._files import sync_files

    with _opened(files.folder, os.O_RDONLY) as folder:
        sync_files(folder)


def differing_files(folder: Path, numbers: Sequence[int], boards: NDArray[np.uint8]) -> Sequence[int]:
    """Return the numbers of boards whose files hold something else, or are missing."""
    from ._files import differing_files as differing

    with _opened(folder, os.O_RDONLY | os.O_DIRECTORY) as handle:
        found = differing(handle, [board_name(number) for number in numbers], board_texts(boards))
        return [numbers[index] for index in found]


# --- The mark of files that may not be on the disk ---

_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
_NO_LINK = os.O_NOFOLLOW | os.O_NONBLOCK  # nor a pipe
_MARK = re.compile(rb"([0-9]{18}) ([!-~]{1,64})\n")


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
        with _opened(home / UNSYNCED, os.O_RDONLY | _NO_LINK) as handle:
            found = _MARK.fullmatch(os.read(handle, 100))
    except FileNotFoundError:
        return None
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
    text = f"{mark.first:018} {mark.boot}\n".encode()
    with _opened(home / UNSYNCED, os.O_WRONLY | os.O_CREAT | _NO_LINK) as handle:
        os.pwrite(handle, text, 0)
        os.ftruncate(handle, len(text))
        os.fsync(handle)
    sync_path(home)


@cache
def boot_id() -> str:
    """Return a value that changes with each start of the machine."""
    if _BOOT_ID.exists():
        return _BOOT_ID.read_text().strip()
    if sys.platform == "darwin":
        said = subprocess.run(["/usr/sbin/sysctl", "-n", "kern.bootsessionuuid"], capture_output=True, text=True)
        return said.stdout.strip() or "unknown"
    return "unknown"


# --- Seen classes -----------------------------------------------------------------------------------------------------

BYTES = -(-engine.names.CLASSES // 8)
"""The length of a file of seen classes, with a bit for each: bit k of byte n stands for class 8n + k.

It takes the room of the parts that were written to. That much is enough for any number of boards, whereas a set of keys
grows with the boards.
"""


class SeenClasses:
    """The classes of 9x9 boards that a file has seen. While it is open, no other process can open it."""

    def __init__(self, path: Path) -> None:
        """Open a file, or make it if it is missing.

        CatalogueError if it is something else, if another process has it open, or if the disk has no room for
        all of it.
        """
        import numpy as np

        flags = os.O_RDWR | os.O_CLOEXEC | os.O_NONBLOCK
        try:
            try:
                self._file, is_new = os.open(path, flags | os.O_CREAT | os.O_EXCL, 0o644), True
            except FileExistsError:
                self._file, is_new = os.open(path, flags), False
        except OSError as error:
            raise CatalogueError(f"{path}: {error.strerror or error}") from error
        try:
            _prepare(path, self._file, is_new)
            self._map = mmap.mmap(self._file, BYTES)
        except BaseException:
            os.close(self._file)
            raise
        self._bits = np.frombuffer(self._map, np.uint8)

    def mark(self, numbers: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Mark the classes with these numbers, and return which were not marked before: `bool (n,)`.

        Of equal numbers only the first can be new.
        """
        import numpy as np

        places, bits = numbers >> 3, np.left_shift(1, numbers & 7).astype(np.uint8)
        is_new: NDArray[np.bool_] = self._bits[places] & bits == 0
        candidates = np.flatnonzero(is_new)
        firsts = candidates[np.unique(numbers[candidates], return_index=True)[1]]
        is_new[:] = False
        is_new[firsts] = True
        np.bitwise_or.at(self._bits, places[firsts], bits[firsts])
        return is_new

    def close(self) -> None:
        """Let others open the file. What is marked stays, however the process ends."""
        del self._bits  # the map cannot be closed while an array has its bytes
        self._map.close()
        os.close(self._file)

    def __enter__(self) -> SeenClasses:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _prepare(path: Path, file: int, is_new: bool) -> None:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise CatalogueError(f"{path} is in use by another process") from None
    if is_new:
        os.ftruncate(file, BYTES)
    found = os.fstat(file)
    if found.st_size != BYTES:
        raise CatalogueError(f"{path} is not a file of seen classes, which has {BYTES:,} bytes; name a new file")
    # A full disk would end the process without a word when it writes to the map.
    needed, free = BYTES - 512 * found.st_blocks, shutil.disk_usage(path.absolute().parent).free
    if free < needed:
        raise CatalogueError(f"{path} may grow by {needed:,} bytes, and the disk has {free:,} free")
