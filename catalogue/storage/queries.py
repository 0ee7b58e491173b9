"""Queries: the puzzles that meet criteria, in some order, all or a page at a time, or by their numbers."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from random import Random
from typing import Any, NamedTuple, Self

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    Select,
    and_,
    exists,
    func,
    literal,
    or_,
    select,
    true,
    tuple_,
    union_all,
)

from ...engine.grades import BOUNDS, Grade, Level, RatingStatus
from ..errors import NoSuchPuzzle
from ..puzzles.columns import (
    FIRST_SCORED,
    FORMER,
    NAMED,
    NOTES,
    NUMBER_COLUMNS,
    RANDOM,
    Range,
    number_of,
    parsed_number,
)
from ..puzzles.kinds import ANY, Criteria
from .columns import COLUMNS, NO_END, NULLABLE, NUMBERS, PLAIN_GIVENS, ROW_ID, Row, note_text, rows_query, source_text
from .database import trial_depth
from .schema import boards, origins, puzzles, settings, sources, tags, tallies, uses
from .store import Store


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
    for first in range(0, len(ids), _CHUNK):
        yield from _rows(store, ids[first : first + _CHUNK], columns)


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
                raise NoSuchPuzzle(f"no board {number}: {there_are}")
        if each.place:
            _check_place(store, each.first, each.place)
        elif each.last is not None and (missing := missing_numbers(store, each)):
            raise NoSuchPuzzle(f"{missing}; look at: catalogue verify --home {store.home}")


def missing_numbers(store: Store, numbers: Range) -> str | None:
    """Return which numbers of boards have no puzzle, as a few words; None if each has one."""
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
        raise NoSuchPuzzle(f"no puzzle {number_of(board, place)}: board {board} has puzzle {board}{last}")


def within(numbers: Range) -> ColumnElement[bool]:
    """The condition that a puzzle's number is in a range."""
    first, last, place = numbers
    on_boards = puzzles.c.board_id >= first if last is None else puzzles.c.board_id.between(first, last)
    return on_boards if place is None else on_boards & (puzzles.c.place == place)


def _tagged(name: str) -> Select[Any]:
    return select(tags.c.puzzle_id).where(tags.c.name == name)


def _imported(condition: ColumnElement[bool]) -> Select[Any]:
    return select(origins.c.puzzle_id).join(sources, sources.c.id == origins.c.source_id).where(condition)


def _with_any(columns: Sequence[ColumnElement[Any]], texts: Sequence[str]) -> ColumnElement[bool]:
    return or_(*(column.icontains(text, autoescape=True) for column in columns for text in texts))


def _with_rule(name: str) -> CompoundSelect[Any]:
    """The puzzles with a rule of their own, by an index, and all of a catalogue whose settings have it."""
    of_all = literal(",") + settings.c.rules + ","  # a jigsaw may have its layout behind its name
    has_all = or_(of_all.contains(f",{name},", autoescape=True), of_all.contains(f",{name}=", autoescape=True))
    of_each = (literal(",") + puzzles.c.rules + ",").contains(f",{name},", autoescape=True)
    if name == ANY:
        has_all, of_each = settings.c.rules != "", true()
    return union_all(
        select(puzzles.c.id).where(puzzles.c.rules.is_not(None), of_each),
        select(puzzles.c.id).select_from(settings.join(puzzles, true())).where(has_all),
    )


def has_variants(store: Store, criteria: Criteria) -> bool:
    """Whether any of the puzzles that meet the criteria has rules, from the settings or its own."""
    own = meeting(criteria, select(puzzles.c.id)).where(puzzles.c.rules.is_not(None)).limit(1)
    return bool(store.settings.rules) or store.connection.execute(own).first() is not None


def notes_in(store: Store) -> Sequence[str]:
    """Return which of NOTES any puzzle of a catalogue has."""
    counts = store.connection.execute(
        select(*(func.count(note_text(name)) for name in NOTES)).select_from(origins)
    ).one()
    return [name for name, count in zip(NOTES, counts, strict=True) if count]


