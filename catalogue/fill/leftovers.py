"""What an interrupted fill left behind, and what else is in the way of the next one."""

import threading
from collections.abc import Collection
from pathlib import Path

from sqlalchemy import func, select

from catalogue.errors import CatalogueError
from catalogue.formats.board_names import board_entries, board_files
from catalogue.store import Store
from catalogue.store.opening.places import check_regular
from catalogue.store.schema import boards
from catalogue.store.verification import write_board_files
from catalogue.store.writing import next_number


def clear_leftovers(store: Store, wanted: int, stop: threading.Event) -> None:
    """Remove files that an interrupted fill left without a number, and write those that boards lack.

    CatalogueError names whatever else has the place of a board, or of one of the `wanted` ones to come: no file is
    removed or replaced that this program did not write here. Setting `stop` ends it before it is done.
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


def _numbers(store: Store) -> Collection[int]:
    """The numbers of all boards; in a sound catalogue they have no gaps."""
    end = next_number(store)
    if store.connection.execute(select(func.count()).select_from(boards)).scalar() == end:
        return range(end)
    return set(store.connection.execute(select(boards.c.id)).scalars())


def _may_be_board(path: Path, size: int) -> bool:
    """Whether a file may be what a fill writes: a board, or the beginning of one where it was cut off."""
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
