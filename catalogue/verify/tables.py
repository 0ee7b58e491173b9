"""Tables that describe or count other rows: tags, origins, sources, tallies, names, and the database itself."""

import re
from collections import Counter
from collections.abc import Collection, Sequence

from catalogue import schema
from catalogue.techniques import RATED_NUMBERS
from catalogue.techniques import TECHNIQUE_NUMBERS as NUMBERS
from catalogue.verify.faults import Fault, Statement, differences, extra, wrong
from catalogue.verify.ground import Ground, Snapshot
from catalogue.verify.puzzles import TECHNIQUES, Tally

_DIGEST = re.compile(r"[0-9a-f]{64}|").fullmatch  # none: the source is the files of the boards, which were adopted
_DANGLING = "NOT EXISTS (SELECT 1 FROM puzzles WHERE id = puzzle_id)"
_WITH_BOARDS = "puzzles AS p JOIN boards AS b ON b.id = p.board_id"


# --- The database itself ---


def structure_faults(snapshot: Snapshot) -> list[Fault]:
    """What the database finds wrong with itself, and what is wrong with tables, indexes and the view."""
    database, connection = snapshot.database, snapshot.connection
    faults = [
        Fault("database", None, None, said, repair=Statement(repair, ()) if repair else None)
        for said, repair in database.damages(connection)
    ]
    stored = database.objects(connection)
    for (kind, name), (text, repair) in database.wanted_objects(connection).items():
        found = stored.get((kind, name))
        if found is None:
            faults.append(Fault(kind, name, None, None, repair=Statement(repair, ()) if repair else None))
        elif found.text != text:
            faults.append(Fault(kind, name, None, "is not as this program makes it", repair=_again(kind, name, repair)))
    revisions = [revision for (revision,) in snapshot.rows("SELECT version_num FROM alembic_version")]
    others = [revision for revision in revisions if revision != schema.REVISION]
    return faults + [extra("alembic_version", {"version_num": revision}, "another revision") for revision in others]


def _again(kind: str, name: str, repair: str | None) -> Statement | None:
    """What makes an object as it should be; one that is changed is dropped, and made when it is missing."""
    if repair is None:
        return None
    return Statement(f"DROP {kind} {name}" if kind in ("index", "view") else repair, ())


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


def technique_faults(snapshot: Snapshot) -> list[Fault]:
    """What is wrong with the names of the techniques."""
    stored = {(number,): (name,) for number, name in snapshot.rows("SELECT number, name FROM techniques")}
    expected = {(number,): (name,) for name, number in NUMBERS.items()}
    return differences("techniques", ("number",), ("name",), stored, expected)


def tally_faults(snapshot: Snapshot, expected: Tally) -> list[Fault]:
    """Compare the tallies with those of the puzzles as they should be."""
    stored = {(metric, value): (count,) for metric, value, count in snapshot.rows("SELECT * FROM tallies")}
    right = {key: (count,) for key, count in expected.items() if count}
    return differences("tallies", ("metric", "value"), ("puzzles",), stored, right)


def stored_ratings(snapshot: Snapshot) -> Tally:
    """The tallies of the ratings that are stored."""
    tally: Tally = Counter()
    for metric in ("rating_status", "rating", "hardest", "score", "level"):
        for value, count in snapshot.rows(
            f"SELECT {metric}, count(*) FROM puzzles WHERE {metric} IS NOT NULL GROUP BY {metric}"
        ):
            tally[metric, RATED_NUMBERS.get(value, -1) if metric == "hardest" else value] += count
    for technique, count in snapshot.rows("SELECT technique, count(*) FROM uses GROUP BY technique"):
        tally["technique", technique] += count
    return tally


# --- Puzzles of no board ---


def stray_faults(
    ground: Ground, removed: Sequence[int], doubtful: Collection[int], repaired: Collection[object]
) -> list[Fault]:
    """Puzzles of no board, unless it is `doubtful`, or of one that is `removed`, and techniques of no puzzle."""
    columns = "SELECT id, board_id, givens FROM puzzles WHERE"
    rows = ground.snapshot.rows(f"{columns} NOT EXISTS (SELECT 1 FROM boards AS b WHERE b.id = board_id)")
    rows = [row for row in rows if row[1] not in doubtful and row[0] not in repaired]
    rows += ground.snapshot.looked_up(f"{columns} board_id IN", removed)
    faults = [extra("puzzles", {"id": id}, givens) for id, _, givens in rows]
    if ground.rate:
        query = (
            f"SELECT technique, puzzle_id, times FROM uses WHERE technique NOT IN ({TECHNIQUES})"
            " OR NOT EXISTS (SELECT 1 FROM puzzles WHERE id = puzzle_id)"
        )
        faults += [
            extra("uses", {"technique": technique, "puzzle_id": puzzle}, times)
            for technique, puzzle, times in ground.snapshot.rows(query)
            if puzzle not in repaired
        ]
    return faults


# --- Imports and tags ---


def has_imports(snapshot: Snapshot) -> bool:
    """Whether some puzzles came from files, even where the rows that say from which are lost."""
    if snapshot.value("SELECT 1 FROM origins"):
        return True
    return bool(snapshot.value("SELECT 1 FROM sources") and snapshot.value("SELECT 1 FROM boards WHERE seed IS NULL"))


