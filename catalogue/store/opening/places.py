"""What may be in the places of a catalogue's files: files, and nothing else."""

import stat
from pathlib import Path

from catalogue.errors import CatalogueError
from catalogue.own_files import BESIDE_DATABASE


def check_database(path: Path) -> None:
    """CatalogueError where something other than a file has the place of a database, or of a file beside it.

    SQLite would follow a link out of the catalogue, and wait for a pipe.
    """
    for place in (path, *(path.with_name(path.name + end) for end in BESIDE_DATABASE)):
        check_regular(place)


def check_regular(path: Path) -> None:
    """CatalogueError for whatever is there and is no regular file."""
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISREG(mode):
        raise CatalogueError(f"{path} is {_kind(mode)}, not a file; move it away")


def _kind(mode: int) -> str:
    if stat.S_ISLNK(mode):
        return "a symbolic link"
    if stat.S_ISDIR(mode):
        return "a folder"
    return "a pipe" if stat.S_ISFIFO(mode) else "a device"
