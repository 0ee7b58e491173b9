"""SQLite's own check of a database, before anything is added to it."""

from catalogue.store.faults import damaged, said_plainly
from catalogue.store.store import Store


def check_sound(store: Store) -> None:
    """CatalogueError for a database that does not pass the check, which takes half a second for a million boards."""
    with said_plainly(store.home):
        found = store.connection.exec_driver_sql("PRAGMA integrity_check(1)").scalars().all()
    if found != ["ok"]:
        fault = " ".join(str(found[0]).split()) if found else "nothing"
        raise damaged(store.home, f"the database does not pass SQLite's check ({fault})")
