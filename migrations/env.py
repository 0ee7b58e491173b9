"""Alembic's entry: runs the versions on the connection that catalogue.store hands over.

A catalogue in PostgreSQL begins at the baseline, which makes all tables as of one revision; the versions before it
were for SQLite alone, and no catalogue of theirs is in PostgreSQL.
"""

import runpy
from pathlib import Path

from alembic import context

connection = context.config.attributes["connection"]
context.configure(connection=connection)
migration = context.get_context()
if connection.dialect.name == "postgresql" and migration.get_current_revision() is None:
    baseline = runpy.run_path(str(Path(__file__).with_name("postgresql_baseline.py")))
    baseline["make_tables"](connection)
    migration.stamp(context.script, baseline["REVISION"])
context.run_migrations()
