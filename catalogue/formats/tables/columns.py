"""The columns of tables whose types are fixed: what type each has, and its values in pieces of many rows."""

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from catalogue.metrics import PUZZLE_METRICS

CHUNK = 65_536
"""So many rows are in memory."""

_KINDS: dict[str, type] = {
    **dict.fromkeys(PUZZLE_METRICS, int),
    "minimal": bool,
    **dict.fromkeys(("rating", "pearl", "diamond"), float),
}


def kind_of(name: str, values: Sequence[Any]) -> type:
    """The type of a column: the one that it always has, or else that of its first value."""
    first = next((value for value in values if value is not None), "")
    known = _KINDS.get(name)
    if known and isinstance(first, int | float | bool):
        return known
    return type(first) if isinstance(first, bool | int | float) else str


def chunks(rows: Iterable[Sequence[Any]], columns: Sequence[str]) -> Iterator[list[Sequence[Any]]]:
    """Yield the values of each column of many rows, again and again; text in place of objects and of numbers N.1."""
    source = iter(rows)
    while chunk := list(islice(source, CHUNK)):
        yield [_plain(name, values) for name, values in zip(columns, zip(*chunk, strict=True), strict=True)]


def _plain(name: str, values: Sequence[Any]) -> Sequence[Any]:
    if name == "id":
        return list(map(str, values))
    first = next((value for value in values if value is not None), None)
    if isinstance(first, dict | list):
        return [None if value is None else json.dumps(value) for value in values]
    return values


def as_text(value: object) -> str:
    """A value as a record has it."""
    return "" if value is None else str(value)
