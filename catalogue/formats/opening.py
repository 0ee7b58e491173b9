"""Files of puzzles, opened in the format that they have."""

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from catalogue.errors import CatalogueError
from catalogue.formats.detection import HEAD_BYTES, detect
from catalogue.formats.registry import FORMATS, Format, Record


@contextmanager
def opened(path: Path, format: str | None = None) -> Iterator[tuple[Format, Iterator[Record]]]:
    """Give the format of a file, `-` for the standard input, and its puzzles; a format that is named is not guessed.

    CatalogueError where the file cannot be read, where its format is not certain, and at a line with an error.
    """
    with _said_of(path):
        # A descriptor rather than /dev/stdin, which would be opened anew: a socket cannot be, nor another user's file.
        file = io.BufferedReader(io.FileIO(os.dup(0) if str(path) == "-" else path), HEAD_BYTES)
    with file:
        with _said_of(path):
            chosen = FORMATS[format] if format else detect(path.name, file.peek(HEAD_BYTES))
        yield chosen, _records(path, chosen, file)


def _records(path: Path, format: Format, file: BinaryIO) -> Iterator[Record]:
    with _said_of(path):
        yield from format.read(file)


@contextmanager
def _said_of(path: Path) -> Iterator[None]:
    """Turn errors into one line that names the file."""
    try:
        yield
    except ValueError as error:
        raise CatalogueError(f"{path}: {error}") from error
    except OSError as error:
        raise CatalogueError(f"{path}: {error.strerror or error}; name a file that holds puzzles") from error
