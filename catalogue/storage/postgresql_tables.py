"""The tables of a catalogue in PostgreSQL: rows in by COPY or over arrays, sequences, copies from and to SQLite."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, suppress
from itertools import chain, groupby, islice
from operator import itemgetter
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql
from psycopg.adapt import PyFormat
from sqlalchemy import (
    DDL,
    Boolean,
    Column,
    Connection,
    Float,
    LargeBinary,
    String,
    Table,
    create_engine,
    event,
    func,
    select,
)
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateIndex

from ..errors import CatalogueError
from . import schema
from .database import Insertion, Object, OnProgress
from .postgresql_session import raw_of
from .sqlite import open_to_read
from .whole_files import sync_path

Raw = psycopg.Connection[Any]

_CLAIM = (  # keys as one value: psycopg takes as long for an array of them as the server
    "INSERT INTO claims (key, board_id) SELECT substr(keys, 1 + place * {width}, {width}), {first} + place"
    " FROM (SELECT %b::bytea AS keys) AS given, generate_series(0, {last}) AS place ORDER BY place"
)
_TAKE_BACK = "DELETE FROM claims WHERE key = ANY(%b::bytea[]) AND board_id >= %s RETURNING board_id"


def add_up(raw: Raw, insertion: Insertion, rows: Sequence[Sequence[object]]) -> None:
    """Insert rows of different keys, or add them to those that are there: an array for each column."""
    table = insertion.table
    changes = [
        sql.SQL("{0} = {1}.{0} + excluded.{0}").format(sql.Identifier(name), sql.Identifier(table.name))
        for name in insertion.sums
    ]
    changes += [sql.SQL("{0} = excluded.{0}").format(sql.Identifier(name)) for name in insertion.latest]
    binary = sql.Placeholder(format=PyFormat.BINARY)
    arrays = [sql.SQL("{}::" + _type(table.c[name])[0] + "[]").format(binary) for name in insertion.columns]
    statement = sql.SQL("INSERT INTO {} ({}) SELECT * FROM unnest({}) ON CONFLICT ({}) DO UPDATE SET {}").format(
        sql.Identifier(table.name),
        sql.SQL(", ").join(map(sql.Identifier, insertion.columns)),
        sql.SQL(", ").join(arrays),
        sql.SQL(", ").join(map(sql.Identifier, insertion.key)),
        sql.SQL(", ").join(changes),
    )
    raw.execute(statement, [list(column) for column in zip(*rows, strict=True)])


def next_number(raw: Raw, table: str) -> int:
    """Return the number that the sequence of a table gives next."""
    query = sql.SQL("SELECT last_value + is_called::int FROM {}").format(sql.Identifier(sequence_of(table)))
    row = raw.execute(query).fetchone()
    assert row is not None
    return int(row[0])


def restart(raw: Raw, table: str, number: int) -> None:
    """Have the sequence of a table go on with a number. Unlike `nextval`, this is undone with the transaction.

    Everything that the sequence gives afterwards is undone with it, so numbers have no gaps.
    """
    name = sql.Identifier(sequence_of(table))
    raw.execute(sql.SQL("ALTER SEQUENCE {} RESTART WITH {}").format(name, sql.Literal(number)))


def sequence_of(table: str) -> str:
    """Return the name of the sequence that numbers the rows of a table."""
    return f"{table}_id_seq"


def claim_new(raw: Raw, keys: Sequence[bytes], first: int) -> bool:
    """Claim all keys for the numbers from `first` on, or none if one is taken; return whether they are claimed."""
    try:
        with raw.transaction():  # within the one that is open
            _insert_claims(raw, keys, first)
    except psycopg.errors.UniqueViolation:
        return False
    return True


def claim(raw: Raw, keys: Sequence[bytes], first: int, wanted: int) -> tuple[Sequence[int], int]:
    """Claim as many at a time as are still wanted; those that leave gaps in the numbers once more."""
    new: list[int] = []
    looked_at = 0
    while looked_at < len(keys) and len(new) < wanted:
        chunk = keys[looked_at : looked_at + wanted - len(new)]
        new += [looked_at + index for index in _claim_all(raw, chunk, first + len(new))]
        looked_at += len(chunk)
    return new, looked_at


def _claim_all(raw: Raw, keys: Sequence[bytes], first: int) -> Sequence[int]:
    """Claim keys for the numbers from `first` on, and return the indices of those that were new."""
    if _insert_claims(raw, keys, first, " ON CONFLICT DO NOTHING") == len(keys):
        return range(len(keys))
    new = sorted(number - first for (number,) in raw.execute(_TAKE_BACK, (list(keys), first)))
    if new:
        _insert_claims(raw, [keys[index] for index in new], first)
    return new


def _insert_claims(raw: Raw, keys: Sequence[bytes], first: int, taken: str = "") -> int:
    """Insert claims on keys that are equally long, and return how many; `taken` says what to do with others."""
    (width,) = {len(key) for key in keys}
    statement = sql.SQL(_CLAIM + taken).format(width=width, first=first, last=len(keys) - 1)
    return raw.execute(statement, [b"".join(keys)]).rowcount


def copy_in(raw: Raw, table: Table, names: Sequence[str], columns: Sequence[Iterable[object]]) -> None:
    """Append rows to a table, column by column."""
    statement = sql.SQL("COPY {} ({}) FROM STDIN (FORMAT BINARY)").format(
        sql.Identifier(table.name), sql.SQL(", ").join(map(sql.Identifier, names))
    )
    with raw.cursor() as cursor, cursor.copy(statement) as copy:
        copy.set_types([_type(table.c[name])[0] for name in names])
        for row in zip(*columns, strict=True):
            copy.write_row(row)


def _type(column: Column[Any]) -> tuple[str, str]:
    return next((names for kind, names in _TYPES.items() if isinstance(column.type, kind)), _INTEGER)


def boolean_columns(table: Table) -> set[str]:
    """Return the names of a table's columns that are true or false."""
    return {column.name for column in table.columns if isinstance(column.type, Boolean)}


