"""The one writer of a catalogue: it inserts rows, takes their numbers from the database, writes N.txt, and commits.

`carried_out` is the start of every run that has one.
"""

import os
import threading
import time
from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import func, select

from ...engine.grades import Grade, Level, grade_of
from ..errors import CatalogueError
from ..puzzles.stored import from_lines
from ..storage.files import (
    FileWriter,
    all_synced,
    board_entries,
    board_files,
    board_name,
    board_texts,
    expect_unsynced,
    expect_unsynced_only,
    sync_boards,
    unsynced,
)
from ..storage.home import check_regular
from ..storage.schema import boards
from ..storage.store import Store
from ..storage.whole_files import write_whole
from ..storage.writing import forget_unfinished, next_number
from . import pipeline
from .cluster import MOST_WAITING, opened_pool
from .how import How
from .making import Given, computed
from .pipeline import Done, Due, Item, Made, Result, Run, Stopwatch

if TYPE_CHECKING:
    from .workers import Pool

COMMIT_PERIOD = 0.5  # seconds between commits: each writes most pages of the claims, so few of them are cheaper


class Keeper:
    """Keeps the batches of a run, in the thread of its keeper alone.

    The database numbers the boards of a batch, and their files get these numbers. While a thread of the C++ module
    writes the files, the rows of later batches are inserted. Nothing is committed before all its files are written: a
    crash leaves files without a number at worst.
    """

    def __init__(self, store: Store, watch: Stopwatch, *, files: bool = True, commits: bool = True) -> None:
        """`files` says whether boards may get files.

        Without `commits`, all stays in the transaction that is open, for the caller to undo.
        """
        self._store, self._watch, self._commits = store, watch, commits
        self._due = time.monotonic() + COMMIT_PERIOD
        self._files: FileWriter | None = None
        self._failure: BaseException | None = None  # of the files
        if files and store.board_files and store.settings.files:
            self._files = FileWriter(store.board_files, store.settings.size, durable=store.is_durable)
        self.written: Counter[str] = Counter()
        """Sums of all that was kept, by name."""
        self.committed = self.written
        """Sums of what is committed."""

    def keep(
        self, insert: Callable[[], range | None], counts: Mapping[str, int], boards: NDArray[np.uint8] | None = None
    ) -> None:
        """Insert the rows of a batch, and begin to write the files of its new boards, `(n, S*S)`.

        `insert` returns the numbers that the database gave to these boards; `counts` are added to the sums.
        """
        with self._watch.timed("rows"):
            numbers = insert()
        if self._files and boards is not None and numbers:
            with self._noting_failure():
                self._files.write(numbers.start, boards)
        self.written = self.written + Counter(counts)  # another object than what is committed
        if time.monotonic() >= self._due:
            self._commit()
            self._due = time.monotonic() + COMMIT_PERIOD

    def end(self) -> None:
        """Commit what is kept, however the run ends; if files failed, undo what was kept since the last commit."""
        try:
            if self._failure is None:
                self._commit()
        finally:
            if self._failure:
                with suppress(BaseException), self._store.turn():
                    raise self._failure
            if self._files:
                self._watch.add({"files": self._files.close()})

    def _commit(self) -> None:
        if not self._commits:
            self.committed = self.written
            return
        if self._files:
            with self._noting_failure():
                self._files.wait()
        with self._watch.timed("rows"):
            if self._store.commit():
                self.committed = self.written

    @contextmanager
    def _noting_failure(self) -> Iterator[None]:
        try:
            yield
        except BaseException as failure:
            self._failure = failure
            raise


