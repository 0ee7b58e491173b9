"""Compare the files of a catalogue with its rows, and repair them."""

import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import select

from catalogue.formats.board_file import board_texts
from catalogue.formats.board_names import board_files, board_name
from catalogue.formats.digits import from_lines
from catalogue.store.opening.unsynced import expect_unsynced
from catalogue.store.schema import boards
from catalogue.store.store import Store
from catalogue.store.writing import next_number
from catalogue.whole_files import write_whole

_CHUNK = 512  # rows read at a time


@dataclass(frozen=True)
class Faults:
    """Where files and rows differ."""

    missing: list[int]  # boards without a file, by their numbers
    wrong: list[int]  # boards whose file holds something else
    stale: list[str]  # names of files whose number no board has, or that are half written

    def __bool__(self) -> bool:
        return bool(self.missing or self.wrong or self.stale)


def find_faults(store: Store, *, read: bool = False) -> Faults:
    """Compare the files with the rows: their names, and with `read` their contents too.

    Names are enough after a killed process; a power cut can leave an empty file behind a name. None is missing in a
    catalogue that keeps no files.
    """
    if store.board_files is None:
        return Faults([], [], [])
    folder = store.board_files.folder
    existing = next_number(store)
    found = bytearray(existing)
    stale = []
    for name, number in board_files(folder):
        if number is not None and number < existing:
            found[number] = True
        else:
            stale.append(name)
    if read and store.is_written_elsewhere:  # by a fill that has not committed those yet
        stale = []
    missing = [number for number, there in enumerate(found) if not there] if store.settings.files else []
    wrong: list[int] = []
    if read:
        for number, text in _texts(store, range(existing)):
            if found[number] and (folder / board_name(number)).read_bytes() != text:
                wrong.append(number)
    return Faults(missing, wrong, sorted(stale))


def repair(store: Store, faults: Faults, stop: threading.Event | None = None) -> None:
    """Remove stale files, and write missing and wrong ones from the rows. Setting `stop` ends it before it is done."""
    if store.board_files is None:
        return
    folder = store.board_files.folder
    folder.mkdir(exist_ok=True)
    for name in faults.stale:
        (folder / name).unlink()
    write_board_files(store, [*faults.missing, *faults.wrong], folder, stop, replace=True)


def write_board_files(
    store: Store,
    numbers: Iterable[int],
    folder: Path,
    stop: threading.Event | None = None,
    *,
    replace: bool = False,
) -> list[int]:
    """Write the files of some boards into a folder, where they are not there yet.

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


def _holds(path: Path, text: bytes) -> bool:
    """Whether a file has that content. What is no file, such as a pipe that nothing writes to, has none."""
    return path.is_file() and not path.is_symlink() and path.stat().st_size == len(text) and path.read_bytes() == text


def _texts(store: Store, numbers: Iterable[int]) -> Iterator[tuple[int, bytes]]:
    """The contents that the files of some boards must have."""
    wanted = list(numbers)
    for first in range(0, len(wanted), _CHUNK):
        chunk = wanted[first : first + _CHUNK]
        rows = store.connection.execute(select(boards.c.id, boards.c.solution).where(boards.c.id.in_(chunk))).all()
        texts = board_texts(from_lines([row.solution for row in rows]))
        yield from zip((row.id for row in rows), texts, strict=True)