_DIALECT = postgresql.dialect()  # type: ignore[no-untyped-call]

_CHUNK = 5000  # rows copied at a time
_NUMBERED = (schema.boards, schema.puzzles, schema.sources)

_INTEGER = ("int8", "bigint")
_TYPES = {
    String: ("text", "character varying"),
    LargeBinary: ("bytea", "bytea"),
    Boolean: ("bool", "boolean"),
    Float: ("float8", "double precision"),
}
"""The type of a column's values as statements call it, and as the server lists it."""

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
_CONSTRAINTS = """
SELECT c.conname, pg_get_constraintdef(c.oid) FROM pg_constraint AS c
WHERE c.connamespace = current_schema()::regnamespace AND c.contype IN ('p', 'f')
"""
_STORAGE = """
SELECT relname, CASE relpersistence WHEN 'p' THEN 'logged' ELSE 'not logged' END FROM pg_class
WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
"""
_VIEW = "SELECT 1 FROM pg_views WHERE schemaname = current_schema() AND viewname = 'catalogue'"

# A row of the tallies that is changed stays in its page, so that no index changes.
_room = DDL("ALTER TABLE tallies SET (fillfactor = 50)").execute_if(dialect="postgresql")  # type: ignore[no-untyped-call]
event.listen(schema.tallies, "after_create", _room)

for _table in schema.metadata.sorted_tables:
    for _partial in _table.indexes:  # not in the schema: there it would load what only PostgreSQL needs
        _partial.dialect_options["postgresql"]["where"] = _partial.dialect_options["sqlite"]["where"]


def objects(raw: Raw) -> dict[tuple[str, str], Object]:
    """Return tables, their storage, constraints, indexes and the view as the server lists them."""
    columns: dict[str, list[str]] = {}
    for table, name, kind, nullable in raw.execute(_COLUMNS):
        columns.setdefault(table, []).append(_column(name, kind, nullable == "YES"))
    found = {("table", name): Object("; ".join(sorted(those)), None) for name, those in columns.items()}
    for kind, query in (("storage", _STORAGE), ("constraint", _CONSTRAINTS)):
        found |= {(kind, name): Object(text, None) for name, text in raw.execute(query)}
    for name, unique, partial, names in raw.execute(_INDEXES):
        found["index", name] = Object(_index(unique, partial, names), None)
    if raw.execute(_VIEW).fetchone():
        found["view", "catalogue"] = Object(_meaning(raw, "SELECT * FROM catalogue"), None)
    return found


def wanted_objects(raw: Raw) -> dict[tuple[str, str], Object]:
    """Return the same from the schema of the program."""
    found: dict[tuple[str, str], Object] = {}
    for table in schema.metadata.sorted_tables:
        those = [_column(column.name, _type(column)[1], bool(column.nullable)) for column in table.columns]
        found["table", table.name] = Object("; ".join(sorted(those)), None)
        found["storage", table.name] = Object("logged", f"ALTER TABLE {table.name} SET LOGGED")
        for name, text in _constraints(table):
            found["constraint", name] = Object(text, f"ALTER TABLE {table.name} ADD CONSTRAINT {name} {text}")
        for index in table.indexes:
            names = ", ".join(column.name for column in index.columns)
            partial = index.dialect_options["postgresql"]["where"] is not None
            repair = str(CreateIndex(index).compile(dialect=_DIALECT))
            found["index", str(index.name)] = Object(_index(bool(index.unique), partial, names), repair)
    selection = schema.POSTGRESQL_VIEW.partition(" AS\n")[2]
    found["view", "catalogue"] = Object(_meaning(raw, selection), schema.POSTGRESQL_VIEW)
    return found


def _meaning(raw: Raw, query: str) -> str:
    """Describe a query: its columns, and how the server would run it. A view and its text give the same."""
    columns = raw.execute(f"{query} LIMIT 0").description or []
    plan = raw.execute(f"EXPLAIN (VERBOSE, COSTS OFF) {query}").fetchall()
    return "\n".join([*(f"{column.name} {column.type_code}" for column in columns), *(line for (line,) in plan)])


