"""Look into a catalogue that is open, for a page: a puzzle with its neighbours, counts, and the puzzles of a class."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, select

from ...engine import Grid, Variant
from ...engine.grades import why_unscored
from ..puzzles.columns import Range, number_of
from ..puzzles.kinds import Criteria
from ..puzzles.stored import grid_of
from ..storage.columns import COLUMNS, ROW_ID
from ..storage.home import Home
from ..storage.queries import Choice, numbered, scored
from ..storage.queries import has_variants as has_variants
from ..storage.schema import boards, claims, puzzles, tags
from ..storage.statistics import Histograms as Histograms
from ..storage.statistics import hardest_counts as hardest_counts
from ..storage.statistics import histograms as histograms
from ..storage.statistics import rule_counts, tag_counts
from ..storage.statistics import technique_counts as technique_counts
from ..storage.statistics import whose_hardest_is as whose_hardest_is
from ..storage.store import Store, exists
from ..storage.writing import Origin, origins_of
from .export import with_rules

Opened = Store
"""A catalogue that is open to read: what the functions here take."""

USUAL = tuple(COLUMNS)
"""The columns that cost little."""


@dataclass(frozen=True)
class Found:
    """A puzzle of the catalogue and its neighbours."""

    row: Mapping[str, Any]
    blocks: str
    origins: Sequence[Origin]
    tags: Sequence[str]
    places: int
    """How many puzzles its board has."""
    last: int
    """The greatest number of a board."""
    variant: Variant | None
    """The puzzle with its rules, in a catalogue of variants."""

    @property
    def grid(self) -> Grid:
        """The puzzle."""
        return grid_of(self.row["givens"], self.blocks)

    @property
    def solution(self) -> Grid:
        """Its solution."""
        return grid_of(self.row["solution"], self.blocks)


def last_board(store: Store) -> int:
    """The greatest number of a board; -1 without any."""
    last = store.connection.execute(select(func.max(boards.c.id))).scalar()
    return -1 if last is None else int(last)


def looked_up(store: Store, number: Range) -> Found:
    """Return a puzzle with all that its page says; NoSuchPuzzle if there is none."""
    columns = (*COLUMNS, ROW_ID, "constraints")
    (values,) = numbered(store, [number], columns=columns)
    row = dict(zip(columns, values, strict=True))
    names = select(tags.c.name).where(tags.c.puzzle_id == row[ROW_ID])
    places = select(func.count()).select_from(puzzles).where(puzzles.c.board_id == number.first)
    return Found(
        row,
        store.settings.shape.blocks,
        origins_of(store, number.first, number.place or 0),
        store.connection.execute(names.order_by(tags.c.name)).scalars().all(),
        store.connection.execute(places).scalar_one(),
        last_board(store),
        store.settings.game.variant(row["givens"], row["constraints"]),
    )


def puzzle_of(store: Store, number: Range) -> dict[str, Any]:
    """All that the catalogue knows of a puzzle, by column; NoSuchPuzzle if there is none."""
    columns = (*COLUMNS, "rules", "constraints", "techniques", "tags", "source")
    (row,) = with_rules(numbered(store, [number], columns=columns), columns, store.settings)
    return dict(zip(columns, row, strict=True))


def newest(store: Store) -> str:
    """Return the number of the puzzle that came last."""
    last = select(puzzles.c.board_id, puzzles.c.place).order_by(puzzles.c.id.desc()).limit(1)
    return number_of(*store.connection.execute(last).one())


def unscored(store: Store) -> int:
    """How many puzzles of a catalogue have no level."""
    return scored(store)[1]


def lacking_levels(home: Home) -> int:
    """Return how many puzzles of a catalogue have no level though their size has them; 0 without a catalogue.

    CatalogueError for one that cannot be read.
    """
    if not exists(home):
        return 0
    with Store.read(home) as store:
        return unscored(store) if why_unscored(store.settings.size) is None else 0


def labels(store: Store) -> tuple[Mapping[str, int], Mapping[str, int]]:
    """Return how many puzzles of a catalogue have each tag, and each rule."""
    return tag_counts(store), rule_counts(store)


def state(store: Store) -> object:
    """Return what is another value after each change of the catalogue."""
    return store.database.state(store.connection)


def of_key(store: Store, key: bytes, most: int) -> list[str]:
    """Return the numbers of the puzzles on the board that claims a key, at most some."""
    claimed = select(claims.c.board_id).where(claims.c.key == key)
    found = select(puzzles.c.board_id, puzzles.c.place).where(puzzles.c.board_id.in_(claimed)).limit(most)
    return [number_of(*row) for row in store.connection.execute(found)]


def by_class(store: Store) -> dict[int, list[str]]:
    """Return the numbers of the puzzles of a catalogue by the class of their solution."""
    found: dict[int, list[str]] = {}
    for number, of_class in Choice(store, Criteria()).rows(("id", "class")):
        found.setdefault(int(of_class), []).append(str(number))
    return found
