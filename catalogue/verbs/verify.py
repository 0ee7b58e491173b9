"""Prove a catalogue: compute everything again and compare it, and repair it on request."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from .. import runs, storage
from ..errors import CatalogueError
from ..puzzles.numbers import PROCESSORS
from ..requests.option import flag
from ..requests.request import LongRequest
from ..requests.shared import THREADS, WAIT
from .sections import Lines, Sections, counted

if TYPE_CHECKING:
    from ..storage.home import Home

_MANY = 20  # files that are named, and faults that are listed one by one


@dataclass(frozen=True, kw_only=True)
class VerifyRequest(LongRequest):
    """How much is computed again, and what is done about faults. ValueError for fields that do not go together."""

    quick: Annotated[bool, flag("Compute nothing again: only files, counts and the database itself.")] = False
    full: Annotated[bool, flag("Rate all rated puzzles again, too.")] = False
    repair: Annotated[
        bool,
        flag(
            "Verify in full and repair what can be computed, after a backup. Without a database, make one from the"
            " files of the boards."
        ),
    ] = False
    threads: Annotated[int, THREADS] = PROCESSORS
    wait: Annotated[float, WAIT] = 0.0

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.wait and not self.repair:
            raise ValueError("only `repair` waits for another process: leave out `wait`")
        if self.quick and (self.full or self.repair):
            raise ValueError("`quick` goes neither with `full` nor with `repair`, which computes everything again")


@dataclass(frozen=True)
class VerifyReport:
    """The faults found, and the ones repaired before; `backup` is the catalogue as it was, if anything changed."""

    after: runs.Report
    repaired: list[runs.Fault]
    backup: Path | None

    @property
    def faults(self) -> list[runs.Fault]:
        """The faults that are left."""
        return list(self.after.faults)

    def sections(self) -> Sections:
        """Return the findings for people."""
        found = _named(self.repaired, "repaired: ")
        if self.backup is not None:
            found.append(f"everything as it was before: {self.backup}")
        found += [*_named(self.faults, ""), *(f"note: {note}" for note in self.after.notes)]
        if not self.faults:
            found.append(f"{counted(self.after.boards, 'board')}: {_PROVEN[self.after.depth]}")
        return [Lines(found)]

    def data(self) -> dict[str, object]:
        """Return the findings for programs."""
        return {
            "depth": self.after.depth,
            "boards": self.after.boards,
            "faults": [fault.as_json() for fault in self.after.faults],
            "repaired": [fault.as_json() for fault in self.repaired],
            "backup": None if self.backup is None else str(self.backup),
            "notes": self.after.notes,
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

    if request.repair:
        if isinstance(home, Path) and runs.can_adopt(home):
            _adopt(home, request)
        with storage.Store.write(home, wait=request.wait, on_wait=request.on_notice) as store:
            done = runs.repair(store, threads=request.threads, on_progress=on_progress)
        return VerifyReport(done.after, list(done.repaired), done.backup)
    depth = runs.Extent.quick if request.quick else runs.Extent.full if request.full else runs.Extent.usual
    with storage.Store.read(home) as store:
        return VerifyReport(
            runs.verify.verify(store, depth=depth, threads=request.threads, on_progress=on_progress), [], None
        )


def _adopt(home: Path, request: VerifyRequest) -> None:
    """Make a database from the files of the boards, and notice what they do not hold."""
    adopted = runs.adopt(home, wait=request.wait, on_wait=request.on_notice)
    if not adopted.boards:
        raise CatalogueError(f"no file in {home} holds a board; restore the database with: catalogue restore FILE")
    said = [
        f"adopted {counted(adopted.boards, 'board')} from files; their puzzles are new, and seeds, recipes and ratings"
        " are lost"
    ]
    if adopted.left:
        names = ", ".join(adopted.left[:_MANY])
        said.append(f"{counted(len(adopted.left), 'file')} without a board of its own left alone: {names}")
    request.on_notice("; ".join(said))
