"""Rows that belong to others, and what counts them: tags, origins, forms, tallies, names, and the database itself."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from catalogue.formats.cells import from_lines
from catalogue.game import Own
from catalogue.making import chosen_of
from catalogue.verify.faults import UNKNOWN, Fault, Statement, extra, missing, wrong
from catalogue.verify.ground import Ground
from catalogue.verify.proving import parsed
from catalogue.verify.puzzles import Tally, count_under
from catalogue.verify.snapshot import Snapshot
from catalogue.writing import TECHNIQUE_NUMBERS as NUMBERS

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


_CHUNK = 512  # boards

_Puzzle = tuple[int, int, int, str, str | None, str]
"""Id, board, place, clues, constraints of its own and solution."""


def form_faults(ground: Ground, snapshot: Snapshot, doubtful: Collection[int]) -> list[Fault]:
    """Compare the rows of `forms` with the puzzles of their boards.

    A board that never met an imported puzzle has no form. One that is doubtful, or has clues that are wrong themselves,
    is left out: its forms follow when the rest is repaired.
    """
    query = "SELECT board_id FROM forms UNION SELECT board_id FROM puzzles WHERE place > 0"
    boards = [board for (board,) in snapshot.rows(query) if board not in doubtful]
    faults: list[Fault] = []
    for first in range(0, len(boards), _CHUNK):
        faults += _faults_on(ground, snapshot, boards[first : first + _CHUNK])
    return faults


def _faults_on(ground: Ground, snapshot: Snapshot, boards: Sequence[object]) -> list[Fault]:
    stored: dict[object, dict[bytes, object]] = defaultdict(dict)
    for board, form, place in snapshot.looked_up("SELECT board_id, form, place FROM forms WHERE board_id IN", boards):
        stored[board][form] = place
    query = (
        "SELECT p.id, p.board_id, p.place, p.givens, p.constraints, coalesce(p.solution, b.solution)"
        " FROM puzzles AS p JOIN boards AS b ON b.id = p.board_id WHERE p.board_id IN"
    )
    rows: list[_Puzzle] = sorted(snapshot.looked_up(query, boards), key=lambda row: (row[1], row[2]))
    clues, sound = _read(ground, [row[3] for row in rows], own := [row[4] for row in rows])
    unsound = {row[1] for row, fine in zip(rows, sound.tolist(), strict=True) if not fine}
    expected: dict[object, dict[bytes, int]] = defaultdict(dict)
    faults: list[Fault] = []
    which = np.flatnonzero(sound).tolist()
    boards_there = parsed([rows[index][5] for index in which], ground.game)[0]
    forms = ground.game.forms(boards_there, clues[sound], chosen_of(own, which), ground.settings.symmetry)
    for (id, board, place, *_), form in zip((rows[index] for index in np.flatnonzero(sound)), forms, strict=True):
        if form in expected[board]:
            faults.append(Fault("puzzles", id, None, f"is the same puzzle as {board}.{expected[board][form]}", UNKNOWN))
        else:
            expected[board][form] = place
    for board in boards:
        if board not in unsound:
            faults += _compare(board, stored[board], expected[board])
    return faults


def _compare(board: object, stored: dict[bytes, object], expected: dict[bytes, int]) -> list[Fault]:
    faults: list[Fault] = []
    end = max(expected.values(), default=-1)
    for form in stored.keys() | expected.keys():
        key = {"board_id": board, "form": form}
        if form not in stored:
            faults.append(missing("forms", key, {"place": expected[form]}))
        elif form in expected and stored[form] != expected[form]:
            faults.append(wrong("forms", key, "place", stored[form], expected[form]))
        elif form not in expected:
            place = stored[form]
            if isinstance(place, int) and place > end:
                continue  # of a puzzle that an import is adding, or was when it was killed: the next one drops the form
            faults.append(extra("forms", key, place))
    return sorted(faults, key=str)


def _read(ground: Ground, texts: Sequence[object], own: Own) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """Clues, and which of them are a puzzle with one solution."""
    width = ground.settings.shape.cells
    good = [isinstance(text, str) and len(text) == width and text.isascii() for text in texts]
    lines = [str(text) if fine else "." * width for text, fine in zip(texts, good, strict=True)]
    clues = from_lines(lines) if lines else np.empty((0, width), np.uint8)
    sound = np.asarray(good, np.bool_) & (clues <= ground.settings.size).all(axis=1)
    chosen = np.flatnonzero(sound)
    sound[chosen] = count_under(ground.game, clues[chosen], chosen_of(own, chosen.tolist())) == 1
    return clues, sound


def tally_faults(snapshot: Snapshot, expected: Tally) -> list[Fault]:
    """Compare the tallies with those of the puzzles as they should be."""
    stored = {(metric, value): count for metric, value, count in snapshot.rows("SELECT * FROM tallies")}
    faults: list[Fault] = []
    for metric, value in sorted(stored.keys() | expected.keys(), key=str):
        key = {"metric": metric, "value": value}
        found, count = stored.get((metric, value)), expected[metric, value]
        if found is None and count:
            faults.append(missing("tallies", key, {"puzzles": count}))
        elif not count:
            faults.append(extra("tallies", key, found))
        elif found != count:
            faults.append(wrong("tallies", key, "puzzles", found, count))
    return faults


def stored_ratings(snapshot: Snapshot) -> Tally:
    """The tallies of the ratings that are stored."""
    tally: Tally = Counter()
    for metric in ("rating_status", "rating", "hardest"):
        for value, count in snapshot.rows(
            f"SELECT {metric}, count(*) FROM puzzles WHERE {metric} IS NOT NULL GROUP BY {metric}"
        ):
            tally[metric, NUMBERS.get(value, -1) if metric == "hardest" else value] += count
    for technique, count in snapshot.rows("SELECT technique, count(*) FROM uses GROUP BY technique"):
        tally["technique", technique] += count
    return tally


def structure_faults(snapshot: Snapshot) -> list[Fault]:
    """What the database finds wrong with itself, and what is wrong with tables, indexes and the view."""
    faults = [
        Fault("database", None, None, said, UNKNOWN, Statement(repair, ()) if repair else None)
        for said, repair in snapshot.damages()
    ]
    return faults + _schema_faults(snapshot)


def reference_faults(snapshot: Snapshot) -> list[Fault]:
    """Rows that refer to no row."""
    rows = snapshot.dangling()
    return [Fault(table, row, None, f"refers to no row of {parent}", UNKNOWN) for table, row, parent in rows]


def technique_faults(snapshot: Snapshot) -> list[Fault]:
    """What is wrong with the names of the techniques."""
    stored = dict(snapshot.rows("SELECT number, name FROM techniques"))
    expected = {number: name for name, number in NUMBERS.items()}
    faults: list[Fault] = []
    for number in sorted(stored.keys() | expected.keys()):
        key = {"number": number}
        if number not in stored:
            faults.append(missing("techniques", key, {"name": expected[number]}))
        elif number not in expected:
            faults.append(extra("techniques", key, stored[number]))
        elif stored[number] != expected[number]:
            faults.append(wrong("techniques", key, "name", stored[number], expected[number]))
    return faults


def sequence_faults(snapshot: Snapshot, last: int) -> list[Fault]:
    """Whether the database knows the last number, from which it counts on."""
    return [
        Fault(table, row, column, found, expected, Statement(repair, values))
        for table, row, column, found, expected, repair, values in snapshot.miscounts(last)
    ]


def count_faults(snapshot: Snapshot) -> list[Fault]:
    """Whether there are as many rows as there have to be, from counts alone."""
    boards, least, greatest = snapshot.rows("SELECT count(*), min(id), max(id) FROM boards")[0]
    puzzles = snapshot.value("SELECT count(*) FROM puzzles")
    claims = snapshot.value("SELECT count(*) FROM claims WHERE board_id <= ?", (greatest,)) if boards else 0
    tallied = snapshot.value("SELECT sum(puzzles) FROM tallies WHERE metric = 'clues'") or 0
    faults = []
    if boards and (least, greatest) != (0, boards - 1):
        faults.append(Fault("boards", None, None, f"{boards} rows are numbered {least} to {greatest}", UNKNOWN))
    for table, found, expected in (("claims", claims, boards), ("tallies", tallied, puzzles)):
        if found != expected:
            faults.append(Fault(table, None, None, f"there are {found}, not {expected}", UNKNOWN))
    return faults


def _schema_faults(snapshot: Snapshot) -> list[Fault]:
    stored, wanted = snapshot.objects()
    faults = []
    for (kind, name), (text, repair) in wanted.items():
        found = stored.get((kind, name))
        if found is None:
            faults.append(Fault(kind, name, None, None, UNKNOWN, Statement(repair, ()) if repair else None))
        elif found.text != text and name != "alembic_version":
            faults.append(Fault(kind, name, None, "is not as this program makes it", UNKNOWN))
    return faults
