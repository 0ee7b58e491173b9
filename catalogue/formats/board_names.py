"""The names of the files of boards. A separate module, because looking for names does not need numpy."""

import os
import re
from collections.abc import Iterator
from pathlib import Path


def board_name(number: int) -> str:
    """Return the name of a board's file."""
    return f"{number}.txt"


_FILE = re.compile(r"(0|[1-9][0-9]*)\.txt(\.[0-9a-f]{16}\.part)?").fullmatch


def is_board_name(name: str) -> bool:
    """Whether a file of a board has such a name."""
    return _FILE(name) is not None


def board_files(folder: Path) -> Iterator[tuple[str, int | None]]:
    """Names of the files of boards that a folder holds, with their numbers: none for one left half written.

    Other files and whatever is no file do not count, and no folder has none.
    """
    for entry, number in board_entries(folder):
        if entry.is_file(follow_symlinks=False):
            yield entry.name, number


def count_boards(folder: Path) -> int:
    """Count the files of boards in a folder, without those that were left half written."""
    return sum(number is not None for _, number in board_files(folder))


def board_entries(folder: Path) -> Iterator[tuple[os.DirEntry[str], int | None]]:
    """Whatever has the name of a board's file, with its number: links, folders and pipes too."""
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if match := _FILE(entry.name):
                    yield entry, None if match[2] else int(match[1])
    except FileNotFoundError:
        return
