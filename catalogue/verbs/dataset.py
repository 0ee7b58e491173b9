"""Data sets of puzzles to train and test models on: make one, prove one, and report what another one really holds."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from itertools import combinations
from os import PathLike
from pathlib import Path
from textwrap import fill
from typing import Annotated, Any

from ...engine.grades import Grade, grade_of
from ...engine.names import JIGSAW, KILLER, MARKS, SAMPLINGS
from .. import runs
from ..errors import CatalogueError
from ..puzzles.kinds import AUDITED, LIKE, SCHEMAS, TEXTS
from ..requests.request import Goal, LongRequest, Option, choice, rating, share, text
from ..requests.shared import INPUT_FORMAT, THREADS, WORKERS, goals, goals_of
from ..runs.how import PROCESSORS
from ..storage.home import home_of
from .sections import Bars, Figures, Lines, Report, Section, Sections, Table, histogram, line, speed

_SHARE = 0.05


def _least_and_most(name: str, given: str | int) -> tuple[int, int]:
    """Read a number, or a range such as 2-10. ValueError for something else, by the name of the field."""
    least, dash, most = str(given).partition("-")
    most = most if dash else least
    if not (least.isdecimal() and most.isdecimal() and len(least + most) < 9):
        raise ValueError(f"`{name}`: {given!r} is no number such as 2 and no range such as 2-10")
    return int(least), int(most)


@dataclass(frozen=True, kw_only=True)
class DatasetRequest(LongRequest):
    """The content of a data set, and its folder. ValueError for numbers out of range and fields that contradict."""

    folder: str | PathLike[str] = field(kw_only=False)
    count: int | None = None
    seed: int | None = None
    sampling: Annotated[str, choice(SAMPLINGS)] = SAMPLINGS[0]
    clues: str | int | None = None
    grade: Annotated[Sequence[Goal | str], goals(Grade, numbered=True)] = ()
    validation: Annotated[float, Option(read=share)] = _SHARE
    test: Annotated[float, Option(read=share)] = _SHARE
    hard: Annotated[float | None, Option(read=rating)] = None
    size: int | None = None
    rules: Annotated[str | None, text(words={"kinds": ", ".join(sorted((KILLER, JIGSAW, *MARKS)))})] = None
    solutions: str | int | None = None
    schema: Annotated[str | None, choice(SCHEMAS)] = None
    score: Annotated[bool | None, Option(switches_off=True)] = None
    measure: Annotated[str | None, choice(("textbook",))] = None
    steps: bool = False
    text: Annotated[str | None, choice(TEXTS)] = None
    layout: Annotated[str | None, choice(("hrm",))] = None
    augment: int | None = None
    like: Annotated[str | None, choice(LIKE)] = None
    benchmark: str | None = None
    exclude: Sequence[str | PathLike[str]] = ()
    exclude_known: bool = False
    verify: bool = False
    threads: Annotated[int, THREADS] = PROCESSORS
    workers: Annotated[str | None, WORKERS] = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.verify:
            for each in fields(self):
                if each.name not in _OF_BOTH and getattr(self, each.name) != each.default:
                    raise ValueError(f"`verify` reads what was asked for in DIR: leave out `{each.name}`")
        elif self.like and self.benchmark:
            raise ValueError("give one of `like` and `benchmark`")
        elif self.seed is None and not self.benchmark and (self.count is not None or self.grade or self.like):
            raise ValueError("give `seed` N: the data set depends on it")
        else:
            self.plan()

    def plan(self) -> runs.DatasetPlan:
        """The part of the request that the rows depend on."""
        if self.like is not None:
            return self._with(runs.dataset.like_row(self.like)).plan()
        if self.benchmark is not None:
            runs.dataset.month_number(self.benchmark)
            row = {**runs.dataset.benchmark_row(), "seed": int(self.benchmark.replace("-", ""))}
            return replace(self._with(row).plan(), benchmark=self.benchmark)
        wanted = goals_of(self.grade, Grade)
        grades = {str(goal.mark): goal.number for goal in wanted if goal.number is not None}
        if len(grades) < len(wanted):
            raise ValueError("give every `grade` once and with a number, such as `grade` easy=100")
        if (self.count is None) == (not grades):
            raise ValueError("give one of `count` and `grade` GRADE=N, or `verify`")
        if self.seed is None:
            raise ValueError("give `seed` N: the data set depends on it")
        least, most = _least_and_most("solutions", 1 if self.solutions is None else self.solutions)
        fewest, greatest = (None, None) if self.clues is None else _least_and_most("clues", self.clues)
        same = ("sampling", "validation", "test", "hard", "score", "schema", "steps", "text", "layout")
        return runs.DatasetPlan(
            **{name: getattr(self, name) for name in same},
            count=self.count or sum(grades.values()),
            seed=self.seed,
            grades=grades,
            size=self.size or runs.SIZE,
            rules=self.rules or "",
            clues=fewest,
            most_clues=None if greatest == fewest else greatest,
            augment=self.augment or 0,
            least_solutions=least,
            most_solutions=most,
            textbook=self.measure is not None,
        )

    def _with(self, options: Mapping[str, Any]) -> DatasetRequest:
        """The same with some options where none is given."""
        row = dict(options)
        grades = row.pop("grade", None)
        defaults = {each.name: each.default for each in fields(self)}
        free = {name: value for name, value in row.items() if getattr(self, name) == defaults[name]}
        if grades and not self.grade:
            parts = runs.dataset.parts_of(free.pop("count", self.count), grades)
            free |= {
                "count": None,
                "grade": tuple(Goal(Grade(name), number) for name, number in parts.items() if number),
            }
        elif self.grade:
            free.pop("count", None)
        return replace(self, like=None, benchmark=None, **free)


_OF_BOTH = ("folder", "verify", "threads", *(each.name for each in fields(LongRequest)))


@dataclass(frozen=True)
class DatasetResult(Report):
    """The content of a data set, or its faults."""

    rows: Mapping[str, int] = field(default_factory=dict)
    """Of each split that was made."""
    positions: int = 0
    """How many positions of the seed were tried."""
    duplicates: int = 0
    """Puzzles among them that are an earlier one up to symmetry."""
    excluded: int = 0
    """Classes of solutions among them that were to be left out."""
    faults: Sequence[str] = ()
    """The faults of a data set that was to be proven, in sentences."""

    def sections(self, seconds: float) -> Sections:
        """Return the figures of a data set that took so long, for people."""
        total = sum(self.rows.values())
        counts = [*self.rows.items(), ("puzzles in total", total), ("positions of the seed", self.positions)]
        left_out = [("duplicates left out", self.duplicates), ("excluded classes met", self.excluded or None)]
        return [Figures([*counts, *left_out, *speed("puzzles", total, seconds)])]


def dataset(request: DatasetRequest) -> DatasetResult:
    """Make a data set in a folder, where one that was interrupted goes on, or prove the one that is there.

    `on_progress` gets how many rows are found, or positions proven, and how many are wanted. CatalogueError
    if the folder holds something else, if pyarrow is missing, if the tries run out before there are enough puzzles of
    a grade, and if a file cannot be written.
    """
    folder, threads = Path(request.folder), request.threads
    if request.verify:
        faults = runs.verify_dataset(folder, threads=threads, on_progress=request.on_progress)
        return DatasetResult(faults=faults)
    plan, excluded = request.plan(), _excluded(request)
    if excluded is not None:
        plan = replace(plan, excluded=runs.known.digest_of(excluded))
    made = runs.make_dataset(
        folder,
        plan,
        **({} if excluded is None else {"excluded": excluded}),
        threads=threads,
        workers=request.workers,
        on_notice=request.on_notice,
        on_progress=lambda rows: request.on_progress(rows, plan.count),
    )
    return DatasetResult(made.rows, made.positions, made.duplicates, len(made.excluded))


def _excluded(request: DatasetRequest) -> Any:
    """The classes that no puzzle may have, ascending; None if no file has any to leave out."""
    named = [request.exclude] if isinstance(request.exclude, str | PathLike) else request.exclude
    paths = list(map(Path, named))
    if request.exclude_known:
        paths += [runs.known.PUBLIC, *_index_of_home(is_there=True)]
    return runs.known.classes_in(paths, threads=request.threads, on_notice=request.on_notice) if paths else None


def _index_of_home(*, is_there: bool = False) -> Sequence[Path]:
    """The index of known sets in the data home, only if it `is_there`.

    CatalogueError if an index is to be made and the home is a server, which has no folder.
    """
    home = home_of(os.environ.get("CATALOGUE_HOME") or "data")
    if not isinstance(home, Path):
        if is_there:
            return []
        raise CatalogueError(f"{home} has no folder for an index: name a file, `index` and `exclude`")
    path = home / "known.npz"
    return [path] if path.is_file() or not is_there else []


# --- What a data set really holds -------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class AuditRequest(LongRequest):
    """Which files are looked at, and how many of their puzzles are rated."""

    files: Sequence[str | PathLike[str]] = field(kw_only=False)
    puzzle_column: str | None = None
    solution_column: str | None = None
    label_column: str | None = None
    input_format: Annotated[str | None, INPUT_FORMAT] = None
    encoding: str | None = None
    rated: int = AUDITED
    output: str | PathLike[str] | None = None
    keep: Sequence[str] = ()
    index: str | PathLike[str] | None = None
    known: bool = False
    threads: Annotated[int, THREADS] = PROCESSORS

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.keep and self.output is None:
            raise ValueError("`keep` needs `output`")


@dataclass(frozen=True)
class AuditReport:
    """The content of each file."""

    files: Sequence[runs.FileReport]
    shared: Mapping[str, int] = field(default_factory=dict)
    """How many classes of solutions two of several sets share, if one of them is a folder or an index."""
    indexed: Mapping[str, int] = field(default_factory=dict)
    """How many classes the indices have to which those of the files were added."""

    def data(self) -> list[dict[str, Any]]:
        """Return the figures of each file for programs; each has what the sets share."""
        return [{**asdict(each), **({"sets": dict(self.shared)} if self.shared else {})} for each in self.files]

    def sections(self) -> Sections:
        """Return the figures of each file for people."""
        found = [section for each in self.files for section in _sections(each)]
        if len(self.files) > 1 and self.files[0].kept is not None:
            names = ", then ".join(each.file for each in self.files)
            found.append(line(fill(f"Rows that several files have stay in the first of them: {names}.", 80)))
        counts = [(f"classes shared by {names}", count) for names, count in self.shared.items()]
        counts += [(f"classes in {name}", count) for name, count in self.indexed.items()]
        return [*found, Figures(counts)] if counts else found

    def overview(self) -> Sequence[Section]:
        """Return one table for all files, then what is said about each."""
        columns = [dict(_figures(each)) for each in self.files]
        rows = [
            ("all" if name == "rows" else name, *(f"{each[name]:,}" if name in each else "" for each in columns))
            for name in dict.fromkeys(name for column in columns for name in column)
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

_LEAKS = {"exact": "copies", "near": "near copies"}


def _sections(report: runs.FileReport) -> Iterator[Section]:
    rows = [
        (_short(name), f"{count:,}", f"{count / report.rows:.2%}" if report.rows else "-")
        for name, count in _figures(report)
    ]
    yield Table(rows, [_short(report.file), "rows", "share"])
    if said := [fill(sentence, 80) for sentence in _said(report)]:
        yield Lines(said)
    grades: Counter[str] = Counter()
    for found, puzzles in report.ratings.get("counts", {}).items():
        grades[str(grade_of(round(10 * float(found))))] += puzzles
    if grades:
        yield Bars("grade", grades)
    yield from histogram("clues", report.clues)


def _figures(report: runs.FileReport) -> Iterator[tuple[str, int]]:
    yield from {
        "rows": report.rows,
        "no readable puzzle": report.broken,
        "no solution": report.no_solution,
        "several solutions": report.several_solutions,
        "another solution given": report.wrong_solution,
        "not minimal": report.not_minimal,
        **{f"duplicates: {meaning}": report.duplicates[kind] for kind, meaning in _DUPLICATES.items()},
        "near copies: one clue moved": report.near_copies,
        "solved by singles alone": report.singles_only,
        "different solutions": report.classes,
        **{f"solutions shared with {name}": solutions for name, solutions in report.shared.items()},
    }.items()
    for name, leaks in report.leaks.items():
        found = ((_LEAKS.get(kind, f"images by {kind}"), rows) for kind, rows in leaks.items())
        yield from ((f"{what} in {name}", rows) for what, rows in found if rows)
    if report.kept is not None:
        yield "rows written", report.kept


def _said(report: runs.FileReport) -> Iterator[str]:
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


def audit(request: AuditRequest) -> AuditReport:
    """Look at the files of a data set, such as its splits, and report on each.

    `on_progress` gets the name of the file at work, how many rows are read, and about how many there are in all files.
    With `output`, the rows that are sound are written to files of the same names there. CatalogueError for a file that
    cannot be read or holds no puzzles, for files of different sizes, and if `output` exists. ValueError for a name in
    `keep` that no file has.
    """
    paths = list(map(Path, request.files))
    indices = {path for path in paths if runs.known.is_index(path)}
    given = [(path, sorted((path / "data").glob("*.parquet"))) for path in paths if path not in indices]
    found = runs.audit.audit(
        _in_order([file for path, files in given for file in files or [path]], request.keep),
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
    indexed = [Path(request.index)] if request.index is not None else []
    indexed += _index_of_home() if request.known else []
    is_of_sets = len(paths) > 1 and any(path.is_dir() or path in indices for path in paths)
    if not indexed and not is_of_sets:
        return AuditReport(found)
    sets = {str(path): runs.known.classes_in([path], threads=request.threads) for path in paths}
    shared = {
        f"{one} and {other}": runs.known.common(sets[one], sets[other])
        for one, other in combinations(sets, 2)
        if is_of_sets
    }
    sizes = {str(path): runs.known.add_to_index(path, list(sets.values())) for path in indexed}
    return AuditReport(found, shared, sizes)
