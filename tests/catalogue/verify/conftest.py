"""A database altered behind the program's back."""

import sqlite3
from contextlib import closing

import pytest


@pytest.fixture
def alter(home):
    """Runs a script on the database of the home: `alter("UPDATE …")`."""

    def run(script):
        with closing(sqlite3.connect(home / "catalogue.db")) as database:
            database.executescript(script)
            database.commit()

    return run
