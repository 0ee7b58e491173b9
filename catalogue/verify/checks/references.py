"""Rows that refer to puzzles: the tags that people gave them, and where imported ones came from."""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from catalogue.verify.faults import UNKNOWN, Fault, extra, wrong
from catalogue.verify.snapshot import Snapshot

_DIGEST = re.compile(r"[0-9a-f]{64}|").fullmatch  # none: the source is the files of the boards, which were adopted

_DANGLING = "NOT EXISTS (SELECT 1 FROM puzzles WHERE id = puzzle_id)"
_WITH_BOARDS = "puzzles AS p JOIN boards AS b ON b.id = p.board_id"


def has_imports(snapshot: Snapshot) -> bool:
    """Whether some puzzles came from files, even where the rows that say from which are lost."""
    if snapshot.value("SELECT 1 FROM origins"):
        return True
    return bool(snapshot.value("SELECT 1 FROM sources") and snapshot.value("SELECT 1 FROM boards WHERE seed IS NULL"))


def tag_faults(snapshot: Snapshot, faults: Iterable[Fault]) -> list[Fault]:
    """Tags of no puzzle, except of those that the repair of other `faults` brings back."""
    to_come = _repaired_ids(faults)
    rows = snapshot.rows(f"SELECT name, puzzle_id FROM tags WHERE {_DANGLING}")
    return [extra("tags", {"name": name, "puzzle_id": id}, name) for name, id in rows if id not in to_come]


def import_faults(snapshot: Snapshot, doubtful: Collection[int], faults: Iterable[Fault]) -> list[Fault]:
    """What is wrong with sources and origins, as far as puzzles and boards that are not `doubtful` show it."""
    return [*_source_faults(snapshot), *_origin_faults(snapshot, doubtful, _repaired_ids(faults))]


def _repaired_ids(faults: Iterable[Fault]) -> set[object]:
    """The ids of puzzles that a repair brings back."""
    ids: set[object] = set()
    for fault in faults:
        if fault.table == "puzzles" and fault.column == "id":
            ids.add(fault.expected)
        elif fault.table == "puzzles" and fault.column is None and isinstance(fault.expected, Mapping):
            ids.add(fault.expected["id"])
    return ids


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
            wrong("sources", {"id": id}, column, found[column], UNKNOWN)
            for column, fine in plausible.items()
            if not fine
        ]
    lost = sorted(brought.keys() - {row[0] for row in stored}, key=str)
    return faults + [Fault("sources", id, None, None, UNKNOWN) for id in lost]


def _origin_faults(snapshot: Snapshot, doubtful: Collection[int], to_come: Collection[object]) -> list[Fault]:
    dangling = snapshot.rows(f"SELECT puzzle_id, line FROM origins WHERE {_DANGLING}")
    stray = [extra("origins", {"puzzle_id": id}, line) for id, line in dangling if id not in to_come]
    of_seeds = snapshot.rows(
        f"SELECT p.id, o.line, b.id FROM {_WITH_BOARDS} JOIN origins AS o ON o.puzzle_id = p.id"
        " WHERE p.place = 0 AND b.seed IS NOT NULL"
    )
    stray += [extra("origins", {"puzzle_id": id}, line) for id, line, board in of_seeds if board not in doubtful]
    without = snapshot.rows(
        f"SELECT p.id, b.id FROM {_WITH_BOARDS} WHERE (p.place > 0 OR b.seed IS NULL)"
        " AND NOT EXISTS (SELECT 1 FROM origins WHERE puzzle_id = p.id)"
    )
    faults = [Fault("origins", id, None, None, UNKNOWN) for id, board in without if board not in doubtful]
    if faults:  # a stray row may be the one that is missing elsewhere
        stray = [replace(fault, repair=None) for fault in stray]
    odd, no_object = snapshot.is_no_line, snapshot.is_no_object
    for column, condition in (("line", odd), ("details", f"details IS NOT NULL AND {no_object}")):
        rows = snapshot.rows(f"SELECT puzzle_id, {column} FROM origins WHERE {condition}")
        faults += [wrong("origins", {"puzzle_id": id}, column, found, UNKNOWN) for id, found in rows]
    return stray + faults
