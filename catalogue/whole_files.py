"""Files that are written completely or not at all."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from catalogue.errors import CatalogueError, advised


@contextmanager
def output_file(path: Path | None) -> Iterator[TextIO]:
    """Give a file to write text to: the standard output, or `path`, which exists only if all of it was written.

    A pipe or a device is written to directly. CatalogueError where the file cannot be written.
    """
    if path is None:
        yield sys.stdout
        return
    part = path if path.exists() and not path.is_file() else path.with_name(path.name + ".part")
    try:
        with part.open("w", encoding="utf-8", newline="\n") as file:
            yield file
        if part != path:
            part.replace(path)
    except BaseException as error:
        if part != path:
            with suppress(OSError):
                part.unlink()
        if isinstance(error, OSError):
            raise CatalogueError(advised(path, error)) from error
        raise


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file under another name, then rename it, so that no reader finds half of it.

    A pipe or a device is written to directly. CatalogueError where the file cannot be written.
    """
    whole = content.encode() if isinstance(content, str) else content
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(whole)
            return
        part = path.with_name(path.name + ".part")
        try:
            part.write_bytes(whole)
            part.replace(path)
        except OSError:
            with suppress(OSError):
                part.unlink()
            raise
    except OSError as error:
        raise CatalogueError(advised(path, error)) from error
