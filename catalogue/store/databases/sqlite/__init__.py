"""A catalogue in SQLite, which is one file in a folder."""
