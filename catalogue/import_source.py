"""What an import reads: a file of puzzles, puzzles that are in no file, or another catalogue.

A file is read once to see that it can be imported, then again batch by batch.
"""

import hashlib
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from sqlalchemy import func, select

from catalogue.errors import CatalogueError
from catalogue.formats import CONSTRAINTS, Record
from catalogue.formats.opening import opened
from catalogue.home import DATABASE
from catalogue.numbers import number_of
from catalogue.schema import boards, origins, puzzles, sources
from catalogue.store import Store
from engine.rules.formats import constraint_text
from engine.shape import SIZE_OF_CELLS

_CHUNK = 1024  # records hashed at a time


@dataclass(frozen=True)
class Batch:
    """Some records of a file, the first of which is number `start` from 0."""

    start: int
    records: list[Record]


@dataclass(frozen=True)
class Listing:
    """A file that was read to its end: it holds so many `puzzles`, all of one `size`."""

    path: Path
    format: str | None
    """As given by the user; None: found out."""
    found_format: str
    size: int
    puzzles: int
    digest: str
    """SHA-256 of the puzzles with their lines: what an import that continues recognizes the file by."""
    has_rules: bool = False
    """Whether a puzzle has constraint text."""

    @property
    def name(self) -> str:
        """The name that a catalogue keeps."""
        return str(self.path)

    def batches(self, start: int, records: int) -> Iterator[Batch]:
        """Read the file again and yield its records from number `start` on, so many at a time."""
        with _records(self.path, self.format) as (_, found):
            rest = islice(found, start, None)
            while batch := list(islice(rest, records)):
                yield Batch(start, batch)
                start += len(batch)


@dataclass(frozen=True)
class Found:
    """Puzzles of one size that are in no file, as a source that a catalogue names `name`. Their lines count from 1."""

    name: str
    givens: Sequence[str]
    """One character a cell, 1..9 then A..P, a full stop where it is empty; at least one puzzle."""

    @property
    def found_format(self) -> str:
        """The format of the characters."""
        return "line"

    @property
    def size(self) -> int:
        """Cells in a row."""
        return SIZE_OF_CELLS[len(self.givens[0])]

    @property
    def puzzles(self) -> int:
        """How many there are."""
        return len(self.givens)

    has_rules = False

    @property
    def digest(self) -> str:
        """SHA-256 of the puzzles."""
        return hashlib.sha256("\n".join(self.givens).encode()).hexdigest()

    def batches(self, start: int, records: int) -> Iterator[Batch]:
        """Yield the puzzles from number `start` on, so many at a time."""
        for first in range(start, len(self.givens), records):
            some = enumerate(self.givens[first : first + records], first + 1)
            yield Batch(first, [Record(puzzle, None, line, {}) for line, puzzle in some])


def survey(path: Path, format: str | None = None) -> Listing:
    """Read a file to its end, `-` for a standard input that can be read again.

    A file catalogue.db is read as a catalogue, any other one in the format that is given or that it has.
    CatalogueError names the first line that is not of the format, or has a puzzle of another size than the first one.
    """
    digest = hashlib.sha256()
    puzzles = cells = 0
    has_rules = False
    with _records(path, format) as (found_format, found):
        while chunk := list(islice(found, _CHUNK)):
            cells = cells or len(chunk[0].puzzle)
            for record in chunk:
                if len(record.puzzle) != cells:
                    raise CatalogueError(
                        f"{path}: line {record.line}: a puzzle of size {SIZE_OF_CELLS[len(record.puzzle)]}"
                        f" among puzzles of size {SIZE_OF_CELLS[cells]}; import them from files of their own"
                    )
            digest.update("".join(map(_digested, chunk)).encode())
            has_rules |= any(CONSTRAINTS in record.columns for record in chunk)
            puzzles += len(chunk)
    if not puzzles:
        raise CatalogueError(f"{path}: no puzzle in it")
    return Listing(path, format, found_format, SIZE_OF_CELLS[cells], puzzles, digest.hexdigest(), has_rules)


def _digested(record: Record) -> str:
    rules = f" {record.columns[CONSTRAINTS]}" if CONSTRAINTS in record.columns else ""
    return f"{record.line} {record.puzzle}{rules}\n"


@contextmanager
def _records(path: Path, format: str | None) -> Iterator[tuple[str, Iterator[Record]]]:
    """Give the name of the format and the records, those of the standard input from its beginning too."""
    if str(path) == "-":
        os.lseek(0, 0, os.SEEK_SET)
    if format is None and _is_catalogue(path):
        with _records_of_catalogue(path) as records:
            yield "catalogue", records
    else:
        with opened(path, format) as (chosen, records):
            yield chosen.name, records


# --- Another catalogue ---


def _is_catalogue(path: Path) -> bool:
    """Whether a file is the database of a catalogue, by its name."""
    return path.name == DATABASE and path.is_file()


@contextmanager
def _records_of_catalogue(path: Path) -> Iterator[Iterator[Record]]:
    """Give the puzzles of the catalogue whose database this is, in the order of their numbers.

    The line of a record counts the puzzles from 1; its columns have the number, the source and what that brought.
    Errors as from `Store.read`.
    """
    with Store.read(path.parent) as store:
        yield _rows_as_records(store)


def _rows_as_records(store: Store) -> Iterator[Record]:
    rows = (
        select(
            puzzles.c.board_id,
            puzzles.c.place,
            puzzles.c.givens,
            func.coalesce(puzzles.c.solution, boards.c.solution),
            sources.c.name,
            origins.c.details,
            puzzles.c.constraints,
        )
        .select_from(puzzles.join(boards).outerjoin(origins, origins.c.puzzle_id == puzzles.c.id).outerjoin(sources))
        .order_by(puzzles.c.board_id, puzzles.c.place)
    )
    book = store.settings.game.rulebook
    with store.rows(rows) as found:
        for line, row in enumerate(map(tuple, found), 1):
            board, place, givens, solution, source, details, own = row
            columns = json.loads(details) if details else {}
            columns |= {"source": source} if source else {}
            columns |= {CONSTRAINTS: constraint_text.write(book.variant(own))} if book else {}
            yield Record(givens, solution, line, columns | {"number": number_of(board, place)})
