"""The names of the files of boards. A separate module, because looking for names does not need numpy."""

import os
import re
from collections.abc import Iterator
from pathlib import Path


def board_name(number: int) -> str:
    """Return the name of a board's file."""
    return f"{number}.txt"


_FILE = re.compile(r"(0|[1-9][0-9]*)\.txt(\.part)?").fullmatch


def board_files(folder: Path) -> Iterator[tuple[str, int | None]]:
    """Names of the files of boards that a folder holds, with their numbers: none for one left half written.

    Other files and whatever is no file do not count, and no folder has none.
    """
    for match in _matches(folder):
        yield match[0], None if match[2] else int(match[1])


def count_boards(folder: Path) -> int:
    """Count the files of boards in a folder, without those that were left half written."""
    return sum(not match[2] for match in _matches(folder))


def _matches(folder: Path) -> Iterator[re.Match[str]]:
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if (match := _FILE(entry.name)) and entry.is_file():
                    yield match
    except FileNotFoundError:
        return
