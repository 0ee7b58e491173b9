"""Which files a catalogue keeps: what nothing but the catalogue itself may write."""

import re
from pathlib import Path

from catalogue.home import BOARDS

DATABASE = "catalogue.db"
LOCK = "catalogue.lock"
UNSYNCED = "catalogue.unsynced"

BESIDE_DATABASE = ("-wal", "-shm", "-journal")
"""What SQLite appends to the name of a database for the files that it keeps beside it."""


BOARD_FILE = re.compile(r"(0|[1-9][0-9]*)\.txt(\.[0-9a-f]{16}\.part)?").fullmatch
"""Matches the name of a board's file: its number, and an ending where it is not complete yet."""


def is_board_name(name: str) -> bool:
    """Whether a file of a board has such a name."""
    return BOARD_FILE(name) is not None


def is_own_file(path: Path) -> bool:
    """Whether a file is part of a catalogue, by its name and place."""
    place = path.parent.resolve() / path.name
    if place.name in (DATABASE, LOCK, UNSYNCED, *(DATABASE + end for end in BESIDE_DATABASE)):
        return True
    return is_board_name(place.name) and is_boards_folder(place.parent)


def is_boards_folder(folder: Path) -> bool:
    """Whether a folder holds the boards of a catalogue."""
    return folder.name == BOARDS and (folder.parent / DATABASE).exists()


def database_path(home: Path) -> Path:
    """Where the database of a catalogue in a folder is."""
    return home / DATABASE


def boards_path(home: Path) -> Path:
    """Where the `N.txt` files of a catalogue in a folder are."""
    return home / BOARDS


def lock_path(home: Path) -> Path:
    """Where the lock file of a catalogue in a folder is."""
    return home / LOCK
