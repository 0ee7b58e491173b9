"""The findings of an audit: duplicates, solutions that files share, and whether difficulty labels agree."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, repeat
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .... import engine
from ....engine.grades import RatingStatus, why_unrated
from ....engine.names import SYMMETRIES
from ..analysis import rank_correlation

DUPLICATES = ("exact", *SYMMETRIES)
"""The ways in which two rows are duplicates: the same givens, or the same puzzle up to a symmetry."""


@dataclass
class FileReport:
    """The content of one file. Counts are of rows; a row counts in one of the first five kinds, or is sound."""

    file: str
    rows: int = 0
    broken: int = 0
    """Rows without a readable puzzle of the size of the others."""
    no_solution: int = 0
    several_solutions: int = 0
    wrong_solution: int = 0
    """Rows with one solution, for which the file gives another."""
    not_minimal: int = 0
    duplicates: dict[str, int] = field(default_factory=lambda: dict.fromkeys(DUPLICATES, 0))
    """Rows that repeat an earlier row of the file, by each of DUPLICATES."""
    near_copies: int = 0
    """Puzzles from which another of the file differs, up to symmetry, by one clue moved to another cell."""
    singles_only: int = 0
    """Puzzles that naked and hidden singles solve."""
    classes: int = 0
    """Different solutions, up to symmetry."""
    shared: dict[str, int] = field(default_factory=dict)
    """How many of them each other file has too."""
    leaks: dict[str, dict[str, int]] = field(default_factory=dict)
    """Rows that each other file has too, by each of DUPLICATES; `near` counts near copies of its puzzles."""
    clues: dict[int, int] = field(default_factory=dict)
    """How many puzzles have each number of clues."""
    ratings: dict[str, Any] = field(default_factory=dict)
    """Of a sample: `rated`, `least`, `median`, `greatest`, and `counts` by the rating."""
    label: dict[str, Any] | None = None
    """The column that says how hard a puzzle is, and its rank correlation with figures of ours, of the same sample."""
    kept: int | None = None
    """Rows that were written; None if none were to be."""

    def count_clues(self, puzzles: NDArray[np.uint8]) -> None:
        """Count how many clues puzzles have."""
        found = Counter(self.clues) + Counter(np.count_nonzero(puzzles, axis=1).tolist())
        self.clues = dict(sorted(found.items()))


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
        numbers, starts = np.unique(parts[order], return_index=True)
        for part, some in zip(numbers, np.split(records[order], starts[1:]), strict=False):
            with (self._folder / f"{part} {keys.shape[1]}").open("ab") as file_of_part:
                some.tofile(file_of_part)

    def __iter__(self) -> Iterator[NDArray[np.void]]:
        """Read part by part: records of `key`, `row` and `file`, in the order of files and rows."""
        for path in sorted(self._folder.iterdir()):
            yield np.fromfile(path, _records(int(path.name.split()[1])))


def _records(width: int) -> np.dtype[np.void]:
    return np.dtype([("key", np.uint8, width), ("row", np.int64), ("file", np.int32)])


def _groups(keys: NDArray[np.uint8]) -> NDArray[np.intp]:
    """Number the different keys, `(n, k)`: equal ones have the same number."""
    whole = np.ascontiguousarray(keys).view(f"V{keys.shape[1]}")[:, 0]
    return np.unique(whole, return_inverse=True)[1]


FORM = 16
"""Bytes of what tells puzzles of one board apart if they have rules, which their form says too."""


@dataclass(frozen=True)
class Keys:
    """The keys that rows are compared by, for each of DUPLICATES, and the threads; puzzles have so many cells.

    Those of puzzles with rules are `ruled`; they have no near copies.
    """

    plain: Mapping[str, Parts]
    ruled: Mapping[str, Parts]
    cells: int
    threads: int


def compare(reports: Sequence[FileReport], keys: Keys) -> list[NDArray[np.bool_]]:
    """Count duplicates, near copies and shared solutions; return which rows of each file repeat an earlier one.

    A row whose solution an earlier file has, up to symmetry, repeats too.
    """
    repeated = [np.zeros(report.rows, np.bool_) for report in reports]
    for kind in DUPLICATES:
        for records, is_plain in chain(zip(keys.plain[kind], repeat(True)), zip(keys.ruled[kind], repeat(False))):
            groups, files = _groups(records["key"]), records["file"]
            # The first record of each group in each file: they are in the order of their rows.
            firsts = np.unique(np.stack([groups, files]), axis=1, return_index=True)[1]
            again = np.bincount(files, minlength=len(reports)) - np.bincount(files[firsts], minlength=len(reports))
            for report, count in zip(reports, again.tolist(), strict=True):
                report.duplicates[kind] += count
            _count_leaks(reports, kind, groups, files)
            if kind == "full":
                _mark(repeated, np.delete(records, firsts))
                different = records[np.sort(firsts)]
                width = different["key"].shape[1] - ((keys.cells + 7) // 8 if is_plain else FORM)
                _compare_classes(reports, different, width, repeated)
                if is_plain:
                    _count_near(reports, different, width, keys)
    return repeated


def _count_leaks(reports: Sequence[FileReport], kind: str, groups: NDArray[np.intp], files: NDArray[np.int32]) -> None:
    """Count the rows of each file whose group is in each other file too."""
    has = np.zeros((groups.max(initial=0) + 1, len(reports)), bool)
    has[groups, files] = True
    for number in range(len(reports)):
        _add_leaks(reports, number, kind, has[groups[files == number]].sum(axis=0).tolist())


def _add_leaks(reports: Sequence[FileReport], number: int, kind: str, counts: Sequence[int]) -> None:
    for other, name in enumerate(_names(reports)):
        if other != number:
            known = reports[number].leaks.setdefault(name, {})
            known[kind] = known.get(kind, 0) + counts[other]


def _mark(repeated: Sequence[NDArray[np.bool_]], records: NDArray[np.void]) -> None:
    for number, rows in enumerate(repeated):
        rows[records["row"][records["file"] == number]] = True


def _compare_classes(
    reports: Sequence[FileReport], records: NDArray[np.void], width: int, repeated: Sequence[NDArray[np.bool_]]
) -> None:
    """Compare different puzzles by their solutions, the first bytes of their keys: classes that files share."""
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


def _names(reports: Sequence[FileReport]) -> list[str]:
    """The names of the files, with their places if two have the same name."""
    names = [report.file for report in reports]
    return [name if names.count(name) == 1 else f"{name} ({place})" for place, name in enumerate(names, 1)]


def _count_near(reports: Sequence[FileReport], records: NDArray[np.void], width: int, of: Keys) -> None:
    """Count near copies within each file and between files: different puzzles that differ by one moved clue.

    Two puzzles of a solution, and only these, become the same up to symmetry when each loses one clue.
    """
    classes = _groups(records["key"][:, :width])
    records = records[(np.bincount(classes) > 1)[classes]]
    if not len(records):
        for number in range(len(reports)):  # a report says so of each other file
            _add_leaks(reports, number, "near", [0] * len(reports))
        return
    keys, files = records["key"], records["file"]
    rest, puzzle = _rests(keys, width, of)
    same = _groups(keys)  # a puzzle that both files have is no near copy of itself
    in_file = np.zeros((same.max() + 1, len(reports)), np.int64)
    in_file[same, files] = 1
    copies = np.zeros((rest.max() + 1, len(reports)), np.int64)
    np.add.at(copies, (rest, files[puzzle]), 1)
    is_near = np.zeros((len(keys), len(reports)), bool)
    np.logical_or.at(is_near, puzzle, copies[rest] > in_file[same[puzzle]])
    for number, report in enumerate(reports):
        near = is_near[files == number].sum(axis=0).tolist()
        report.near_copies += near[number]
        _add_leaks(reports, number, "near", near)


def _rests(keys: NDArray[np.uint8], width: int, of: Keys) -> NDArray[np.intp]:
    """The rests of puzzles without one clue, numbered up to symmetry, and of which puzzle it is: `intp (2, n)`."""
    solutions = engine.symmetry.unpack(keys[:, :width], size=round(of.cells**0.5))
    clues = np.unpackbits(keys[:, width:], axis=1, count=of.cells).astype(bool)
    puzzle, cell = np.nonzero(clues)
    without, whole = np.where(clues, solutions, 0)[puzzle], solutions[puzzle]
    without[np.arange(len(cell)), cell] = 0
    left = _groups(engine.puzzle_keys(without, solutions=whole, symmetry="full", threads=of.threads))
    return np.unique(np.stack([left, puzzle]), axis=1)  # a puzzle with symmetries has the same rest twice


_RATING_SECONDS = 30.0
"""The rating of a file ends after this time: the hardest puzzles known take a second each."""

_RATED_TOGETHER = 128

_WORDS = {word: rank for rank, words in enumerate((
    ("trivial", "beginner", "very easy"), ("easy", "simple"), ("medium", "moderate", "intermediate", "normal"),
    ("hard", "difficult", "challenging"), ("expert", "very hard", "fiendish", "unfair"),
    ("evil", "extreme", "diabolical", "master", "insane"),
)) for word in words}  # fmt: skip
"""Words for difficulty, by their usual order."""


class Sample:
    """Some sound puzzles of a file, chosen evenly, with what the file says about them."""

    def __init__(self, most: int, label: str | None, seed: int) -> None:
        self._most, self._label = most, label
        self._draw = np.random.default_rng(seed)
        self._chances = np.empty(0)
        self._puzzles: NDArray[np.uint8] | None = None
        self._labels: list[str] = []

    def add(self, puzzles: NDArray[np.uint8], labels: list[str] | None) -> None:
        """Draw a number for each puzzle, and keep those with the least numbers so far."""
        chances = np.concatenate([self._chances, self._draw.random(len(puzzles))])
        chosen = np.argsort(chances, kind="stable")[: self._most]
        every = puzzles if self._puzzles is None else np.concatenate([self._puzzles, puzzles])
        self._puzzles, self._chances = every[chosen], chances[chosen]
        if labels is not None:
            said = [*self._labels, *labels]
            self._labels = [said[place] for place in chosen]

    def report(self, report: FileReport, threads: int) -> None:
        """Rate the sample, and compare the ratings with the label."""
        puzzles = self._puzzles
        if puzzles is None or not len(puzzles):
            report.ratings = {"rated": 0}
        elif reason := why_unrated(round(puzzles.shape[1] ** 0.5)):
            report.ratings = {"rated": 0, "why": reason}
        else:
            self._compare(report, puzzles, threads)

    def _compare(self, report: FileReport, puzzles: NDArray[np.uint8], threads: int) -> None:
        rated = _rated(puzzles, threads)
        puzzles = puzzles[: len(rated)]
        known = rated["status"] == RatingStatus.RATED
        ratings = rated["rating"] / 10
        report.ratings = {"rated": int(np.count_nonzero(known)), **_spread(ratings[known])}
        if self._label is not None and (label := _as_numbers(self._labels)) is not None:
            label = label[: len(rated)]
            stated = known & ~np.isnan(label)
            figures = {"rating": ratings}
            if puzzles.shape[1] == 81:
                figures["score"] = engine.score(puzzles, threads=threads)["score"]
            figures["clues"] = np.count_nonzero(puzzles, axis=1)
            figures["backtracks"] = engine.measure(puzzles)["backtracks"]
            found = {name: rank_correlation(label[stated], figure[stated]) for name, figure in figures.items()}
            rho = {name: None if each is None else round(each.rho, 3) for name, each in found.items()}
            report.label = {"column": self._label, "stated": int(np.count_nonzero(stated)), "rank_correlation": rho}
        elif self._label is not None and any(self._labels):
            report.label = {"column": self._label, "stated": 0, "rank_correlation": {}}


def _rated(puzzles: NDArray[np.uint8], threads: int) -> NDArray[np.void]:
    """Rate the first puzzles, as many as the time allows; they are in a random order."""
    end = time.monotonic() + _RATING_SECONDS
    done = [engine.rate(puzzles[:0])]
    for start in range(0, len(puzzles), _RATED_TOGETHER):
        if time.monotonic() > end:
            break
        done.append(engine.rate(puzzles[start : start + _RATED_TOGETHER], threads=threads))
    return np.concatenate(done)


def _spread(ratings: NDArray[np.float64]) -> dict[str, Any]:
    if not len(ratings):
        return {}
    values, counts = np.unique(ratings, return_counts=True)
    return {
        "least": float(values[0]),
        "median": float(np.median(ratings)),
        "greatest": float(values[-1]),
        "counts": {f"{value:.1f}": count for value, count in zip(values, counts.tolist(), strict=True)},
    }


def _as_numbers(labels: Sequence[str]) -> NDArray[np.float64] | None:
    """Labels as numbers, nan for none: numbers, or words in their usual order; None if they are neither."""
    numbers = np.array([_as_number(label) for label in labels])
    stated = sum(bool(label.strip()) for label in labels)
    return numbers if stated and np.count_nonzero(~np.isnan(numbers)) > 0.9 * stated else None


def _as_number(label: str) -> float:
    word = label.strip().lower().replace("_", " ").replace("-", " ")
    if word in _WORDS:
        return _WORDS[word]
    try:
        return float(word)
    except ValueError:
        return np.nan
