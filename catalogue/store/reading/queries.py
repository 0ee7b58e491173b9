"""Queries: puzzles by their numbers, and the statistics of a whole catalogue."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from sqlalchemy import JSON, ColumnElement, Select, TypeDecorator, case, cast, exists, func, or_, select, type_coerce

from catalogue.errors import CatalogueError
from catalogue.formats.board_names import count_boards
from catalogue.metrics import PUZZLE_METRICS, TEXTBOOK_METRICS
from catalogue.puzzle_numbers import Range, number_of
from catalogue.store.databases.functions import collected, joined, puzzle_number, total
from catalogue.store.schema import INTEGER, boards, origins, puzzles, sources, streams, tags, tallies, uses
from catalogue.store.settings import Settings
from catalogue.store.store import Store
from engine.rating.grades import BOUNDS, Grade, grade_of
from engine.rating.stored import RatingStatus

_NO_END = 999  # above any rating

COLUMNS: dict[str, ColumnElement[Any]] = {
    "id": puzzle_number(puzzles.c.board_id, puzzles.c.place),
    **{metric: puzzles.c[metric] for metric in (*PUZZLE_METRICS, *TEXTBOOK_METRICS)},
    "minimal": puzzles.c.minimal,
    "pattern": puzzles.c.pattern,
    "rating_status": case(
        {status: status.name.lower() for status in RatingStatus}, value=puzzles.c.rating_status, else_=None
    ),
    **{name: (puzzles.c[name] / 10.0).label(name) for name in ("rating", "pearl", "diamond")},
    "grade": case(
        *((puzzles.c.rating.between(low, high or _NO_END), grade.value) for grade, (low, high) in BOUNDS.items())
    ),
    "hardest": puzzles.c.hardest,
    "givens": puzzles.c.givens,
    "solution": func.coalesce(puzzles.c.solution, boards.c.solution).label("solution"),
}
"""The columns of a result: the puzzle's number (N, as text N.k), the metrics, the rating, the puzzle, its solution."""


class _TechniqueCounts(TypeDecorator[dict[str, int]]):
    """How often each technique is used, by its number in the JSON of a database, by its name here."""

    impl = JSON
    cache_ok = True

    def process_result_value(self, value: Any, dialect: object) -> dict[str, int] | None:
        from catalogue.store.techniques import name_of  # imports numpy

        if value is None:
            return None
        return {name_of(number): value[str(number)] for number in sorted(map(int, value))}


# The uses are ordered by technique, so those of a puzzle are looked up for each technique that comes up at all.
_uses_of_puzzle = (
    select(collected(uses.c.technique, uses.c.times))
    .where(
        uses.c.technique.in_(select(tallies.c.value).where(tallies.c.metric == "technique")),
        uses.c.puzzle_id == puzzles.c.id,
    )
    .correlate(puzzles)
    .scalar_subquery()
)
_tags_of_puzzle = (
    select(joined(tags.c.name)).where(tags.c.puzzle_id == puzzles.c.id).correlate(puzzles)
).scalar_subquery()

_source_of_puzzle = (
    select(sources.c.name)
    .join(origins, origins.c.source_id == sources.c.id)
    .where(origins.c.puzzle_id == puzzles.c.id)
    .correlate(puzzles)
).scalar_subquery()

ON_REQUEST: dict[str, ColumnElement[Any]] = {
    "techniques": type_coerce(case((puzzles.c.rating_status == RatingStatus.RATED, _uses_of_puzzle)), _TechniqueCounts),
    "tags": _tags_of_puzzle,
    "source": _source_of_puzzle,
}
"""Columns returned only when requested; techniques take longer than all others together."""

ROW_ID = "puzzle_id"
"""The column of the ids by which other tables name puzzles: not for people."""

NULLABLE = (*TEXTBOOK_METRICS, "rating")
"""The numbers that not every puzzle has."""

NUMBERS: dict[str, ColumnElement[Any]] = {
    "id": puzzles.c.board_id,
    **{name: puzzles.c[name] for name in (*PUZZLE_METRICS, *NULLABLE)},
}
"""The numbers that bounds and orders apply to; the rating in tenths."""

