"""Where an imported puzzle came from."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import select

from catalogue.store.schema import origins, puzzles, sources
from catalogue.store.store import Store


@dataclass(frozen=True)
class Origin:
    """The file that a puzzle was imported from, its line there, and what else the file says of it."""

    source: str
    line: int
    details: Mapping[str, str]


def origin_of(store: Store, board: int, place: int) -> Origin | None:
    """Return where puzzle `place` of a board came from; None where a fill made it."""
    columns = select(sources.c.name, origins.c.line, origins.c.details)
    joined = origins.join(sources).join(puzzles, puzzles.c.id == origins.c.puzzle_id)
    query = columns.select_from(joined).where(puzzles.c.board_id == board, puzzles.c.place == place)
    row = store.connection.execute(query).first()
    return Origin(row[0], row[1], json.loads(row[2]) if row[2] else {}) if row else None