def tag_faults(snapshot: Snapshot, repaired: Collection[object]) -> list[Fault]:
    """Tags of no puzzle, except of those that are `repaired`."""
    rows = snapshot.rows(f"SELECT name, puzzle_id FROM tags WHERE {_DANGLING}")
    return [extra("tags", {"name": name, "puzzle_id": id}, name) for name, id in rows if id not in repaired]


def import_faults(ground: Ground, doubtful: Collection[int], repaired: Collection[object]) -> list[Fault]:
    """What is wrong with sources and origins, as far as puzzles and boards that are not `doubtful` show it."""
    snapshot = ground.snapshot
    faults = [*_source_faults(snapshot), *_origin_faults(snapshot, doubtful, repaired)]
    query = "SELECT board_id, form, place FROM forms WHERE NOT EXISTS (SELECT 1 FROM boards AS b WHERE b.id = board_id)"
    last = snapshot.value("SELECT max(id) FROM boards")
    faults += [  # those of numbers to come are of an import at work, or one that was killed
        extra("forms", {"board_id": board, "form": form}, place)
        for board, form, place in snapshot.rows(query)
        if board not in doubtful and (place < 0 or last is None or board <= last)
    ]
    return faults


def _source_faults(snapshot: Snapshot) -> list[Fault]:
    """An import has looked at no fewer puzzles than it has brought."""
    brought = dict(snapshot.rows("SELECT source_id, count(*) FROM origins GROUP BY source_id"))
    faults: list[Fault] = []
    stored = snapshot.rows("SELECT id, name, digest, position, finished FROM sources")
    for id, name, digest, position, finished in stored:
        plausible = {
            "name": isinstance(name, str) and name != "",
            "digest": isinstance(digest, str) and _DIGEST(digest) is not None,
            "position": isinstance(position, int) and position >= brought.get(id, 0),
            "finished": finished in (0, 1),
        }
        found = {"name": name, "digest": digest, "position": position, "finished": finished}
        faults += [
            wrong("sources", {"id": id}, column, found[column]) for column, fine in plausible.items() if not fine
        ]
    lost = sorted(brought.keys() - {row[0] for row in stored}, key=str)
    return faults + [Fault("sources", id, None, None) for id in lost]


def _origin_faults(snapshot: Snapshot, doubtful: Collection[int], repaired: Collection[object]) -> list[Fault]:
    without = snapshot.rows(
        f"SELECT p.id, b.id FROM {_WITH_BOARDS} WHERE (p.place > 0 OR b.seed IS NULL)"
        " AND NOT EXISTS (SELECT 1 FROM origins WHERE puzzle_id = p.id)"
    )
    lacking = [Fault("origins", id, None, None) for id, board in without if board not in doubtful]
    dangling = snapshot.rows(f"SELECT puzzle_id, line FROM origins WHERE {_DANGLING}")
    of_seeds = snapshot.rows(
        f"SELECT p.id, o.line, b.id FROM {_WITH_BOARDS} JOIN origins AS o ON o.puzzle_id = p.id"
        " WHERE p.place = 0 AND b.seed IS NOT NULL"
    )
    stray = [(id, line) for id, line in dangling if id not in repaired]
    stray += [(id, line) for id, line, board in of_seeds if board not in doubtful]
    faults = [  # a stray row may be the one that is missing elsewhere
        Fault("origins", id, None, line, None) if lacking else extra("origins", {"puzzle_id": id}, line)
        for id, line in stray
    ]
    conditions = {
        "line": snapshot.database.IS_NO_LINE,
        "details": f"details IS NOT NULL AND {snapshot.database.IS_NO_OBJECT}",
    }
    for column, condition in conditions.items():
        rows = snapshot.rows(f"SELECT puzzle_id, {column} FROM origins WHERE {condition}")
        faults += [wrong("origins", {"puzzle_id": id}, column, found) for id, found in rows]
    return faults + lacking


_ORDERS = {  # what has to grow from row to row, among which rows, and in whose order
    "the boards of first puzzles": ("puzzles", "id", "board_id", "place = 0", "1"),
    "the places of a board's puzzles": ("puzzles", "id", "place", "place > 0", "board_id"),
    "the lines of a source": ("origins", "puzzle_id", "line", "1 = 1", "source_id"),
}


def order_faults(snapshot: Snapshot) -> list[Fault]:
    """Imported puzzles have ids in the order of their boards, places and lines: others have changed places."""
    faults = []
    for what, (table, id, value, condition, group) in _ORDERS.items():
        before = f"lag({value}) OVER (PARTITION BY {group} ORDER BY {id})"
        rows = f"SELECT {id} AS id, {value} AS found, {before} AS previous FROM {table} WHERE {condition}"
        wrong_ones = snapshot.rows(f"SELECT id, found, previous FROM ({rows}) AS ordered WHERE previous >= found")
        faults += [
            Fault(table, number, None, f"{value} is {found} after {previous}: {what} are not in order")
            for number, found, previous in wrong_ones
        ]
    return faults
