"""Write the files of boards from their rows."""

import threading
from collections.abc import Iterable, Iterator
from pathlib import Path

from sqlalchemy import select

from catalogue.formats.board_file import board_texts
from catalogue.formats.board_names import board_name
from catalogue.formats.digits import from_lines
from catalogue.store.opening.unsynced import expect_unsynced
from catalogue.store.schema import boards
from catalogue.store.store import Store
from catalogue.whole_files import write_whole

_CHUNK = 512  # rows read at a time


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
