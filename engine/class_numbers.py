"""A number for each of the 5,472,730,538 9x9 boards that differ under every symmetry, and the board of each number.

Also all these numbers in a random order, without a list of them. `python -m engine.class_numbers FOLDER` writes the
table that this needs: it enumerates the least boards of the 416 least bands, one band after another. FOLDER keeps what
is counted for each band (up to 600 kB), so an interrupted run continues there. When all are there, the totals are
checked, and `class_counts.npz` has the sums over some fifth rows at a time.
"""

import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from signal import SIG_IGN, SIGINT, signal
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .boards import Batch, Boards, run
from .names import CLASSES
from .native import core
from .random_numbers import drawn_below

COUNTS_FILE = Path(__file__).with_name("class_counts.npz")
"""The table of the kernels, which `write_table` writes."""


def rank(boards: ArrayLike, *, threads: int = 1) -> NDArray[np.int64]:
    """Return the number of each full 9x9 board's class, 0 .. CLASSES - 1: `int64 (n,)`, or `()` for one.

    All images of a board under `symmetry="full"` (see `canonical`) have the same number, and boards that are not
    images of each other have different ones. Classes are numbered in the lexicographic order of their canonical boards,
    read row by row: the order that solution grids are usually listed in (row-minlex). Programs that count from 1
    give `rank + 1`.

    A board takes a tenth of a millisecond on average, and microseconds if numbers are consecutive. The first call
    reads a table, which takes 0.2 s and 60 MB of memory. ValueError for a board that is not full, or not of size 9.
    """
    batch = Batch.full(boards)
    if batch.shape.size != 9:
        raise ValueError("only boards of size 9 have numbers")
    numbers = np.empty(len(batch), np.int64)
    run(_search().rank, batch.rows, numbers, threads=threads)
    return batch.shaped(numbers)


def unrank(numbers: ArrayLike, *, threads: int = 1) -> Boards:
    """Return the canonical board of each class number: `uint8 (n, 81)`, or `(81,)` for one. The inverse of `rank`.

    Numbers are as in `rank`: subtract 1 from a number that counts from 1. With random numbers below CLASSES every
    class is equally likely. Time as in `rank`. ValueError for anything but a whole number in
    0 .. CLASSES - 1.
    """
    given = np.array(numbers)  # a copy: another thread may change what was given
    if given.dtype.kind not in "ui" or given.ndim > 1:
        raise ValueError(f"class numbers are integers (n,) or a single one, not {given.dtype} {given.shape}")
    if given.size and not 0 <= given.min() <= given.max() < CLASSES:
        wrong = given[(given < 0) | (given >= CLASSES)] if given.ndim else given
        raise ValueError(f"class number {wrong.flat[0]} is not in 0..{CLASSES - 1}")
    batch = np.ascontiguousarray(np.atleast_1d(given), np.int64)
    boards = np.empty((len(batch), 81), np.uint8)
    run(_search().unrank, batch, boards, threads=threads)
    return boards.reshape(*given.shape, 81)


def band(boards: ArrayLike, *, threads: int = 1) -> NDArray[np.uint16]:
    """Return the number of each full 9x9 board's least band, 1 .. 416: `uint16 (n,)`, or `()` for one.

    A board has three bands and three stacks. Each is one of 416 up to symmetry, which are numbered in the lexicographic
    order of their least forms; the canonical board begins with the least of the six. Time and ValueError as in `rank`.
    """
    return (np.searchsorted(_ends_of_bands(), rank(boards, threads=threads), side="right") + 1).astype(np.uint16)


@cache
def _ends_of_bands() -> NDArray[np.int64]:
    """The class number after the last one of each least band."""
    with np.load(COUNTS_FILE) as table:
        entries = table["entries"].cumsum(dtype=np.int64)[table["fourth_rows"].cumsum(dtype=np.int64) - 1]
        return np.asarray(table["classes"].cumsum(dtype=np.int64)[entries - 1])


# --- All numbers in a random order --------------------------------------------------------------------------------

_SIDE = 73_978
"""The least number whose square is not below CLASSES; the square is 13,946 above."""

_ROUNDS = 8


def shuffled_numbers(places: NDArray[np.int64], seed: int) -> NDArray[np.int64]:
    """Return the numbers at some places, 0 .. CLASSES - 1, of all class numbers in a random order: `int64 (n,)`.

    The order depends on the seed alone, and each number stands at one place. A place is a pair (a, b) of numbers below
    _SIDE, and each round of a Feistel network replaces it by (b, a + a random function of b), which can be undone. A
    pair beyond the last number goes through the network again (J. Black and P. Rogaway, "Ciphers with Arbitrary Finite
    Domains", 2002).
    """
    numbers = _permuted(places, seed)
    while (beyond := numbers >= CLASSES).any():
        numbers[beyond] = _permuted(numbers[beyond], seed)
    return numbers


def _permuted(places: NDArray[np.int64], seed: int) -> NDArray[np.int64]:
    first, second = np.divmod(places, _SIDE)
    for step in range(_ROUNDS):
        first, second = second, (first + drawn_below(_SIDE, seed, step * _SIDE + second)) % _SIDE
    return first * _SIDE + second


@cache
def _search() -> Any:
    with np.load(COUNTS_FILE) as table:
        search = core.class_numbers(table["fourth_rows"], table["fifth_rows"], table["entries"], table["classes"])
    if search.classes != CLASSES:
        raise ValueError(f"{COUNTS_FILE} counts {search.classes} classes, not {CLASSES}: install the engine again")
    return search


