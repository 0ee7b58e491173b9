"""Repair a catalogue: every value that can be computed is put in its place, in one transaction, after a backup."""

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

from ...storage.backup import copy_database
from ...storage.databases.base import said_plainly
from ...storage.files import expect_unsynced
from ...storage.home import DATABASE
from ...storage.store import Store
from ...storage.whole_files import sync_folder, write_whole
from ...storage.writing import COLUMNS, renew_digest
from .checking import Extent, Report, verify
from .ground import BoardFile, Fault, Statement


@dataclass(frozen=True)
class Repaired:
    """The result of a repair: the faults that it repaired, what is left, and where everything replaced is kept."""

    repaired: Sequence[Fault]
    after: Report
    backup: Path | None


def repair(
    store: Store, *, threads: int = 2, on_progress: Callable[[int, int], None] = lambda done, wanted: None
) -> Repaired:
    """Verify in full a catalogue open for writing, and repair what can be repaired.

    Before anything is changed, the database is copied to a new folder `before-repair-N` of the catalogue. Files that
    are replaced or removed move there, too.
    """
    backup: Path | None = None
    repaired: list[Fault] = []
    with store.turn() as connection:
        store.database.defer_references(connection)
        report = verify(store, depth=Extent.full, threads=threads, on_progress=on_progress)
        altered = {fault.table for fault in report.faults if fault.table in COLUMNS and fault.row is None}
        if able := [fault for fault in report.faults if fault.repair]:
            backup = new_folder(_beside(store))
            copy_database(store, backup / DATABASE)
            sync_folder(backup)
            sync_folder(backup.absolute().parent)
            _expect_unsynced(store, able)
            repaired = [fault for fault in _in_order(able) if _apply(fault, store, backup)]
            for fault in repaired:
                if isinstance(fault.repair, Statement) and fault.repair.then:
                    store.database.run(connection, fault.repair.then, ())
            for table in COLUMNS.keys() - altered:  # what was proven to be as it was written
                renew_digest(connection, table)
            before, report = report, verify(store, depth=Extent.full, threads=threads, on_progress=on_progress)
            report = replace(report, notes=list(dict.fromkeys([*before.notes, *report.notes])))
    store.commit()
    return Repaired(repaired, report, backup)


def repair_files(store: Store) -> Path | None:
    """Make the files of a catalogue open for writing agree with its boards; return where those that did not agree are.

    None if none had to be moved.
    """
    if store.board_files is None:
        return None
    faults = [fault for fault in verify(store, depth=Extent.quick).faults if isinstance(fault.repair, BoardFile)]
    folder = store.board_files.folder
    moved = any(isinstance(f.repair, BoardFile) and os.path.lexists(folder / f.repair.name) for f in faults)
    backup = new_folder(_beside(store)) if moved else _beside(store)
    _expect_unsynced(store, faults)
    for fault in faults:
        _apply_file(fault, store, backup)
    return backup if moved else None


def _beside(store: Store) -> Path:
    """The folder of the catalogue; of one on a server the current one."""
    return store.board_files.beside if store.board_files else Path()


def _expect_unsynced(store: Store, faults: Sequence[Fault]) -> None:
    """Mark the files that are about to be written: as in a fill, they reach the disk later."""
    written = [fault.row for fault in faults if isinstance(fault.repair, BoardFile) and fault.repair.content]
    numbers = [number for number in written if isinstance(number, int)]
    if numbers and store.board_files:
        expect_unsynced(store.board_files.beside, min(numbers))


def _in_order(faults: Sequence[Fault]) -> list[Fault]:
    """Rows that go make room for others; files come last, when their rows are right."""

    def rank(fault: Fault) -> int:
        if isinstance(fault.repair, BoardFile):
            return 3
        assert isinstance(fault.repair, Statement)
        return {"DELETE": 0, "DROP": 0, "UPDATE": 1}.get(fault.repair.sql.split()[0], 2)

    return sorted(faults, key=rank)


def _apply(fault: Fault, store: Store, backup: Path) -> bool:
    """Make one change, and say whether it could be made: its place may be taken until another run frees it."""
    if isinstance(fault.repair, Statement):
        return store.database.run(store.connection, fault.repair.sql, fault.repair.values)
    return _apply_file(fault, store, backup)


def _apply_file(fault: Fault, store: Store, backup: Path) -> bool:
    assert isinstance(fault.repair, BoardFile) and store.board_files is not None
    folder = store.board_files.folder
    with said_plainly(store.home):
        set_aside(folder / fault.repair.name, backup / "boards")
    if fault.repair.content is not None:
        folder.mkdir(exist_ok=True)
        write_whole(folder / fault.repair.name, fault.repair.content)
    return True


def set_aside(path: Path, folder: Path) -> None:
    """Move a file, if there is one of that name, into a folder."""
    if os.path.lexists(path):
        folder.mkdir(exist_ok=True)
        path.rename(folder / path.name)


def new_folder(home: Path) -> Path:
    """Make a folder that no earlier repair has used."""
    with said_plainly(home):
        for number in count(1):
            folder = home / f"before-repair-{number}"
            with suppress(FileExistsError):
                folder.mkdir()
                return folder
    raise AssertionError
