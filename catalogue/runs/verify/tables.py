"""Tables that describe or count other rows: tags, origins, sources, tallies, seeds, names, and the database itself."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...puzzles.techniques import RATED_NUMBERS
from ...puzzles.techniques import TECHNIQUE_NUMBERS as NUMBERS
from ...storage import schema
from ...storage.digests import COLUMNS, MODULUS, digest_of
from .boards import Survey
from .ground import (
    Fault,
    Ground,
    Snapshot,
    Statement,
    Stretch,
    differences,
    extra,
    is_place,
    keys_of,
    made,
    missing,
    spelled,
    wanted_by,
    wrong,
)
from .puzzles import TECHNIQUES, Tally

_DIGEST = re.compile(r"[0-9a-f]{64}|").fullmatch  # none: the source is the files of the boards, which were adopted
_OF_NO_BOARD = "NOT EXISTS (SELECT 1 FROM boards AS b WHERE b.id = board_id)"
_DANGLING = "NOT EXISTS (SELECT 1 FROM puzzles WHERE id = puzzle_id)"
_WITH_BOARDS = "puzzles AS p JOIN boards AS b ON b.id = p.board_id"


# --- The database itself ---


def structure_faults(snapshot: Snapshot) -> list[Fault]:
    """Find faults that the database sees in itself, and faults of tables, indexes and the view."""
    database, connection = snapshot.database, snapshot.connection
    faults = [
        Fault("database", None, None, said, repair=Statement(repair, ()) if repair else None)
        for said, repair in database.damages(connection)
    ]
    stored = database.objects(connection)
    for (kind, name), (text, repair) in database.wanted_objects(connection).items():
        found = stored.get((kind, name))
        if found is not None and found.text == text:
            continue
        again = Statement(repair, ()) if repair else None
        if again and found and kind in ("index", "view"):  # dropped first, and made again last
            again = Statement(f"DROP {kind} {name}", (), then=repair)
        said = "is not as this program makes it" if found else None
        faults.append(Fault(kind, name, None, said, repair=again))
    return faults + [
        extra("alembic_version", {"version_num": revision}, "another revision")
        for (revision,) in snapshot.rows("SELECT version_num FROM alembic_version")
        if revision != schema.REVISION
    ]


def reference_faults(snapshot: Snapshot) -> list[Fault]:
    """Rows that refer to no row."""
    rows = snapshot.database.dangling(snapshot.connection)
    return [Fault(table, row, None, f"refers to no row of {parent}") for table, row, parent in rows]


def sequence_faults(snapshot: Snapshot, last: int) -> list[Fault]:
    """Whether the database knows the last number, from which it counts on."""
    return [
        Fault(table, row, column, found, expected, Statement(repair, values))
        for table, row, column, found, expected, repair, values in snapshot.database.miscounts(
            snapshot.connection, last
        )
    ]


def count_faults(snapshot: Snapshot) -> list[Fault]:
    """Compare the numbers of rows with each other, from counts alone."""
    boards, least, greatest = snapshot.rows("SELECT count(*), min(id), max(id) FROM boards")[0]
    puzzles = snapshot.value("SELECT count(*) FROM puzzles")
    claims = snapshot.value("SELECT count(*) FROM claims WHERE board_id <= ?", (greatest,)) if boards else 0
    tallied = snapshot.value("SELECT sum(puzzles) FROM tallies WHERE metric = 'clues'") or 0
    faults = []
    if boards and (least, greatest) != (0, boards - 1):
        faults.append(Fault("boards", None, None, f"{boards} rows are numbered {least} to {greatest}"))
    for table, found, expected in (("claims", claims, boards), ("tallies", tallied, puzzles)):
        if found != expected:
            faults.append(Fault(table, None, None, f"there are {found}, not {expected}"))
    return faults


# --- Names and counts ---


def name_faults(snapshot: Snapshot) -> list[Fault]:
    """Find faults in the names of the techniques."""
    return _mapped(snapshot, "techniques", ("number",), "name", {(number,): name for name, number in NUMBERS.items()})


def tally_faults(snapshot: Snapshot, expected: Tally, *, rated: bool) -> list[Fault]:
    """Compare the tallies with the counts of the puzzles as they should be; unless `rated`, the ratings as stored."""
    if not rated:
        plain = {key: count for key, count in expected.items() if key[0] not in (*_OF_RATINGS, "technique")}
        expected = Counter(plain) + _stored_ratings(snapshot)
    return _mapped(snapshot, "tallies", ("metric", "value"), "puzzles", {key: n for key, n in expected.items() if n})


def _mapped(
    snapshot: Snapshot, table: str, key: Sequence[str], column: str, right: Mapping[Any, object]
) -> list[Fault]:
    """Compare a table of one column besides its key."""
    rows = snapshot.rows(f"SELECT {', '.join(key)}, {column} FROM {table}")
    stored = {tuple(values): (held,) for *values, held in rows}
    return differences(table, key, (column,), stored, {values: (held,) for values, held in right.items()})


_OF_RATINGS = ("rating_status", "rating", "hardest", "score", "level")


def _stored_ratings(snapshot: Snapshot) -> Tally:
    tally: Tally = Counter()
    for metric in _OF_RATINGS:
        counts = f"SELECT {metric}, count(*) FROM puzzles WHERE {metric} IS NOT NULL GROUP BY {metric}"
        for value, count in snapshot.rows(counts):
            tally[metric, RATED_NUMBERS.get(value, -1) if metric == "hardest" else value] += count
    for technique, count in snapshot.rows("SELECT technique, count(*) FROM uses GROUP BY technique"):
        tally["technique", technique] += count
    return tally


# --- Numbers of puzzles ---


def number_faults(ground: Ground) -> list[Fault]:
    """Puzzles whose ids are not among 0, 1, 2, ..., if it is plain which ids they had.

    Ids follow the boards of first puzzles, and what else refers to a puzzle has the id that it had.
    """
    snapshot = ground.snapshot
    puzzles, least, greatest = snapshot.rows("SELECT count(*), min(id), max(id) FROM puzzles")[0]
    if ground.numbered_alike or (least, greatest) in ((0, puzzles - 1), (None, None)):
        return []
    rows = snapshot.rows("SELECT id, board_id, place FROM puzzles")
    ids = {row[0] for row in rows}
    lacking = sorted(set(range(len(rows))) - ids)
    strange = sorted((row for row in rows if not 0 <= row[0] < len(rows)), key=lambda row: row[1:])
    referring = (f"SELECT puzzle_id FROM {table} WHERE {_DANGLING}" for table in ("origins", "tags", "uses"))
    known = {id for query in referring for (id,) in snapshot.rows(query)}
    if not strange or not known <= set(lacking) or (len(strange) > 1 and any(place for *_, place in strange)):
        return []
    right = dict(zip((row[0] for row in strange), lacking, strict=True))
    firsts = sorted((right.get(id, id), board) for id, board, place in rows if place == 0)
    if any(before >= after for (_, before), (_, after) in pairwise(firsts)):
        return []
    return [wrong("puzzles", {"id": id}, "id", id, number) for id, number in right.items()]


# --- Puzzles of no board ---


def stray_faults(
    ground: Ground, removed: Sequence[int], doubtful: Collection[int], repaired: Collection[object]
) -> list[Fault]:
    """Puzzles of no board, unless it is `doubtful`, or of one that is `removed`, and techniques of no puzzle."""
    columns = "SELECT id, board_id, givens FROM puzzles WHERE"
    rows = ground.snapshot.rows(f"{columns} {_OF_NO_BOARD}")
    rows = [row for row in rows if row[1] not in doubtful and row[0] not in repaired]
    rows += ground.snapshot.looked_up(f"{columns} board_id IN", removed)
    faults = [extra("puzzles", {"id": id}, givens) for id, _, givens in rows]
    if ground.rate:
        condition = f"technique NOT IN ({TECHNIQUES}) OR {_DANGLING}"
        faults += _of_no_puzzle(ground.snapshot, "uses", "technique", "times", repaired, condition)
    return faults


def _of_no_puzzle(
    snapshot: Snapshot, table: str, name: str, found: str, repaired: Collection[object], condition: str
) -> list[Fault]:
    rows = snapshot.rows(f"SELECT {name}, puzzle_id, {found} FROM {table} WHERE {condition}")
    rows = [row for row in rows if row[1] not in repaired]
    if table in COLUMNS and not _were_added(snapshot, table, [row[:2] for row in rows]):
        return [Fault(table, id, None, f"{spelled(key)} is of a puzzle that is not there") for key, id, _ in rows]
    return [extra(table, {name: key, "puzzle_id": id}, held) for key, id, held in rows]


def _were_added(snapshot: Snapshot, table: str, rows: Sequence[Sequence[object]]) -> bool:
    """Whether a table had the digest that is kept before some rows came. Others may be what a person typed."""
    return _digest(snapshot, table, without=rows) == _kept_digests(snapshot).get(table, 0)


def _digest(snapshot: Snapshot, table: str, without: Sequence[Sequence[object]] = ()) -> int:
    rows = snapshot.rows(f"SELECT {', '.join(COLUMNS[table])} FROM {table}")
    return (digest_of(table, rows) - digest_of(table, without)) % MODULUS


def _kept_digests(snapshot: Snapshot) -> dict[str, int]:
    return dict(snapshot.rows("SELECT name, digest FROM digests"))


# --- Imports and tags ---


def digest_faults(snapshot: Snapshot) -> list[Fault]:
    """Tables whose rows are not those that were written: what was altered there cannot be computed."""
    kept = _kept_digests(snapshot)
    said = "does not have the rows that were written: some were altered, added or removed; restore a backup"
    return [
        *(Fault(table, None, None, said) for table in COLUMNS if _digest(snapshot, table) != kept.get(table, 0)),
        *(extra("digests", {"name": name}, digest) for name, digest in kept.items() if name not in COLUMNS),
    ]


def has_imports(snapshot: Snapshot) -> bool:
    """Whether some puzzles came from files, even if the rows that say from which are lost."""
    if snapshot.value("SELECT 1 FROM origins"):
        return True
    return bool(snapshot.value("SELECT 1 FROM sources") and snapshot.value("SELECT 1 FROM boards WHERE seed IS NULL"))


def import_faults(ground: Ground, doubtful: Collection[int], repaired: Collection[object]) -> list[Fault]:
    """Find faults in sources and origins, as far as puzzles and boards that are not `doubtful` show it, and in tags."""
    snapshot = ground.snapshot
    last = snapshot.value("SELECT max(id) FROM boards")
    strays = snapshot.rows(f"SELECT board_id, form, place FROM forms WHERE {_OF_NO_BOARD}")
    return [
        *_source_faults(snapshot),
        *_origin_faults(snapshot, doubtful, repaired),
        *(  # those of numbers to come are of an import at work, or one that was killed
            extra("forms", {"board_id": board, "form": form}, place)
            for board, form, place in strays
            if board not in doubtful and not (_is_to_come(board, last) and _is_to_come(place, -1))
        ),
        *_of_no_puzzle(snapshot, "tags", "name", "name", repaired, _DANGLING),
    ]


def form_faults(snapshot: Snapshot, formless: Sequence[tuple[int, bytes, int]]) -> list[Fault]:
    """Rows of `forms` that were removed, or added for boards to come, if the digest of the table is right without."""
    kept = _kept_digests(snapshot).get("forms", 0)
    last = snapshot.value("SELECT max(id) FROM boards")
    to_come = snapshot.rows(
        "SELECT board_id, form, place FROM forms WHERE board_id > ?", (-1 if last is None else last,)
    )
    if to_come and _digest(snapshot, "forms", without=to_come) == kept:
        return [extra("forms", {"board_id": board, "form": form}, place) for board, form, place in to_come]
    if formless and (_digest(snapshot, "forms") + digest_of("forms", formless)) % MODULUS == kept:
        return [
            missing("forms", {"board_id": board, "form": form}, {"place": place}) for board, form, place in formless
        ]
    return []


def _is_to_come(value: object, last: int | None) -> bool:
    """Whether a value, which damage may have made one of any type, is a number beyond the last one."""
    return isinstance(value, int) and last is not None and value > last


def _source_faults(snapshot: Snapshot) -> list[Fault]:
    """An import has looked at no fewer puzzles than it has brought."""
    brought = dict(snapshot.rows("SELECT source_id, count(*) FROM origins GROUP BY source_id"))
    faults: list[Fault] = []
    columns = ("name", "digest", "position", "finished")
    stored = snapshot.rows(f"SELECT id, {', '.join(columns)} FROM sources")
    for id, *row in stored:
        name, digest, position, finished = row
        plausible = (
            isinstance(name, str) and name != "",
            isinstance(digest, str) and _DIGEST(digest) is not None,
            isinstance(position, int) and position >= brought.get(id, 0),
            finished in (0, 1),
        )
        cells = zip(columns, row, plausible, strict=True)
        faults += [wrong("sources", {"id": id}, column, found) for column, found, fine in cells if not fine]
    lost = sorted(brought.keys() - {row[0] for row in stored}, key=str)
    return faults + [Fault("sources", id, None, None) for id in lost]


def _origin_faults(snapshot: Snapshot, doubtful: Collection[int], repaired: Collection[object]) -> list[Fault]:
    without = snapshot.rows(
        f"SELECT p.id, b.id FROM {_WITH_BOARDS} WHERE (p.place > 0 OR b.seed IS NULL)"
        " AND NOT EXISTS (SELECT 1 FROM origins WHERE puzzle_id = p.id AND NOT joined)"
    )
    lacking = [Fault("origins", id, None, None) for id, board in without if board not in doubtful]
    dangling = snapshot.rows(f"SELECT {', '.join(COLUMNS['origins'])} FROM origins WHERE {_DANGLING}")
    of_seeds = snapshot.rows(
        f"SELECT p.id, o.source_id, o.line, o.details, b.id FROM {_WITH_BOARDS} JOIN origins AS o ON o.puzzle_id = p.id"
        " WHERE p.place = 0 AND b.seed IS NOT NULL AND NOT o.joined"
    )
    stray = [row for row in dangling if row[0] not in repaired]
    stray += [tuple(row) for *row, board in of_seeds if board not in doubtful]
    were_added = not lacking and _were_added(snapshot, "origins", stray)  # or one is missing elsewhere
    faults = [
        extra("origins", {"puzzle_id": id, "source_id": source}, line)
        if were_added
        else Fault("origins", id, None, line, None)
        for id, source, line, _ in stray
    ]
    no_object = f"details IS NOT NULL AND {snapshot.database.IS_NO_OBJECT}"
    for column, condition in (("line", snapshot.database.IS_NO_LINE), ("details", no_object)):
        rows = snapshot.rows(f"SELECT puzzle_id, {column} FROM origins WHERE {condition}")
        faults += [wrong("origins", {"puzzle_id": id}, column, found) for id, found in rows]
    return faults + lacking


_ORDERS = {  # what may not stand before what from row to row, among which rows, and in whose order
    "the boards of first puzzles": ("puzzles", "id", "board_id", ">=", "place = 0", "1"),
    "the places of a board's puzzles": ("puzzles", "id", "place", ">=", "place > 0", "board_id"),
    "the lines of a source": ("origins", "puzzle_id", "line", ">", "NOT joined", "source_id"),  # JSON may be one line
}


def order_faults(snapshot: Snapshot) -> list[Fault]:
    """Imported puzzles have ids in the order of their boards, places and lines: others have changed places."""
    faults = []
    for what, (table, id, value, wrong_order, condition, group) in _ORDERS.items():
        before = f"lag({value}) OVER (PARTITION BY {group} ORDER BY {id})"
        rows = f"SELECT {id} AS id, {value} AS found, {before} AS previous FROM {table} WHERE {condition}"
        both = f"SELECT id, found, previous FROM ({rows}) AS ordered WHERE previous {wrong_order} found"
        faults += [
            Fault(table, number, None, f"{value} is {found} after {previous}: {what} are not in order")
            for number, found, previous in snapshot.rows(both)
        ]
    return faults


# --- What is stored of each seed: its recipes, how far its boards were looked at, what became of the rest ------------

_COUNTED = ("position", "attempts", "duplicates", "unwanted")
_CHUNK = 4096
_MUCH = 100_000  # boards that are made to test an end that contradicts the counts


def seed_faults(ground: Ground, survey: Survey, new_keys: set[bytes], on_walk: Callable[[int], None]) -> list[Fault]:
    """Make the boards again that did not get a number, and compare their counts with those stored."""
    query = f"SELECT seed, {', '.join(_COUNTED)} FROM streams"
    stored = {seed: rest for seed, *rest in ground.snapshot.rows(query)}
    faults = [*ground.recipes.faults]
    known = {seed for seed, numbers in survey.numbers.items() if numbers}
    for seed in sorted(stored.keys() | known | ground.recipes.starts.keys()):
        faults += _Seed(ground, survey, seed, new_keys, on_walk).faults(stored.get(seed))
    return faults


@dataclass
class _Walk:
    """Boards of a seed, up to an end, that did not get a number."""

    attempts: int = 0
    duplicates: int = 0
    unwanted: int = 0
    either: int = 0
    """Boards that are known already, and may have been passed over before that was asked."""
    unmade: list[int] = field(default_factory=list)
    """Positions whose boards should have got a number by their recipe."""


class _Seed:
    def __init__(
        self, ground: Ground, survey: Survey, seed: int, new_keys: set[bytes], on_walk: Callable[[int], None]
    ) -> None:
        self._ground, self._seed, self._new_keys, self._on_walk = ground, seed, new_keys, on_walk
        self._kept = np.sort(np.array(survey.positions.get(seed, ()), np.int64))
        self._least = int(self._kept[-1]) + 1 if self._kept.size else 0
        self._attempts = survey.attempts[seed]
        self._walks: dict[int, _Walk] = {}

    def faults(self, row: Sequence[object] | None) -> list[Fault]:
        """Compare the rows of the seed with what its boards give."""
        key, starts = {"seed": self._seed}, self._ground.recipes.starts.get(self._seed, [])
        if not self._kept.size and not (row and starts):  # one of them alone: no fill has written it
            faults = [extra("streams", key, row[0])] if row else []
            return faults + [extra("recipes", {**key, "start": start}, "of no fill") for start in starts]
        lacking = [] if starts and starts[0] == 0 else [Fault("recipes", f"{self._seed} 0", None, None)]
        if row is None:
            return lacking + self._without_row()
        end = self._end(row)
        if end is None:
            return [*lacking, Fault("streams", self._seed, None, "agrees neither with its boards nor with itself")]
        faults = [
            wrong("streams", key, name, found, expected)
            for name, found, expected in zip(_COUNTED, row, self._row(end, row), strict=True)
            if found != expected
        ]
        faults += [Fault("boards", f"{at} of seed {self._seed}", None, None) for at in self._walk(end).unmade]
        if not faults:  # recipes of boards that were not looked at, or that only repeat the one before
            those = {start: self._ground.recipes.of((self._seed, start)) for start in starts}
            again = {after for before, after in pairwise(starts) if those[before] == those[after] and those[after]}
            beyond = {start for start in starts if start >= end}
            faults = [extra("recipes", {**key, "start": start}, "of no fill") for start in sorted(again | beyond)]
        return lacking + faults

    def _without_row(self) -> list[Fault]:
        """The row that is missing, if it cannot have been one of a seed that was looked at farther."""
        nearer, farther = self._row(self._least), self._row(self._least + 1)
        recipe = self._ground.recipes.at(self._seed, self._least)
        if recipe is None or recipe.selects or farther[2] != nearer[2]:
            return [Fault("streams", self._seed, None, None)]
        return [missing("streams", {"seed": self._seed}, dict(zip(_COUNTED, nearer, strict=True)))]

    def _end(self, row: Sequence[object]) -> int | None:
        """How far the boards were looked at: an end that at most one value contradicts."""
        counts = (value if isinstance(value, int) and is_place(0, value) else -1 for value in row)
        position, attempts, duplicates, unwanted = counts
        counted = len(self._kept) + duplicates + unwanted if min(duplicates, unwanted) >= 0 else -1
        for end in dict.fromkeys((position, counted)):
            # Many boards are made only if the counts agree: a seed takes an attempt a board at least.
            agrees = position == counted and attempts >= end
            if self._least <= end and (agrees or end <= self._least + _MUCH):
                differing = sum(a != b for a, b in zip(row, self._row(end, row), strict=True))
                if differing + bool(self._walk(end).unmade) <= 1:
                    return end
        return None

    def _row(self, end: int, stored: Sequence[object] | None = None) -> tuple[int, ...]:
        """The columns that an end comes to; if several counts are possible, those stored if they are among them."""
        walk = self._walk(end)
        duplicates, unwanted = walk.duplicates + walk.either, walk.unwanted
        if stored is not None and isinstance(stored[2], int) and isinstance(stored[3], int):
            in_range = walk.duplicates <= stored[2] <= duplicates
            if in_range and stored[2] + stored[3] == duplicates + unwanted:
                duplicates, unwanted = stored[2], stored[3]
        return end, self._attempts + walk.attempts, duplicates, unwanted

    def _walk(self, end: int) -> _Walk:
        """Look at the boards below the end that got no number."""
        if end not in self._walks:
            self._walks[end] = walk = _Walk()
            for first in range(0, end, _CHUNK):
                after = min(first + _CHUNK, end)
                low, high = np.searchsorted(self._kept, (first, after))
                positions = np.setdiff1d(np.arange(first, after), self._kept[low:high])
                if positions.size:
                    self._look_at(positions, walk)
                    self._on_walk(len(positions))
        return self._walks[end]

    def _look_at(self, positions: NDArray[np.int64], walk: _Walk) -> None:
        ground = self._ground
        again = made(ground.settings, self._seed, positions.tolist())
        walk.attempts += int(again.attempts.sum())
        keys = keys_of(again.boards, ground.settings)
        claimed = ground.snapshot.owners(keys).keys() | self._new_keys
        stretches: dict[Stretch, list[int]] = defaultdict(list)
        for index, position in enumerate(positions.tolist()):
            stretches[ground.recipes.stretch(self._seed, position)].append(index)
        for stretch, indices in stretches.items():
            recipe = ground.recipes.of(stretch)
            taken = [index for index in indices if keys[index] in claimed]
            if recipe is not None and not recipe.selects:
                walk.duplicates += len(taken)
                walk.unmade += [int(positions[index]) for index in indices if keys[index] not in claimed]
                continue
            walk.unwanted += len(indices) - len(taken)
            if recipe is None or recipe.has_quotas:
                walk.either += len(taken)
            elif taken:
                places = positions[taken].tolist()
                wanted = int(wanted_by(ground, again.boards[taken], places, self._seed, recipe).sum())
                walk.duplicates += wanted
                walk.unwanted += len(taken) - wanted
