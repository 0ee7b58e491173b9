"""Puzzles of a catalogue: those that meet criteria, in some order, as many as are wanted."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, Self

from ...engine.grades import Grade, Level
from ..puzzles.columns import NUMBER_COLUMNS
from ..puzzles.filters import Criteria
from ..puzzles.numbers import NAMED, RANDOM, Range, parsed_number
from .columns import COLUMNS, ROW_ID, Row
from .queries import count, find, find_shuffled, numbered, page
from .store import Store


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

    def order_by(self, name: str, *, descending: bool = False, seed: int | None = None) -> Self:
        """Order by a number of the puzzles, ties by board number, or `random`ly, always the same for the same seed.

        The names are as in `catalogue query --sort`. Puzzles without a rating or score come last when ordered by it.
        ValueError for another name.
        """
        if name not in (*NUMBER_COLUMNS, RANDOM):
            raise ValueError(f"no order is called {name!r}; there are {', '.join((*NUMBER_COLUMNS, RANDOM))}")
        return replace(self, sort=name, descending=descending, seed=seed)

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
            sort=NUMBER_COLUMNS[self.sort],
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

        A page costs the same wherever it is. The limit of `limit` does not count here. ValueError for a random order
        and for text that is not the number of a puzzle, CatalogueError for a number that no puzzle has, KeyError for an
        unknown column.
        """
        if self.sort not in NUMBER_COLUMNS:
            raise ValueError(f"a {self.sort} order has no pages")
        return page(
            self.store,
            self.criteria,
            limit=most,
            columns=columns,
            sort=NUMBER_COLUMNS[self.sort],
            descending=self.descending,
            after=_numbered(after),
            before=_numbered(before),
            last=last,
        )

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
