"""Files that are written completely or not at all."""

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, TextIO

from catalogue.errors import CatalogueError, advised


@contextmanager
def output_file(path: Path | None) -> Iterator[TextIO]:
    """Give a file to write text to: the standard output, or `path`, which exists only if all of it was written.

    A pipe or a device is written to directly. CatalogueError where the file cannot be written.
    """
    if path is None:
        yield sys.stdout
        return
    with _whole(path) as file, io.TextIOWrapper(file, encoding="utf-8", newline="\n") as text:
        yield text


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file so that no reader finds half of it. CatalogueError where it cannot be written."""
    with _whole(path) as file:
        file.write(content.encode() if isinstance(content, str) else content)


@contextmanager
def _whole(path: Path) -> Iterator[BinaryIO]:
    """Give a file under another name, which is renamed at the end; a pipe or a device itself."""
    try:
        part = path if path.exists() and not path.is_file() else path.with_name(path.name + ".part")
        try:
            with part.open("wb") as file:
                yield file
            if part != path:
                part.replace(path)
        except BaseException:
            if part != path:
                with suppress(OSError):
                    part.unlink()
            raise
    except OSError as error:
        raise CatalogueError(advised(path, error)) from error
