"""A catalogue in PostgreSQL."""
