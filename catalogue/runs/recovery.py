"""Leftovers of an interrupted fill or a power cut, which a run that adds boards repairs before it begins."""

import os
import threading
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from sqlalchemy import func, select

from ..errors import CatalogueError
from ..puzzles.stored import from_lines
from ..storage.files import (
    BoardFiles,
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
from ..storage.writing import next_number
from .how import How

_CHUNK = 512  # rows read at a time


def prepare_files(store: Store, existing: int, wanted: int, how: How) -> None:
    """Put the files of the `existing` boards right, and make sure that the names of `wanted` future ones are free.

    Errors as from `clear_leftovers`. If it is stopped before it is done, the next run begins it again.
    """
    clear_leftovers(store, wanted, how.stop)
    check_after_restart(store, existing, how)
    if wanted and store.settings.files and store.board_files:
        _begin_files(store.board_files, existing, is_durable=store.is_durable)


def clear_leftovers(store: Store, wanted: int, stop: threading.Event | None) -> None:
    """Remove files that an interrupted fill left without a number, and write those that boards lack.

    CatalogueError names anything else in the place of a board, or of one of the `wanted` future ones: only files
    that this program wrote here are removed or replaced. Setting `stop` ends it before it is done.
    """
    if store.board_files is None:
        return
    folder = store.board_files.folder
    numbers = _numbers(store)
    settings = store.settings
    end = next_number(store) + wanted
    found = 0
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
    for number, text in _texts(store, numbers):
        if stop and stop.is_set():
            break
        path = folder / board_name(number)
        if not _holds(path, text):
            if own and folder == own.folder and (not written or number < min(written)):
                expect_unsynced(own.beside, number)
            write_whole(path, text, replace=replace)
            written.append(number)
    return written


def _begin_files(files: BoardFiles, existing: int, *, is_durable: bool) -> None:
    """Before files are written from number `existing` on: mark them as not synced, or sync all that are marked."""
    if not is_durable:
        expect_unsynced(files.beside, existing)
    elif unsynced(files.beside):
        sync_boards(files)
        os.sync()  # on systems where the line above syncs the folder alone
        all_synced(files.beside)


def _texts(store: Store, numbers: Iterable[int]) -> Iterator[tuple[int, bytes]]:
    """The contents that the files of some boards must have."""
    wanted = list(numbers)
    for first in range(0, len(wanted), _CHUNK):
        chunk = wanted[first : first + _CHUNK]
        rows = store.connection.execute(select(boards.c.id, boards.c.solution).where(boards.c.id.in_(chunk))).all()
        texts = board_texts(from_lines([row.solution for row in rows]))
        yield from zip((row.id for row in rows), texts, strict=True)


def _holds(path: Path, text: bytes) -> bool:
    """Whether a file has that content. Anything but a file, such as a pipe that nothing writes to, has none."""
    return path.is_file() and not path.is_symlink() and path.stat().st_size == len(text) and path.read_bytes() == text


def _numbers(store: Store) -> Collection[int]:
    """The numbers of all boards; in a sound catalogue they have no gaps."""
    end = next_number(store)
    if store.connection.execute(select(func.count()).select_from(boards)).scalar() == end:
        return range(end)
    return set(store.connection.execute(select(boards.c.id)).scalars())


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
