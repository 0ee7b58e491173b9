"""Where a catalogue is: in a folder, or in a database of a server."""

import re
from dataclasses import dataclass, field, replace
from os import PathLike, fspath
from pathlib import Path
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

POSTGRESQL = "postgresql+psycopg://user@host/name"
"""What the URL of a database of PostgreSQL looks like."""

BOARDS = "boards"
"""The folder of the files of boards, in the folder of a catalogue."""

_URL = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)
_SCHEMES = ("postgresql+psycopg", "postgresql", "postgres")
_SECRETS = ("password", "sslpassword")


@dataclass(frozen=True)
class Server:
    """A database of a server, by its URL. Boards get files only where a folder for them is given.

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
    """Return the place with the folder that a fill is to write files into, or as it is where none is named.

    ValueError where a server gets no folder, but files, and where a folder gets another one.
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