# --- The table ----------------------------------------------------------------------------------------------------

BANDS = 416
SYMMETRIC_CLASSES = 560_151
"""Classes whose boards a symmetry maps to themselves (counted by gsf; Sudoku Players' Forum, "Unique sudokus")."""


class BandCounts(NamedTuple):
    """How many least boards begin with a least band."""

    fifth_rows: NDArray[np.uint16]
    """For each row that can be the fourth, how many can be the fifth."""
    boards: NDArray[np.uint16]
    """For each fourth row and each fifth row after it, in order: how many boards begin so."""
    symmetric: NDArray[np.int64]
    """Boards that a symmetry maps to themselves, one number."""


def count_band(band: int) -> BandCounts:
    """Enumerate the least boards of a band, from 0; takes a few seconds."""
    fifth_rows = np.empty(core.most_fourth_rows, np.uint16)
    counts = np.empty((core.most_fourth_rows, core.most_fifth_rows), np.uint16)
    symmetric = core.count_least_boards(band, fifth_rows, counts)
    is_row = np.arange(core.most_fifth_rows) < fifth_rows[:, None]
    return BandCounts(fifth_rows[fifth_rows > 0], counts[is_row], np.array(symmetric))


def part_file(folder: Path, band: int) -> Path:
    """Where the counts of a band are; in file names bands have numbers from 1, as elsewhere."""
    return folder / f"band-{band + 1:03}.npz"


def write_part(path: Path, counts: BandCounts) -> None:
    """Write the counts of a band, whole or not at all."""
    unfinished = path.with_suffix(".unfinished")
    with unfinished.open("wb") as file:
        np.savez_compressed(file, **counts._asdict())
    unfinished.replace(path)


def read_part(path: Path) -> BandCounts:
    """The counts of a band that `write_part` kept."""
    with np.load(path) as part:
        return BandCounts(**part)


def fifth_rows_of_entry(classes: int) -> int:
    """How many fifth rows of a band share an entry of the table.

    An entry is searched in a few tenths of a millisecond. In a band of few classes most boards are given up early, so
    more rows can share one.
    """
    return next(rows for least, rows in ((4_000_000, 16), (400_000, 32), (10_000, 64), (0, 512)) if classes >= least)


def write_table(path: Path, parts: list[BandCounts]) -> None:
    """Write the sums that the kernels search from (`ClassCounts` in core/classes/class_numbers.hpp)."""
    of_entry, entries, classes = [], [], []
    for counts in parts:
        rows = fifth_rows_of_entry(int(counts.boards.sum(dtype=np.int64)))
        ends = counts.fifth_rows.cumsum(dtype=np.int64)
        starts = np.concatenate([np.arange(end - n, end, rows) for end, n in zip(ends, counts.fifth_rows, strict=True)])
        of_entry.append(rows)
        entries.append(-(-counts.fifth_rows.astype(np.int64) // rows))
        classes.append(np.add.reduceat(counts.boards.astype(np.int64), starts))
    table = np.concatenate(classes)
    if table.max() > np.iinfo(np.uint16).max:
        raise ValueError("an entry has more than 65,535 classes: let fewer fifth rows share one")
    with path.open("wb") as file:
        np.savez_compressed(
            file,
            fourth_rows=np.array([len(counts.fifth_rows) for counts in parts], np.uint16),
            fifth_rows=np.array(of_entry, np.uint16),
            entries=np.concatenate(entries).astype(np.uint8),
            classes=table.astype(np.uint16),
        )


def _count_into(task: tuple[Path, int]) -> int:
    signal(SIGINT, SIG_IGN)  # Ctrl-C ends the first process, and that ends the others
    folder, band = task
    write_part(part_file(folder, band), count_band(band))
    return band


def count_all(folder: Path, processes: int) -> Iterator[int]:
    """Count the bands that FOLDER lacks; yields each band when it is there."""
    from multiprocessing import get_context  # for this program alone

    missing = [(folder, band) for band in range(BANDS) if not part_file(folder, band).exists()]
    if missing:
        with get_context("spawn").Pool(min(processes, len(missing))) as pool:
            yield from pool.imap_unordered(_count_into, missing)


def main() -> None:
    """Count what is missing, check the totals and write the table."""
    from argparse import ArgumentParser  # for this program alone

    parser = ArgumentParser(prog="python -m engine.class_numbers", description=__doc__)
    parser.add_argument("folder", type=Path, help=f"for the counts of each band, and {COUNTS_FILE.name}")
    parser.add_argument("--processes", type=int, default=1, metavar="N")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    for band in count_all(options.folder, options.processes):
        print(f"band {band + 1} counted", file=sys.stderr)
    parts = [read_part(part_file(options.folder, band)) for band in range(BANDS)]
    classes = sum(int(part.boards.sum(dtype=np.int64)) for part in parts)
    symmetric = sum(int(part.symmetric) for part in parts)
    print(f"{classes:,} classes, of which {symmetric:,} have symmetries")
    if (classes, symmetric) != (CLASSES, SYMMETRIC_CLASSES):
        sys.exit(f"there are {CLASSES:,} and {SYMMETRIC_CLASSES:,}: delete the parts and count again")
    write_table(options.folder / COUNTS_FILE.name, parts)


if __name__ == "__main__":
    main()