Row = Sequence[Any]


@dataclass(frozen=True)
class Criteria:
    """Which puzzles to keep: by the least and the greatest of their NUMBERS (None: no bound), and by their pattern.

    Also by their grade, any of those given, and by the techniques, as numbers, that are all on their path, or are not;
    only of a rated puzzle that is known. Numbers are in one of the `ranges`. Puzzles have all of the `tags` and none of
    the `without_tags`; only minimal ones where `minimal` is set.
    """

    bounds: Mapping[str, tuple[int | None, int | None]] = field(default_factory=dict)
    patterns: Sequence[str] | None = None
    grades: Sequence[Grade] = ()
    techniques: Sequence[int] = ()
    without_techniques: Sequence[int] = ()
    ranges: Sequence[Range] = ()
    tags: Sequence[str] = ()
    without_tags: Sequence[str] = ()
    minimal: bool = False

    @property
    def exclude_nothing(self) -> bool:
        """Whether every puzzle meets the criteria."""
        bounded = any(bound is not None for both in self.bounds.values() for bound in both)
        others = (self.grades, self.techniques, self.without_techniques, self.ranges, self.tags, self.without_tags)
        return not (bounded or self.minimal) and self.patterns is None and not any(others)

    @property
    def concern_ratings(self) -> bool:
        """Whether only rated puzzles can meet the criteria."""
        by_technique = self.techniques or self.without_techniques
        return bool(by_technique) or self.has_rating_bounds

    @property
    def has_rating_bounds(self) -> bool:
        """Whether the criteria admit some ratings and no others."""
        return bool(self.grades) or self.bounds.get("rating", (None, None)) != (None, None)

    def admits_rating(self, rating: int) -> bool:
        """Whether a puzzle with a rating in tenths can meet the criteria."""
        low, high = self.bounds.get("rating", (None, None))
        inside = (low is None or rating >= low) and (high is None or rating <= high)
        return inside and (not self.grades or grade_of(rating) in self.grades)

    @property
    def highest_rating(self) -> int | None:
        """The greatest rating, in tenths, that meets the criteria; None: no bound."""
        ends = [self.bounds.get("rating", (None, None))[1]]
        if self.grades:
            highs = [BOUNDS[grade][1] for grade in self.grades]
            ends.append(None if None in highs else max(high for high in highs if high))
        return min((end for end in ends if end is not None), default=None)


def find(
    store: Store,
    criteria: Criteria,
    *,
    columns: Sequence[str] = tuple(COLUMNS),
    sort: str = "id",
    descending: bool = False,
    limit: int | None = None,
) -> Iterator[Row]:
    """Return puzzles that meet the criteria, as rows of the columns; ties in the order of their numbers.

    Puzzles that lack the number they are sorted by come last. KeyError for a column that COLUMNS lacks, and for a
    number that NUMBERS lacks.
    """
    order = NUMBERS[sort].desc() if descending else NUMBERS[sort]
    if sort in NULLABLE:
        order = order.nulls_last()
    query = meeting(criteria, rows_query(columns)).order_by(order, NUMBERS["id"], puzzles.c.place).limit(limit)
    with store.rows(query) as rows:
        yield from rows


def find_shuffled(
    store: Store, criteria: Criteria, *, seed: int, columns: Sequence[str] = tuple(COLUMNS), limit: int | None = None
) -> Iterator[Row]:
    """Return puzzles that meet the criteria in random order; the same seed always gives the same order."""
    draw = Random(seed).random
    numbered = meeting(criteria, select(puzzles.c.id)).order_by(puzzles.c.board_id, puzzles.c.place)
    found = store.connection.execute(numbered).scalars()
    ids = sorted(found, key=lambda _: draw())[:limit]
    query = rows_query(columns).add_columns(puzzles.c.id)
    for first in range(0, len(ids), _CHUNK):
        chunk = ids[first : first + _CHUNK]
        rows = {row[-1]: row[:-1] for row in store.connection.execute(query.where(puzzles.c.id.in_(chunk)))}
        yield from (rows[id] for id in chunk)


