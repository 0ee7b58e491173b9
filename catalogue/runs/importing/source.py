"""The source of an import: a file of puzzles, puzzles that are in no file, or another catalogue.

A file is read once to see that it can be imported, then again batch by batch.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import count, islice
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import func, select

from ....engine.grades import RATING_VERSION, SCORE_VERSION, RatingStatus
from ....engine.reading.tables import Given
from ....engine.shape import SIZE_OF_CELLS
from ...errors import CatalogueError
from ...formats import AS_SHOWN, CONSTRAINTS, How, rules_of
from ...formats.opening import records_in, rewind
from ...puzzles.columns import FIRST_SCORED, TEXTBOOK_METRICS, number_of, parsed_number
from ...puzzles.kinds import Depth
from ...puzzles.stored import RATING, SCORE, RatingRows
from ...puzzles.techniques import RATED_NUMBERS
from ...storage.home import DATABASE
from ...storage.schema import boards, origins, puzzles, sources, tags, tallies, uses
from ...storage.store import Store
from ...storage.writing import insert_tags, kept_text, record_ratings, record_textbook

_CHUNK = 1024  # records hashed at a time


Fault = tuple[int, str]
"""A line that is not a puzzle, and why."""


@dataclass(frozen=True)
class Batch:
    """Some records of a file, the first of which is number `start` from 0, and lines that are not puzzles."""

    start: int
    records: list[Given]
    faults: Sequence[Fault] = ()
    known: Mapping[int, Known] = field(default_factory=dict)
    """The facts that the imported catalogue has about the puzzles, by their lines."""


CATALOGUE = "catalogue"
"""The name of the format of another catalogue."""


@dataclass(frozen=True)
class Listing:
    """A file that was read to its end: how many `puzzles` it holds, all of one `size`."""

    path: Path
    how: How
    found_format: str
    size: int
    puzzles: int
    digest: str
    """SHA-256 of the puzzles with their lines: what an import that continues recognizes the file by."""
    has_rules: bool = False
    """Whether a puzzle has constraint text."""
    blocks: str | None = None
    """Of the boards of another catalogue, as in its settings; None: the usual ones, or those of the rules."""
    skips: bool = False
    """Whether lines that are not puzzles, and puzzles of another size than the first, are skipped."""

    @property
    def name(self) -> str:
        """The name that a catalogue keeps."""
        return kept_text(str(self.path))

    def batches(self, start: int, records: int) -> Iterator[Batch]:
        """Read the file again and yield its records from number `start` on, this many at a time."""
        faults: list[Fault] = []
        skipped = faults if self.skips else None
        with _records(self.path, self.how, skipped) as (_, found), self._knowledge() as known_of:
            found = _of_one_size(self.path, found, skipped)
            ahead = list(islice(found, start, start + 1))  # if it continues an import, with all faults before
            while ahead:
                batch = [*ahead, *islice(found, records - 1)]
                ahead = list(islice(found, 1))  # lines after the last one that are not puzzles go with it
                yield Batch(start, batch, tuple(faults), known_of(batch))
                faults.clear()
                start += len(batch)

    @contextmanager
    def _knowledge(self) -> Iterator[Callable[[Sequence[Given]], Mapping[int, Known]]]:
        """Give a function that returns what another catalogue knows of its puzzles, by their lines."""
        if self.found_format != CATALOGUE:
            yield lambda records: {}
            return
        with Store.read(self.path.parent) as store:

            def known(records: Sequence[Given]) -> Mapping[int, Known]:
                found = known_of(store, [record.columns["number"] for record in records])
                return {record.line: each for record, each in zip(records, found, strict=True)}

            yield known


@dataclass(frozen=True)
class Found:
    """Puzzles of one size that are in no file, as a source that a catalogue names `name`. Their lines count from 1."""

    name: str
    givens: Sequence[str]
    """One character a cell, 1..9 then A..P, a full stop if it is empty; at least one puzzle."""

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

    has_rules = skips = False
    blocks = None

    @property
    def digest(self) -> str:
        """SHA-256 of the puzzles."""
        return hashlib.sha256("\n".join(self.givens).encode()).hexdigest()

    def batches(self, start: int, records: int) -> Iterator[Batch]:
        """Yield the puzzles from number `start` on, this many at a time."""
        for first in range(start, len(self.givens), records):
            some = enumerate(self.givens[first : first + records], first + 1)
            yield Batch(first, [Given(puzzle, None, line, {}) for line, puzzle in some])


def survey(path: Path, how: How = AS_SHOWN, *, skips: bool = False) -> Listing:
    """Read a file to its end, `-` for a standard input that can be read again.

    A file catalogue.db is read as a catalogue, any other one in the form that is given or that it has.
    CatalogueError names the first line that is not of the format, or has a puzzle of another size than the first one.
    """
    digest = hashlib.sha256()
    puzzles = cells = 0
    faults: list[Fault] = []
    has_rules = False
    skipped = faults if skips else None
    with _records(path, how, skipped) as (found_format, found):
        found = _of_one_size(path, found, skipped)
        while chunk := list(islice(found, _CHUNK)):
            cells = cells or len(chunk[0].puzzle)
            rules = list(map(rules_of, chunk))
            for record, text in zip(chunk, rules, strict=True):
                digest.update(f"{record.line} {record.puzzle}{f' {text}' if text else ''}\n".encode())
            has_rules |= any(rules)
            puzzles += len(chunk)
            del faults[1:]  # only the first is told, if there is no puzzle
    if not puzzles:
        raise CatalogueError(f"{path}: no puzzle in it{'; line {}: {}'.format(*faults[0]) if faults else ''}")
    blocks = None
    if found_format == CATALOGUE:
        with Store.read(path.parent) as store:
            blocks = None if store.settings.rules else store.settings.shape.blocks
    size = SIZE_OF_CELLS[cells]
    return Listing(path, how, found_format, size, puzzles, digest.hexdigest(), has_rules, blocks, skips)


def _of_one_size(path: Path, records: Iterator[Given], faults: list[Fault] | None) -> Iterator[Given]:
    """The records of the size of the first one; CatalogueError for another size, unless there is a list of faults."""
    cells = 0
    for record in records:
        cells = cells or len(record.puzzle)
        if len(record.puzzle) == cells:
            yield record
            continue
        sizes = SIZE_OF_CELLS[len(record.puzzle)], SIZE_OF_CELLS[cells]
        fault = "a puzzle of size {} among puzzles of size {}".format(*sizes)
        if faults is None:
            raise CatalogueError(f"{path}: line {record.line}: {fault}; import them from files of their own")
        faults.append((record.line, fault))


@contextmanager
def _records(path: Path, how: How, skipped: list[Fault] | None) -> Iterator[tuple[str, Iterator[Given]]]:
    """Give the name of the format and all records, for the standard input too; the list gets what is skipped."""
    rewind(path)
    if how.format is None and path.name == DATABASE and path.is_file():
        with Store.read(path.parent) as store:
            yield CATALOGUE, _rows_as_records(store)
        return

    def refuse(line: int, error: Exception) -> None:
        assert skipped is not None  # then the first fault ends the reading
        skipped.append((line, str(error)))

    with records_in(path, how if skipped is None else replace(how, refuse=refuse)) as (chosen, records):
        yield chosen.name, records


# --- Another catalogue ---


def _rows_as_records(store: Store) -> Iterator[Given]:
    """The puzzles of a catalogue in the order of their numbers; as lines they count from 1.

    Their columns have the number, the source and what that brought.
    """
    solution = func.coalesce(puzzles.c.solution, boards.c.solution)
    rows = (
        select(puzzles.c.id, puzzles.c.board_id, puzzles.c.place, puzzles.c.givens, solution, puzzles.c.constraints)
        .select_from(puzzles.join(boards))
        .order_by(puzzles.c.board_id, puzzles.c.place)
    )
    game, lines = store.settings.game, count(1)
    with store.rows(rows) as found:
        for some in found.partitions(_CHUNK):
            known = _origins_of(store, [row[0] for row in some])
            for id, board, place, givens, solved, own in map(tuple, some):
                columns = known.get(id, {})
                columns |= {CONSTRAINTS: rules} if (rules := game.all_of(own)) else {}
                yield Given(givens, solved, next(lines), columns | {"number": number_of(board, place)})


def _origins_of(store: Store, ids: Sequence[int]) -> dict[int, dict[str, str]]:
    """Return the remarks of sources on puzzles, and the names of these sources, by the ids of the puzzles.

    The source that brought a puzzle comes first.
    """
    query = (
        select(origins.c.puzzle_id, sources.c.name, origins.c.details)
        .join(sources)
        .where(origins.c.puzzle_id.in_(ids))
        .order_by(origins.c.puzzle_id, origins.c.joined, origins.c.source_id)
    )
    found: dict[int, dict[str, str]] = {}
    for id, name, details in store.connection.execute(query):
        said = json.loads(details) if details else {}
        names = [each for each in (said.pop("source", None), name) if each]
        before = found.setdefault(id, {})
        known = before.pop("source", "").split(", ") if "source" in before else []
        before.update({key: text for key, text in said.items() if key not in before})
        before["source"] = ", ".join(dict.fromkeys([*known, *names]))
    return found


# --- What another catalogue knows -------------------------------------------------------------------------------------

Value = TypeVar("Value")


def pieces(values: Sequence[Value]) -> Iterator[Sequence[Value]]:
    """Cut what is looked up into as much as one statement takes."""
    return (values[first : first + 500] for first in range(0, len(values), 500))


@dataclass(frozen=True)
class Known:
    """The known values of one puzzle."""

    rating: Sequence[Any] | None
    """In the order of `schema.RATING`; None: not rated, or by another version."""
    score: Sequence[int] | None
    """In the order of `schema.SCORE`; None: not scored, or by another version."""
    textbook: Sequence[int] | None
    """In the order of TEXTBOOK_METRICS; None: not measured."""
    uses: list[tuple[int, int]] = field(default_factory=list)
    """Numbers of techniques, and how often each is used."""
    tags: list[str] = field(default_factory=list)


def known_of(store: Store, numbers: Sequence[str]) -> list[Known]:
    """Return what a catalogue knows of its puzzles with these numbers."""
    return [known for some in pieces(numbers) for known in _some_known_of(store, some)]


def _some_known_of(store: Store, numbers: Sequence[str]) -> list[Known]:
    wanted = [(each.first, each.place or 0) for each in map(parsed_number, numbers) if each]
    columns = [puzzles.c[name] for name in ("id", "board_id", "place", *RATING, *SCORE, *TEXTBOOK_METRICS)]
    query = select(*columns).where(puzzles.c.board_id.in_({board for board, _ in wanted}))
    is_current = store.settings.rating_version == RATING_VERSION
    scores_are_current = store.settings.score_version == SCORE_VERSION
    by_id: dict[int, Known] = {}
    by_number: dict[tuple[int, int], Known] = {}
    for id, board, place, *values in store.connection.execute(query).all():
        rating, rest = values[: len(RATING)], values[len(RATING) :]
        score, textbook = rest[: len(SCORE)], rest[len(SCORE) :]
        known = Known(
            rating if is_current and rating[0] is not None else None,
            score if scores_are_current and None not in score else None,
            None if None in textbook else textbook,
        )
        by_id[id] = by_number[board, place] = known
    # The uses are ordered by technique, so they are looked up for each that comes up at all.
    used = select(tallies.c.value).where(tallies.c.metric == "technique")
    for row in store.connection.execute(select(uses).where(uses.c.technique.in_(used), uses.c.puzzle_id.in_(by_id))):
        by_id[row.puzzle_id].uses.append((row.technique, row.times))
    for row in store.connection.execute(select(tags).where(tags.c.puzzle_id.in_(by_id)).order_by(tags.c.name)):
        by_id[row.puzzle_id].tags.append(row.name)
    return [by_number[number] for number in wanted]


def keep_known(store: Store, ids: Sequence[int], known: Sequence[Known | None], depth: Depth = Depth.none) -> None:
    """Keep what is known of puzzles and not stored, by their ids, but for what their `depth` has filled."""
    found = [(id, each) for id, each in zip(ids, known, strict=True) if each]
    for names, is_filled in ((RATING, depth.rates), (SCORE, depth.scores)):
        of_scale = [(id, each) for id, each in found if (each.score if names is SCORE else each.rating)]
        if of_scale and not is_filled:
            some, facts = zip(*of_scale, strict=True)
            record_ratings(store, some, rows_of_known(facts, names), 0)
    if measured := [(id, each.textbook) for id, each in found if each.textbook]:
        rows = zip(*(textbook for _, textbook in measured), strict=True)
        record_textbook(store, [id for id, _ in measured], [list(row) for row in rows])
    if tagged := [(name, id) for id, each in found for name in each.tags]:
        with store.turn() as connection:
            insert_tags(connection, tagged)


def rows_of_known(known: Sequence[Known], names: Sequence[str] = RATING) -> RatingRows:
    """Return the ratings of puzzles that have one, or with SCORE their scores, as rows to store."""
    values: list[Sequence[Any]] = [(each.score if names is SCORE else each.rating) or () for each in known]
    used = [
        (technique, place, times)
        for place, each in enumerate(known)
        for technique, times in each.uses
        if (technique >= FIRST_SCORED) == (names is SCORE)
    ]
    tally: Counter[tuple[str, int]] = Counter()
    for row in values:
        said = dict(zip(names, row, strict=True))
        if names is RATING:
            said["hardest"] = None if said["hardest"] is None else RATED_NUMBERS[said["hardest"]]
            said["rating"] = said["rating"] if said["rating_status"] == RatingStatus.RATED else None
        tally.update((name, said[name]) for name in _TALLIED if said.get(name) is not None)
    tally.update(("technique", technique) for technique, _, _ in used)
    columns = {name: list(column) for name, column in zip(names, zip(*values, strict=True), strict=True)}
    return RatingRows(columns, used, [(metric, value, count) for (metric, value), count in tally.items()])


_TALLIED = ("rating_status", "rating", "hardest", *SCORE)
"""The columns of which it is counted how many puzzles have each value."""
