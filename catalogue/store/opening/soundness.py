"""SQLite's own check of a database: before anything is added to it, and where its rows make no sense."""

from pathlib import Path

from sqlalchemy import Connection

from catalogue.store.faults import damaged, said_plainly


def check_sound(home: Path, connection: Connection) -> None:
    """CatalogueError for a database that does not pass the check, which takes half a second for a million boards."""
    with said_plainly(home):
        found = connection.exec_driver_sql("PRAGMA integrity_check(1)").scalars().all()
    if found != ["ok"]:
        fault = " ".join(str(found[0]).split()) if found else "nothing"
        raise damaged(home, f"the database does not pass SQLite's check ({fault})")
