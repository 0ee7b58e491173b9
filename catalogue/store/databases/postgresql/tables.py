"""The tables of a catalogue in PostgreSQL: as the server lists them, and from and to a file of SQLite."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import Boolean, Connection, Float, LargeBinary, String, Table, create_engine, func, select
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateIndex

from catalogue.own_files import DATABASE
from catalogue.store import schema
from catalogue.store.databases.database import Object
from catalogue.store.databases.postgresql import rows as statements
from catalogue.store.databases.postgresql.rows import Raw
from catalogue.store.databases.postgresql.session import raw_of
from catalogue.store.databases.sqlite.files import OnProgress, copy_pages, open_to_read, sync_file

_DIALECT = postgresql.dialect()  # type: ignore[no-untyped-call]

_CHUNK = 5000  # rows copied at a time
_NUMBERED = (schema.boards, schema.puzzles, schema.sources)

_TYPES = ((String, "character varying"), (LargeBinary, "bytea"), (Boolean, "boolean"), (Float, "double precision"))
_INTEGER = "bigint"

_COLUMNS = """
SELECT c.table_name, c.column_name, c.data_type, c.is_nullable FROM information_schema.columns AS c
JOIN information_schema.tables AS t USING (table_schema, table_name)
WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE' ORDER BY c.table_name, c.ordinal_position
"""
_INDEXES = """
SELECT n.relname, i.indisunique, i.indpred IS NOT NULL,
       (SELECT string_agg(a.attname, ', ' ORDER BY k.place) FROM unnest(i.indkey) WITH ORDINALITY AS k (number, place)
        JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = k.number)
