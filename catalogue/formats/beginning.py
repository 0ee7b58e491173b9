"""Whether a file is of a format that has no mark of its own: it is where its beginning can be read."""

import io
from collections.abc import Callable, Iterator
from typing import BinaryIO

from catalogue.formats.registry import Record


def begins(read: Callable[[BinaryIO], Iterator[Record]], head: bytes) -> bool:
    """Whether a puzzle can be read from the first bytes of a file."""
    try:
        return next(read(io.BytesIO(head)), None) is not None
    except ValueError:
        return False
