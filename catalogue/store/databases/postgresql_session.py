"""Connections to PostgreSQL, which can be told from each other and do not wait for a network that is cut."""

import os
import socket
import sys
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


def _connected(server: Server, writes: bool) -> "psycopg.Connection[Any]":
    parts = urlsplit(server.url)
    given = parse_qs(parts.query)
    ways: dict[str, Any] = {name: value for name, value in _WAYS.items() if name not in given}
    try:
        raw = psycopg.connect(
            urlunsplit(parts._replace(scheme="postgresql")),
            autocommit=True,
            application_name=application_name(),
            client_encoding="UTF8",
            **ways,
        )
        encoding = raw.info.parameter_status("server_encoding")
        if encoding != "UTF8":
            raw.close()
            raise CatalogueError(f"{server}: the database has encoding {encoding}; create one with UTF8")
        for statement in _SESSION:
            raw.execute(statement)
        if not writes:
            raw.execute("SET default_transaction_read_only = on")
    except psycopg.Error as error:
        raise CatalogueError(f"{server}: {refusal(server, error)}") from None
    return raw


def application_name() -> str:
    """Return how the server shows this process to others: its number, machine and command."""
    program = Path(sys.argv[0]).name
    command = f"catalogue {sys.argv[1]}" if program == "catalogue" and len(sys.argv) > 1 else program
    name = f"process {os.getpid()} on {socket.gethostname()} ({command or 'python'})"
    return name.encode(errors="replace")[:_LONGEST_NAME].decode(errors="ignore")
