"""Pages of puzzles: each begins behind the last puzzle of the page before, however many puzzles come earlier.

A page costs the same wherever it is. By number and by rating it reads little more than its own rows, through an index;
by other numbers it scans the puzzles.
"""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, and_, or_, select, true, tuple_

from catalogue.errors import CatalogueError
from catalogue.puzzle_numbers import Range, number_of
from catalogue.store.queries import COLUMNS, NUMBERS, Criteria, Row, meeting, rows_query, within
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
    found: list[Row] = []
    for part in order.parts(after or before):
        query = meeting(criteria, rows_query(columns)).where(part).order_by(*order.terms).limit(limit - len(found))
        found += store.connection.execute(query)
        if len(found) == limit:
            break
    return found[::-1] if order.backwards else found


class _Order:
    """The order of `find`, or the same backwards: by a number, then by that of the puzzle; no rating comes last."""

    def __init__(self, store: Store, sort: str, descending: bool, *, backwards: bool) -> None:
        self.store = store
        self.key = NUMBERS[sort]
        self.descending = descending != backwards
        self.backwards = backwards
        self.has_gaps = sort == "rating"
        number = [column.desc() if backwards else column for column in _NUMBER]
        self.terms: list[ColumnElement[Any]] = [self.key.desc() if self.descending else self.key, *number]

    def parts(self, start: Range | None) -> Sequence[ColumnElement[bool]]:
        """The conditions of what is behind a puzzle, one part of the order after the other.

        Ratings and their absence are two parts, because only rated puzzles are in the index.
        """
        if not self.has_gaps:
            return [self._behind(start) if start else true()]
        rated, unrated = self.key.is_not(None), self.key.is_(None)
        if start is None:
            found = [rated, unrated]
            return found[::-1] if self.backwards else found
        if self._value(start) is None:
            behind = and_(unrated, self._behind_number(start))
            return [behind, rated] if self.backwards else [behind]
        behind = and_(rated, self._behind(start))
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
