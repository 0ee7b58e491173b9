"""Where a catalogue is, in a folder or on a database server, and which files in a folder belong to it."""

import fcntl
import os
import re
import stat
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from os import PathLike, fspath
from pathlib import Path
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from ..errors import BusyCatalogue, CatalogueError, advised

POSTGRESQL = "postgresql+psycopg://user@host/name"
"""The form of the URL of a database of PostgreSQL."""

BOARDS = "boards"
"""The folder of the files `N.txt` of boards, in the folder of a catalogue."""

_URL = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)
_SCHEMES = ("postgresql+psycopg", "postgresql", "postgres")
_SECRETS = ("password", "sslpassword")


@dataclass(frozen=True)
class Server:
    """A database of a server, by its URL. Boards get files only if a folder for them is given.

    As text it is the URL without the password, so that messages show none.
    """

    url: str = field(repr=False)
    files: Path | None = None

    def __post_init__(self) -> None:
        """ValueError for a URL of another kind of database, or one that names none."""
        try:
            parts = urlsplit(self.url)
            host, port = parts.hostname, parts.port
        except ValueError:
            raise ValueError(f"the URL is not one such as {POSTGRESQL}") from None
        if parts.scheme.lower() not in _SCHEMES:
            raise ValueError(f"a catalogue is in a folder, or at a URL such as {POSTGRESQL}, not {parts.scheme}://")
        if parts.path in ("", "/") or "/" in parts.path[1:]:
            at = f" at {host}{f':{port}' if port else ''}" if host else ""
            raise ValueError(f"the URL names no database{at}: write one such as {POSTGRESQL}")

    def __str__(self) -> str:
        parts = urlsplit(self.url)
        user, at, place = parts.netloc.rpartition("@")
        shown = [(name, value) for name, value in parse_qsl(parts.query) if name.lower() not in _SECRETS]
        netloc, query = user.partition(":")[0] + at + place, urlencode(shown, safe="/:,")
        return urlunsplit(parts._replace(netloc=netloc, query=query))


Home = Path | Server
"""The place of a catalogue."""


def with_files(home: Home, files: bool | str | PathLike[str] | None) -> Home:
    """Return the place with the folder that a fill is to write files into, or as it is if none is named.

    ValueError for files on a server without a folder, and for a second folder.
    """
    if isinstance(files, bool) or files is None:
        if files and isinstance(home, Server) and home.files is None:
            raise ValueError(f"{home} has no folder for files: name one, --files DIR")
        return home
    if not isinstance(home, Server):
        raise ValueError(f"{home} keeps its files in {home / BOARDS}: leave out the folder")
    return replace(home, files=Path(files))


def home_of(name: str | PathLike[str] | Server) -> Home:
    """Return the place with a name, a URL or a folder. ValueError for a URL of an unknown kind."""
    if isinstance(name, Server):
        return name
    text = fspath(name)
    return Server(text) if isinstance(name, str) and _URL.match(text) else Path(text)


DATABASE = "catalogue.db"
LOCK = "catalogue.lock"
UNSYNCED = "catalogue.unsynced"

BESIDE_DATABASE = ("-wal", "-shm", "-journal")
"""The endings that SQLite appends to the name of a database for the files that it keeps beside it."""


def remove_database(path: Path) -> None:
    """Remove a database of SQLite that may be there, and what is kept beside it."""
    for end in ("", *BESIDE_DATABASE):
        path.with_name(path.name + end).unlink(missing_ok=True)


BOARD_FILE = re.compile(r"(0|[1-9][0-9]*)\.txt(\.[0-9a-f]{16}\.part)?").fullmatch
"""Matches the name of a board's file: its number, and an ending if it is not complete yet."""


def is_own_file(path: Path) -> bool:
    """Whether a file is part of a catalogue, by its name and place."""
    place = path.parent.resolve() / path.name
    if place.name in (DATABASE, LOCK, UNSYNCED, *(DATABASE + end for end in BESIDE_DATABASE)):
        return True
    return BOARD_FILE(place.name) is not None and is_boards_folder(place.parent)


