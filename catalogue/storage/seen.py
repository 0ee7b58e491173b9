"""Which of the 5,472,730,538 classes of 9x9 boards were seen before: a file with a bit for each.

Bit k of byte n stands for class 8n + k. The file has 684,091,318 bytes and takes the room of the parts that were
written to. That much room is enough for any number of boards, whereas a set of keys grows with the boards.
"""

from __future__ import annotations

import fcntl
import mmap
import os
import shutil
from pathlib import Path
from types import TracebackType

import numpy as np
from numpy.typing import NDArray

from ...engine.names import CLASSES
from ..errors import CatalogueError

BYTES = -(-CLASSES // 8)


class SeenClasses:
    """The classes that a file has seen. While it is open, no other process can open it."""

    def __init__(self, path: Path) -> None:
        """Open a file, or make it if it is missing.

        CatalogueError if it is something else, if another process has it open, or if the disk has no room for
        all of it.
        """
        self._path = path
        try:
            self._file, is_new = self._opened()
        except OSError as error:
            raise CatalogueError(f"{path}: {error.strerror or error}") from error
        try:
            self._prepare(is_new)
            self._map = mmap.mmap(self._file, BYTES)
        except BaseException:
            os.close(self._file)
            raise
        self._bits = np.frombuffer(self._map, np.uint8)

    def mark(self, numbers: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Mark the classes with these numbers, and return which were not marked before: `bool (n,)`.

        Of equal numbers only the first can be new.
        """
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
        del self._bits
        self._map.close()
        os.close(self._file)

    def __enter__(self) -> SeenClasses:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _opened(self) -> tuple[int, bool]:
        """The file, and whether it was missing."""
        flags = os.O_RDWR | os.O_CLOEXEC | os.O_NONBLOCK
        try:
            return os.open(self._path, flags | os.O_CREAT | os.O_EXCL, 0o644), True
        except FileExistsError:
            return os.open(self._path, flags), False

    def _prepare(self, is_new: bool) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CatalogueError(f"{self._path} is in use by another process") from None
        if is_new:
            os.ftruncate(self._file, BYTES)
        found = os.fstat(self._file)
        if found.st_size != BYTES:
            raise CatalogueError(
                f"{self._path} is not a file of seen classes, which has {BYTES:,} bytes; name a new file"
            )
        # A full disk would end the process without a word when it writes to the map.
        needed, free = BYTES - 512 * found.st_blocks, shutil.disk_usage(self._path.absolute().parent).free
        if free < needed:
            raise CatalogueError(f"{self._path} may grow by {needed:,} bytes, and the disk has {free:,} free")
