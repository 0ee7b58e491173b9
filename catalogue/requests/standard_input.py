"""The standard input, and pipes, as files: kept, so that they can be read more than once."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

STANDARD_INPUT = Path("-")


@contextmanager
def kept_if_pipe(path: Path) -> Iterator[Path]:
    """Give a path that can be read more than once: that of a pipe is kept as the standard input is."""
    if path != STANDARD_INPUT and path.is_fifo():
        os.dup2(os.open(path, os.O_RDONLY), 0)
        path = STANDARD_INPUT
    with kept_standard_input(path):
        yield path


@contextmanager
def kept_standard_input(path: Path, format: str | None = None) -> Iterator[None]:
    """If the path is -, keep the standard input in a file on disk, so that it can be read more than once.

    One that may have no end is not read to it: if no format is given and the beginning fits none, that is all that
    is kept.
    """
    if path != STANDARD_INPUT:
        yield
        return
    from ...engine.reading.files import HEAD_BYTES

    with tempfile.TemporaryFile() as kept:
        with open(os.dup(0), "rb") as given:  # noqa: PTH123  a descriptor has no path
            head = given.read(HEAD_BYTES + 1)
            kept.write(head)
            if format or _has_format(head[:HEAD_BYTES]):
                shutil.copyfileobj(given, kept)
        kept.flush()
        os.dup2(kept.fileno(), 0)
        rewind(path)
        yield


def _has_format(head: bytes) -> bool:
    from ...engine.rules.reading import is_variant
    from ..formats.opening import looks_readable

    return is_variant(head.decode(errors="replace")) or looks_readable(head)


def opener(path: Path) -> int | Path:
    """Open a file's beginning: as a path, or a descriptor in place of /dev/stdin, which would be opened anew."""
    rewind(path)
    return os.dup(0) if path == STANDARD_INPUT else path


def rewind(path: Path) -> None:
    """If the path is -, have the kept standard input read from its beginning."""
    if path == STANDARD_INPUT:
        os.lseek(0, 0, os.SEEK_SET)
