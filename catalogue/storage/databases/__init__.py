"""Where rows are kept: what a catalogue asks of a database (`base`), and who answers.

SQLite is in `sqlite`, with its connections and the copies of its files in `sqlite_connections`. PostgreSQL is in
`postgresql`, with its connections and the lock of a writer in `postgresql_session`, and rows in and out in
`postgresql_tables`. Only `store` chooses.
"""
