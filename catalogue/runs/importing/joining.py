"""Join a source to puzzles that the catalogue has: it is one more of their sources, and fills in what they lack.

Nothing that is there is replaced. What differs is named.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, func, insert, select, update

from ....engine.grades import RatingStatus
from ...formats import CONSTRAINTS
from ...puzzles.columns import NOTES, TEXTBOOK_METRICS
from ...puzzles.kinds import Depth
from ...puzzles.numbers import number_of
from ...puzzles.stored import RATING, SCORE, PuzzleRows
from ...storage.databases.base import Insertion, insert_rows
from ...storage.schema import origins, puzzles, sources, tags
from ...storage.store import Store
from ...storage.writing import (
    add_to_digest,
    insert_boards,
    insert_puzzles,
    kept_text,
    record_ratings,
)
from .checks import Refusal
from .source import Found, Known, Listing, keep_known, pieces, rows_of_known

ORIGINS = Insertion(origins, ("puzzle_id", "source_id", "line", "details", "joined"))


@dataclass(frozen=True)
class Meeting:
    """A puzzle of a source that the catalogue has: its number, its line, and what the source says and knows of it."""

    board: int
    place: int
    line: int
    details: str | None
    known: Known | None


@dataclass(frozen=True)
class Joined:
    """How many puzzles that were there got what, by its kind, and what differs."""

    added: Counter[str]
    differing: Sequence[str]


def join(store: Store, source: int, meetings: Sequence[Meeting]) -> Joined:
    """Add what the puzzles lack, in the open transaction; the first line of a source with a puzzle counts."""
    first = {(each.board, each.place): each for each in reversed(meetings)}
    added: Counter[str] = Counter()
    differing: list[str] = []
    if not first:
        return Joined(added, differing)
    with store.turn() as connection:
        rows = _rows_of(connection, sorted({board for board, _ in first}))
        found = [(rows[number], first[number]) for number in sorted(first) if number in rows]
        added["sources"] = _add_origins(connection, source, found)
        tagged = _tags_of(connection, [row["id"] for row, _ in found])
    lacking: dict[int, Known] = {}
    above: dict[int, Known] = {}
    for row, meeting in found:
        if meeting.known is not None:
            id = row["id"]
            lacking[id], is_above = _lacking(row, tagged.get(id, set()), meeting, added, differing)
            if is_above:
                above[id], lacking[id] = lacking[id], replace(lacking[id], rating=None)
    keep_known(store, list(lacking), list(lacking.values()))
    if above:
        record_ratings(store, list(above), rows_of_known(list(above.values())), len(above))
    return Joined(+added, differing)


def _rows_of(connection: Connection, boards: Sequence[int]) -> dict[tuple[int, int], dict[str, Any]]:
    """Return the stored rows of the puzzles of some boards, by their numbers."""
    names = ("id", "board_id", "place", *RATING, *SCORE, *TEXTBOOK_METRICS)
    columns = select(*(puzzles.c[name] for name in names))
    return {
        (row.board_id, row.place): dict(zip(names, row, strict=True))
        for some in pieces(boards)
        for row in connection.execute(columns.where(puzzles.c.board_id.in_(some)))
    }


def _add_origins(connection: Connection, source: int, found: Sequence[tuple[dict[str, Any], Meeting]]) -> int:
    """Note that the source has the puzzles too, unless that is known, and return how many these are."""
    ids = [row["id"] for row, _ in found]
    known: set[int] = set()
    for some in pieces(ids):
        mine = origins.c.source_id == source, origins.c.puzzle_id.in_(some)
        known.update(connection.execute(select(origins.c.puzzle_id).where(*mine)).scalars())
    rows = [(row["id"], source, each.line, each.details) for row, each in found if row["id"] not in known]
    insert_rows(connection, ORIGINS, [(*row, True) for row in rows])
    add_to_digest(connection, "origins", rows)
    return len(rows)


def _tags_of(connection: Connection, ids: Sequence[int]) -> dict[int, set[str]]:
    found: dict[int, set[str]] = {}
    for some in pieces(ids):
        for name, id in connection.execute(select(tags).where(tags.c.puzzle_id.in_(some))):
            found.setdefault(id, set()).add(name)
    return found


def _lacking(
    row: dict[str, Any], tagged: set[str], meeting: Meeting, added: Counter[str], differing: list[str]
) -> tuple[Known, bool]:
    """Return a puzzle's known values that are not stored, and whether its rating replaces the mark "above"."""
    known = meeting.known or Known(None, None, None)
    number = number_of(meeting.board, meeting.place)
    is_above = bool(
        known.rating and row["rating_status"] == RatingStatus.ABOVE and known.rating[0] != RatingStatus.ABOVE
    )
    is_below = bool(known.rating and known.rating[0] == RatingStatus.ABOVE)  # the stored one says more

    def new(what: str, names: Sequence[str], values: Sequence[Any] | None, *, replaces: bool = False) -> Any:
        mine = [row[name] for name in names]
        if values is None or (mine == list(values)):
            return None
        if any(value is not None for value in mine) and not replaces:
            if not (what == "ratings" and is_below):
                differing.append(_difference(number, names, mine, values))
            return None
        added[what] += 1
        return values

    tags_new = [name for name in known.tags if name not in tagged]
    added["tags"] += len(tags_new)
    rating = new("ratings", RATING, known.rating, replaces=is_above)
    score = new("scores", SCORE, known.score)
    textbook = new("textbook counts", tuple(TEXTBOOK_METRICS), known.textbook)
    return Known(rating, score, textbook, known.uses, tags_new), is_above


def _difference(number: str, names: Sequence[str], mine: Sequence[Any], theirs: Sequence[Any]) -> str:
    """Name the first column that differs, ratings as people write them."""
    name, here, there = next(each for each in zip(names, mine, theirs, strict=True) if each[1] != each[2])
    if name in ("rating", "pearl", "diamond"):
        here, there = (value if value is None else value / 10 for value in (here, there))
    return f"puzzle {number}: {name} is {here} here and {there} there"


# --- Rows -------------------------------------------------------------------------------------------------------------


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