FROM pg_index AS i JOIN pg_class AS n ON n.oid = i.indexrelid
WHERE n.relnamespace = current_schema()::regnamespace AND NOT i.indisprimary
"""
_VIEWS = "SELECT viewname FROM pg_views WHERE schemaname = current_schema()"

for _table in schema.metadata.sorted_tables:
    for _partial in _table.indexes:  # not in the schema: there it would load what only PostgreSQL needs
        _partial.dialect_options["postgresql"]["where"] = _partial.dialect_options["sqlite"]["where"]


def objects(raw: Raw) -> dict[tuple[str, str], Object]:
    """Return tables, indexes and views as the server lists them."""
    columns: dict[str, list[str]] = {}
    for table, name, kind, nullable in raw.execute(_COLUMNS):
        columns.setdefault(table, []).append(_column(name, kind, nullable == "YES"))
    found = {("table", name): Object("; ".join(sorted(those)), None) for name, those in columns.items()}
    for name, unique, partial, names in raw.execute(_INDEXES):
        found["index", name] = Object(_index(unique, partial, names), None)
    return found | {("view", name): Object("", None) for (name,) in raw.execute(_VIEWS)}


def wanted_objects() -> dict[tuple[str, str], Object]:
    """Return the same from the schema of the program."""
    found: dict[tuple[str, str], Object] = {}
    for table in schema.metadata.sorted_tables:
        those = [_column(column.name, _kind(column), bool(column.nullable)) for column in table.columns]
        found["table", table.name] = Object("; ".join(sorted(those)), None)
        for index in table.indexes:
            names = ", ".join(column.name for column in index.columns)
            partial = index.dialect_options["postgresql"]["where"] is not None
            repair = str(CreateIndex(index).compile(dialect=_DIALECT))
            found["index", str(index.name)] = Object(_index(bool(index.unique), partial, names), repair)
    found["view", "catalogue"] = Object("", schema.POSTGRESQL_VIEW)
    return found


def _column(name: str, kind: str, nullable: bool) -> str:
    return f"{name} {kind}{'' if nullable else ' not null'}"


def _kind(column: Any) -> str:
    return next((name for kind, name in _TYPES if isinstance(column.type, kind)), _INTEGER)


def _index(unique: bool, partial: bool, columns: str) -> str:
    return f"{'unique ' if unique else ''}{'partial ' if partial else ''}({columns})"


def bytes_of_tables(connection: Connection) -> int:
    """Return how much room the tables take, with their indexes."""
    names = [table.name for table in schema.metadata.sorted_tables]
    query = "SELECT coalesce(sum(pg_total_relation_size(to_regclass(name))), 0)::bigint FROM unnest(%s::text[]) AS name"
    row = raw_of(connection).execute(query, (names,)).fetchone()
    return int(row[0]) if row else 0


def drop_all(connection: Connection) -> None:
    """Drop the tables of a catalogue, where there are any."""
    connection.exec_driver_sql("DROP VIEW IF EXISTS catalogue")
    for table in reversed(schema.metadata.sorted_tables):
        connection.exec_driver_sql(f"DROP TABLE IF EXISTS {table.name}")


# --- To and from SQLite ---


def write_sqlite(connection: Connection, target: Path, on_progress: OnProgress) -> None:
    """Write all tables into a new file of SQLite, as they are at this moment; it is on the disk at the end."""
    tables = schema.metadata.sorted_tables
    wanted = sum(connection.execute(select(func.count()).select_from(table)).scalar_one() for table in tables)
    done = 0
    with target.open("xb"):  # nothing that is there is written over
        pass
    try:
        engine = create_engine(f"sqlite:///{target}")
        with engine.begin() as file:
            schema.metadata.create_all(file)
        engine.dispose()
        with closing(sqlite3.connect(target, isolation_level=None)) as file_:
            file_.execute("PRAGMA synchronous = OFF")  # the file is synced at the end
            file_.execute("BEGIN")
            for table in tables:
                for rows in _rows(connection, table):
                    places = ", ".join("?" * len(table.columns))
                    file_.executemany(f"INSERT INTO {table.name} VALUES ({places})", rows)
                    done += len(rows)
                    on_progress(done, wanted)
            file_.execute("COMMIT")
        sync_file(target)
    except BaseException:
        with suppress(OSError):
            target.unlink()
        raise


def _rows(connection: Connection, table: Table) -> Iterator[list[Any]]:
    """The rows of a table in the order of its key, some at a time."""
    query = select(table).order_by(*table.primary_key.columns)
    with connection.execute(query, execution_options={"stream_results": True, "max_row_buffer": _CHUNK}) as found:
        for rows in found.partitions(_CHUNK):
            yield [tuple(row) for row in rows]


def read_sqlite(connection: Connection, backup: Path) -> None:
    """Copy all rows of a file of SQLite into empty tables, from an older schema too."""
    with TemporaryDirectory() as folder, closing(open_to_read(_upgraded(backup, Path(folder)))) as source:
        for table in schema.metadata.sorted_tables:
            if table is not schema.alembic_version:
                connection.execute(table.delete())
                _fill(raw_of(connection), table, source)
    for table in _NUMBERED:
        greatest = connection.execute(select(func.max(table.c.id))).scalar()
        if greatest is not None:
            statements.restart(raw_of(connection), table.name, greatest + 1)


def _upgraded(backup: Path, folder: Path) -> Path:
    """The backup, or a copy of it that has the newest schema."""
    with closing(open_to_read(backup)) as source:
        if source.execute("SELECT version_num FROM alembic_version").fetchone() == (schema.REVISION,):
            return backup
        copy_pages(source, folder / DATABASE, lambda done, wanted: None)
    from catalogue.store.opening import migration  # slow to import, and needed for an old backup only
    from catalogue.store.opening.remeasuring import remeasure

    engine = create_engine(f"sqlite:///{folder / DATABASE}")
    with engine.begin() as connection:
        migration.upgrade(connection)
        remeasure(connection)
    engine.dispose()
    return folder / DATABASE


def _fill(raw: Raw, table: Table, source: sqlite3.Connection) -> None:
    names = [column.name for column in table.columns]
    truths = [place for place, name in enumerate(names) if name in statements.boolean_columns(table)]
    rows = source.execute(f"SELECT {', '.join(names)} FROM {table.name}")
    while chunk := list(islice(rows, _CHUNK)):
        columns: list[Any] = list(zip(*chunk, strict=True))
        for place in truths:
            columns[place] = [None if value is None else bool(value) for value in columns[place]]
        statements.copy_in(raw, table.name, names, columns)
