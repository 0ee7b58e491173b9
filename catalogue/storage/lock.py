"""One writer at a time: a file lock, which the system releases when its holder ends, however it ends."""

import fcntl
import os
import re
import time
from collections.abc import Callable
from pathlib import Path

from ..errors import BusyCatalogue, CatalogueError
from .home import check_regular

_PERIOD = 0.1  # seconds between two tries to take a lock that another process holds


def is_held(path: Path) -> bool:
    """Whether some process is writing to the catalogue whose lock file this is."""
    try:
        file = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(file)
    return False


class WriterLock:
    """Held while a process writes to a catalogue; the file names the process.

    The name stays in the file after a fill that was killed: then files without a number may be left.
    """

    def __init__(self, path: Path, *, wait: float = 0.0, on_wait: Callable[[str], None] = lambda message: None) -> None:
        """Take the lock. If another process has it, say so to `on_wait` and wait up to `wait` seconds.

        BusyCatalogue names the holder's process if it still has the lock then.
        """
        check_regular(path)  # a link or a pipe would be opened
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, 0o644)
        try:
            self._take(path, wait, on_wait)
            self.unfinished = os.fstat(self._file).st_size > 0
            self._name(f"{os.getpid()}\n")
        except BaseException:
            os.close(self._file)
            raise

    def begin(self) -> None:
        """Keep the name of the process in the file until `end`, also after a power cut."""
        self.unfinished = True
        os.fsync(self._file)

    def end(self) -> None:
        """Say that every file has its number."""
        self.unfinished = False

    def close(self) -> None:
        """Release the lock. The file stays, so that others can wait for it."""
        if not self.unfinished:
            os.ftruncate(self._file, 0)
        os.close(self._file)

    def _take(self, path: Path, wait: float, on_wait: Callable[[str], None]) -> None:
        end = time.monotonic() + wait
        said = False
        while True:
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                self._check_in_place(path)
                return
            except BlockingIOError:
                holder = self._holder()
                busy = f"process {holder} is writing to {path.parent}"
                if time.monotonic() >= end:
                    raise BusyCatalogue(busy, is_own=holder == str(os.getpid())) from None
            if not said:
                said = True
                on_wait(f"{busy}; waiting up to {wait:g} s")
            time.sleep(min(_PERIOD, max(0.0, end - time.monotonic())))

    def _check_in_place(self, path: Path) -> None:
        """CatalogueError if the file was removed meanwhile, with a new catalogue that failed."""
        if not (path.exists() and os.path.samestat(path.stat(), os.fstat(self._file))):
            raise CatalogueError(f"{path.parent} was removed by another process; run the command again")

    def _holder(self) -> str:
        number = re.match(rb"[0-9]{1,10}", os.pread(self._file, 20, 0))
        return number[0].decode() if number else "unknown"

    def _name(self, text: str) -> None:
        os.ftruncate(self._file, 0)
        os.pwrite(self._file, text.encode(), 0)
