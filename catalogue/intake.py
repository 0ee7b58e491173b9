"""What a fill writes: claims on new boards, then their numbers, puzzles and tallies.

Rows go to SQLite as tuples under statements compiled once from the schema: SQLAlchemy's handling of a dictionary a row
took longer than the insert itself.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import ClauseElement, Connection, Table, bindparam, func, null, select, update
from sqlalchemy.dialects import sqlite
from sqlalchemy.sql.compiler import SQLCompiler

from catalogue.schema import METRICS, boards, claims, puzzles, streams, tallies
from catalogue.store import Store


def _compiled(statement: ClauseElement, columns: Sequence[str]) -> str:
    """Write the statement with a question mark for each column, in the order of the tuples that fill it."""
    compiled = statement.compile(dialect=sqlite.dialect(), column_keys=list(columns))
    assert isinstance(compiled, SQLCompiler) and compiled.positiontup == list(columns)
    return str(compiled)


def _insert(table: Table, *columns: str, prefix: str = "") -> str:
    statement = sqlite.insert(table)
    return _compiled(statement.prefix_with(prefix) if prefix else statement, columns)


_CLAIM = _insert(claims, "key", "board", "seed", "position", "clues_wanted", prefix="OR IGNORE")
_BOARD = _insert(boards, "seed", "position", "solution")
_FIRST_BOARD = _insert(boards, "id", "seed", "position", "solution")
_PUZZLE = _insert(puzzles, "board_id", "givens", "clues", "minimal", *METRICS[1:])
_SETTLE = _compiled(
    update(claims).where(claims.c.key == bindparam("claimed")).values(board=null(), board_id=bindparam("number")),
    ["number", "claimed"],
)
_upsert = sqlite.insert(tallies)
_TALLY = _compiled(
    _upsert.on_conflict_do_update(
        index_elements=["metric", "value"], set_={"puzzles": tallies.c.puzzles + _upsert.excluded.puzzles}
    ),
    ["metric", "value", "puzzles"],
)


@dataclass(frozen=True)
class Claim:
    """A board that is new, under its key; it has no number yet."""

    key: bytes
    board: bytes
    seed: int
    position: int
    clues_wanted: int | None

    def row(self) -> tuple[bytes, bytes, int, int, int | None]:
        """The columns that a claim fills, in their order."""
        return (self.key, self.board, self.seed, self.position, self.clues_wanted)


@dataclass(frozen=True)
class PuzzleRow:
    """What is kept of one finished board: its claim, solution and puzzle; metrics in the order of METRICS."""

    claim: Claim
    solution: str
    givens: str
    minimal: bool
    metrics: Sequence[int]


@dataclass(frozen=True)
class Stream:
    """How far the boards of a seed have been looked at."""

    position: int
    attempts: int
    duplicates: int


def stream(store: Store, seed: int) -> Stream:
    """Return where the stream of a seed goes on; at 0 for a new seed."""
    columns = streams.c
    row = store.connection.execute(
        select(columns.position, columns.attempts, columns.duplicates).where(columns.seed == seed)
    ).one_or_none()
    return Stream(*row) if row else Stream(0, 0, 0)


def claim(store: Store, candidates: Sequence[Claim], attempts: Sequence[int], wanted: int) -> tuple[list[Claim], int]:
    """Claim boards of one seed in their order until `wanted` are new; return those and how many were looked at.

    The UNIQUE key is the judge. The stream of the seed moves past what was looked at in the same transaction.
    """
    new: list[Claim] = []
    seen = 0
    with store.transaction() as connection:
        while seen < len(candidates) and len(new) < wanted:
            chunk = candidates[seen : seen + wanted - len(new)]
            inserted = connection.exec_driver_sql(_CLAIM, [candidate.row() for candidate in chunk]).rowcount
            new += chunk if inserted == len(chunk) else _won(connection, chunk)
            seen += len(chunk)
        if seen:
            _advance(connection, candidates[0].seed, candidates[0].position, sum(attempts[:seen]), seen, len(new))
    return new, seen


def _won(connection: Connection, chunk: Sequence[Claim]) -> list[Claim]:
    """Return the claims of a chunk that were inserted: those that their keys point back to."""
    columns = claims.c
    holders = connection.execute(
        select(columns.key, columns.seed, columns.position).where(columns.key.in_([c.key for c in chunk]))
    )
    held_by = {key: (seed, position) for key, seed, position in holders}
    return [c for c in chunk if held_by[c.key] == (c.seed, c.position)]


def _advance(connection: Connection, seed: int, start: int, attempts: int, seen: int, new: int) -> None:
    statement = sqlite.insert(streams).values(
        seed=seed, position=start + seen, attempts=attempts, duplicates=seen - new
    )
    changes = {
        "position": statement.excluded.position,
        "attempts": streams.c.attempts + statement.excluded.attempts,
        "duplicates": streams.c.duplicates + statement.excluded.duplicates,
    }
    connection.execute(statement.on_conflict_do_update(index_elements=["seed"], set_=changes))


def unfinished(store: Store) -> list[Claim]:
    """Claims without a number, in the order they were made: what an interrupted fill left to do."""
    columns = claims.c
    rows = store.connection.execute(
        select(columns.key, columns.board, columns.seed, columns.position, columns.clues_wanted)
        .where(columns.board_id.is_(None))
        .order_by(columns.seed, columns.position)
    )
    return [Claim(*row) for row in rows]


def next_number(store: Store) -> int:
    """Return the number that the next board gets."""
    last: int | None = store.connection.execute(select(func.max(boards.c.id))).scalar()
    return 0 if last is None else last + 1


def record(store: Store, first: int, rows: Sequence[PuzzleRow], tally: Iterable[tuple[str, int, int]]) -> None:
    """Give finished boards the numbers from `first` on and keep their puzzles, in one transaction."""
    numbers = range(first, first + len(rows))
    with store.transaction() as connection:
        run = connection.exec_driver_sql
        board_rows = [(row.claim.seed, row.claim.position, row.solution) for row in rows]
        if first == 0:
            run(_FIRST_BOARD, (0, *board_rows.pop(0)))  # AUTOINCREMENT by itself would begin at 1
        if board_rows:
            run(_BOARD, board_rows)
        last = run("SELECT last_insert_rowid()").scalar()
        assert last == numbers[-1], f"board {numbers[-1]} was numbered {last}"
        run(
            _PUZZLE,
            [
                (number, row.givens, row.metrics[0], row.minimal, *row.metrics[1:])
                for number, row in zip(numbers, rows, strict=True)
            ],
        )
        run(_SETTLE, [(number, row.claim.key) for number, row in zip(numbers, rows, strict=True)])
        run(_TALLY, list(tally))
