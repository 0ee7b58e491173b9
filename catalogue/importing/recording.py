"""What an import writes: its source, new boards, puzzles and where they came from."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import insert, select, update

from catalogue.importing.listing import Found, Listing
from catalogue.store import Store
from catalogue.store.databases.insertion import Insertion
from catalogue.store.inserting import insert_rows
from catalogue.store.schema import origins, sources
from catalogue.store.writing import PuzzleRows, insert_boards, insert_puzzles

_ORIGINS = Insertion(origins, ("puzzle_id", "source_id", "line", "details"))


@dataclass(frozen=True)
class ImportRows:
    """What is kept of new puzzles, column by column, and of those boards among theirs that are new."""

    board_solutions: Sequence[str]
    board_ids: Sequence[int]
    places: Sequence[int]
    solutions: Sequence[str | None]
    lines: Sequence[int]
    details: Sequence[str | None]
    puzzles: PuzzleRows


@dataclass(frozen=True)
class Source:
    """A source of a catalogue, and how many of its puzzles have been looked at."""

    id: int
    position: int


def source_of(store: Store, listing: Listing | Found) -> Source:
    """Return the source whose import was interrupted, or else a new one. The caller commits."""
    same = (sources.c.name == listing.name, sources.c.digest == listing.digest, ~sources.c.finished)
    with store.turn() as connection:
        begun = connection.execute(select(sources.c.id, sources.c.position).where(*same)).first()
        if begun:
            return Source(*begun)
        new = insert(sources).values(name=listing.name, digest=listing.digest, position=0, finished=False)
        return Source(connection.execute(new.returning(sources.c.id)).scalar_one(), 0)


def record_import(
    store: Store, source: Source, first: int, first_puzzle: int, end: int, is_all: bool, rows: ImportRows
) -> None:
    """Keep new boards from number `first` on, new puzzles from id `first_puzzle` on, and how far the source is.

    It does all of this or nothing. The puzzles must have been claimed for their numbers. CatalogueError where the next
    rows would get other numbers. The caller commits.
    """
    numbers = range(first, first + len(rows.board_solutions))
    ids = range(first_puzzle, first_puzzle + len(rows.board_ids))
    none = [None] * len(numbers)
    with store.turn() as connection:
        insert_boards(connection, numbers, none, none, rows.board_solutions)
        more = {"place": rows.places, "solution": rows.solutions}
        insert_puzzles(connection, ids, rows.board_ids, rows.puzzles, more)
        source_ids = [source.id] * len(ids)
        insert_rows(connection, _ORIGINS, list(zip(ids, source_ids, rows.lines, rows.details, strict=True)))
        connection.execute(update(sources).where(sources.c.id == source.id).values(position=end, finished=is_all))
