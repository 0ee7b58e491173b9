"""Rows of imported puzzles: what is kept of a batch, and of the file that it came from."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import func, insert, select, update

from ...formats import CONSTRAINTS
from ...puzzles.columns import NOTES
from ...puzzles.kinds import Depth
from ...puzzles.rows import PuzzleRows
from ...storage.databases.base import insert_rows
from ...storage.digests import add_to_digest
from ...storage.schema import puzzles, sources
from ...storage.store import Store
from ...storage.writing import insert_boards, insert_puzzles, kept_text
from .checks import Refusal
from .joining import ORIGINS, Meeting
from .known import Known, keep_known
from .source import Found, Listing


@dataclass(frozen=True)
class ImportRows:
    """The rows of a batch: new puzzles, column by column, new boards, and the refused lines.

    The batch ends before puzzle `end` of the source; `first` is the number that was claimed for its first new board.
    """

    end: int
    first: int
    boards: NDArray[np.uint8]
    board_solutions: Sequence[str]
    board_ids: Sequence[int]
    places: Sequence[int]
    solutions: Sequence[str | None]
    lines: Sequence[int]
    details: Sequence[str | None]
    unkept: int
    """Puzzles with details that no database keeps as they are."""
    known: Sequence[Known | None]
    puzzles: PuzzleRows
    refusals: list[Refusal]
    meetings: Sequence[Meeting]
    """Puzzles that were there before."""
    unrated: int
    """Puzzles whose rules have no rating, if one was asked for."""


@dataclass(frozen=True)
class Source:
    """A source of a catalogue, how many of its puzzles have been looked at, and whether that was all, before."""

    id: int
    position: int
    is_known: bool = False


def source_of(store: Store, listing: Listing | Found) -> Source:
    """Return the source of the file, if it has been imported, in part or as a whole, or else a new one.

    A file that is imported again adds no second source: a server may have ended the connection right after the last
    commit, so that nothing was reported. The id is the next one, whatever the server has counted in transactions that
    were undone. The caller commits.
    """
    same = (sources.c.name == listing.name, sources.c.digest == listing.digest)
    with store.turn() as connection:
        known = select(sources.c.id, sources.c.position, sources.c.finished).where(*same).order_by(sources.c.id.desc())
        if begun := connection.execute(known).first():
            return Source(begun.id, 0 if begun.finished else begun.position, begun.finished)
        id = connection.execute(select(func.coalesce(func.max(sources.c.id), 0) + 1)).scalar_one()
        new = {"id": id, "name": listing.name, "digest": listing.digest, "position": 0, "finished": False}
        connection.execute(insert(sources).values(new))
        add_to_digest(connection, "sources", [(id, listing.name, listing.digest)])
        return Source(id, 0)


def write_rows(store: Store, source: Source, rows: ImportRows, is_all: bool) -> range:
    """Keep the rows of a batch and how far the source is, all or nothing; return the numbers of the new boards.

    CatalogueError if the database gives other numbers than those that were claimed. The caller commits.
    """
    expected = range(rows.first, rows.first + len(rows.board_solutions))
    none = [None] * len(expected)
    with store.turn() as connection:
        numbers = insert_boards(connection, expected, none, none, rows.board_solutions)
        last: int | None = connection.execute(select(func.max(puzzles.c.id))).scalar()
        start = 0 if last is None else last + 1
        more = {"place": rows.places, "solution": rows.solutions}
        ids = insert_puzzles(connection, range(start, start + len(rows.board_ids)), rows.board_ids, rows.puzzles, more)
        brought = list(zip(ids, [source.id] * len(ids), rows.lines, rows.details, strict=True))
        insert_rows(connection, ORIGINS, [(*row, False) for row in brought])
        add_to_digest(connection, "origins", brought)
        if not source.is_known:
            looked_at = {"position": rows.end, "finished": is_all}
            connection.execute(update(sources).where(sources.c.id == source.id).values(looked_at))
    filled = {name for ratings in rows.puzzles.ratings for name in ratings.columns}
    depth = Depth.of(rates="rating" in filled, scores="score" in filled)
    keep_known(store, ids, rows.known, depth)  # in the same transaction, in other turns
    return numbers


def details_of(columns: Mapping[str, str]) -> str | None:
    """Return a file's remarks on a puzzle as JSON; remarks that have a column of ours are under its name."""
    kept = {
        name.lower() if name.lower() in (*NOTES, "name") else kept_text(name): kept_text(text)
        for name, text in columns.items()
        if name != CONSTRAINTS
    }
    return json.dumps(kept, ensure_ascii=False) if kept else None


def is_kept(columns: Mapping[str, str]) -> bool:
    """Whether a database keeps all that a file says of a puzzle letter by letter."""
    return all(kept_text(text) == text for text in chain.from_iterable(columns.items()))
