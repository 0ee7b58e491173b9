"""Errors whose cause the user can remove, and what to do about each cause."""

import errno
from pathlib import Path

FREE_SPACE = "free some space, then run the same command again"
RESTORE = "restore catalogue.db from a copy, or name another folder with --home"
MAKE_WRITABLE = "copy the folder to a place that can be written"
CHOOSE_ANOTHER = "check its name and that it can be written, or name another one"

_NO_SPACE = {errno.ENOSPC, errno.EDQUOT}


class CatalogueError(Exception):
    """One line that says what is wrong and what to do about it."""


class OutdatedCatalogue(CatalogueError):
    """A catalogue that has an older schema than the program: it must be upgraded before it can be read."""

    def __init__(self, home: Path, revision: str, newest: str) -> None:
        super().__init__(
            f"the catalogue in {home} has schema {revision}, and this program reads {newest};"
            " open it for writing, which upgrades it"
        )
        self.home, self.revision, self.newest = home, revision, newest


def advised(where: object, error: OSError) -> str:
    """Return one line about an error of the operating system, with what to do about it."""
    advice = FREE_SPACE if error.errno in _NO_SPACE else CHOOSE_ANOTHER
    return f"{where}: {error.strerror or error}; {advice}"