_NAMED = 5  # gaps in the numbers that a message names
_CHUNK = 500  # rows looked up by one statement


def count(store: Store, criteria: Criteria) -> int:
    """Return how many puzzles meet the criteria."""
    query = meeting(criteria, select(func.count()).select_from(puzzles))
    found: int = store.connection.execute(query).scalar_one()
    return found


def numbered(store: Store, ranges: Iterable[Range], *, columns: Sequence[str] = tuple(COLUMNS)) -> Iterator[Row]:
    """Rows of the columns for puzzles by number, in the order asked for.

    `techniques` is one more column: how many steps of its path are of each, None unless it is rated. CatalogueError for
    a number that no puzzle has; it names the numbers that exist.
    """
    wanted = list(ranges)
    check_numbers(store, wanted)
    order = (puzzles.c.board_id, puzzles.c.place)
    for each in wanted:
        with store.rows(rows_query(columns).where(within(each)).order_by(*order)) as rows:
            yield from rows


def check_numbers(store: Store, ranges: Iterable[Range]) -> None:
    """CatalogueError for a number that no board or puzzle has; it names the numbers that exist."""
    last = store.connection.execute(select(func.max(boards.c.id))).scalar()
    for each in ranges:
        for number in (each.first, each.last):
            if number is not None and (last is None or not 0 <= number <= last):
                there_are = "the catalogue is empty" if last is None else f"the catalogue has boards 0 to {last}"
                raise CatalogueError(f"no board {number}: {there_are}")
        if each.place:
            _check_place(store, each.first, each.place)
        elif each.last is not None and (missing := missing_numbers(store, each)):
            raise CatalogueError(f"{missing}; look at: catalogue verify --home {store.home}")


def missing_numbers(store: Store, numbers: Range) -> str | None:
    """Return which numbers of boards have no puzzle, as a few words; None where each has one."""
    inside = within(numbers)
    first, last, _ = numbers
    there, least, greatest = store.connection.execute(
        select(func.count(puzzles.c.board_id.distinct()), func.min(puzzles.c.board_id), func.max(puzzles.c.board_id))
        .select_from(puzzles)
        .where(inside)
    ).one()
    end = last if last is not None else store.connection.execute(select(func.max(boards.c.id))).scalar() or 0
    lacking = end - first + 1 - there
    if not lacking or not there:
        return f"no board {first}" if lacking and last is not None else None
    number = puzzles.c.board_id
    following = select(number, func.lead(number).over(order_by=number).label("next")).where(inside).subquery()
    gaps = select(following.c.board_id + 1, following.c.next - 1).where(following.c.next > following.c.board_id + 1)
    found = [tuple(row) for row in store.connection.execute(gaps.order_by(following.c.board_id).limit(_NAMED))]
    found = [*([(first, least - 1)] if least > first else []), *found]
    found += [(greatest + 1, end)] if greatest < end and len(found) < _NAMED else []
    names = ", ".join(str(low) if low == high else f"{low}-{high}" for low, high in found[:_NAMED])
    return f"no boards {names}" if lacking > 1 else f"no board {names}"


def _check_place(store: Store, board: int, place: int) -> None:
    on_board = select(func.max(puzzles.c.place)).where(puzzles.c.board_id == board)
    greatest: int = store.connection.execute(on_board).scalar_one()
    if place > greatest:
        last = f" to {number_of(board, greatest)}" if greatest else ""
        raise CatalogueError(f"no puzzle {number_of(board, place)}: board {board} has puzzle {board}{last}")


def within(numbers: Range) -> ColumnElement[bool]:
    """The condition that a puzzle's number is in a range."""
    first, last, place = numbers
    on_boards = puzzles.c.board_id >= first if last is None else puzzles.c.board_id.between(first, last)
    return on_boards if place is None else on_boards & (puzzles.c.place == place)


def rows_query(columns: Sequence[str]) -> Select[Any]:
    """Select all puzzles as rows of the columns, in no order. KeyError for an unknown column."""
    return select(*((COLUMNS | ON_REQUEST | {ROW_ID: puzzles.c.id})[name] for name in columns)).select_from(
        puzzles.join(boards)
    )


