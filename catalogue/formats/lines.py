"""Text files line by line."""

from collections.abc import Iterator
from typing import BinaryIO

MOST_BYTES = 65_536
"""A longer line holds no puzzle: the longest takes some 2,000 bytes."""


def lines_of(file: BinaryIO) -> Iterator[tuple[int, str]]:
    """Yield the lines of a file with their numbers from 1, ends included; ValueError where one is not UTF-8."""
    number = 0
    while line := file.readline(MOST_BYTES):
        number += 1
        if len(line) == MOST_BYTES and not line.endswith(b"\n"):
            raise ValueError(f"line {number}: longer than {MOST_BYTES:,} bytes, more than any puzzle takes")
        try:
            text = line.decode()
        except UnicodeDecodeError:
            raise ValueError(f"line {number}: not UTF-8 text") from None
        yield number, text.removeprefix("\ufeff") if number == 1 else text


def content_lines(file: BinaryIO) -> Iterator[tuple[int, str]]:
    """Yield the lines that are neither blank nor a comment, without what follows a `#`."""
    for number, line in lines_of(file):
        text = line.partition("#")[0].strip()
        if text:
            yield number, text


def head_lines(head: bytes) -> list[str]:
    """The complete lines at the beginning of a file; none where it is no text."""
    if b"\0" in head:
        return []
    whole = head if b"\n" not in head else head[: head.rindex(b"\n")]
    return whole.decode("utf-8-sig", "replace").splitlines()
