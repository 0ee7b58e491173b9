"""Connections to PostgreSQL: they end if the network is cut, hold the lock of a writer, and explain errors."""

import logging
import os
import re
import socket
import sys
import time
import zlib
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit, urlunsplit

import psycopg
from sqlalchemy import Connection, create_engine
from sqlalchemy.pool import NullPool

from ..errors import BusyCatalogue, CatalogueError
from .database import ADVICE, OnWait
from .home import Home, Server

for _name in ("sqlalchemy", "psycopg"):  # what they log of lost connections is raised, too
    logging.getLogger(_name).addHandler(logging.NullHandler())

AGAIN = "what was reported is kept; run the same command again when the server answers"
_REACH = "check that the server runs, and its name and port"

_ADVICE = {  # by the beginning of the SQLSTATE, longer ones first
    "57P": AGAIN,  # the server ends, ended this connection, or starts
    "25006": "open it with a command that writes, on a server that is not a replica",
    "3D": "create it with: createdb NAME",
    "3F": "check the schema that the role finds first (search_path)",
    "28": "check the user, and the password in ~/.pgpass or PGPASSWORD",
    "42501": "use the role that made the catalogue, or grant this role what the command needs",
    "42": "a table or a column is missing: restore the database from a backup",
    "53": "the server has no room left: free some, then run the same command again",
    "08": AGAIN,
    "23": "rows were added or changed by hand: look at catalogue verify",
}
_BY_WORDS = {  # of a connection that is refused, for which there is no SQLSTATE
    'database "': "create it with: createdb NAME",
    "password": "check the user, and the password in ~/.pgpass or PGPASSWORD",
    'role "': "check the user in the URL",
    "pg_hba.conf": "configure the server to accept this user from this machine",
    "too many": "wait until other programs have disconnected",
    "starting up": AGAIN,
    "shutting down": AGAIN,
}


def _advised(error: BaseException) -> str:
    """Return an error of psycopg in one line, with advice."""
    state = getattr(error, "sqlstate", None)
    said = getattr(getattr(error, "diag", None), "message_primary", None) or str(error)
    line = _first_line(said)
    if state is None:
        return f"{line}; {_advice_on_connection(line)}"
    known = next((_ADVICE[begin] for begin in _ADVICE if state.startswith(begin)), None)
    return f"{line}; {known}" if known else f"{line} (SQLSTATE {state})"


ADVICE[psycopg.Error] = _advised


def refusal(server: Server, error: BaseException) -> str:
    """Return why there is no connection to a server, in one line without a password."""
    line = _first_line(str(error))
    password = urlsplit(server.url).netloc.rpartition("@")[0].partition(":")[2]
    for secret in filter(None, (server.url, password, unquote(password))):  # the client library may quote the URL
        line = line.replace(secret, str(server) if secret == server.url else "***")
    return f"{line}; {_advice_on_connection(line)}"


def _first_line(text: str) -> str:
    """Return the message of the client library, without its guesses on further lines."""
    first, *others = text.strip().splitlines() or [text]
    return " ".join(" ".join([first, *others] if first.endswith(":") else [first]).split())