def _tagged(name: str) -> Select[Any]:
    return select(tags.c.puzzle_id).where(tags.c.name == name)


def meeting(criteria: Criteria, query: Select[Any], *, by_rating_index: bool = True) -> Select[Any]:
    """Add the criteria to a query of `puzzles`; without `by_rating_index` the database cannot use that index."""
    rating = puzzles.c.rating if by_rating_index else puzzles.c.rating + 0
    numbers = NUMBERS | {"rating": rating}
    for name, (low, high) in criteria.bounds.items():
        if low is not None:
            query = query.where(numbers[name] >= low)
        if high is not None:
            query = query.where(numbers[name] <= high)
    if criteria.ranges:
        query = query.where(or_(*map(within, criteria.ranges)))
    if criteria.grades:
        bounds = (BOUNDS[grade] for grade in criteria.grades)
        query = query.where(or_(*(rating.between(low, high or _NO_END) for low, high in bounds)))
    if criteria.patterns is not None:
        query = query.where(puzzles.c.pattern.in_(criteria.patterns))
    if criteria.minimal:
        query = query.where(puzzles.c.minimal)
    for tag in criteria.tags:
        query = query.where(puzzles.c.id.in_(_tagged(tag)))
    for tag in criteria.without_tags:
        query = query.where(puzzles.c.id.not_in(_tagged(tag)))
    for technique in criteria.techniques:
        query = query.where(puzzles.c.id.in_(select(uses.c.puzzle_id).where(uses.c.technique == technique)))
    if criteria.without_techniques:
        query = query.where(puzzles.c.rating_status == RatingStatus.RATED)
    for technique in criteria.without_techniques:
        query = query.where(~exists().where(uses.c.technique == technique, uses.c.puzzle_id == puzzles.c.id))
    return query


@dataclass(frozen=True)
class Rated:
    """How many puzzles are rated, and how many are not: for which reason."""

    rated: int
    above: int  # marked as above the fast ceiling, and no further
    beyond: int  # no technique known here solves them
    unrated: int


def rated(store: Store) -> Rated:
    """Count puzzles by their rating status; from the tallies, so it takes no time."""
    found = tallied(store, "rating_status")
    all_puzzles = sum(tallied(store, "clues").values())
    rated, above, beyond = (
        found.get(status, 0) for status in (RatingStatus.RATED, RatingStatus.ABOVE, RatingStatus.BEYOND)
    )
    return Rated(rated, above, beyond, unrated=all_puzzles - sum(found.values()))


@dataclass(frozen=True)
class Spread:
    """How a metric is spread over all puzzles."""

    min: int
    median: float
    mean: float
    max: int


@dataclass(frozen=True)
class TechniqueFigures:
    """Of rated puzzles, how many have the technique as their hardest, and how many use it at all."""

    hardest: int
    used: int


@dataclass(frozen=True)
class RatingStatistics:
    """The ratings of a catalogue."""

    puzzles: Rated
    spread: Spread | None  # in tenths, of those rated
    grades: dict[str, int]  # easy ones first
    techniques: dict[str, TechniqueFigures]  # those that come up, in the order of engine.TECHNIQUES


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
    textbook: dict[str, Spread]  # of the puzzles measured by that search; empty where there are none
    unwanted: int  # boards passed over by fills that asked for a kind of puzzle
    ratings: RatingStatistics | None  # None where nothing is rated
    tags: dict[str, int]  # how many puzzles have each


def statistics(store: Store) -> Statistics:
    """Return the figures of the catalogue. They come from the tallies, so a million boards take hardly longer."""
    with store.moment():  # of a catalogue that may be growing
        return _statistics(store)


