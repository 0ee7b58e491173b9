"""The standard input, read more than once."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from catalogue.formats.detection import HEAD_BYTES, detect

STANDARD_INPUT = Path("-")


@contextmanager
def kept_standard_input(path: Path, format: str | None = None) -> Iterator[None]:
    """Where the path is -, keep the standard input in a file on disk, so that it can be read more than once.

    One that may have no end is not read to it: where no format is given and the beginning fits none, that is all that
    is kept.
    """
    if path != STANDARD_INPUT:
        yield
        return
    with tempfile.TemporaryFile() as kept:
        with open(os.dup(0), "rb") as given:  # noqa: PTH123  a descriptor has no path
            head = given.read(HEAD_BYTES + 1)
            kept.write(head)
            if format or _has_format(head):
                shutil.copyfileobj(given, kept)
        kept.flush()
        os.dup2(kept.fileno(), 0)
        rewind(path)
        yield


def _has_format(head: bytes) -> bool:
    try:
        detect("", head[:HEAD_BYTES])
    except ValueError:
        return False
    return True


def rewind(path: Path) -> None:
    """Where the path is -, have the kept standard input read from its beginning."""
    if path == STANDARD_INPUT:
        os.lseek(0, 0, os.SEEK_SET)
