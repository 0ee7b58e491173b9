"""A catalogue as a source of puzzles for another one."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import func, select

from catalogue.formats.registry import Record
from catalogue.own_files import DATABASE
from catalogue.puzzle_numbers import number_of
from catalogue.store import Store
from catalogue.store.schema import boards, origins, puzzles, sources


def is_catalogue(path: Path) -> bool:
    """Whether a file is the database of a catalogue, by its name."""
    return path.name == DATABASE and path.is_file()


@contextmanager
def records_of_catalogue(path: Path) -> Iterator[Iterator[Record]]:
    """Give the puzzles of the catalogue whose database this is, in the order of their numbers.

    The line of a record counts the puzzles from 1; its columns have the number, the source and what that brought.
    Errors as from `Store.read`.
    """
    with Store.read(path.parent) as store:
        yield _records(store)


def _records(store: Store) -> Iterator[Record]:
    rows = (
        select(
            puzzles.c.board_id,
            puzzles.c.place,
            puzzles.c.givens,
            func.coalesce(puzzles.c.solution, boards.c.solution),
            sources.c.name,
            origins.c.details,
        )
        .select_from(puzzles.join(boards).outerjoin(origins, origins.c.puzzle_id == puzzles.c.id).outerjoin(sources))
        .order_by(puzzles.c.board_id, puzzles.c.place)
    )
    with store.rows(rows) as found:
        for line, row in enumerate(map(tuple, found), 1):
            board, place, givens, solution, source, details = row
            columns = json.loads(details) if details else {}
            columns |= {"source": source} if source else {}
            yield Record(givens, solution, line, columns | {"number": number_of(board, place)})
