"""Copy a catalogue to one file, and back."""

from __future__ import annotations

from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from .. import runs, storage
from ..requests.option import flag, text
from ..requests.request import LongRequest
from ..requests.shared import WAIT
from .sections import Lines, Sections, line

if TYPE_CHECKING:
    from ..storage.home import Home


@dataclass(frozen=True, kw_only=True)
class BackupRequest(LongRequest):
    """Where the backup goes."""

    file: Annotated[
        str | PathLike[str], text("File to write.", metavar="FILE", read=Path, is_argument=True, is_local=True)
    ] = field(kw_only=False)
    force: Annotated[bool, flag("Overwrite the file if it exists.", is_local=True)] = False


@dataclass(frozen=True)
class BackupReport:
    """The file, how many boards it holds, and its size in bytes."""

    file: str
    boards: int
    bytes: int

    def sections(self) -> Sections:
        """Return the figures for people."""
        return [line(f"{self.boards:,} boards in {self.file}, {self.bytes:,} bytes")]

    def data(self) -> dict[str, object]:
        """Return the figures for programs."""
        return dict(vars(self))


def backup(place: storage.Place, request: BackupRequest) -> BackupReport:
    """Copy the database to a file, also while a fill runs. CatalogueError if the file exists or cannot be written."""
    file = Path(request.file)
    with storage.reading(place) as store:
        boards = storage.back_up(store, file, force=request.force, on_progress=request.on_progress)
    return BackupReport(str(file), boards, file.stat().st_size)


@dataclass(frozen=True, kw_only=True)
class RestoreRequest(LongRequest):
    """Which backup to restore."""

    file: Annotated[
        str | PathLike[str],
        text("A file that catalogue backup wrote.", metavar="FILE", read=Path, is_argument=True, is_local=True),
    ] = field(kw_only=False)
    force: Annotated[bool, flag("Replace the catalogue that the folder holds.", is_local=True)] = False
    wait: Annotated[float, WAIT] = 0.0


@dataclass(frozen=True)
class RestoreReport:
    """How many boards the catalogue has, and the folder of the files that were there before, if there were any."""

    boards: int
    moved: str | None
    home: Home

    def sections(self) -> Sections:
        """Return the figures for people."""
        moved = [] if self.moved is None else [f"files of boards that were there before: {self.moved}"]
        return [Lines([f"{self.boards:,} boards in {self.home}", *moved])]

    def data(self) -> dict[str, object]:
        """Return the figures for programs."""
        return {"boards": self.boards, "moved": self.moved}


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
