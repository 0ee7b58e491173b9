"""One writer at a time: a file lock, which the system releases when its holder ends, however it ends."""

import fcntl
import os
from pathlib import Path

from catalogue.errors import CatalogueError


def is_held(path: Path) -> bool:
    """Whether some process is writing to the catalogue whose lock file this is."""
    try:
        file = os.open(path, os.O_RDONLY)
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
    """Held while a process writes to a catalogue; the file names the process."""

    def __init__(self, path: Path) -> None:
        """Take the lock; CatalogueError with the holder's process number where another one has it."""
        self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.pread(self._file, 20, 0).decode().strip() or "unknown"
            os.close(self._file)
            raise CatalogueError(
                f"process {holder} is writing to {path.parent}; wait until it ends, or stop it"
            ) from None
        os.ftruncate(self._file, 0)
        os.pwrite(self._file, f"{os.getpid()}\n".encode(), 0)

    def close(self) -> None:
        """Release the lock. The file stays: if it were removed, two processes could lock two files of one name."""
        os.close(self._file)
