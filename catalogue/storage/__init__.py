"""Where a catalogue is kept: a folder or a server (`home`), its tables (`schema`), and its files (`files`).

`store` opens it, under a `lock` for whoever writes; `columns` and `queries` read, `writing` writes, and `databases` are
SQLite and PostgreSQL.
"""