def is_boards_folder(folder: Path) -> bool:
    """Whether a folder holds the boards of a catalogue."""
    return folder.name == BOARDS and (folder.parent / DATABASE).exists()


def check_home(home: Path) -> None:
    """CatalogueError if a part of the catalogue in a folder is a link, or of any other wrong kind.

    SQLite would follow a link out of the catalogue, and wait for a pipe. What has a second name (a hard link) would be
    changed there as well.
    """
    for name in (DATABASE, *(DATABASE + end for end in BESIDE_DATABASE), LOCK, UNSYNCED):
        check_regular(home / name)
    folder = home / BOARDS
    if folder.is_symlink() or (os.path.lexists(folder) and not folder.is_dir()):
        raise CatalogueError(f"{folder} is {_kind(folder.lstat().st_mode)}, not a folder; move it away")


def check_regular(path: Path) -> None:
    """CatalogueError for anything there that is not a regular file, or that has another name elsewhere."""
    try:
        found = path.lstat()
    except FileNotFoundError:
        return
    except OSError as error:  # the home is a file, or a folder that cannot be entered
        raise CatalogueError(advised(path.parent, error)) from error
    if not stat.S_ISREG(found.st_mode):
        raise CatalogueError(f"{path} is {_kind(found.st_mode)}, not a file; move it away")
    if found.st_nlink > 1:
        raise CatalogueError(f"{path} has a hard link elsewhere, which would be changed too; replace it by a copy")


def _kind(mode: int) -> str:
    if stat.S_ISLNK(mode):
        return "a symbolic link"
    if stat.S_ISREG(mode):
        return "a file"
    if stat.S_ISDIR(mode):
        return "a folder"
    return "a pipe" if stat.S_ISFIFO(mode) else "a device"


# --- One writer at a time ---------------------------------------------------------------------------------------------

_PERIOD = 0.1  # seconds between two tries to take a lock that another process holds


def is_held(path: Path) -> bool:
    """Whether some process is writing to the catalogue whose lock file this is."""
    try:
        file = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(file)
    return False


class WriterLock:
    """Held while a process writes to a catalogue; the file names the process.

    The name stays in the file after a fill that was killed: then files without a number may be left.
    """

    def __init__(self, path: Path, *, wait: float = 0.0, on_wait: Callable[[str], None] = lambda message: None) -> None:
        """Take the lock. If another process has it, say so to `on_wait` and wait up to `wait` seconds.

        BusyCatalogue names the holder's process if it still has the lock then.
        """
        check_regular(path)  # a link or a pipe would be opened
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, 0o644)
        try:
            self._take(path, wait, on_wait)
            self.unfinished = os.fstat(self._file).st_size > 0
            os.ftruncate(self._file, 0)
            os.pwrite(self._file, f"{os.getpid()}\n".encode(), 0)
        except BaseException:
            os.close(self._file)
            raise

    def begin(self) -> None:
        """Keep the name of the process in the file until `end`, also after a power cut."""
        self.unfinished = True
        os.fsync(self._file)

    def end(self) -> None:
        """Say that every file has its number."""
        self.unfinished = False

    def close(self) -> None:
        """Release the lock. The file stays, so that others can wait for it."""
        if not self.unfinished:
            os.ftruncate(self._file, 0)
        os.close(self._file)

    def _take(self, path: Path, wait: float, on_wait: Callable[[str], None]) -> None:
        end = time.monotonic() + wait
        said = False
        while True:
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                holder = self._holder()
                busy = f"process {holder} is writing to {path.parent}"
                if time.monotonic() >= end:
                    raise BusyCatalogue(busy, is_own=holder == str(os.getpid())) from None
            if not said:
                said = True
                on_wait(f"{busy}; waiting up to {wait:g} s")
            time.sleep(min(_PERIOD, max(0.0, end - time.monotonic())))
        # The file may be gone meanwhile, with a new catalogue that failed.
        if not (path.exists() and os.path.samestat(path.stat(), os.fstat(self._file))):
            raise CatalogueError(f"{path.parent} was removed by another process; run the command again")

    def _holder(self) -> str:
        number = re.match(rb"[0-9]{1,10}", os.pread(self._file, 20, 0))
        return number[0].decode() if number else "unknown"
