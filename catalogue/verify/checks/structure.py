"""The database itself: what it finds wrong, the tables, and the rows that do not depend on boards."""

from catalogue.verify.faults import UNKNOWN, Fault, Statement, extra, missing, wrong
from catalogue.verify.snapshot import Snapshot
from catalogue.writing import TECHNIQUE_NUMBERS as NUMBERS


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
