"""Expressions of queries that each database spells in its own way: `sqlite.py` and `postgresql.py` say how."""

from collections.abc import Callable
from typing import Any

from sqlalchemy import JSON, ColumnElement, Dialect, cast, func
from sqlalchemy.sql.functions import FunctionElement
from sqlalchemy.types import UserDefinedType

from catalogue.store.schema import INTEGER


class PuzzleNumber(UserDefinedType[Any]):
    """A number as commands print it: an integer N, or a text N.k. Who has one type for each column returns text."""

    cache_ok = True

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], Any] | None:
        """SQLite gives both types itself."""
        return None if dialect.name == "sqlite" else _number


def _number(text: Any) -> Any:
    return text if text is None or "." in text else int(text)


class puzzle_number(FunctionElement[Any]):
    """The number of a puzzle, from its board and its place there."""

    name = "puzzle_number"
    type = PuzzleNumber()
    inherit_cache = True


class joined(FunctionElement[str]):
    """The values of all rows in their order, with commas between them."""

    name = "joined"
    inherit_cache = True


class collected(FunctionElement[Any]):
    """An object of JSON with a name and a value from each row."""

    name = "collected"
    type = JSON()
    inherit_cache = True


def total(column: ColumnElement[Any]) -> ColumnElement[int]:
    """The sum of a column of integers, 0 of no rows, as an integer."""
    return cast(func.coalesce(func.sum(column), 0), INTEGER)
