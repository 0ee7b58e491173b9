"""Score the answers of a model: what it printed for each puzzle, compared with the solution."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from ...engine.grades import Grade, Level
from ...engine.reading.tables import Given
from ..errors import CatalogueError
from ..formats import How
from ..formats.door import opened
from ..requests.option import text
from ..requests.request import LongRequest
from ..requests.shared import RULES_OF_PUZZLE
from .sections import Figures, Lines, Section, Sections, Table

if TYPE_CHECKING:
    from .judging import CheckedAnswer

_MOST_NAMED = 40
"""Values of a column: one with more is no group."""


@dataclass(frozen=True, kw_only=True)
class CheckRequest(LongRequest):
    """Where the answers and the puzzles are. ValueError for both `puzzles` and `dataset`."""

    answers: Annotated[
        str | PathLike[str],
        text(
            "File of answers: JSON lines, CSV or Parquet with columns answer and puzzle, an array of numpy, or text;"
            " - for standard input.",
            read=Path,
            metavar="ANSWERS",
            is_argument=True,
            is_local=True,
        ),
    ] = field(kw_only=False)
    puzzles: Annotated[
        str | PathLike[str] | None,
        text(
            "File of the puzzles, in any format that can be read. Without it and `dataset`, column puzzle of ANSWERS"
            " has their cells.",
            read=Path,
            metavar="FILE",
            is_local=True,
        ),
    ] = None
    dataset: Annotated[
        str | PathLike[str] | None,
        text("Folder of a data set that has the puzzles.", read=Path, metavar="DIR", is_local=True),
    ] = None
    split: Annotated[
        str | None, text("With `dataset`: the split that was answered, such as test.", metavar="NAME", is_local=True)
    ] = None
    rules: Annotated[str | None, RULES_OF_PUZZLE] = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.puzzles is not None and self.dataset is not None:
            raise ValueError("give either `puzzles` or `dataset`")
        if self.split is not None and self.dataset is None:
            raise ValueError("`split` needs `dataset`")


# --- The report -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tally:
    """How good some answers are together."""

    answers: int
    solved: int
    unreadable: int
    right_cells: float | None
    """The share of right cells, clues included, of answers that hold a board; None without puzzles of one solution."""
    broken_clues: int
    broken_units: int
    steps: int = 0
    """Steps that answers give, and how many of them are right."""
    right_steps: int = 0

    @property
    def interval(self) -> tuple[float, float]:
        """Between which shares of solved puzzles the truth is, with 95 % confidence (Wilson, 1927)."""
        if not self.answers:
            return 0.0, 1.0
        z, n, share = 1.959964, self.answers, self.solved / self.answers
        middle = share + z * z / (2 * n)
        width = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
        return max(0.0, (middle - width) / (1 + z * z / n)), min(1.0, (middle + width) / (1 + z * z / n))

    def data(self) -> dict[str, Any]:
        """Return the figures for programs."""
        low, high = self.interval
        share = self.solved / self.answers if self.answers else None
        return {**vars(self), "share": share, "least": low, "most": high}


@dataclass(frozen=True)
class CheckReport:
    """How good the answers are."""

    total: Tally
    by: Mapping[str, Mapping[str, Tally]]
    """The same by the columns of the puzzles among GROUPS, and their values."""
    rows: Sequence[CheckedAnswer]
    """Each answer, in the order of the file."""

    def data(self) -> dict[str, Any]:
        """Return the figures for programs; the figures of all answers stand at the top."""
        by = {name: {value: tally.data() for value, tally in some.items()} for name, some in self.by.items()}
        return {**self.total.data(), "first_wrong": self.first_wrong, "by": by}

    def sections(self) -> Sections:
        """Return the figures for people."""
        total = self.total
        low, high = total.interval
        figures = Figures(
            [
                ("answers", total.answers),
                ("solved", total.solved),
                ("share solved", f"{total.solved / total.answers:.1%} ({low:.1%} to {high:.1%})"),
                ("unreadable", total.unreadable),
                ("cells right", "-" if total.right_cells is None else f"{total.right_cells:.1%}"),
                ("clues broken", total.broken_clues),
                ("units broken", total.broken_units),
                ("steps right", f"{total.right_steps:,} of {total.steps:,}" if total.steps else None),
            ]
        )
        wrong = self.first_wrong
        said = ["first wrong step: line {line}, step {step}: {why}".format(**wrong)] if wrong else []
        above: Section | list[Section] = [figures, Lines(said, folds=True)] if said else figures
        return [above, *(_table(name, some) for name, some in self.by.items())]

    @property
    def columns(self) -> Sequence[str]:
        """The columns of the answers as rows: the columns of steps if there are any."""
        from .judging import COLUMNS, OF_STEPS

        return (*COLUMNS, *OF_STEPS) if any(row.steps is not None for row in self.rows) else COLUMNS

    @property
    def first_wrong(self) -> dict[str, Any] | None:
        """The first wrong step of the file: `line`, `step` and `why`; None if there is none."""
        rows = (row for row in self.rows if row.first_wrong is not None)
        return next(({"line": row.line, "step": row.first_wrong, "why": row.why_wrong} for row in rows), None)


def _table(name: str, some: Mapping[str, Tally]) -> Table:
    rows = []
    for value, tally in some.items():
        low, high = tally.interval
        cells = "-" if tally.right_cells is None else f"{tally.right_cells:.1%}"
        solved = f"{tally.solved / tally.answers:.1%}"
        rows.append((value, f"{tally.answers:,}", solved, f"{low:.1%} to {high:.1%}", cells, f"{tally.unreadable:,}"))
    return Table(rows, [name, "answers", "solved", "95 % interval", "cells right", "unreadable"])


def _tally(rows: Iterable[CheckedAnswer]) -> Tally:
    counts: Counter[str] = Counter()
    for row in rows:
        counts["answers"] += 1
        counts["solved"] += row.solved
        counts["unreadable"] += row.answer is None
        counts["clues"] += row.broken_clues or 0
        counts["units"] += row.broken_units or 0
        if row.right_cells is not None:
            counts["right"] += row.right_cells
            counts["cells"] += len(row.puzzle)
        counts["steps"] += row.steps or 0
        counts["right_steps"] += row.right_steps or 0
    share = counts["right"] / counts["cells"] if counts["cells"] else None
    known = ("clues", "units", "steps", "right_steps")
    return Tally(counts["answers"], counts["solved"], counts["unreadable"], share, *(counts[name] for name in known))


def _grouped(rows: Sequence[CheckedAnswer]) -> dict[str, dict[str, Tally]]:
    """The tallies by each column that tells some answers apart."""
    from .judging import GROUPS

    found = {}
    for name in GROUPS:
        some: dict[str, list[CheckedAnswer]] = defaultdict(list)
        for row in rows:
            if name in row.groups:
                some[row.groups[name]].append(row)
        if 1 < len(some) <= _MOST_NAMED:
            found[name] = {value: _tally(some[value]) for value in sorted(some, key=_place(name))}
    return found


def _place(name: str) -> Callable[[str], Any]:
    known = {"grade": list(map(str, Grade)), "level": list(map(str, Level))}.get(name, [])

    def place(value: str) -> tuple[int, int, str]:
        return known.index(value) if value in known else len(known), int(value) if value.isdecimal() else 0, value

    return place


def _puzzles(request: CheckRequest) -> Iterator[Given]:
    how = How(rules=request.rules)
    if request.puzzles is not None:
        with opened(Path(request.puzzles), replace(how, in_part=True)) as found:
            yield from found.each()
    elif request.dataset is not None:
        folder = Path(request.dataset)
        files = sorted((folder / "data").glob(f"{request.split or '*'}-*.parquet"))
        if not files:
            raise CatalogueError(f"{folder}: no {'split ' + request.split if request.split else 'data set'} is there")
        for file in files:
            with opened(file, how) as found:
                yield from found.each()


def check(request: CheckRequest) -> CheckReport:
    """Compare each answer with its puzzle.

    In a text the last board counts, inside the last `<answer>` or `\\boxed` if there is one. An answer to a puzzle of
    several solutions is right if it satisfies all rules. Steps are proven as `engine.check_steps` does.

    CatalogueError for a file that cannot be read, an answer to a puzzle that is not among the puzzles, and a puzzle
    without a solution.
    """
    from ..formats.answers import answers_in
    from .judging import Asked

    path = Path(request.answers)
    puzzles = Asked(path, _puzzles(request), request.rules)
    rows: list[CheckedAnswer] = []
    for answer in answers_in(path, puzzles.size, len(puzzles)):
        rows.append(puzzles.judge(answer, len(rows)).checked(answer))
        request.on_progress(len(rows), max(len(rows), len(puzzles)))
    if not rows:
        raise CatalogueError(f"{path}: no answer in it")
    return CheckReport(_tally(rows), _grouped(rows), rows)
