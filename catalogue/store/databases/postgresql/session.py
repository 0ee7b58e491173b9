"""Connections to PostgreSQL, which have names and do not wait for a network that is cut."""

import os
import socket
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit, urlunsplit

import psycopg
from sqlalchemy import Connection, create_engine
from sqlalchemy.pool import StaticPool

from catalogue.errors import CatalogueError
from catalogue.home import Server
from catalogue.store.databases.postgresql_faults import refusal

_LONGEST_NAME = 63  # bytes of application_name that the server keeps
_REACH_SECONDS = 10
_WAYS = {  # of the client library; the URL may say otherwise
    "connect_timeout": _REACH_SECONDS,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,  # milliseconds
}
_SESSION = (  # the server notices as soon that a client's machine is gone, and lets go of its lock
    "SET tcp_keepalives_idle = 10",
    "SET tcp_keepalives_interval = 5",
    "SET tcp_keepalives_count = 3",
)


SILENCE = 30.0  # seconds without an answer after which the server is asked whether it still works on it
_STATE = "SELECT state FROM pg_stat_activity WHERE pid = %s"


class Session(psycopg.Connection[Any]):
    """A connection that ends with an error where the network is cut, or forwards nothing, and no answer can come.

    A statement may take long. So a second connection asks the server what the session does there.
    """

    place: Server | None = None

    def wait(self, gen: Any, *args: Any, **options: Any) -> Any:
        """Wait for an answer, as psycopg does, with a look at the clock every tenth of a second."""
        return super().wait(self._watched(gen), *args, **options)

    def _watched(self, gen: Any) -> Any:
        since = time.monotonic()
        try:
            state = next(gen)
            while True:
                ready = yield state
                if ready:
                    since = time.monotonic()
                elif self.place and time.monotonic() - since > SILENCE:
                    self._check(self.place)
                    since = time.monotonic()
                state = gen.send(ready)
        except StopIteration as end:
            return end.value

    def _check(self, place: Server) -> None:
        """OperationalError unless the server is at work for this session."""
        with suppress(psycopg.Error), psycopg.connect(**_ways(place), autocommit=True) as other:
            row = other.execute(_STATE, (self.info.backend_pid,)).fetchone()
            if row and row[0] == "active":
                return
        self.close()
        raise psycopg.OperationalError("the connection is lost: the server does not answer")


def connect(server: Server, *, writes: bool) -> Connection:
    """Connect; CatalogueError says why there is no connection."""
    raw = _connected(server, writes)
    # Transactions are begun and ended by Store.turn and Store.commit alone.
    return create_engine(
        "postgresql+psycopg://",
        creator=lambda: raw,
        poolclass=StaticPool,
        isolation_level="AUTOCOMMIT",
    ).connect()


def raw_of(connection: Connection) -> "psycopg.Connection[Any]":
    """Return the connection of psycopg behind one of SQLAlchemy."""
    raw = connection.connection.dbapi_connection
    assert isinstance(raw, psycopg.Connection)
    return raw


def _ways(server: Server) -> dict[str, Any]:
    """The parameters of a connection; what the URL says stays."""
    parts = urlsplit(server.url)
    given = parse_qs(parts.query)
    url = urlunsplit(parts._replace(scheme="postgresql"))
    return {"conninfo": url, **{name: value for name, value in _WAYS.items() if name not in given}}


def _connected(server: Server, writes: bool) -> Session:
    try:
        raw = Session.connect(
            **_ways(server), autocommit=True, application_name=application_name(), client_encoding="UTF8"
        )
        encoding = raw.info.parameter_status("server_encoding")
        if encoding != "UTF8":
            raw.close()
            raise CatalogueError(f"{server}: the database has encoding {encoding}; create one with UTF8")
        for statement in _SESSION:
            raw.execute(statement)
        if not writes:
            raw.execute("SET default_transaction_read_only = on")
        raw.place = server
    except psycopg.Error as error:
        raise CatalogueError(f"{server}: {refusal(server, error)}") from None
    return raw


def application_name() -> str:
    """Return how the server shows this process to others: its number, machine and command."""
    program = Path(sys.argv[0]).name
    command = f"catalogue {sys.argv[1]}" if program == "catalogue" and len(sys.argv) > 1 else program
    name = f"process {os.getpid()} on {socket.gethostname()} ({command or 'python'})"
    return name.encode(errors="replace")[:_LONGEST_NAME].decode(errors="ignore")
