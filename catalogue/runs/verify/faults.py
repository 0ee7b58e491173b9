"""The faults that `catalogue verify` reports: where they are, what should be there, and what would repair it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

Rows = Mapping[tuple[Any, ...], tuple[Any, ...]]
"""Rows of a table: their other columns by their keys."""


class Unknown(Enum):
    """The only value for what cannot be computed."""

    UNKNOWN = "unknown"


UNKNOWN = Unknown.UNKNOWN


@dataclass(frozen=True)
class Statement:
    """A change of one row."""

    sql: str
    values: tuple[object, ...]
    then: str | None = None
    """A statement to run when all rows are right: it makes an index or a view again."""


@dataclass(frozen=True)
class BoardFile:
    """A change of one file of the folder of boards: its content, or None if it is to be removed."""

    name: str
    content: bytes | None


@dataclass(frozen=True)
class Fault:
    """A value that is wrong, or a row or file that is missing or should not be there (`column` is None).

    `expected` is UNKNOWN, and `repair` None, if it cannot be computed.
    """

    table: str
    row: object
    column: str | None
    found: object
    expected: object = UNKNOWN
    repair: Statement | BoardFile | None = None

    def __str__(self) -> str:
        where = self.table if self.row is None else f"{self.table} {self.row}"
        if self.column is not None:
            should = "and should be something else" if self.expected is UNKNOWN else f"not {spelled(self.expected)}"
            return f"{where}: {self.column} is {spelled(self.found)}, {should}"
        if self.expected is None:
            return f"{where} should not be there"
        return f"{where} is missing" if self.found is None else f"{where}: {self.found}"

    def as_json(self) -> dict[str, object]:
        """The fault as `--format json` has it."""
        return {
            "table": self.table,
            "number": jsonable(self.row),
            "column": self.column,
            "found": jsonable(self.found),
            "expected": None if self.expected is UNKNOWN else jsonable(self.expected),
            "computable": self.repair is not None,
        }


def spelled(value: object) -> str:
    """A value in a line, without control characters."""
    return value.hex() if isinstance(value, bytes) else "NULL" if value is None else repr(value)


def jsonable(value: object) -> object:
    """A value as JSON can hold it."""
    if isinstance(value, bytes):
        return value.hex()
    return {name: jsonable(part) for name, part in value.items()} if isinstance(value, Mapping) else value


def wrong(table: str, key: Mapping[str, object], column: str, found: object, expected: object = UNKNOWN) -> Fault:
    """A column of a row that holds something else than it should."""
    if expected is UNKNOWN:
        return Fault(table, _label(key), column, found)
    update = f"UPDATE {table} SET {_quoted(column)} = ? WHERE {_of(key)}"
    return Fault(table, _label(key), column, found, expected, Statement(update, (expected, *key.values())))


def missing(table: str, key: Mapping[str, object], rest: Mapping[str, object]) -> Fault:
    """A row that should be there; `rest` has the columns besides its key."""
    row = {**key, **rest}
    insert = f"INSERT INTO {table} ({', '.join(map(_quoted, row))}) VALUES ({', '.join('?' * len(row))})"
    return Fault(table, _label(key), None, None, row, Statement(insert, tuple(row.values())))


def extra(table: str, key: Mapping[str, object], found: object) -> Fault:
    """A row that should not be there."""
    delete = f"DELETE FROM {table} WHERE {_of(key)}"
    return Fault(table, _label(key), None, found, None, Statement(delete, tuple(key.values())))


def differences(table: str, key: Sequence[str], columns: Sequence[str], stored: Rows, expected: Rows) -> list[Fault]:
    """Compare the rows of a table with those that should be there, column by column."""
    faults: list[Fault] = []
    for values in sorted(stored.keys() | expected.keys(), key=str):
        named = dict(zip(key, values, strict=True))
        found, right = stored.get(values), expected.get(values)
        if right is None:
            faults.append(extra(table, named, found[0] if found else None))
        elif found is None:
            faults.append(missing(table, named, dict(zip(columns, right, strict=True))))
        elif found != right:
            cells = zip(columns, found, right, strict=True)
            faults += [wrong(table, named, column, was, should) for column, was, should in cells if was != should]
    return faults


def _of(key: Mapping[str, object]) -> str:
    return " AND ".join(f"{_quoted(name)} IS ?" for name in key)


def _quoted(name: str) -> str:
    return f'"{name}"'


def _label(key: Mapping[str, object]) -> object:
    """A number by itself, anything else as text."""
    values = list(key.values())
    if len(values) == 1 and isinstance(values[0], int):
        return values[0]
    return " ".join(spelled(value) if isinstance(value, bytes) else str(value) for value in values) or None