def meeting(criteria: Criteria, query: Select[Any], *, by_rating_index: bool = True) -> Select[Any]:
    """Add the criteria to a query of `puzzles`; without `by_rating_index` the database cannot use that index."""
    id, rating = puzzles.c.id, puzzles.c.rating if by_rating_index else puzzles.c.rating + 0
    numbers = NUMBERS | {"rating": rating}
    asked: list[ColumnElement[bool]] = []
    for name, (low, high) in criteria.bounds.items():
        asked += [numbers[name] >= low] if low is not None else []
        asked += [numbers[name] <= high] if high is not None else []
    if criteria.ranges:
        asked.append(or_(*map(within, criteria.ranges)))
    if criteria.grades:
        bounds = (BOUNDS[grade] for grade in criteria.grades)
        asked.append(or_(*(rating.between(low, high or NO_END) for low, high in bounds)))
    if criteria.levels:
        asked.append(puzzles.c.level.in_([list(Level).index(level) for level in criteria.levels]))
    if criteria.patterns is not None:
        asked.append(puzzles.c.pattern.in_(criteria.patterns))
    if criteria.minimal:
        asked.append(puzzles.c.minimal)
    if criteria.trial_depths:
        asked.append(trial_depth(PLAIN_GIVENS).in_(criteria.trial_depths))
    asked += [id.in_(_tagged(tag)) for tag in criteria.tags]
    asked += [id.not_in(_tagged(tag)) for tag in criteria.without_tags]
    if criteria.sources:
        asked.append(id.in_(_imported(_with_any([sources.c.name, source_text], criteria.sources))))
    if criteria.about:
        asked.append(id.in_(_imported(_with_any([note_text(name) for name in NOTES], criteria.about))))
    asked += [id.in_(_with_rule(name)) for name in criteria.rules]
    asked += [id.not_in(_with_rule(name)) for name in criteria.without_rules]
    asked += [id.in_(select(uses.c.puzzle_id).where(uses.c.technique == number)) for number in criteria.techniques]
    if any(number < FIRST_SCORED for number in criteria.without_techniques):
        asked.append(puzzles.c.rating_status == RatingStatus.RATED)
    if any(number >= FIRST_SCORED for number in criteria.without_techniques):
        asked.append(puzzles.c.score.is_not(None))
    asked += [
        ~exists().where(uses.c.technique == number, uses.c.puzzle_id == id) for number in criteria.without_techniques
    ]
    return query.where(*asked)


def tallied(store: Store, metric: str) -> dict[int, int]:
    """How many puzzles have each value of a metric, in the order of the values."""
    rows = select(tallies.c.value, tallies.c.puzzles).where(tallies.c.metric == metric).order_by(tallies.c.value)
    return {row[0]: row[1] for row in store.connection.execute(rows)}


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


def scored(store: Store) -> tuple[int, int]:
    """Count the puzzles that have a score, and those that have none; from the tallies, too."""
    number, of_all = (sum(tallied(store, metric).values()) for metric in ("level", "clues"))
    return number, of_all - number


_NUMBER = (puzzles.c.board_id, puzzles.c.place)


def _rows(store: Store, ids: Sequence[int], columns: Sequence[str]) -> list[Row]:
    """The rows of some puzzles, in their order. A sort carries along no column but these ids."""
    query = rows_query(columns).add_columns(puzzles.c.id).where(puzzles.c.id.in_(ids))
    rows = {row[-1]: row[:-1] for row in store.connection.execute(query)}
    return [rows[id] for id in ids]


_SCANNED = 5
"""Looking at this many puzzles one by one takes as long as finding one by an index and sorting it."""


def _few_ratings(store: Store, criteria: Criteria, limit: int, *, by_number: bool) -> bool:
    """Whether the ratings that the criteria admit are so few that their index is the shortest way to a page.

    Otherwise the puzzles are looked at one by one: by number until the page is full, else all of them.
    """
    if not criteria.has_rating_bounds:
        return True
    found = sum(number for rating, number in tallied(store, "rating").items() if criteria.admits_rating(rating))
    of_all = sum(tallied(store, "clues").values())
    others = limit * of_all / max(found, 1) if by_number else of_all / _SCANNED
    return found <= others


class _Part(NamedTuple):
    """A part of an order: which puzzles it has, and how they are ordered."""

    condition: ColumnElement[bool]
    terms: Sequence[ColumnElement[Any]]


class _Order:
    """The order of `find`, or the same backwards: by a number, those without it last, then by that of the puzzle."""

    def __init__(self, store: Store, sort: str, descending: bool, *, backwards: bool) -> None:
        self.store = store
        self.key = NUMBERS[sort]
        self.descending = descending != backwards
        self.backwards = backwards
        self.has_gaps = sort in NULLABLE
        self.number: list[ColumnElement[Any]] = [column.desc() if backwards else column for column in _NUMBER]
        self.terms: list[ColumnElement[Any]] = [self.key.desc() if self.descending else self.key, *self.number]

    def parts(self, start: Range | None) -> Sequence[_Part]:
        """Yield the conditions for the puzzles after one, one part of the order after the other.

        Numbers and their absence are two parts, because only puzzles that have the number are in its index.
        """
        if not self.has_gaps:
            return [_Part(self._behind(start) if start else true(), self.terms)]
        is_rated, is_unrated = self.key.is_not(None), self.key.is_(None)
        rated, unrated = _Part(is_rated, self.terms), _Part(is_unrated, self.number)
        if start is None:
            return [unrated, rated] if self.backwards else [rated, unrated]
        if self._value(start) is None:
            behind = _Part(and_(is_unrated, self._behind_number(start)), self.number)
            return [behind, rated] if self.backwards else [behind]
        behind = _Part(and_(is_rated, self._behind(start)), self.terms)
        return [behind] if self.backwards else [behind, unrated]

    def _behind(self, start: Range) -> ColumnElement[bool]:
        value = self._value(start)
        reached = self.key <= value if self.descending else self.key >= value  # says what an index can use
        return and_(reached, or_(self.key != value, self._behind_number(start)))

    def _behind_number(self, start: Range) -> ColumnElement[bool]:
        number, here = tuple_(*_NUMBER), (start.first, start.place or 0)
        return number < here if self.backwards else number > here

    def _value(self, start: Range) -> Any:
        """The number of a puzzle that the order is by."""
        found = self.store.connection.execute(select(self.key).where(within(start))).first()
        if found is None:
            raise NoSuchPuzzle(f"no puzzle {number_of(start.first, start.place or 0)} to continue from")
        return found[0]


