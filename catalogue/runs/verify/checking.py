"""Verify a catalogue, all checks in their order, on one snapshot; and repair it.

A repair puts every value that can be computed in its place, in one transaction, after a backup.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import count
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from .... import engine
from ....engine.grades import LARGEST_RATED_SIZE, RATING_VERSION, SCORE_VERSION
from ...puzzles.columns import PUZZLE_METRICS
from ...puzzles.stored import RATING, SCORE
from ...storage.database import said_plainly
from ...storage.digests import COLUMNS, renew_digest
from ...storage.files import board_files, expect_unsynced
from ...storage.home import DATABASE
from ...storage.store import Store, copy_database
from ...storage.whole_files import sync_path, write_whole
from . import boards, puzzles, tables
from .ground import UNKNOWN, BoardFile, Fault, Ground, Recipes, Snapshot, Statement, settings_of, wrong

_SOME_RATED = "SELECT 1 FROM puzzles WHERE rating_status IS NOT NULL OR score IS NOT NULL"
_SOME_MEASURED = "SELECT 1 FROM puzzles WHERE textbook_depth IS NOT NULL"
_PROVEN = "{they_are} proven to have one solution, that of {their} board"
_UNRATED = "whether {count:,} missing {puzzles} {were} rated is not known: rate {them} with catalogue rate"
_UNMEASURED = "whether {count:,} missing {puzzles} {were} measured is not known: use catalogue measure on {them}"
_NOTES = {  # what is said of puzzles that are counted by a verdict, and the query that finds a row if it is to be said
    "imported": ("{count:,} {puzzles} {were} imported: " + _PROVEN, None),
    "unknown": ("the recipe of {count:,} {puzzles} is not known: " + _PROVEN, None),
    "unrated": (_UNRATED, _SOME_RATED),
    "unmeasured": (_UNMEASURED, _SOME_MEASURED),
}
_OF_ONE = {"puzzles": "puzzle", "were": "was", "they_are": "it is", "them": "it", "their": "its"}
_OF_MANY = {"puzzles": "puzzles", "were": "were", "they_are": "they are", "them": "them", "their": "their"}
SLOW_BATCH = 128  # boards judged together if their puzzles are rated, or are larger than 9x9


class Extent(StrEnum):
    """How much is computed again."""

    quick = "quick"
    """Nothing: files, counts, and what the database checks itself."""
    usual = "usual"
    """All but the ratings."""
    full = "full"


@dataclass(frozen=True)
class Report:
    """The result of a verification."""

    depth: Extent
    boards: int
    faults: Sequence[Fault]
    notes: Sequence[str]
    """Facts that cannot be proven, in sentences."""


OnProgress = Callable[[int, int], None]


def verify(
    store: Store,
    *,
    depth: Extent = Extent.usual,
    threads: int = 2,
    on_progress: OnProgress = lambda done, wanted: None,
) -> Report:
    """Prove an open catalogue as it is at this moment; a fill may run at the same time.

    `on_progress` takes how many boards are done, and how many there are.
    """
    files = store.board_files
    # Before the snapshot: a fill writes files before their rows.
    names = list(board_files(files.folder)) if files else []
    try:
        with store.moment():
            snapshot = Snapshot(store)
            faults = tables.structure_faults(snapshot)
            settings, wrong_settings = settings_of(snapshot, files)
            faults += wrong_settings
            if settings is None:
                return Report(depth, 0, faults, ["nothing else is compared: all of it depends on the settings"])
            ground = Ground(
                snapshot,
                files,
                settings,
                Recipes(snapshot, settings),
                rate=depth is Extent.full and settings.size <= LARGEST_RATED_SIZE,
                numbered_alike=not tables.has_imports(snapshot),
                threads=threads,
            )
            report = _Check(ground, depth, on_progress).report(faults)
    except (sqlite3.DatabaseError, DBAPIError) as error:
        return Report(depth, 0, [Fault("database", None, None, str(error))], [])
    return replace(report, faults=[*report.faults, *_stale(store, names, report.boards)])


class _Check:
    def __init__(self, ground: Ground, depth: Extent, on_progress: OnProgress) -> None:
        self._ground, self._snapshot, self._depth, self._show = ground, ground.snapshot, depth, on_progress
        self._wanted = self._snapshot.value("SELECT count(*) FROM boards")
        self._done = 0
        self._compares_ratings = ground.rate
        self._notes: list[str] = []

    def report(self, faults: list[Fault]) -> Report:
        """Check everything that the depth asks for."""
        snapshot = self._snapshot
        faults = [*faults, *tables.name_faults(snapshot)]
        if self._depth is Extent.quick:
            survey = boards.survey_boards(self._ground, self._advance, recompute=False)
            faults += [*tables.count_faults(snapshot), *tables.reference_faults(snapshot)]
            faults += boards.file_faults(self._ground, survey, {})
        else:
            survey = boards.survey_boards(self._ground, lambda done: self._advance(done // 2))
            faults += self._computed_again(survey)
        return Report(self._depth, survey.boards, faults, self._notes)

    def _computed_again(self, survey: boards.Survey) -> list[Fault]:
        ground, snapshot = self._ground, self._snapshot
        if misnumbered := tables.number_faults(ground):
            self._notes.append("nothing else is compared before the numbers of puzzles are right")
            return misnumbered
        found = boards.settled(ground, survey)
        faults = boards.board_faults(ground, survey, found)
        verdict = puzzles.judge_all(
            ground,
            self._known(survey, found),
            list(survey.doubtful),
            lambda done: self._advance((self._wanted + done) // 2),
        )
        keys = {truth.key for truth in found.truths.values()}
        faults += tables.seed_faults(ground, survey, keys, lambda walked: self._advance(self._done))
        faults += self._without_other_versions(verdict.all_faults())
        repaired = {
            fault.expected["id"] if isinstance(fault.expected, Mapping) else fault.expected
            for fault in faults
            if fault.table == "puzzles" and (isinstance(fault.expected, Mapping) or fault.column == "id")
        }
        removed = [number for number in found.lost if not 0 <= number <= survey.greatest]
        faults += tables.stray_faults(ground, removed, found.truths.keys() | set(found.lost), repaired)
        faults += tables.sequence_faults(snapshot, survey.greatest)
        if set(found.lost) - set(removed) or any(f.table == "puzzles" and f.expected is UNKNOWN for f in faults):
            self._notes.append("the tallies are not compared: some puzzles cannot be computed")
        else:
            faults += tables.tally_faults(snapshot, verdict.tally, rated=self._compares_ratings)
        disorder = tables.order_faults(snapshot)
        files = boards.file_faults(ground, survey, found.truths)
        # A file may be what is left of a board that has changed places.
        faults += [*disorder, *(replace(fault, repair=None) if disorder else fault for fault in files)]
        doubtful = survey.doubtful.keys() | survey.missing | found.truths.keys()
        faults += tables.import_faults(ground, doubtful, repaired)
        faults += [*tables.form_faults(snapshot, verdict.formless), *tables.digest_faults(snapshot)]
        self._note(verdict)
        return faults

    def _known(self, survey: boards.Survey, found: boards.Settled) -> Iterator[list[boards.Row]]:
        slow = self._ground.settings.size > 9 or (self._ground.rate and self._snapshot.value(_SOME_RATED))
        rest = sorted(found.truths.keys() - survey.doubtful.keys())
        for rows in boards.batches(self._ground, SLOW_BATCH if slow else boards.BATCH):
            known = [found.truths[row.number].row if row.number in found.truths else row for row in rows]
            yield [row for row in known if row.number not in found.lost]
        for first in range(0, len(rest), SLOW_BATCH):
            yield [found.truths[number].row for number in rest[first : first + SLOW_BATCH]]

    def _without_other_versions(self, faults: list[Fault]) -> list[Fault]:
        """Another version of metrics or ratings may differ everywhere; if nothing differs, the version is wrong."""
        for name, current, columns in (
            ("metrics_version", engine.native.METRICS_VERSION, PUZZLE_METRICS),
            ("rating_version", RATING_VERSION, RATING),
            ("score_version", SCORE_VERSION, SCORE),
        ):
            stored = getattr(self._ground.settings, name)
            of_ratings = name != "metrics_version"
            if stored == current or (of_ratings and not self._ground.rate):
                continue
            concerned = [
                fault
                for fault in faults
                if (fault.table == "puzzles" and fault.column in columns) or (fault.table == "uses" and of_ratings)
            ]
            if not concerned:
                key = {"rowid": self._snapshot.value("SELECT rowid FROM settings")}
                faults = [*faults, wrong("settings", key, name, stored, current)]
            else:
                faults = [fault for fault in faults if fault not in concerned]
                self._compares_ratings &= not of_ratings
                self._notes.append(f"{name} is {stored}, and this program has {current}: they are not compared")
        return faults

    def _note(self, verdict: puzzles.Verdict) -> None:
        for name, (said, condition) in _NOTES.items():
            count = verdict.counts[name]
            if count and (condition is None or self._snapshot.value(condition)):
                self._notes.append(said.format(count=count, **(_OF_ONE if count == 1 else _OF_MANY)))

    def _advance(self, boards: int) -> None:
        self._done = boards
        self._show(self._done, self._wanted)


def _stale(store: Store, names: Sequence[tuple[str, int | None]], boards: int) -> list[Fault]:
    """Files of no board. A fill that is at work has not committed the boards of the last ones yet."""
    with store.moment():
        existing = max(boards, Snapshot(store).value("SELECT coalesce(max(id) + 1, 0) FROM boards"))
    stale = [name for name, number in names if number is None or number >= existing]
    if store.is_written_elsewhere:
        return []
    return [Fault("files", name, None, "file", None, BoardFile(name, None)) for name in sorted(stale)]


# --- Repair ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Repaired:
    """The result of a repair: the faults that it repaired, what is left, and where everything replaced is kept."""

    repaired: Sequence[Fault]
    after: Report
    backup: Path | None


_ROUNDS = 8  # of a repair: some faults show, or can be repaired, only when others are


def repair(
    store: Store,
    *,
    threads: int = 2,
    on_progress: OnProgress = lambda done, wanted: None,
    dry_run: bool = False,
) -> Repaired:
    """Verify in full a catalogue open for writing, and repair what can be repaired, until nothing more can.

    Before anything is changed, the database is copied to a new folder `before-repair-N` of the catalogue. Files that
    are replaced or removed move there, too. A `dry_run` leaves everything as it is: it finds out what would be done.
    """
    work = _Repair(store, dry_run)
    with store.turn() as connection:
        store.database.defer_references(connection)
        for _ in range(_ROUNDS):
            report = verify(store, depth=Extent.full, threads=threads, on_progress=on_progress)
            if not work.improves(report):
                break
        else:
            report = verify(store, depth=Extent.full, threads=threads, on_progress=on_progress)
        report = replace(report, notes=list(dict.fromkeys([*work.notes, *report.notes])))
        if dry_run:
            store.database.rollback(connection)
    store.commit()
    return Repaired(work.repaired, report, work.backup)


class _Repair:
    """A repair on its way: what it has repaired, and where everything replaced is kept."""

    def __init__(self, store: Store, dry_run: bool) -> None:
        self._store, self._is_dry = store, dry_run
        self.repaired: list[Fault] = []
        self.notes: list[str] = []
        self.backup: Path | None = None

    def improves(self, report: Report) -> bool:
        """Repair what a report says, and return whether that has changed anything."""
        able = [fault for fault in report.faults if fault.repair and not (self._is_dry and fault in self.repaired)]
        if not able:
            return False
        self.notes += report.notes
        if not self._is_dry:
            self._back_up()
            _expect_unsynced(self._store, able)
        store, connection = self._store, self._store.connection
        altered = {fault.table for fault in report.faults if fault.table in COLUMNS and fault.row is None}
        done = [fault for fault in sorted(able, key=_rank) if self._apply(fault)]
        for fault in done:
            if isinstance(fault.repair, Statement) and fault.repair.then:
                store.database.run(connection, fault.repair.then, ())
        for table in {fault.table for fault in done} & COLUMNS.keys() - altered:  # proven to be as it was written
            renew_digest(connection, table)
        self.repaired += done
        return bool(done)

    def _back_up(self) -> None:
        store = self._store
        if self.backup:
            return
        # One on a server has no folder: the copy is put in the current one.
        self.backup = new_folder(store.board_files.beside if store.board_files else Path())
        copy_database(store, self.backup / DATABASE)
        sync_path(self.backup)
        sync_path(self.backup.absolute().parent)

    def _apply(self, fault: Fault) -> bool:
        if self._is_dry and isinstance(fault.repair, BoardFile):
            return True
        return _apply(fault, self._store, self.backup or Path())


def repair_files(store: Store) -> Path | None:
    """Make the files of a catalogue open for writing agree with its boards; return where those that did not agree are.

    None if none had to be moved.
    """
    if store.board_files is None:
        return None
    faults = [fault for fault in verify(store, depth=Extent.quick).faults if isinstance(fault.repair, BoardFile)]
    folder = store.board_files.folder
    moved = any(isinstance(f.repair, BoardFile) and os.path.lexists(folder / f.repair.name) for f in faults)
    beside = store.board_files.beside
    backup = new_folder(beside) if moved else beside
    _expect_unsynced(store, faults)
    for fault in faults:
        _apply(fault, store, backup)
    return backup if moved else None


def _expect_unsynced(store: Store, faults: Sequence[Fault]) -> None:
    """Mark the files that are about to be written: as in a fill, they reach the disk later."""
    files = [fault.row for fault in faults if isinstance(fault.repair, BoardFile) and fault.repair.content]
    numbers = [number for number in files if isinstance(number, int)]
    if numbers and store.board_files:
        expect_unsynced(store.board_files.beside, min(numbers))


def _rank(fault: Fault) -> int:
    """Rows that go make room for others; files come last, when their rows are right."""
    if isinstance(fault.repair, Statement):
        return {"DELETE": 0, "DROP": 0, "UPDATE": 1}.get(fault.repair.sql.split()[0], 2)
    return 3


def _apply(fault: Fault, store: Store, backup: Path) -> bool:
    """Make one change, and say whether it could be made: its place may be taken until another run frees it."""
    change = fault.repair
    if isinstance(change, Statement):
        return store.database.run(store.connection, change.sql, change.values)
    assert change is not None and store.board_files is not None
    path = store.board_files.folder / change.name
    with said_plainly(store.home):
        set_aside(path, backup / "boards")
    if change.content is not None:
        path.parent.mkdir(exist_ok=True)
        write_whole(path, change.content)
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
