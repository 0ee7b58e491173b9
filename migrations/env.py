"""Alembic's entry: runs the versions on the connection that catalogue.store hands over."""

from alembic import context

from catalogue.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
context.run_migrations()
