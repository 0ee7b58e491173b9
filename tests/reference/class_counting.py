"""Count all classes of 9x9 boards, and write the table that `engine.rank` reads.

`python tests/reference/class_counting.py FOLDER` enumerates the least boards of the 416 least bands, all of them, one
band after another. FOLDER keeps what is counted for each band (up to 600 kB), so an interrupted run continues there.
When all are there, the totals are checked, and `class_counts.npz` has the sums over some fifth rows at a time.
"""

import sys
from argparse import ArgumentParser
from multiprocessing import get_context
from pathlib import Path
from signal import SIG_IGN, SIGINT, signal
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from board_catalogue.engine.class_numbers import COUNTS_FILE
from board_catalogue.engine.names import CLASSES
from board_catalogue.engine.native import core

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
    """Write the sums that the kernels search from (`ClassCounts` in core/kernels/kernels.hpp)."""
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


def count_all(folder: Path, processes: int):
    """Count the bands that FOLDER lacks; yields each band when it is there."""
    missing = [(folder, band) for band in range(BANDS) if not part_file(folder, band).exists()]
    if missing:
        with get_context("spawn").Pool(min(processes, len(missing))) as pool:
            yield from pool.imap_unordered(_count_into, missing)


def main() -> None:
    """Count what is missing, check the totals and write the table."""
    parser = ArgumentParser(description=__doc__)
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
