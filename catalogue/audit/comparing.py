"""Rows compared with each other: duplicates, near copies, and solutions that files share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import engine
from catalogue.audit.report import DUPLICATES, FileReport

_PARTS = 64
"""Parts of the keys on the disk: a 64th of ten million rows fits in memory everywhere."""


class Parts:
    """Keys of rows on the disk, in parts of which each holds all rows whose keys begin alike."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self._folder = folder

    def add(self, keys: NDArray[np.uint8], rows: NDArray[np.intp], file: int, *, beginning: int | None = None) -> None:
        """Keep the keys, `uint8 (n, k)`, of some rows of a file; `beginning` is how many bytes choose the part."""
        records = np.empty(len(keys), _records(keys.shape[1]))
        records["key"], records["row"], records["file"] = keys, rows, file
        begin = keys[:, :beginning].astype(np.uint64)
        # An odd factor for each byte: the first bytes of least images are nearly all alike.
        parts = (begin @ (2 * np.arange(begin.shape[1], dtype=np.uint64) + 1)) % _PARTS
        order = np.argsort(parts, kind="stable")
        for part, some in zip(*_split(records[order], parts[order]), strict=True):
            with (self._folder / f"{part} {keys.shape[1]}").open("ab") as file_of_part:
                some.tofile(file_of_part)

    def __iter__(self) -> Iterator[NDArray[np.void]]:
        """Read part by part: records of `key`, `row` and `file`, in the order of files and rows."""
        for path in sorted(self._folder.iterdir()):
            yield np.fromfile(path, _records(int(path.name.split()[1])))


def _records(width: int) -> np.dtype[np.void]:
    return np.dtype([("key", np.uint8, width), ("row", np.int64), ("file", np.int32)])


def _split(records: NDArray[np.void], parts: NDArray[np.uint64]) -> tuple[NDArray[np.uint64], list[NDArray[np.void]]]:
    """The numbers of the parts, which are sorted, and the records of each."""
    numbers, starts = np.unique(parts, return_index=True)
    ends = [*starts[1:], len(records)]
    return numbers, [records[start:end] for start, end in zip(starts, ends, strict=False)]


def _groups(keys: NDArray[np.uint8]) -> NDArray[np.intp]:
    """Number the different keys, `(n, k)`: equal ones have the same number."""
    whole = np.ascontiguousarray(keys).view(f"V{keys.shape[1]}")[:, 0]
    return np.unique(whole, return_inverse=True)[1]


def _firsts(groups: NDArray[np.intp], files: NDArray[np.int32]) -> NDArray[np.intp]:
    """The places of the first record of each group in each file; the records are in the order of their rows."""
    return np.unique(np.stack([groups, files]), axis=1, return_index=True)[1]


def compare(
    reports: Sequence[FileReport], keys: Mapping[str, Parts], cells: int, threads: int
) -> list[NDArray[np.bool_]]:
    """Count duplicates, near copies and shared solutions; return which rows of each file repeat an earlier one.

    A row whose solution an earlier file has, up to symmetry, repeats too.
    """
    repeated = [np.zeros(report.rows, np.bool_) for report in reports]
    for kind in DUPLICATES:
        for records in keys[kind]:
            groups, files = _groups(records["key"]), records["file"]
            firsts = _firsts(groups, files)
            again = np.bincount(files, minlength=len(reports)) - np.bincount(files[firsts], minlength=len(reports))
            for report, count in zip(reports, again.tolist(), strict=True):
                report.duplicates[kind] += count
            if kind == "full":
                _mark(repeated, np.delete(records, firsts))
                _compare_classes(reports, records[np.sort(firsts)], cells, repeated, threads)
    return repeated


def _mark(repeated: Sequence[NDArray[np.bool_]], records: NDArray[np.void]) -> None:
    for number, rows in enumerate(repeated):
        rows[records["row"][records["file"] == number]] = True


def _compare_classes(
    reports: Sequence[FileReport],
    records: NDArray[np.void],
    cells: int,
    repeated: Sequence[NDArray[np.bool_]],
    threads: int,
) -> None:
    """Compare different puzzles by their solutions: classes that files share, and near copies."""
    width = records["key"].shape[1] - (cells + 7) // 8
    classes, files = _groups(records["key"][:, :width]), records["file"]
    has = np.zeros((classes.max() + 1, len(reports)), np.int64)
    has[classes, files] = 1
    shared = has.T @ has
    for number, report in enumerate(reports):
        report.classes += int(shared[number, number])
        for other, name in enumerate(_names(reports)):
            if other != number:
                report.shared[name] = report.shared.get(name, 0) + int(shared[number, other])
    _mark(repeated, records[files > has.argmax(axis=1)[classes]])
    for number, report in enumerate(reports):
        mine = files == number
        several = np.bincount(classes[mine], minlength=len(has)) > 1
        report.near_copies += _near_copies(records["key"][mine & several[classes]], width, cells, threads)


def _names(reports: Sequence[FileReport]) -> list[str]:
    """The names of the files, with their places where two have the same name."""
    names = [report.file for report in reports]
    return [name if names.count(name) == 1 else f"{name} ({place})" for place, name in enumerate(names, 1)]


def _near_copies(keys: NDArray[np.uint8], width: int, cells: int, threads: int) -> int:
    """How many of some different puzzles another one differs from by one clue that is moved.

    Two such puzzles, and only these, become the same up to symmetry when each loses one clue.
    """
    if not len(keys):
        return 0
    solutions = engine.unpack(keys[:, :width], size=round(cells**0.5))
    clues = np.unpackbits(keys[:, width:], axis=1, count=cells).astype(bool)
    puzzle, cell = np.nonzero(clues)
    without, whole = np.where(clues, solutions, 0)[puzzle], solutions[puzzle]
    without[np.arange(len(cell)), cell] = 0
    left = _groups(engine.puzzle_keys(without, solutions=whole, symmetry="full", threads=threads))
    pairs = np.unique(np.stack([left, puzzle]), axis=1)  # a puzzle with symmetries has the same rest twice
    met = np.bincount(pairs[0]) > 1
    return len(np.unique(pairs[1][met[pairs[0]]]))
