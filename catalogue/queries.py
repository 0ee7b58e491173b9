"""What can be asked of a catalogue: puzzles by their numbers, and the figures of the whole."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Select, case, func, select

from catalogue.errors import CatalogueError
from catalogue.formats.board_names import count_boards
from catalogue.intake import next_number
from catalogue.schema import METRICS, boards, puzzles, streams, tallies
from catalogue.store import Settings, Store, boards_path, database_path

COLUMNS = {
    "id": puzzles.c.board_id,
    **{metric: puzzles.c[metric] for metric in METRICS},
    "minimal": puzzles.c.minimal,
    "pattern": puzzles.c.pattern,
    "givens": puzzles.c.givens,
    "solution": boards.c.solution,
}
"""What a row of an answer holds: the board's number, the metrics, the puzzle and its solution."""

Row = Sequence[Any]


@dataclass(frozen=True)
class Criteria:
    """Which puzzles to keep: by the least and the greatest value of a column (None: no bound), and by their pattern."""

    bounds: Mapping[str, tuple[int | None, int | None]] = field(default_factory=dict)
    patterns: Sequence[str] | None = None


def find(
    store: Store,
    criteria: Criteria,
    *,
    columns: Sequence[str] = tuple(COLUMNS),
    sort: str = "id",
    descending: bool = False,
    limit: int | None = None,
) -> Iterator[Row]:
    """Puzzles that meet the criteria, as rows of the columns; equals in the order of their numbers.

    KeyError for a column that COLUMNS lacks.
    """
    order = COLUMNS[sort].desc() if descending else COLUMNS[sort]
    query = _meeting(criteria, _rows(columns)).order_by(order, COLUMNS["id"]).limit(limit)
    yield from store.connection.execute(query)


def count(store: Store, criteria: Criteria) -> int:
    """Return how many puzzles meet the criteria."""
    query = _meeting(criteria, select(func.count()).select_from(puzzles))
    found: int = store.connection.execute(query).scalar_one()
    return found


def numbered(
    store: Store, ranges: Iterable[tuple[int, int]], *, columns: Sequence[str] = tuple(COLUMNS)
) -> Iterator[Row]:
    """Rows of the columns for boards by number, ranges from first to last, in the order asked for.

    CatalogueError for a number that no board has; it says which there are.
    """
    wanted = list(ranges)
    last = store.connection.execute(select(func.max(boards.c.id))).scalar()
    for number in (number for both in wanted for number in both):
        if last is None or not 0 <= number <= last:
            there_are = "the catalogue is empty" if last is None else f"the catalogue has boards 0 to {last}"
            raise CatalogueError(f"no board {number}: {there_are}")
    order = (boards.c.id, puzzles.c.id)
    for low, high in wanted:
        yield from store.connection.execute(_rows(columns).where(boards.c.id.between(low, high)).order_by(*order))


def _rows(columns: Sequence[str]) -> Select[Any]:
    return select(*(COLUMNS[name] for name in columns)).select_from(puzzles.join(boards))


def _meeting(criteria: Criteria, query: Select[Any]) -> Select[Any]:
    for name, (low, high) in criteria.bounds.items():
        if low is not None:
            query = query.where(COLUMNS[name] >= low)
        if high is not None:
            query = query.where(COLUMNS[name] <= high)
    if criteria.patterns is not None:
        query = query.where(puzzles.c.pattern.in_(criteria.patterns))
    return query


@dataclass(frozen=True)
class Spread:
    """How a metric is spread over all puzzles."""

    min: int
    median: float
    mean: float
    max: int


@dataclass(frozen=True)
class Statistics:
    """The figures of a whole catalogue."""

    settings: Settings
    boards: int
    puzzles: int
    files: int
    database_bytes: int
    looked_at: int  # boards generated and compared
    attempts: int  # that the method took for them
    duplicates: int  # boards refused
    clues: dict[int, int]  # how many puzzles have that many clues
    metrics: dict[str, Spread]


def statistics(store: Store) -> Statistics:
    """Return the figures of the catalogue; they come from the tallies, so a million boards take hardly longer."""
    store.connection.exec_driver_sql("BEGIN")  # one moment of a catalogue that may be growing
    try:
        return _statistics(store)
    finally:
        store.connection.exec_driver_sql("COMMIT")


def _statistics(store: Store) -> Statistics:
    run = store.connection.execute
    attempts, duplicates, looked_at = run(
        select(
            func.coalesce(func.sum(streams.c.attempts), 0),
            func.coalesce(func.sum(streams.c.duplicates), 0),
            func.coalesce(func.sum(streams.c.position), 0),
        )
    ).one()
    by_clues = tallies.c.metric == "clues"
    tally = run(select(tallies.c.value, tallies.c.puzzles).where(by_clues).order_by(tallies.c.value))
    clues = {row[0]: row[1] for row in tally}
    path = database_path(store.home)
    return Statistics(
        settings=store.settings,
        boards=next_number(store),
        puzzles=sum(clues.values()),
        files=count_boards(boards_path(store.home)),
        database_bytes=sum(p.stat().st_size for p in (path, path.with_name(path.name + "-wal")) if p.exists()),
        looked_at=looked_at,
        attempts=attempts,
        duplicates=duplicates,
        clues=clues,
        metrics={metric: spread for metric in METRICS if (spread := _spread(store, metric))},
    )


def _spread(store: Store, metric: str) -> Spread | None:
    """Min, median, mean and max of a metric; None in an empty catalogue."""
    value, number = tallies.c.value, tallies.c.puzzles
    ranked = (
        select(
            value,
            number,
            func.sum(number).over(order_by=value).label("up_to"),
            func.sum(number).over().label("all"),
        )
        .where(tallies.c.metric == metric)
        .subquery()
    )
    c = ranked.c
    # The two middle ones, the same one twice where the number is odd: ranks (all - 1) / 2 and all / 2, from 0.
    left, right = (func.min(case((c.up_to > rank, c.value))) for rank in ((c.all - 1) // 2, c.all // 2))
    figures = select(func.min(c.value), left, right, func.sum(c.value * c.puzzles), func.max(c.value), func.max(c.all))
    low, lower, upper, total, high, number_of_all = store.connection.execute(figures).one()
    return Spread(low, (lower + upper) / 2, total / number_of_all, high) if number_of_all else None