# --- Choices ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Choice:
    """A choice of puzzles in some order, read as rows, again at each use. `order_by` and `limit` return another one."""

    store: Store
    criteria: Criteria
    sort: str = "id"
    descending: bool = False
    seed: int | None = None
    most: int | None = None
    quotas: Mapping[Grade | Level, int] = field(default_factory=dict)
    """How many puzzles of each grade or level; with none, all that meet the criteria."""

    def order_by(self, name: str, *, desc: bool = False, descending: bool = False, seed: int | None = None) -> Self:
        """Order by a number of the puzzles, ties by board number, or `random`ly, always the same for the same seed.

        The names are as in `catalogue query --sort`, and `desc`, or `descending`, as its `--desc`. Puzzles without a
        rating or score come last when ordered by it. ValueError for another name.
        """
        name = FORMER.get(name, name)
        if name not in (*NUMBER_COLUMNS, RANDOM):
            raise ValueError(f"no order is called {name!r}; there are {', '.join((*NUMBER_COLUMNS, RANDOM))}")
        return replace(self, sort=name, descending=desc or descending, seed=seed)

    def limit(self, most: int) -> Self:
        """Keep at most `most` puzzles; ValueError for a negative number."""
        if most < 0:
            raise ValueError(f"limit {most} is below 0")
        return replace(self, most=most)

    def unlimited(self) -> Self:
        """The same puzzles without a limit."""
        return replace(self, most=None)

    def rows(self, columns: Sequence[str] = tuple(COLUMNS)) -> Iterator[Row]:
        """Return rows of the columns, one at a time. KeyError for an unknown column."""
        if self.quotas:
            return chain.from_iterable(part.rows(columns) for part in self._parts())
        if self.sort == NAMED:
            return numbered(self.store, self.criteria.ranges, columns=columns)
        if self.sort == RANDOM:
            seed = secrets.randbits(32) if self.seed is None else self.seed
            return find_shuffled(self.store, self.criteria, seed=seed, columns=columns, limit=self.most)
        return find(
            self.store,
            self.criteria,
            columns=columns,
            sort=self.sort,
            descending=self.descending,
            limit=self.most,
        )

    def page(
        self,
        most: int,
        *,
        after: int | str | None = None,
        before: int | str | None = None,
        last: bool = False,
        columns: Sequence[str] = tuple(COLUMNS),
    ) -> list[Row]:
        """Return the first rows in this order, or the `last`, or those directly `after` or `before` a puzzle, as 12.1.

        That puzzle need not meet the criteria. A page costs the same wherever it is. The limit of `limit` does not
        count here. ValueError for a random order and for text that is not the number of a puzzle, CatalogueError for a
        number that no puzzle has, KeyError for an unknown column.
        """
        if self.sort not in NUMBER_COLUMNS:
            raise ValueError(f"a {self.sort} order has no pages")
        assert (after is not None) + (before is not None) + last < 2
        sort, store = self.sort, self.store
        order = _Order(store, sort, self.descending, backwards=last or before is not None)
        by_index = sort == "rating" or _few_ratings(store, self.criteria, most, by_number=sort == "id")
        ids: list[int] = []
        for part in order.parts(_numbered(before if after is None else after)):
            query = meeting(self.criteria, select(puzzles.c.id), by_rating_index=by_index).where(part.condition)
            ids += store.connection.execute(query.order_by(*part.terms).limit(most - len(ids))).scalars()
            if len(ids) == most:
                break
        return _rows(store, ids[::-1] if order.backwards else ids, columns)

    def __len__(self) -> int:
        """Count the puzzles, without reading them."""
        if self.quotas:
            return sum(map(len, self._parts()))
        found = count(self.store, self.criteria)
        return found if self.most is None else min(found, self.most)

    def _parts(self) -> Iterator[Self]:
        """The puzzles of each grade or level that is wanted in a number."""
        for mark, number in self.quotas.items():
            of_mark: dict[str, Any] = {"levels": [mark]} if isinstance(mark, Level) else {"grades": [mark]}
            yield replace(self, criteria=replace(self.criteria, **of_mark), most=number, quotas={})

    def ids(self) -> list[int]:
        """Return the ids of the puzzles in the database, which other tables refer to."""
        return [id for (id,) in self.rows((ROW_ID,))]


def _numbered(name: int | str | None) -> Range | None:
    if name is None:
        return None
    number = parsed_number(str(name))
    if number is None:
        raise ValueError(f"{name!r} is not a number of a puzzle, such as 12 or 12.1")
    return number
