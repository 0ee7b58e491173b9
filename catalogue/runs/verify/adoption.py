"""Adopt the boards of a catalogue from their files, if the database is missing or empty.

A file has its board and its number. The rest is lost: the seeds, the puzzles and how boards were compared. So each
board gets a new puzzle, and is compared with the others as rotated or mirrored.
"""

import os
import secrets
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, insert

from .... import engine
from ....engine.boards import as_lines, size_of
from ....engine.grades import RATING_VERSION
from ....engine.shape import USUAL_BLOCKS, Shape
from ...puzzles.game import game_of
from ...puzzles.settings import Settings
from ...puzzles.stored import line_of_rows
from ...storage import schema
from ...storage.database import insert_rows, said_plainly
from ...storage.digests import add_to_digest
from ...storage.files import board_files, board_texts
from ...storage.home import BESIDE_DATABASE, BOARDS, DATABASE, LOCK, WriterLock, check_home
from ...storage.store import Store
from ...storage.whole_files import sync_path
from ...storage.writing import insert_puzzles
from ..importing.checks import ORIGINS
from ..making import Measured, proven, puzzle_rows
from .checking import new_folder, set_aside
from .ground import keys_of, parsed

SYMMETRY = "d4"
"""How adopted boards are compared: by the fewest changes, so that no board is refused that a catalogue may hold."""

_SEED = 0  # of the new puzzles
_CHUNK = 1024


@dataclass(frozen=True)
class Adopted:
    """How many boards were adopted, and the names of the files that hold no board, or one that another file has."""

    boards: int
    left: Sequence[str]


def can_adopt(home: Path) -> bool:
    """Whether boards have files, but the database is missing or empty."""
    path = home / DATABASE
    empty = not path.exists() or (path.is_file() and path.stat().st_size == 0)
    return empty and any(number is not None for _, number in board_files(home / BOARDS))


def adopt(home: Path, *, wait: float = 0.0, on_wait: Callable[[str], None] = lambda message: None) -> Adopted:
    """Make the database from the files of the boards. It gets its place when it is complete; no file is changed.

    Waits for another process that writes to the folder, as `Store.write` does. CatalogueError if it has not ended by
    then, or if the folder cannot be written to.
    """
    with said_plainly(home):
        check_home(home)
        lock = WriterLock(home / LOCK, wait=wait, on_wait=on_wait)
        try:
            names = {number: name for name, number in board_files(home / BOARDS) if number is not None}
            size = _size(home / BOARDS, names.values())
            if size is None:
                return Adopted(0, sorted(names.values()))
            seed, method = secrets.randbits(32), engine.generation.default_method(size)
            settings = Settings(size, SYMMETRY, seed, engine.native.METRICS_VERSION, method, RATING_VERSION)
            with tempfile.TemporaryDirectory(prefix="adopting-", dir=home) as folder:
                with Store.write(Path(folder), settings) as store:
                    adopted = _fill(store, home / BOARDS, dict(sorted(names.items())), size)
                _set_logs_aside(home)
                (Path(folder) / DATABASE).replace(home / DATABASE)
                sync_path(home)
            return adopted
        finally:
            lock.close()


def _set_logs_aside(home: Path) -> None:
    """Move the log that SQLite kept for the lost database: it would write that log into the new one."""
    logs = [path for end in BESIDE_DATABASE if os.path.lexists(path := home / (DATABASE + end))]
    if logs:
        folder = new_folder(home)
        for path in logs:
            set_aside(path, folder)


def _size(folder: Path, names: Iterable[str]) -> int | None:
    """The size of most boards. Their blocks are the usual ones of the size: a file does not say which they are."""
    rows = Counter(_read(folder / name).count(b"\n") for name in names)
    return max((size for size in USUAL_BLOCKS if rows[size]), key=rows.__getitem__, default=None)


def _read(path: Path) -> bytes:
    """The beginning of a file, as much as a board can have; empty for anything that is not a file."""
    if path.is_symlink() or not path.is_file():
        return b""
    with path.open("rb") as file:
        return file.read(4096)


def _fill(store: Store, folder: Path, names: dict[int, str], size: int) -> Adopted:
    left: list[str] = []
    numbered: dict[bytes, int] = {}
    with store.turn() as connection:
        source = {"id": 1, "name": "boards", "digest": "", "position": len(names), "finished": True}
        connection.execute(insert(schema.sources), [source])
        add_to_digest(connection, "sources", [tuple(source.values())])
        for numbers, boards in _boards(folder, names, size, left):
            keys, count = keys_of(boards, store.settings), len(numbered)
            new = []
            for index, (number, key) in enumerate(zip(numbers, keys, strict=True)):
                if numbered.setdefault(key, number) == number:
                    new.append(index)
                else:
                    left.append(names[number])
            if new:
                _insert(connection, count, [numbers[i] for i in new], boards[new], [keys[i] for i in new])
    store.commit()
    return Adopted(len(numbered), left)


def _boards(
    folder: Path, names: dict[int, str], size: int, left: list[str]
) -> Iterator[tuple[list[int], NDArray[np.uint8]]]:
    """The boards of the files, some at a time; the names of files without one go to `left`."""
    numbers = list(names)
    for first in range(0, len(numbers), _CHUNK):
        chunk = numbers[first : first + _CHUNK]
        texts = [_read(folder / names[number]) for number in chunk]
        boards, legal = parsed([line_of_rows(text, size) for text in texts], game_of(Shape.of(size)), full=True)
        same = np.asarray([written == text for written, text in zip(board_texts(boards), texts, strict=True)], np.bool_)
        whole = np.flatnonzero(legal & same).tolist()
        left += [names[chunk[index]] for index in np.flatnonzero(~(legal & same)).tolist()]
        if whole:
            yield [chunk[index] for index in whole], boards[whole]


def _insert(
    connection: Connection, first: int, numbers: Sequence[int], boards: NDArray[np.uint8], keys: Sequence[bytes]
) -> None:
    """Insert boards with new puzzles, which have the ids from `first` on."""
    rows = list(zip(numbers, as_lines(boards), keys, strict=True))
    connection.execute(insert(schema.boards), [{"id": number, "solution": line} for number, line, _ in rows])
    connection.execute(insert(schema.claims), [{"key": key, "board_id": number} for number, _, key in rows])
    puzzles = engine.carve(boards, seed=_SEED)
    game = game_of(Shape.of(size_of(boards)))
    measured, _ = proven(puzzles, game)
    made = Measured(boards, puzzles, engine.minimal(puzzles), measured)
    ids = range(first, first + len(numbers))
    insert_puzzles(connection, ids, numbers, puzzle_rows(made, game))
    brought = [(id, 1, number + 1, None) for id, number in zip(ids, numbers, strict=True)]
    insert_rows(connection, ORIGINS, [(*row, False) for row in brought])
    add_to_digest(connection, "origins", brought)
