"""Alembic's entry: runs the versions on the connection that the store hands over."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
