"""Where a catalogue is: in a folder, or in a database of a server."""

import re
from dataclasses import dataclass, field
from os import PathLike, fspath
from pathlib import Path
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

POSTGRESQL = "postgresql+psycopg://user@host/name"
"""What the URL of a database of PostgreSQL looks like."""

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
        query = [(name, value) for name, value in parse_qsl(parts.query) if name.lower() not in _SECRETS]
        return urlunsplit(parts._replace(netloc=user.partition(":")[0] + at + place, query=urlencode(query)))


Home = Path | Server
"""The place of a catalogue."""


def home_of(name: str | PathLike[str] | Server) -> Home:
    """Return the place with a name, a URL or a folder. ValueError for a URL of an unknown kind."""
    if isinstance(name, Server):
        return name
    text = fspath(name)
    return Server(text) if isinstance(name, str) and _URL.match(text) else Path(text)