def _advice_on_connection(line: str) -> str:
    lost = "lost" in line or "terminat" in line or "closed" in line
    return next((advice for words, advice in _BY_WORDS.items() if words in line), AGAIN if lost else _REACH)


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
    """A connection that ends with an error if the network is cut, or forwards nothing, and no answer can come.

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
                    if not self._is_at_work(self.place):
                        ready = yield state  # the answer may have come in the meantime
                        if not ready:
                            self.close()
                            raise psycopg.OperationalError("the connection is lost: the server does not answer")
                    since = time.monotonic()
                state = gen.send(ready)
        except StopIteration as end:
            return end.value

    def _is_at_work(self, place: Server) -> bool:
        """Whether the server says that it works on a statement of this session."""
        with suppress(psycopg.Error), psycopg.connect(**_ways(place), autocommit=True) as other:
            row = other.execute(_STATE, (self.info.backend_pid,)).fetchone()
            return bool(row and row[0] == "active")
        return False


def connect(server: Server, *, writes: bool) -> Connection:
    """Connect; CatalogueError says why there is no connection."""
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
    # Transactions are begun and ended by Store.turn and Store.commit alone.
    return create_engine(
        "postgresql+psycopg://",
        creator=lambda: raw,
        poolclass=NullPool,
        isolation_level="AUTOCOMMIT",
    ).connect()


def raw_of(connection: Connection) -> "psycopg.Connection[Any]":
    """Return the connection of psycopg behind one of SQLAlchemy."""
    raw = None if connection.closed else connection.connection.dbapi_connection
    if not isinstance(raw, psycopg.Connection):
        raise psycopg.OperationalError("the connection is closed")
    return raw


def _ways(server: Server) -> dict[str, Any]:
    """The parameters of a connection; what the URL says stays."""
    parts = urlsplit(server.url)
    given = parse_qs(parts.query)
    url = urlunsplit(parts._replace(scheme="postgresql"))
    return {"conninfo": url, **{name: value for name, value in _WAYS.items() if name not in given}}


def application_name() -> str:
    """Return how the server shows this process to others: its number, machine and command."""
    program = Path(sys.argv[0]).name
    command = f"catalogue {sys.argv[1]}" if program == "catalogue" and len(sys.argv) > 1 else program
    name = f"process {os.getpid()} on {socket.gethostname()} ({command or 'python'})"
    return name.encode(errors="replace")[:_LONGEST_NAME].decode(errors="ignore")


_CATALOGUE = 0x5D0C  # tells these locks from those of other programs
_PERIOD = 0.1  # seconds between two tries to take a lock that another process holds
_PATIENCE = 2.0  # seconds in which a server notices that the holder was killed

_HOLDER = """
SELECT a.pid, a.application_name FROM pg_locks AS l JOIN pg_stat_activity AS a ON a.pid = l.pid
WHERE l.locktype = 'advisory' AND l.granted AND l.classid = %s AND l.objid = %s AND l.objsubid = 2
AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""


def take_lock(home: Home, connection: Connection, wait: float, on_wait: OnWait) -> None:
    """Take the lock of a catalogue, which ends with the session.

    If another process has it, say so to `on_wait` and wait up to `wait` seconds. BusyCatalogue names the holder if it
    still has the lock then.
    """
    raw = raw_of(connection)
    schema = _schema(home, raw)
    begin = time.monotonic()
    said = False
    while not _take(raw, schema):
        passed = time.monotonic() - begin
        holder = _holder(raw, schema)
        busy = f"{holder or 'another session'} is writing to {home}"
        if passed >= max(wait, 0.0 if _is_alive(holder) else _PATIENCE):
            raise BusyCatalogue(busy, is_own=holder == application_name())
        if wait and not said:
            said = True
            on_wait(f"{busy}; waiting up to {wait:g} s")
        time.sleep(_PERIOD)


def is_held(home: Home, connection: Connection) -> bool:
    """Whether another process writes to the catalogue."""
    raw = raw_of(connection)
    return _holder(raw, _schema(home, raw)) is not None


def _take(raw: "psycopg.Connection[Any]", schema: int) -> bool:
    row = raw.execute("SELECT pg_try_advisory_lock(%s, %s)", (_CATALOGUE, schema)).fetchone()
    return bool(row and row[0])


def _holder(raw: "psycopg.Connection[Any]", schema: int) -> str | None:
    row = raw.execute(_HOLDER, (_CATALOGUE, schema)).fetchone()
    return None if row is None else row[1] or f"session {row[0]}"


def _is_alive(holder: str | None) -> bool:
    """Whether it is a process of this machine, and runs: the session of one that was killed is about to end."""
    found = re.match(r"process (\d+) on (\S+) ", holder or "")
    if found is None or found[2] != socket.gethostname():
        return False
    try:
        os.kill(int(found[1]), 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # of another user
        pass
    return True


def _schema(home: Home, raw: "psycopg.Connection[Any]") -> int:
    """A number for the schema of the catalogue: a database may have several."""
    row = raw.execute("SELECT current_schema()").fetchone()
    if row is None or row[0] is None:
        raise CatalogueError(f"{home}: the role finds no schema there; check its search_path and its rights")
    return zlib.crc32(row[0].encode()) & 0x7FFFFFFF
