"""The text of a file that may hold a board."""

import os
from os import PathLike

MOST_BYTES = 65_536
"""Longer files hold no board: a drawing of the largest takes some 6,000 bytes."""


def read_text(path: str | PathLike[str] | int) -> str:
    """Return the text of a file or an open descriptor.

    ValueError where that cannot be a board; OSError where it cannot be read. It reads no more than a board can take, so
    a file of a gigabyte costs nothing, and it does not wait for a pipe without a writer, which is empty.
    """
    with open(path, "rb", opener=_open_without_waiting) as file:
        content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise ValueError(f"longer than {MOST_BYTES:,} bytes, more than any board takes")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError("not a text file") from None


def _open_without_waiting(path: str, flags: int) -> int:
    descriptor = os.open(path, flags | os.O_NONBLOCK)
    os.set_blocking(descriptor, True)  # a writer that exists may take its time
    return descriptor