def _constraints(table: Table) -> list[tuple[str, str]]:
    """The names of a table's primary and foreign keys, as the server gives them, and what they say."""
    found = [(f"{table.name}_pkey", f"PRIMARY KEY ({', '.join(table.primary_key.columns.keys())})")]
    found = [(str(table.primary_key.name or name), text) for name, text in found if table.primary_key.columns.keys()]
    for key in table.foreign_keys:
        column, other = key.parent.name, key.column
        text = f"FOREIGN KEY ({column}) REFERENCES {other.table.name}({other.name})"
        found.append((f"{table.name}_{column}_fkey", text))
    return found


def _column(name: str, kind: str, nullable: bool) -> str:
    return f"{name} {kind}{'' if nullable else ' not null'}"


def _index(unique: bool, partial: bool, columns: str) -> str:
    return f"{'unique ' if unique else ''}{'partial ' if partial else ''}({columns})"


def drop_all(connection: Connection) -> None:
    """Drop the tables of a catalogue, if there are any."""
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
        sync_path(target)
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
    """Copy all rows of a file of SQLite into empty tables. CatalogueError if it has an older schema."""
    with closing(open_to_read(backup)) as source:
        if source.execute("SELECT version_num FROM alembic_version").fetchone() != (schema.REVISION,):
            raise CatalogueError(
                f"{backup} has an older schema: restore it in a folder, open it there and back that up"
            )
        for table in schema.metadata.sorted_tables:
            if table is not schema.alembic_version:
                connection.execute(table.delete())
                _fill(raw_of(connection), table, source)
    for table in _NUMBERED:
        greatest = connection.execute(select(func.max(table.c.id))).scalar()
        if greatest is not None:
            restart(raw_of(connection), table.name, greatest + 1)


def _fill(raw: Raw, table: Table, source: sqlite3.Connection) -> None:
    names = [column.name for column in table.columns]
    truths = [place for place, name in enumerate(names) if name in boolean_columns(table)]
    rows = source.execute(f"SELECT {', '.join(names)} FROM {table.name}")
    while chunk := list(islice(rows, _CHUNK)):
        columns: list[Any] = list(zip(*chunk, strict=True))
        for place in truths:
            columns[place] = [None if value is None else bool(value) for value in columns[place]]
        copy_in(raw, table, names, columns)


# --- Statements that are sent later, together -------------------------------------------------------------------------

Key = tuple[object, ...]
Columns = Sequence[Sequence[object]]

MANY = 8192
"""Rows of a table that are sent together, or a few more.

PostgreSQL 18 collects up to 1,000 rows of a COPY before it inserts them, and for each one it searches those that it has
collected. A COPY of 1,000 rows takes a microsecond longer for each of them; one of many rows takes that time once.
"""


class Rows:
    """Rows that wait, in the order of each table."""

    def __init__(self) -> None:
        self._waiting: dict[str, list[tuple[Insertion, Columns]]] = {}

    def add(self, insertion: Insertion, columns: Columns) -> bool:
        """Add rows, column by column, and return whether many of the table wait."""
        those = self._waiting.setdefault(insertion.table.name, [])
        those.append((insertion, columns))
        return sum(len(columns[0]) for _, columns in those) >= MANY

    def taken(self) -> list[tuple[Insertion, list[Iterable[object]]]]:
        """Return all that waits, tables before those that refer to them, and forget it."""
        waiting, self._waiting = self._waiting, {}
        found: list[tuple[Insertion, list[Iterable[object]]]] = []
        for table in schema.metadata.sorted_tables:
            for insertion, those in groupby(waiting.get(table.name, ()), key=itemgetter(0)):
                parts = zip(*(columns for _, columns in those), strict=True)
                found.append((insertion, [chain.from_iterable(part) for part in parts]))
        return found


class Sums:
    """Rows of insertions that add up, by their keys: of each other column, the value of each key."""

    def __init__(self) -> None:
        self._waiting: dict[Insertion, list[dict[Key, Any]]] = {}

    def add(self, insertion: Insertion, rows: Sequence[Sequence[Any]]) -> None:
        """Add rows to those that wait: their sums grow, their latest values are replaced."""
        end, latest = len(insertion.key), len(insertion.key) + len(insertion.latest)
        keys = [tuple(row[:end]) for row in rows]
        columns = self._waiting.setdefault(insertion, [{} for _ in insertion.columns[end:]])
        for place, values in enumerate(columns, end):
            for key, row in zip(keys, rows, strict=True):
                values[key] = row[place] if place < latest else values.get(key, 0) + row[place]

    def taken(self) -> list[tuple[Insertion, list[tuple[Any, ...]]]]:
        """Return all that waits, in the order of the keys, which the server finds sooner, and forget it."""
        waiting, self._waiting = self._waiting, {}
        return [
            (insertion, [(*key, *(values[key] for values in columns)) for key in sorted(columns[0])])
            for insertion, columns in waiting.items()
            if columns[0]
        ]
