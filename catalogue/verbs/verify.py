"""Look after a catalogue: prove it, repair it, copy it to one file, and back."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Annotated, Any

from .. import runs, storage
from ..errors import CatalogueError
from ..requests.request import LongRequest
from ..requests.shared import THREADS
from ..runs.how import PROCESSORS
from ..storage.home import Home
from .sections import Lines, Report, Sections, counted, line

_MANY = 20  # files that are named, and faults that are listed one by one


@dataclass(frozen=True, kw_only=True)
class VerifyRequest(LongRequest):
    """How much is computed again, and what is done about faults. ValueError for fields that do not go together."""

    quick: bool = False
    full: bool = False
    repair: bool = False
    dry_run: bool = False
    threads: Annotated[int, THREADS] = PROCESSORS
    wait: float = 0.0

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.wait and not self.repair:
            raise ValueError("only `repair` waits for another process: leave out `wait`")
        if self.dry_run and not self.repair:
            raise ValueError("`dry_run` shows what `repair` would do: add it")
        if self.quick and (self.full or self.repair):
            raise ValueError("`quick` goes neither with `full` nor with `repair`, which computes everything again")


@dataclass(frozen=True)
class VerifyReport:
    """The faults found, and the ones repaired before; `backup` is the catalogue as it was, if anything changed.

    Of a dry run the ones that a repair would repair, and the faults that it would leave.
    """

    after: runs.Report
    repaired: list[runs.Fault]
    backup: Path | None
    dry_run: bool = False

    @property
    def faults(self) -> list[runs.Fault]:
        """The faults that are left."""
        return list(self.after.faults)

    def sections(self) -> Sections:
        """Return the findings for people."""
        found = _named(self.repaired, "would repair: " if self.dry_run else "repaired: ")
        if self.backup is not None:
            found.append(f"everything as it was before: {self.backup}")
        found += [*_named(self.faults, ""), *(f"note: {note}" for note in self.after.notes)]
        if not self.faults and not (self.dry_run and self.repaired):
            found.append(f"{counted(self.after.boards, 'board')}: {_PROVEN[self.after.depth]}")
        return [Lines(found)]

    def data(self) -> dict[str, object]:
        """Return the findings for programs."""
        after = self.after
        return {
            "depth": after.depth,
            "boards": after.boards,
            "faults": [fault.as_json() for fault in after.faults],
            "repaired": [fault.as_json() for fault in self.repaired],
            "backup": None if self.backup is None else str(self.backup),
            "notes": after.notes,
        }


_PROVEN = {
    "quick": "files, counts and database are right",
    "usual": "everything but the ratings is proven",
    "full": "everything is proven",
}


def _named(faults: Sequence[runs.Fault], head: str) -> list[str]:
    """The first faults, one a line, and how many more there are."""
    more = [f"{head}{len(faults) - _MANY:,} more: --format json lists all"] if len(faults) > _MANY else []
    return [*(f"{head}{fault}" for fault in faults[:_MANY]), *more]


def verify(home: Home, request: VerifyRequest) -> VerifyReport:
    """Verify the catalogue; a fill may run at the same time, unless it is repaired.

    CatalogueError if there is no catalogue, or it cannot be written.
    """
    begin = time.perf_counter()

    def on_progress(done: int, wanted: int) -> None:
        request.on_progress(done, wanted, time.perf_counter() - begin)

    how: dict[str, Any] = {"threads": request.threads, "on_progress": on_progress}
    if request.repair:
        if isinstance(home, Path) and runs.can_adopt(home):
            if request.dry_run:
                raise CatalogueError(f"{home} has no database: a repair makes one from the files of the boards")
            _adopt(home, request)
        with storage.Store.write(home, wait=request.wait, on_wait=request.on_notice) as store:
            done = runs.repair(store, **how, dry_run=request.dry_run)
        return VerifyReport(done.after, list(done.repaired), done.backup, request.dry_run)
    depth = runs.Extent.quick if request.quick else runs.Extent.full if request.full else runs.Extent.usual
    with storage.Store.read(home) as store:
        return VerifyReport(runs.verify.verify(store, depth=depth, **how), [], None)


def _adopt(home: Path, request: VerifyRequest) -> None:
    """Make a database from the files of the boards, and notice what they do not hold."""
    adopted = runs.adopt(home, wait=request.wait, on_wait=request.on_notice)
    if not adopted.boards:
        raise CatalogueError(f"no file in {home} holds a board; restore the database with: catalogue restore FILE")
    said = (
        f"adopted {counted(adopted.boards, 'board')} from files; their puzzles are new, and seeds, recipes and ratings"
    )
    left = f"; {counted(len(adopted.left), 'file')} without a board of its own left alone: "
    names = left + ", ".join(adopted.left[:_MANY]) if adopted.left else ""
    request.on_notice(f"{said} are lost{names}")


# --- Backups ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class BackupRequest(LongRequest):
    """Where the backup goes."""

    file: str | PathLike[str] = field(kw_only=False)
    force: bool = False


@dataclass(frozen=True)
class BackupReport(Report):
    """The file, how many boards it holds, and its size in bytes."""

    file: str
    boards: int
    bytes: int

    def sections(self) -> Sections:
        """Return the figures for people."""
        return [line(f"{self.boards:,} boards in {self.file}, {self.bytes:,} bytes")]


def backup(place: storage.Place, request: BackupRequest) -> BackupReport:
    """Copy the database to a file, also while a fill runs. CatalogueError if the file exists or cannot be written."""
    file = Path(request.file)
    with storage.reading(place) as store:
        boards = storage.back_up(store, file, force=request.force, on_progress=request.on_progress)
    return BackupReport(str(file), boards, file.stat().st_size)


@dataclass(frozen=True, kw_only=True)
class RestoreRequest(LongRequest):
    """Which backup to restore."""

    file: str | PathLike[str] = field(kw_only=False)
    force: bool = False
    wait: float = 0.0


@dataclass(frozen=True)
class RestoreReport(Report):
    """How many boards the catalogue has, and the folder of the files that were there before, if there were any."""

    boards: int
    moved: str | None
    home: Home = field(repr=False)

    def sections(self) -> Sections:
        """Return the figures for people."""
        moved = [] if self.moved is None else [f"files of boards that were there before: {self.moved}"]
        return [Lines([f"{self.boards:,} boards in {self.home}", *moved])]


def restore(home: Home, request: RestoreRequest) -> RestoreReport:
    """Restore the catalogue from a backup, which is checked first.

    CatalogueError if the file is no backup, the catalogue is there and `force` is not given, or it cannot be written.
    """
    notice = request.on_notice
    storage.restore(Path(request.file), home, force=request.force, wait=request.wait, on_wait=notice)
    with storage.Store.write(home, wait=request.wait, on_wait=notice) as store:
        storage.forget_unfinished(store)  # what a fill had claimed when the backup was made
        moved = runs.repair_files(store)
        return RestoreReport(storage.next_number(store), None if moved is None else str(moved), home)
