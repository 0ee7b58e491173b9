"""What a fill writes: claims on new boards, then their numbers, puzzles and tallies.

Rows go to SQLite as tuples under statements compiled once from the schema: SQLAlchemy's handling of a dictionary a row
took longer than the insert itself.

Claims are inserted in the order of the numbers, so a claim knows the number that its board will get. They wait in an
open transaction for the commit of an earlier batch or their own, which spares SQLite writing every page twice. A claim
that got committed without its board is left over from a crash; `forget_unfinished` drops it, and the stream of the
seed, which moves on only with numbered boards, brings the board again.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import ClauseElement, Connection, Table, delete, func, select
from sqlalchemy.dialects import sqlite
from sqlalchemy.sql.compiler import SQLCompiler

from catalogue.schema import METRICS, boards, claims, puzzles, streams, tallies
from catalogue.store import Store


def _compiled(statement: ClauseElement, columns: Sequence[str]) -> str:
    """Write the statement with a question mark for each column, in the order of the tuples that fill it."""
    compiled = statement.compile(dialect=sqlite.dialect(), column_keys=list(columns))
    assert isinstance(compiled, SQLCompiler) and compiled.positiontup == list(columns)
    return str(compiled)


def _insert(table: Table, *columns: str) -> str:
    return _compiled(sqlite.insert(table), columns)


def _add_up(table: Table, key: Sequence[str], sums: Sequence[str], latest: Sequence[str] = ()) -> str:
    """Insert, or add to the `sums` of the row with the same key and replace its `latest`."""
    statement = sqlite.insert(table)
    changes = {name: table.c[name] + statement.excluded[name] for name in sums}
    changes |= {name: statement.excluded[name] for name in latest}
    return _compiled(statement.on_conflict_do_update(index_elements=list(key), set_=changes), [*key, *latest, *sums])


_CLAIM = _compiled(sqlite.insert(claims).on_conflict_do_nothing(), ["key", "board_id"])
_BOARD = _insert(boards, "seed", "position", "solution")
_FIRST_BOARD = _insert(boards, "id", "seed", "position", "solution")
_PUZZLE = _insert(puzzles, "board_id", "givens", "minimal", *METRICS)
_TALLY = _add_up(tallies, ["metric", "value"], ["puzzles"])
_STREAM = _add_up(streams, ["seed"], ["attempts", "duplicates"], ["position"])


@dataclass(frozen=True)
class Stretch:
    """Boards of a seed that were looked at: up to `end`, with so many attempts, so many of them refused."""

    seed: int
    end: int
    attempts: int
    duplicates: int


@dataclass(frozen=True)
class BoardRows:
    """What is kept of new boards and their puzzles, column by column; metrics in the order of METRICS."""

    positions: Sequence[int]
    solutions: Sequence[str]
    givens: Sequence[str]
    minimal: Sequence[bool]
    metrics: Sequence[Sequence[int]]
    tally: Sequence[tuple[str, int, int]]  # metric, value, how many puzzles have it


def position(store: Store, seed: int) -> int:
    """Return the first board of a seed that was not looked at yet."""
    found: int | None = store.connection.execute(select(streams.c.position).where(streams.c.seed == seed)).scalar()
    return found or 0


def next_number(store: Store) -> int:
    """Return the number that the next board gets."""
    last: int | None = store.connection.execute(select(func.max(boards.c.id))).scalar()
    return 0 if last is None else last + 1


def forget_unfinished(store: Store) -> int:
    """Drop claims whose boards got no number, and return how many there were."""
    with store.turn() as connection:
        dropped = connection.execute(delete(claims).where(claims.c.board_id >= next_number(store))).rowcount
        store.commit()
    return dropped


def claim(store: Store, keys: Sequence[bytes], first: int, wanted: int) -> tuple[Sequence[int], int]:
    """Claim keys in their order for the boards numbered from `first` on, until `wanted` were new.

    The UNIQUE key is the judge. Returns the indices of the new ones, and how many keys were looked at.
    """
    chunk = keys[:wanted]
    with store.turn() as connection:
        connection.exec_driver_sql("SAVEPOINT chunk")
        inserted = connection.exec_driver_sql(_CLAIM, list(zip(chunk, range(first, first + len(chunk)), strict=True)))
        if inserted.rowcount == len(chunk):
            connection.exec_driver_sql("RELEASE chunk")
            return range(len(chunk)), len(chunk)
        # Some were taken, which leaves gaps in the numbers: once more, one by one.
        connection.exec_driver_sql("ROLLBACK TO chunk")
        connection.exec_driver_sql("RELEASE chunk")
        return _claim_each(connection, keys, first, wanted)


def _claim_each(connection: Connection, keys: Sequence[bytes], first: int, wanted: int) -> tuple[list[int], int]:
    new: list[int] = []
    for index, key in enumerate(keys):
        if len(new) == wanted:
            return new, index
        if connection.exec_driver_sql(_CLAIM, (key, first + len(new))).rowcount:
            new.append(index)
    return new, len(keys)


def record(store: Store, first: int, stretch: Stretch, rows: BoardRows) -> None:
    """Give new boards the numbers from `first` on, keep their puzzles, and move the stream of the seed on: all or none.

    `first` must be the next number, and the boards must have been claimed for their numbers.
    """
    numbers = range(first, first + len(rows.positions))
    with store.turn() as connection:
        run = connection.exec_driver_sql
        run(_STREAM, (stretch.seed, stretch.end, stretch.attempts, stretch.duplicates))
        if numbers:
            new_boards = [(stretch.seed, *row) for row in zip(rows.positions, rows.solutions, strict=True)]
            if first == 0:
                run(_FIRST_BOARD, (0, *new_boards.pop(0)))  # AUTOINCREMENT by itself would begin at 1
            if new_boards:
                run(_BOARD, new_boards)
            last = run("SELECT last_insert_rowid()").scalar()
            assert last == numbers[-1], f"board {numbers[-1]} was numbered {last}"
            run(_PUZZLE, list(zip(numbers, rows.givens, rows.minimal, *rows.metrics, strict=True)))
            run(_TALLY, rows.tally)
        store.commit()