def _statistics(store: Store) -> Statistics:
    sums = ("attempts", "duplicates", "position", "unwanted")
    sums_of = select(*(total(streams.c[name]) for name in sums))
    attempts, duplicates, looked_at, unwanted = tuple(store.connection.execute(sums_of).one())
    clues = tallied(store, "clues")
    return Statistics(
        settings=store.settings,
        boards=store.connection.execute(select(func.count()).select_from(boards)).scalar_one(),
        puzzles=sum(clues.values()),
        files=count_boards(store.board_files.folder) if store.board_files else 0,
        database_bytes=store.database.bytes(store.connection),
        looked_at=looked_at,
        attempts=attempts,
        duplicates=duplicates,
        clues=clues,
        metrics={metric: spread for metric in PUZZLE_METRICS if (spread := _spread(store, metric))},
        textbook=_textbook_spreads(store),
        unwanted=unwanted,
        ratings=_rating_statistics(store),
        tags=tag_counts(store),
    )


def tag_counts(store: Store) -> dict[str, int]:
    """Return how many puzzles have each tag, in the order of the alphabet."""
    counted = select(tags.c.name, func.count()).group_by(tags.c.name).order_by(tags.c.name)
    return {row[0]: row[1] for row in store.connection.execute(counted)}


def _rating_statistics(store: Store) -> RatingStatistics | None:
    if not tallied(store, "rating_status"):
        return None
    from catalogue.store.techniques import name_of  # imports numpy

    grades = dict.fromkeys(map(str, BOUNDS), 0)
    for rating, number in tallied(store, "rating").items():
        if grade := grade_of(rating):
            grades[grade] += number
    hardest, used = tallied(store, "hardest"), tallied(store, "technique")
    techniques = {name_of(i): TechniqueFigures(hardest.get(i, 0), number) for i, number in used.items()}
    return RatingStatistics(rated(store), _spread(store, "rating"), grades, techniques)


def tallied(store: Store, metric: str) -> dict[int, int]:
    """How many puzzles have each value of a metric, in the order of the values."""
    rows = select(tallies.c.value, tallies.c.puzzles).where(tallies.c.metric == metric).order_by(tallies.c.value)
    return {row[0]: row[1] for row in store.connection.execute(rows)}


def unmeasured(store: Store) -> int:
    """Return how many puzzles the textbook search has not measured."""
    column = puzzles.c[next(iter(TEXTBOOK_METRICS))]
    measured: int = store.connection.execute(select(func.count(column)).where(column.is_not(None))).scalar_one()
    return sum(tallied(store, "clues").values()) - measured


def _textbook_spreads(store: Store) -> dict[str, Spread]:
    """Of each count of the textbook search, through its index: nearly every puzzle has another, so none is tallied."""
    spreads = {}
    for name in TEXTBOOK_METRICS:
        column = puzzles.c[name]
        measured = select(column).where(column.is_not(None))
        figures = select(func.count(column), func.min(column), func.max(column), total(column))
        count, low, high, whole = store.connection.execute(figures.where(column.is_not(None))).one()
        if count:
            middle = measured.order_by(column).offset((count - 1) // 2).limit(2 - count % 2)
            found = store.connection.execute(middle).scalars().all()
            spreads[name] = Spread(low, sum(found) / len(found), whole / count, high)
    return spreads


def _spread(store: Store, metric: str) -> Spread | None:
    """Min, median, mean and max of a metric; None in an empty catalogue."""
    value, number = tallies.c.value, tallies.c.puzzles
    ranked = (
        select(
            value,
            number,
            cast(func.sum(number).over(order_by=value), INTEGER).label("up_to"),
            cast(func.sum(number).over(), INTEGER).label("all"),
        )
        .where(tallies.c.metric == metric)
        .subquery()
    )
    c = ranked.c
    # The two middle ones, the same one twice where the number is odd: ranks (all - 1) / 2 and all / 2, from 0.
    left, right = (func.min(case((c.up_to > rank, c.value))) for rank in ((c.all - 1) // 2, c.all // 2))
    figures = select(func.min(c.value), left, right, total(c.value * c.puzzles), func.max(c.value), func.max(c.all))
    low, lower, upper, whole, high, number_of_all = store.connection.execute(figures).one()
    return Spread(low, (lower + upper) / 2, whole / number_of_all, high) if number_of_all else None
