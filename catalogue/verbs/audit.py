"""Report what a data set of puzzles really holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from os import PathLike
from pathlib import Path
from textwrap import fill
from typing import Annotated, Any

from ...engine.grades import grade_of
from .. import runs
from ..puzzles.kinds import AUDITED
from ..puzzles.numbers import PROCESSORS
from ..requests.option import Option, text, whole
from ..requests.request import LongRequest
from ..requests.shared import ENCODING, INPUT_FORMAT, THREADS
from .sections import Bars, Lines, Section, Sections, Table, histogram, line


def _column(meaning: str, found_by: str = "its contents") -> Option:
    return text(f"Name of the column with {meaning}. Default: found by {found_by}.", metavar="NAME")


@dataclass(frozen=True, kw_only=True)
class AuditRequest(LongRequest):
    """Which files are looked at, and how many of their puzzles are rated."""

    files: Annotated[
        Sequence[str | PathLike[str]],
        text("Files of the data set.", read=Path, metavar="FILE...", is_argument=True, is_local=True),
    ] = field(kw_only=False)
    puzzle_column: Annotated[str | None, _column("puzzles")] = None
    solution_column: Annotated[str | None, _column("solutions")] = None
    label_column: Annotated[str | None, _column("difficulty labels", "its name")] = None
    input_format: Annotated[str | None, INPUT_FORMAT] = None
    encoding: Annotated[str | None, ENCODING] = None
    rated: Annotated[int, whole("Rate up to this many puzzles of each file, for at most half a minute.")] = AUDITED
    output: Annotated[
        str | PathLike[str] | None,
        text("Write the cleaned files to this new folder.", read=Path, metavar="DIR", is_local=True),
    ] = None
    keep: Annotated[
        Sequence[str],
        text(
            "With `output`: a file, by its name, or a split of a folder, that keeps the rows which others have too."
            " Repeat it to name the next one. Default: the first file.",
            metavar="NAME",
        ),
    ] = ()
    threads: Annotated[int, THREADS] = PROCESSORS

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.keep and self.output is None:
            raise ValueError("`keep` needs `output`")


@dataclass(frozen=True)
class AuditReport:
    """The content of each file."""

    files: Sequence[runs.FileReport]

    def data(self) -> list[dict[str, Any]]:
        """Return the figures of each file for programs."""
        return [asdict(each) for each in self.files]

    def sections(self) -> Sections:
        """Return the figures of each file for people."""
        found = [section for each in self.files for section in _sections(each)]
        if len(self.files) > 1 and self.files[0].kept is not None:
            names = ", then ".join(each.file for each in self.files)
            found.append(line(fill(f"Rows that several files have stay in the first of them: {names}.", 80)))
        return found

    def overview(self) -> Sequence[Section]:
        """Return one table for all files, then what is said about each."""
        columns = [dict(_figures(each)) for each in self.files]
        names = dict.fromkeys(name for column in columns for name in column)
        rows = [
            ("all" if name == "rows" else name, *(f"{each[name]:,}" if name in each else "" for each in columns))
            for name in names
        ]
        said = [f"`{each.file}`: {sentence}" for each in self.files for sentence in _said(each)]
        return [Table(rows, ["rows", *(each.file for each in self.files)]), *([Lines(said)] if said else [])]


_WIDEST_NAME = 46  # what leaves room for the numbers in 80 columns

_DUPLICATES = {
    "exact": "the same puzzle",
    "d4": "also turned or mirrored",
    "d4+relabel": "also with digits renamed",
    "full": "under every symmetry",
}

_LEAKS = {
    "exact": "copies",
    "d4": "images by d4",
    "d4+relabel": "images by d4+relabel",
    "full": "images by full",
    "near": "near copies",
}


def _sections(report: runs.FileReport) -> Iterator[Section]:
    rows = [
        (_short(name), f"{count:,}", f"{count / report.rows:.2%}" if report.rows else "-")
        for name, count in _figures(report)
    ]
    yield Table(rows, [_short(report.file), "rows", "share"])
    if said := [fill(sentence, 80) for sentence in _said(report)]:
        yield Lines(said)
    grades: Counter[str] = Counter()
    for rating, puzzles in report.ratings.get("counts", {}).items():
        grades[str(grade_of(round(10 * float(rating))))] += puzzles
    if grades:
        yield Bars("grade", grades)
    yield from histogram("clues", report.clues)


def _figures(report: runs.FileReport) -> Iterator[tuple[str, int]]:
    """The figures that count rows."""
    yield "rows", report.rows
    yield "no readable puzzle", report.broken
    yield "no solution", report.no_solution
    yield "several solutions", report.several_solutions
    yield "another solution given", report.wrong_solution
    yield "not minimal", report.not_minimal
    for kind, meaning in _DUPLICATES.items():
        yield f"duplicates: {meaning}", report.duplicates[kind]
    yield "near copies: one clue moved", report.near_copies
    yield "solved by singles alone", report.singles_only
    yield "different solutions", report.classes
    for name, solutions in report.shared.items():
        yield f"solutions shared with {name}", solutions
    for name, leaks in report.leaks.items():
        for kind, rows in leaks.items():
            if rows:
                yield f"{_LEAKS[kind]} in {name}", rows
    if report.kept is not None:
        yield "rows written", report.kept


def _said(report: runs.FileReport) -> Iterator[str]:
    """Sentences on ratings and labels."""
    ratings, label = report.ratings, report.label
    if "why" in ratings:
        yield ratings["why"]
    elif ratings.get("rated"):
        yield (
            f"ratings of {ratings['rated']:,} puzzles: {ratings['least']:.1f} to {ratings['greatest']:.1f},"
            f" median {ratings['median']:.1f}"
        )
    if label and label["stated"]:
        found = label["rank_correlation"]
        known = [f"{name} {rho:.2f}" for name, rho in found.items() if rho is not None]
        yield f"rank correlation of column {label['column']}: {', '.join(known) or 'unknown, all values are alike'}"
    elif label:
        yield f"column {label['column']} has no numbers, and no known words for difficulty"


def _short(name: str) -> str:
    return name if len(name) <= _WIDEST_NAME else f"{name[: _WIDEST_NAME - 1]}…"


def _in_order(paths: Sequence[Path], keep: Sequence[str]) -> Sequence[Path]:
    """The files that keep their rows first, then the others. ValueError for a name that no file has."""
    first: list[Path] = []
    for name in [keep] if isinstance(keep, str) else keep:
        found = [path for path in paths if name in (path.name, path.name.rpartition("-of-")[0].rpartition("-")[0])]
        if not found:
            raise ValueError(f"`keep`: no file is called {name}; there are {', '.join(path.name for path in paths)}")
        first += [path for path in found if path not in first]
    return [*first, *(path for path in paths if path not in first)]


def _files_of(path: Path) -> Sequence[Path]:
    """The files of a data set in a folder; a file by itself."""
    return sorted((path / "data").glob("*.parquet")) or [path]


def audit(request: AuditRequest) -> AuditReport:
    """Look at the files of a data set, such as its splits, and report on each.

    `on_progress` gets the name of the file at work, how many rows are read, and about how many there are in all files.
    With `output`, the rows that are sound are written to files of the same names there. CatalogueError for a file that
    cannot be read or holds no puzzles, for files of different sizes, and if `output` exists. ValueError for a name in
    `keep` that no file has.
    """
    found = runs.audit.audit(
        _in_order([path for file in request.files for path in _files_of(Path(file))], request.keep),
        puzzle=request.puzzle_column,
        solution=request.solution_column,
        label=request.label_column,
        format=request.input_format,
        encoding=request.encoding,
        rated=request.rated,
        output=None if request.output is None else Path(request.output),
        threads=request.threads,
        on_progress=request.on_progress,
    )
    return AuditReport(found)
