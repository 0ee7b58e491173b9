"""Errors whose cause the user can remove, and what to do about each cause."""

import errno
import re
from typing import Any

FREE_SPACE = "free some space, then run the same command again"
RESTORE = "restore it from a backup (catalogue restore FILE), or name another place with --home"
MAKE_WRITABLE = "copy the folder to a place that can be written"
LET_GO = "another program works with catalogue.db; close it, then run the same command again"
CHOOSE_ANOTHER = "check its name and that it can be written, or name another one"
NO_MEMORY = "not enough memory; end other programs, or ask for fewer boards or threads"
NO_THREADS = "the system cannot start more threads; end other programs, or ask for fewer threads"

_NO_SPACE = {errno.ENOSPC, errno.EDQUOT}


class CatalogueError(Exception):
    """One line that says what is wrong and what to do about it."""


class MissingCatalogue(CatalogueError):
    """There is no catalogue to read."""


class NoSuchPuzzle(CatalogueError):
    """The catalogue has no puzzle with a number."""


class OutdatedCatalogue(CatalogueError):
    """A catalogue that has an older schema than the program: it must be upgraded before it can be read."""

    def __init__(self, home: Any, revision: str, newest: str) -> None:
        super().__init__(
            f"the catalogue in {home} has schema {revision}, and this program reads {newest};"
            " open it for writing, which upgrades it"
        )
        self.home, self.revision, self.newest = home, revision, newest


class OtherRatings(UserWarning):
    """A catalogue whose puzzles were rated by another version of the program. Python shows it once a catalogue."""


class DifferentCatalogue(ValueError):
    """The catalogue exists, with other settings than those asked for."""


class BusyCatalogue(CatalogueError):
    """A catalogue that another process writes to, or another thread of this program; `busy` says which.

    `on_a_page` names no command option.
    """

    def __init__(self, busy: str, *, is_own: bool = False) -> None:
        waiting = f"{busy}; wait until it ends"
        own = f"{waiting}: it is this program, in another thread"
        super().__init__(own if is_own else f"{waiting} (--wait SECONDS), or stop it")
        self.on_a_page = f"{waiting}, and try again" if is_own else f"{waiting}, or stop it, and try again"


_OBEYED = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # control characters except tabs and ends of lines
    "\u202a-\u202e\u2066-\u2069"  # what turns round the text around it
    "\u2028\u2029\ud800-\udfff]"  # other ends of lines; halves of characters, which have no bytes
)


def printable(text: str) -> str:
    """Return text with what a terminal would obey spelled out, such as \\x1b; letters of any language stay."""
    return _OBEYED.sub(lambda found: found[0].encode("unicode_escape", "surrogatepass").decode(), text)


def is_printable(text: str) -> bool:
    """Whether a terminal shows all of a text, on one line."""
    return not re.search(r"[\t\n]", text) and not _OBEYED.search(text)


def on_one_line(text: str) -> str:
    """Return a message as one printable line."""
    return printable(re.sub(r"[ \t\n\r\v\f]+", " ", text).strip(" "))


def advised(where: object, error: OSError) -> str:
    """Return one line about an error of the operating system, with what to do about it."""
    advice = FREE_SPACE if error.errno in _NO_SPACE else CHOOSE_ANOTHER
    return f"{where}: {error.strerror or error}; {advice}"


def is_lack_of_threads(error: RuntimeError) -> bool:
    """Whether the system has refused to start a thread, to Python or to a kernel."""
    return any(words in str(error) for words in ("can't start new thread", "Resource temporarily unavailable"))
