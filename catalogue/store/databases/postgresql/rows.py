"""Many rows into PostgreSQL: by COPY, or where keys may be taken by one statement over arrays."""

from collections.abc import Callable, Sequence
from typing import Any

import psycopg
from psycopg import sql
from sqlalchemy import Boolean, Column, Float, LargeBinary, String, Table

from catalogue.store.databases.database import out_of_step
from catalogue.store.databases.insertion import Insertion

Raw = psycopg.Connection[Any]

_ESCAPES = str.maketrans({"\\": r"\\", "\t": r"\t", "\n": r"\n", "\r": r"\r"})
_NULL = r"\N"
_PIECE = 256  # rows sent together

_CLAIM = (
    "INSERT INTO claims (key, board_id)"
    " SELECT key, %s + place - 1 FROM unnest(%b::bytea[]) WITH ORDINALITY AS given (key, place) ORDER BY place"
    " ON CONFLICT DO NOTHING"
)
_TAKE_BACK = "DELETE FROM claims WHERE key = ANY(%b::bytea[]) AND board_id >= %s RETURNING board_id"


def insert(raw: Raw, insertion: Insertion, rows: Sequence[Sequence[object]]) -> None:
    """Insert rows, given in the order of the columns."""
    columns = list(zip(*rows, strict=True))
    copy_in(raw, insertion.table.name, insertion.columns, columns)


def add_up(raw: Raw, insertion: Insertion, rows: Sequence[Sequence[object]]) -> None:
    """Insert rows of different keys, or add them to those that are there."""
    raw.execute(_adding_up(insertion), [list(column) for column in zip(*rows, strict=True)])


def insert_numbered(raw: Raw, insertion: Insertion, numbers: range, columns: Sequence[Sequence[object]]) -> range:
    """Insert rows that the sequence of the table numbers, check that they got the numbers expected, and return these.

    The sequence has to be one that this transaction has restarted.
    """
    name = insertion.table.name
    copy_in(raw, name, insertion.columns[1:], columns)
    following = next_number(raw, name)
    if following != numbers.stop:  # other users of the sequence wait for the end of the transaction
        raise out_of_step(name, following, numbers.stop)
    return range(following - len(numbers), following)


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


def pin(raw: Raw, table: str) -> None:
    """Have the log of the server say exactly where a sequence is that this transaction has restarted."""
    raw.execute("SELECT setval(%s, %s, false)", (sequence_of(table), next_number(raw, table)))


def sequence_of(table: str) -> str:
    """Return the name of the sequence that numbers the rows of a table."""
    return f"{table}_id_seq"


def claim(raw: Raw, keys: Sequence[bytes], first: int, wanted: int) -> tuple[Sequence[int], int]:
    """Claim as many at a time as are still wanted; those that leave gaps in the numbers once more."""
    new: list[int] = []
    looked_at = 0
    while looked_at < len(keys) and len(new) < wanted:
        chunk = list(keys[looked_at : looked_at + wanted - len(new)])
        new += [looked_at + index for index in _claim_all(raw, chunk, first + len(new))]
        looked_at += len(chunk)
    return new, looked_at


def _claim_all(raw: Raw, keys: list[bytes], first: int) -> Sequence[int]:
    """Claim keys for the numbers from `first` on, and return the indices of those that were new."""
    if raw.execute(_CLAIM, (first, keys)).rowcount == len(keys):
        return range(len(keys))
    new = sorted(number - first for (number,) in raw.execute(_TAKE_BACK, (keys, first)))
    if new:
        raw.execute(_CLAIM, (first, [keys[index] for index in new]))
    return new


def copy_in(raw: Raw, table: str, names: Sequence[str], columns: Sequence[Sequence[object]]) -> None:
    """Append rows to a table, column by column."""
    statement = sql.SQL("COPY {} ({}) FROM STDIN").format(
        sql.Identifier(table), sql.SQL(", ").join(map(sql.Identifier, names))
    )
    rows = len(columns[0])
    with raw.cursor() as cursor, cursor.copy(statement) as copy:
        for first in range(0, rows, _PIECE):  # the server works on one while the next one is written
            piece = [_texts(column[first : first + _PIECE]) for column in columns]
            copy.write("".join(f"{line}\n" for line in map("\t".join, zip(*piece, strict=True))).encode())


def _texts(column: Sequence[object]) -> Sequence[str]:
    """The values of a column as COPY reads them."""
    kinds = set(map(type, column))
    if kinds == {int}:
        return list(map(str, column))
    if len(kinds) == 1 and (spell := _SPELLED.get(kinds.pop())):
        return list(map(spell, column))
    return [_NULL if value is None else _SPELLED.get(type(value), str)(value) for value in column]


def _text(value: Any) -> str:
    return value if value.isprintable() and "\\" not in value else str(value).translate(_ESCAPES)


_SPELLED: dict[type, Callable[[Any], str]] = {
    str: _text,
    bytes: lambda value: rf"\\x{value.hex()}",
    bool: lambda value: "t" if value else "f",
    float: repr,
    type(None): lambda value: _NULL,
}


def _adding_up(insertion: Insertion) -> sql.Composed:
    """Insert, or change the row with the same key: an array for each column."""
    table = insertion.table
    changes = [
        sql.SQL("{0} = {1}.{0} + excluded.{0}").format(sql.Identifier(name), sql.Identifier(table.name))
        for name in insertion.sums
    ]
    changes += [sql.SQL("{0} = excluded.{0}").format(sql.Identifier(name)) for name in insertion.latest]
    arrays = [sql.SQL("{}::" + array_type(table.c[name])).format(sql.Placeholder()) for name in insertion.columns]
    return sql.SQL("INSERT INTO {} ({}) SELECT * FROM unnest({}) ON CONFLICT ({}) DO UPDATE SET {}").format(
        sql.Identifier(table.name),
        sql.SQL(", ").join(map(sql.Identifier, insertion.columns)),
        sql.SQL(", ").join(arrays),
        sql.SQL(", ").join(map(sql.Identifier, insertion.key)),
        sql.SQL(", ").join(changes),
    )


def array_type(column: Column[Any]) -> str:
    """Return the type of an array of a column's values."""
    kinds = {String: "text[]", LargeBinary: "bytea[]", Boolean: "boolean[]", Float: "float8[]"}
    return next((name for kind, name in kinds.items() if isinstance(column.type, kind)), "bigint[]")


def boolean_columns(table: Table) -> set[str]:
    """Return the names of a table's columns that are true or false."""
    return {column.name for column in table.columns if isinstance(column.type, Boolean)}
