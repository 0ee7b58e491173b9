"""The names of the files of boards. A module of its own: to look for names nobody needs numpy."""

import os
from collections.abc import Iterator
from pathlib import Path


def board_name(number: int) -> str:
    """Return the name of a board's file."""
    return f"{number}.txt"


def board_number(name: str) -> int | None:
    """Return the number in a file's name; None for a file that is no board's."""
    stem = name.removesuffix(".txt")
    return int(stem) if stem.isdecimal() and name == board_name(int(stem)) else None


def board_numbers(folder: Path) -> Iterator[int]:
    """Numbers of the boards whose files a folder holds; other files do not count, and no folder has none."""
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if (number := board_number(entry.name)) is not None:
                    yield number
    except FileNotFoundError:
        return
