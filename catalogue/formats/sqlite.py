"""A lean SQLite file: a table `puzzles`, and a table `steps` if the rows have the steps of their solutions.

The database of a catalogue is read as well; variants come with all their rules, and other blocks than usual ones as
regions.
"""

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, BinaryIO
from urllib.parse import quote

from ...engine import Variant
from ...engine.reading.budget import RECORD, SECONDS, Watch, over
from ...engine.reading.tables import Given, Refuse, has_puzzles, places_of, stop_at_row
from ...engine.rules.formats import constraint_text
from ...engine.rules.rulebook import Rulebook
from ...engine.shape import Shape
from . import CONSTRAINTS
from .columns import chunks, kind_of, records

STEPS = "steps"
"""The column whose values are steps, as `engine.paths.as_data` describes them."""

_VIEW = "catalogue"
_PREFERRED = (_VIEW, "puzzles")
"""The view of a catalogue, and the table of `write`."""

_RULED = ("number", "givens", "solution", CONSTRAINTS)
_RULED_ROWS = """
SELECT CASE p.place WHEN 0 THEN p.board_id ELSE p.board_id || '.' || p.place END, p.givens,
       coalesce(p.solution, b.solution), p.constraints
FROM puzzles AS p JOIN boards AS b ON b.id = p.board_id ORDER BY p.board_id, p.place"""
"""The view has no constraints."""

_TYPES = {int: "INTEGER", bool: "INTEGER", float: "REAL", str: "TEXT"}


def read_sqlite(
    file: BinaryIO, column: str | None = None, refuse: Refuse = stop_at_row, *, trust: bool = False
) -> Iterator[Given]:
    """Yield the rows of the view `catalogue`, of the table `puzzles`, or of the only one that has puzzles."""
    watch = Watch()
    with _path_of(file) as path:
        try:
            uri = f"file:{quote(str(path))}?mode=ro"
            # Whoever drops the rows may be another thread.
            with closing(sqlite3.connect(uri, uri=True, check_same_thread=False)) as connection:
                if not trust:
                    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 4 * RECORD)  # of a row
                    connection.set_progress_handler(watch, _STEPS)
                table, columns = _table(connection, column)
                rules = _rules_of(connection) if table == _VIEW else None
                query = _RULED_ROWS if rules else f"SELECT {_listed(columns)} FROM {_quoted(table)}"
                rows: Iterable[Sequence[Any]] = connection.execute(query)
                rows = rows if trust else _bounded(rows, _bytes(path), watch)
                if rules:
                    yield from records(_RULED, _with_rules(rows, rules), column, refuse)
                else:
                    yield from records(columns, rows, column, refuse)
        except sqlite3.Error as error:
            if watch.is_over:
                raise over(f"row 1: a query takes more than {SECONDS:g} seconds to its next row") from None
            if isinstance(error, sqlite3.DataError):
                raise over(f"row 1: a row has more than {4 * RECORD:,} bytes") from None
            raise ValueError(f"row 1: not an SQLite file with puzzles: {error}") from None


def _bytes(path: Path) -> int:
    """The size of a database with its log, in which the newest rows may be."""
    return sum(each.stat().st_size for each in (path, path.with_name(f"{path.name}-wal")) if each.exists())


def _bounded(rows: Iterable[Sequence[Any]], size: int, watch: Watch) -> Iterator[Sequence[Any]]:
    """Yield the rows of a file of so many bytes; ValueError if there are more rows than bytes, as a view may have."""
    for number, row in enumerate(rows, 1):
        if number > size:
            raise over(f"row {number}: there are more rows than the file has bytes")
        yield row
        watch.row()


_STEPS = 10_000
"""Of the machine of SQLite, after which it looks at the clock."""

_Rules = Callable[[str | None], str | None]
"""Gives the constraint text of all rules of a puzzle, from that of its own; None for a plain one."""


def _rules_of(connection: sqlite3.Connection) -> _Rules | None:
    """The rules of a catalogue; None if all puzzles are plain ones in usual blocks, and for a file that is none."""
    names = {name for _, name, *_ in connection.execute("PRAGMA table_info(settings)")}
    if not names.issuperset(("size", "blocks", "rules")):
        return None
    for size, blocks, rules in connection.execute("SELECT size, blocks, rules FROM settings LIMIT 1"):
        if rules:
            return Rulebook.read(rules, size, blocks).constraints
        if not Shape.of(size, blocks).is_usual:
            text = constraint_text.write(Variant.of(size, blocks=blocks))
            return lambda own: own or text
    if connection.execute("SELECT 1 FROM puzzles WHERE constraints IS NOT NULL LIMIT 1").fetchone():
        return lambda own: own
    return None


