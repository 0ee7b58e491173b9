"""Functions on puzzles for the SQL of other databases: `catalogue.register` adds them to SQLite and DuckDB.

They take a puzzle as text, in any form that `catalogue.solve` reads, and give NULL for a text that is none, for a
puzzle under further rules, and for one that lacks what is asked for. DuckDB hands on many values of a column at a time,
which go through the kernels together.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np

from .. import engine
from ..engine.boards import as_lines
from ..engine.grades import RatingStatus, ScoreStatus
from ..engine.reading.tables import is_board, normalised
from ..engine.solving import trial_depth
from .formats.door import given_in
from .puzzles.stored import from_lines

Values = Sequence[Any]
Puzzles = Any
"""Puzzles of one size: `uint8 (n, S*S)`."""

MOST_COUNTED = 1000
"""Solutions that `sudoku_count` counts; a puzzle with this many may have more."""


class Function(NamedTuple):
    """A function of SQL: the type of its values, and what computes them for puzzles of one size."""

    type: str
    of_puzzles: Callable[[Puzzles], Values]


def _solutions(puzzles: Puzzles) -> Values:
    found = as_lines(engine.solve(puzzles))
    return [line if count else None for line, count in zip(found, _counts(puzzles, limit=1), strict=True)]


def _counts(puzzles: Puzzles, limit: int = MOST_COUNTED) -> Values:
    counted: list[int] = engine.count_solutions(puzzles, limit=limit).tolist()
    return counted


def _of_sound(compute: Callable[[Puzzles], Values]) -> Callable[[Puzzles], Values]:
    """Values of puzzles that have one solution; None for the others."""

    def computed(puzzles: Puzzles) -> Values:
        sound = np.flatnonzero(np.asarray(_counts(puzzles, limit=2)) == 1)
        values: list[Any] = [None] * len(puzzles)
        for place, value in zip(sound.tolist(), compute(puzzles[sound]) if len(sound) else (), strict=True):
            values[place] = value
        return values

    return computed


def _ratings(puzzles: Puzzles) -> Values:
    found = engine.rate(puzzles)
    return [each["rating"] / 10 if each["status"] == RatingStatus.RATED else None for each in found]


def _scores(puzzles: Puzzles) -> Values:
    found = engine.score(puzzles)
    return [int(each["score"]) if each["status"] == ScoreStatus.SCORED else None for each in found]


def _forms(puzzles: Puzzles) -> Values:
    return as_lines(engine.canonical(puzzles, symmetry="full"))


FUNCTIONS: Mapping[str, Function] = {
    "sudoku_solve": Function("VARCHAR", _solutions),
    "sudoku_count": Function("BIGINT", _counts),
    "sudoku_rating": Function("DOUBLE", _of_sound(_ratings)),
    "sudoku_score": Function("BIGINT", _of_sound(_scores)),
    "sudoku_trial_depth": Function("BIGINT", _of_sound(lambda puzzles: trial_depth(puzzles).tolist())),
    "sudoku_canonical": Function("VARCHAR", _of_sound(_forms)),
}
"""The solution (the first, if there are several), how many there are up to `MOST_COUNTED`, the rating of Sudoku
Explainer, the score of HoDoKu, how deep trial and error looks, and the form that all symmetric images share; all but
the first two of puzzles with one solution."""


def register(connection: Any) -> None:
    """Add `FUNCTIONS` to a connection of SQLite or DuckDB.

    TypeError for a connection of another database.

    >>> database = sqlite3.connect(":memory:")
    >>> register(database)
    >>> database.execute("SELECT sudoku_count('1...3.......2...')").fetchone()
    (12,)
    """
    if isinstance(connection, sqlite3.Connection):
        for name, function in FUNCTIONS.items():
            connection.create_function(name, 1, partial(_one, function), deterministic=True)
    elif type(connection).__module__.partition(".")[0] in ("duckdb", "_duckdb"):
        for name, function in FUNCTIONS.items():
            given = {"type": "arrow", "null_handling": "special"}
            connection.create_function(name, partial(_arrow, function), ["VARCHAR"], function.type, **given)
    else:
        raise TypeError(f"register takes a connection of SQLite or DuckDB, not {type(connection).__name__}")


def _one(function: Function, text: object) -> Any:
    return values_of(function, [text])[0]


def _arrow(function: Function, column: Any) -> Any:
    import pyarrow  # comes with DuckDB's functions of columns

    types = {"VARCHAR": pyarrow.string(), "BIGINT": pyarrow.int64(), "DOUBLE": pyarrow.float64()}
    return pyarrow.array(values_of(function, column.to_pylist()), types[function.type])


def values_of(function: Function, texts: Sequence[object]) -> Values:
    """Return the value for each text; puzzles of one size go through a kernel together."""
    values: list[Any] = [None] * len(texts)
    plain = sorted(((place, cells) for place, text in enumerate(texts) if (cells := _cells(text))), key=_size)
    for _, same in groupby(plain, _size):
        places, lines = zip(*same, strict=True)
        try:
            found = function.of_puzzles(from_lines(lines))
        except ValueError:  # a size that lacks it
            continue
        for place, value in zip(places, found, strict=True):
            values[place] = value
    return values


def _size(puzzle: tuple[int, str]) -> int:
    return len(puzzle[1])


def _cells(text: object) -> str | None:
    """The cells of a plain puzzle in usual blocks; None for any other text."""
    if not isinstance(text, str):
        return None
    try:
        if is_board(text):  # the usual case, a tenth of the time
            return normalised(text)
        given = given_in(text)
    except ValueError:
        return None
    return None if given.variant or not given.shape.is_usual else given.puzzle