class KeptRun(Run[Item, Made, Due, Done]):
    """A run whose results a keeper puts into a catalogue."""

    def __init__(self, store: Store, pool: "Pool | None", *, files: bool = True, commits: bool = True) -> None:
        self._store, self._pool, self._commits = store, pool, commits
        self.watch = Stopwatch()
        self.keeper = Keeper(store, self.watch, files=files, commits=commits)
        self.clues: Counter[int] = Counter()
        """How many puzzles that are kept have how many clues."""

    def computed(self, work: Callable[[*Given, Stopwatch], Result], *given: *Given) -> Result:
        """Call a pure function in this thread, or on a worker."""
        return computed(self._pool, self.watch, work, *given)

    def count_clues(self, tally: Sequence[tuple[str, int, int]]) -> None:
        """Count the clues of puzzles that are kept, by their tallies: metric, value, number."""
        self.clues.update({value: count for metric, value, count in tally if metric == "clues"})

    @property
    def is_cut(self) -> bool:
        """Whether something was claimed that is not written."""
        return False

    @abstractmethod
    def progress(self, seconds: float) -> object:
        """Return what is committed after so many seconds, as `on_progress` gets it."""

    def end(self) -> None:
        """Commit."""
        self.keeper.end()

    def forget_claims(self) -> None:
        """Drop claims whose rows are not written, however the run has ended; the next run does so if that fails."""
        if self.is_cut and self._commits:
            with suppress(CatalogueError):
                forget_unfinished(self._store)


AnyRun = TypeVar("AnyRun", bound=KeptRun[Any, Any, Any, Any])


def carried_out(make: Callable[["Pool | None"], AnyRun], how: How, begin: float, *, is_needed: bool = True) -> AnyRun:
    """Make a run with the workers that are asked for, in place of threads, and carry it out; return it.

    Workers are not started if they are not needed. `begin` is when the work began, by the performance counter.
    CatalogueError if they are not available.
    """
    with opened_pool(how.workers if is_needed else None, how.on_notice) as pool:
        run = make(pool)
        try:
            pipeline.run(
                run,
                threads=MOST_WAITING if pool else how.threads,
                ahead=pool.ahead if pool else None,
                stop=how.stop,
                look=lambda: how.on_progress(run.progress(time.perf_counter() - begin)),
            )
        finally:
            run.forget_claims()
    how.on_progress(run.progress(time.perf_counter() - begin))
    return run


Mark = tuple[str, Grade | Level]
"""A scale, `grade` or `level`, and a place on it: both scales have names such as easy."""


def marks_in(tally: Sequence[tuple[str, int, int]]) -> Counter[Mark]:
    """Return how many puzzles have each grade or level, from their tallies."""
    found: Counter[Mark] = Counter()
    for metric, value, count in tally:
        if metric == "rating" and (grade := grade_of(value)):
            found["grade", grade] += count
        elif metric == "level":
            found["level", list(Level)[value]] += count
    return found


# --- What an interrupted run leaves -----------------------------------------------------------------------------------

_CHUNK = 512  # rows read at a time


def prepare_files(store: Store, existing: int, wanted: int, how: How) -> None:
    """Put the files of the `existing` boards right, and make sure that the names of `wanted` future ones are free.

    Errors as from `clear_leftovers`. If it is stopped before it is done, the next run begins it again.
    """
    clear_leftovers(store, wanted, how.stop)
    check_after_restart(store, existing, how)
    if wanted and store.settings.files and store.board_files:
        beside = store.board_files.beside
        if not store.is_durable:
            expect_unsynced(beside, existing)
        elif unsynced(beside):
            sync_boards(store.board_files)
            os.sync()  # on systems where the line above syncs the folder alone
            all_synced(beside)


