"""Pages of puzzles: each begins behind the last puzzle of the page before, however many puzzles come earlier.

A page costs the same wherever it is. By number, by rating and by what the textbook search counts it reads little more
than its own rows, through an index; by other numbers it scans the puzzles.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, and_, or_, select, true, tuple_

from catalogue.errors import CatalogueError
from catalogue.puzzle_numbers import Range, number_of
from catalogue.store.reading.queries import (
    COLUMNS,
    NULLABLE,
    NUMBERS,
    Criteria,
    Row,
    meeting,
    rows_query,
    tallied,
    within,
)
from catalogue.store.schema import puzzles
from catalogue.store.store import Store

_NUMBER = (puzzles.c.board_id, puzzles.c.place)


def page(
    store: Store,
    criteria: Criteria,
    *,
    limit: int,
    columns: Sequence[str] = tuple(COLUMNS),
    sort: str = "id",
    descending: bool = False,
    after: Range | None = None,
    before: Range | None = None,
) -> list[Row]:
    """Return puzzles that meet the criteria in the order of `find`, as rows of the columns, at most `limit`.

    They are the first ones, or those directly `after` a puzzle in that order, or directly `before` it. That puzzle need
    not meet the criteria. CatalogueError where no puzzle has that number; KeyError as from `find`.
    """
    assert after is None or before is None
    order = _Order(store, sort, descending, backwards=before is not None)
    by_index = sort == "rating" or _few_ratings(store, criteria, limit, by_number=sort == "id")
    ids: list[int] = []
    for part in order.parts(after or before):
        query = meeting(criteria, select(puzzles.c.id), by_rating_index=by_index).where(part.condition)
        ids += store.connection.execute(query.order_by(*part.terms).limit(limit - len(ids))).scalars()
        if len(ids) == limit:
            break
    return _rows(store, ids[::-1] if order.backwards else ids, columns)


def _rows(store: Store, ids: Sequence[int], columns: Sequence[str]) -> list[Row]:
    """The rows of some puzzles, in their order. A sort carries along no column but these ids."""
    query = rows_query(columns).add_columns(puzzles.c.id).where(puzzles.c.id.in_(ids))
    rows = {row[-1]: row[:-1] for row in store.connection.execute(query)}
    return [rows[id] for id in ids]


_SCANNED = 5
"""To look at so many puzzles one after the other takes as long as to find one of them by an index and sort it in."""


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
    """The order of `find`, or the same backwards: by a number, then by that of the puzzle; no rating comes last."""

    def __init__(self, store: Store, sort: str, descending: bool, *, backwards: bool) -> None:
        self.store = store
        self.key = NUMBERS[sort]
        self.descending = descending != backwards
        self.backwards = backwards
        self.has_gaps = sort in NULLABLE
        self.number: list[ColumnElement[Any]] = [column.desc() if backwards else column for column in _NUMBER]
        self.terms: list[ColumnElement[Any]] = [self.key.desc() if self.descending else self.key, *self.number]

    def parts(self, start: Range | None) -> Sequence[_Part]:
        """What is behind a puzzle, one part of the order after the other.

        Ratings and their absence are two parts, because only rated puzzles are in the index.
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
            raise CatalogueError(f"no puzzle {number_of(start.first, start.place or 0)} to continue from")
        return found[0]