def _with_rules(rows: Iterable[Sequence[Any]], rules: _Rules) -> Iterator[Sequence[object]]:
    for row, (number, givens, solution, own) in enumerate(rows, 1):
        try:
            yield number, givens, solution, rules(own)
        except ValueError as error:
            raise ValueError(f"row {row}: puzzle {number}: {error}; run catalogue verify") from None


@contextmanager
def _path_of(file: BinaryIO) -> Iterator[Path]:
    """The path of a file, or of a copy if it has none."""
    if isinstance(file.name, str | Path):
        yield Path(file.name).absolute()
        return
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.db"
        with copy.open("wb") as target:
            shutil.copyfileobj(file, target)
        yield copy


def _table(connection: sqlite3.Connection, column: str | None) -> tuple[str, list[str]]:
    """The table with puzzles: by the names of its columns, or else by its first row."""
    tables = {}
    for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') ORDER BY name"):
        columns = connection.execute(f"PRAGMA table_info({_quoted(name)})")
        tables[name] = [column for _, column, _, _, _, is_key in columns if not (is_key and column == _KEY)]
    wanted = (lambda names: column in names) if column else has_puzzles
    found = {name: columns for name, columns in tables.items() if wanted(columns)}
    if not found and not column:
        for name, names in tables.items():
            row = connection.execute(f"SELECT {_listed(names)} FROM {_quoted(name)} LIMIT 1").fetchone()
            with suppress(ValueError):
                places_of(names, row or ())
                found[name] = names
    chosen = next((name for name in (*_PREFERRED, *found) if name in found), None)
    if chosen is None:
        raise ValueError(f"row 1: no table has a column {column or 'of puzzles'}")
    if len(found) > 1 and chosen not in _PREFERRED:
        raise ValueError(f"row 1: the tables {' and '.join(found)} have puzzles: keep one")
    return chosen, found[chosen]


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _listed(names: Iterable[str]) -> str:
    return ", ".join(map(_quoted, names))


def write_sqlite(
    rows: Iterable[Sequence[Any]], columns: Sequence[str], file: BinaryIO, about: Mapping[str, str] | None = None
) -> None:
    """Write the rows into a new database, and what they are about into its table `about`."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "puzzles.db"
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            for pragma in ("journal_mode = OFF", "synchronous = OFF"):
                connection.execute(f"PRAGMA {pragma}")
            connection.execute("BEGIN")
            _fill(connection, rows, columns)
            if about:
                connection.execute("CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT)")
                connection.executemany("INSERT INTO about VALUES (?, ?)", about.items())
            connection.execute("COMMIT")
        with path.open("rb") as source:
            shutil.copyfileobj(source, file)


def _fill(connection: sqlite3.Connection, rows: Iterable[Sequence[Any]], columns: Sequence[str]) -> None:
    """Fill the tables. The key of puzzles counts the rows from 1: the `id` of a puzzle may be 12.1, a text."""
    kept = [name for name in columns if name != STEPS]
    has_steps = STEPS in columns

    def plain() -> Iterator[Sequence[Any]]:
        for number, row in enumerate(rows, 1):
            values = dict(zip(columns, row, strict=True))
            for place, step in enumerate(values.pop(STEPS, None) or (), 1):
                weights = step.get("rating"), step.get("score")
                told = number, place, step["technique"], *weights, step["sentence"], json.dumps(step)
                connection.execute("INSERT INTO steps VALUES (?, ?, ?, ?, ?, ?, ?)", told)
            yield list(values.values())

    if has_steps:
        connection.execute(_STEPS_TABLE)
    pieces = chunks(plain() if has_steps else rows, kept)
    first = next(pieces, [() for _ in kept])
    parts = [f"{_quoted(name)} {_TYPES[kind_of(name, each)]}" for name, each in zip(kept, first, strict=True)]
    key = _KEY if _KEY not in kept else "row"
    connection.execute(f"CREATE TABLE puzzles ({', '.join([f'{key} INTEGER PRIMARY KEY', *parts])})")
    for values in chain([first], pieces):
        connection.executemany(f"INSERT INTO puzzles VALUES (NULL{', ?' * len(kept)})", zip(*values, strict=True))
    for name in (*(name for name in kept if name in _SOUGHT), *(["id"] if "id" in kept else [])):
        unique = "UNIQUE " if name == "id" else ""
        connection.execute(f"CREATE {unique}INDEX {_quoted(f'puzzles_{name}')} ON puzzles ({_quoted(name)})")
    if has_steps:
        connection.execute("CREATE INDEX steps_technique ON steps (technique)")


_KEY = "number"
_SOUGHT = ("board", "clues", "pattern", "rating", "grade", "hardest", "score", "level")
"""The columns that have an index."""

_STEPS_TABLE = f"""CREATE TABLE steps (
    puzzle INTEGER REFERENCES puzzles ({_KEY}), step INTEGER, technique TEXT, rating REAL, score INTEGER, sentence TEXT,
    data TEXT, PRIMARY KEY (puzzle, step)
) WITHOUT ROWID"""