def clear_leftovers(store: Store, wanted: int, stop: threading.Event | None) -> None:
    """Remove files that an interrupted fill left without a number, and write those that boards lack.

    CatalogueError names anything else in the place of a board, or of one of the `wanted` future ones: only files
    that this program wrote here are removed or replaced. Setting `stop` ends it before it is done.
    """
    if store.board_files is None:
        return
    folder, settings, end, found = store.board_files.folder, store.settings, next_number(store), 0
    numbers: Collection[int] = range(end)
    if store.connection.execute(select(func.count()).select_from(boards)).scalar() != end:  # there are gaps
        numbers = set(store.connection.execute(select(boards.c.id)).scalars())
    end += wanted
    stale: list[Path] = []
    for entry, number in board_entries(folder):
        is_file = entry.is_file(follow_symlinks=False)
        if is_file and number in numbers:
            found += 1
        elif not is_file:
            if number is not None and number < end:
                check_regular(Path(entry.path))
        elif number is None or (store.is_unfinished and _may_be_board(Path(entry.path), settings.size)):
            stale.append(Path(entry.path))
        elif number < end:
            raise CatalogueError(
                f"{entry.path} belongs to no board of the catalogue, and a board to come needs its name; move it away,"
                f" or look at: catalogue verify --home {store.home}"
            )
    for path in stale:
        path.unlink()
    if settings.files and found < len(numbers):
        there = {number for _, number in board_files(folder)}
        write_board_files(store, [number for number in numbers if number not in there], folder, stop)


def check_after_restart(store: Store, existing: int, how: How) -> None:
    """Write files again that a power cut has damaged, if the machine was restarted since they were written.

    `existing` boards have files. If it is stopped before it is done, the next fill begins it again.
    """
    files = store.board_files
    mark = unsynced(files.beside) if files else None
    if files is None or mark is None or not mark.is_of_another_boot:
        return
    suspects = range(mark.first, existing if store.settings.files else 0)
    written: list[int] = []
    if suspects:
        how.on_notice(
            "the computer was restarted, and a power cut may have damaged files of the last fills: comparing"
            f" {len(suspects):,} of them with the database"
        )
        written = write_board_files(store, suspects, files.folder, how.stop, replace=True)
        how.on_notice(
            f"{len(written):,} files were damaged and are written again" if written else "no file was damaged"
        )
    if not how.is_stopped:
        expect_unsynced_only(files.beside, min([existing, *written]))


def write_board_files(
    store: Store,
    numbers: Iterable[int],
    folder: Path,
    stop: threading.Event | None = None,
    *,
    replace: bool = False,
) -> list[int]:
    """Write the files of some boards into a folder, if they are not there yet.

    Another file of that name is replaced on request; else CatalogueError names it. Setting `stop` ends it before it is
    done. Returns the numbers of the files that were written.
    """
    own = store.board_files
    written: list[int] = []
    wanted = list(numbers)
    for first in range(0, len(wanted), _CHUNK):
        some = boards.c.id.in_(wanted[first : first + _CHUNK])
        rows = store.connection.execute(select(boards.c.id, boards.c.solution).where(some)).all()
        texts = board_texts(from_lines([row.solution for row in rows]))
        for (number, _), text in zip(rows, texts, strict=True):
            if stop and stop.is_set():
                return written
            path = folder / board_name(number)
            if not _holds(path, text):
                if own and folder == own.folder and (not written or number < min(written)):
                    expect_unsynced(own.beside, number)
                write_whole(path, text, replace=replace)
                written.append(number)
    return written


def _holds(path: Path, text: bytes) -> bool:
    """Whether a file has that content. Anything but a file, such as a pipe that nothing writes to, has none."""
    return path.is_file() and not path.is_symlink() and path.stat().st_size == len(text) and path.read_bytes() == text


def _may_be_board(path: Path, size: int) -> bool:
    """Whether a file may be what a fill writes: a board, or the beginning of one if it was cut off."""
    if path.stat().st_size > 3 * size * size:
        return False
    content = path.read_bytes().rstrip(b"\0")  # which a power cut leaves
    if not content.isascii():
        return False
    rows = [line.split(" ") for line in content.decode().splitlines()]
    if rows and not content.endswith(b"\n"):
        rows[-1].pop()  # a number may be cut off as well
    digits = set(map(str, range(1, size + 1)))
    columns = [[row[column] for row in rows if column < len(row)] for column in range(size)]
    return (
        len(rows) <= size
        and all(len(row) == size for row in rows[:-1])
        and all(len(set(unit)) == len(unit) <= size and digits.issuperset(unit) for unit in [*rows, *columns])
    )
