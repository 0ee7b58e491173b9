"""Score the answers of a model: what it printed for each puzzle, compared with the solution."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from os import PathLike
from pathlib import Path
from typing import Any

from ... import engine
from ...engine.grades import Grade, Level
from ...engine.reading.answers import CHOICE
from ...engine.reading.tables import Given
from .. import formats, runs
from ..errors import CatalogueError
from ..formats import How
from ..formats.door import for_engine, opened
from ..requests.request import LongRequest
from ..storage.whole_files import write_whole
from .sections import Figures, Lines, Section, Sections, Table

_MOST_NAMED = 40
"""Values of a column: one with more is no group."""


@dataclass(frozen=True, kw_only=True)
class CheckRequest(LongRequest):
    """Where the answers and the puzzles are. ValueError for both `puzzles` and `dataset`."""

    answers: str | PathLike[str] = field(kw_only=False)
    puzzles: str | PathLike[str] | None = None
    dataset: str | PathLike[str] | None = None
    split: str | None = None
    rules: str | None = None
    results: str | PathLike[str] | None = None
    name: str | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.puzzles is not None and self.dataset is not None:
            raise ValueError("give either `puzzles` or `dataset`")
        if self.split is not None and self.dataset is None:
            raise ValueError("`split` needs `dataset`")
        if (self.results is None) != (self.name is None) or (self.results is not None and self.dataset is None):
            raise ValueError("give `results` and `name` together, with `dataset`")


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
    def cells(self) -> str:
        """The share of right cells in words."""
        return "-" if self.right_cells is None else f"{self.right_cells:.1%}"

    @property
    def interval(self) -> tuple[float, float]:
        """Between which shares of solved puzzles the truth is, with 95 % confidence (Wilson, 1927)."""
        return runs.analysis.share_interval(self.solved, self.answers) if self.answers else (0.0, 1.0)

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
        return {**self.total.data(), "reasons": self.reasons, "first_wrong": self.first_wrong, "by": by}

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
                ("cells right", total.cells),
                ("clues broken", total.broken_clues),
                ("units broken", total.broken_units),
                ("steps right", f"{total.right_steps:,} of {total.steps:,}" if total.steps else None),
            ]
        )
        wrong = self.first_wrong
        said = ["first wrong step: line {line}, step {step}: {why}".format(**wrong)] if wrong else []
        if self.reasons:
            said.insert(0, f"not read: {', '.join(f'{count:,} {why}' for why, count in self.reasons.items())}")
        above: Section | list[Section] = [figures, Lines(said, folds=True)] if said else figures
        return [above, *(_table(name, some) for name, some in self.by.items())]

    @property
    def columns(self) -> Sequence[str]:
        """The columns of the answers as rows: the columns of steps if there are any."""
        return (*COLUMNS, *OF_STEPS) if any(row.steps is not None for row in self.rows) else COLUMNS

    @property
    def reasons(self) -> dict[str, int]:
        """The most frequent reasons why answers could not be read, at most three, and how many each has."""
        return dict(Counter(row.reading for row in self.rows if row.answer is None).most_common(3))

    @property
    def first_wrong(self) -> dict[str, Any] | None:
        """The first wrong step of the file: `line`, `step` and `why`; None if there is none."""
        rows = (row for row in self.rows if row.first_wrong is not None)
        return next(({"line": row.line, "step": row.first_wrong, "why": row.why_wrong} for row in rows), None)


def _table(name: str, some: Mapping[str, Tally]) -> Table:
    rows = []
    for value, tally in some.items():
        low, high = tally.interval
        share, interval = f"{tally.solved / tally.answers:.1%}", f"{low:.1%} to {high:.1%}"
        rows.append((value, f"{tally.answers:,}", share, interval, tally.cells, f"{tally.unreadable:,}"))
    return Table(rows, [name, "answers", "solved", "95 % interval", "cells right", "unreadable"])


def _tally(rows: Sequence[CheckedAnswer]) -> Tally:
    known = [row for row in rows if row.right_cells is not None]
    cells = sum(len(row.puzzle) for row in known)

    def total(name: str) -> int:
        return sum(getattr(row, name) or 0 for row in rows)

    return Tally(
        answers=len(rows),
        solved=total("solved"),
        unreadable=sum(row.answer is None for row in rows),
        right_cells=total("right_cells") / cells if cells else None,
        broken_clues=total("broken_clues"),
        broken_units=total("broken_units"),
        steps=total("steps"),
        right_steps=total("right_steps"),
    )


def _grouped(rows: Sequence[CheckedAnswer]) -> dict[str, dict[str, Tally]]:
    """The tallies by each column that tells some answers apart."""
    found = {}
    for name in GROUPS:
        some: dict[str, list[CheckedAnswer]] = defaultdict(list)
        for row in rows:
            if name in row.groups:
                some[row.groups[name]].append(row)
        if 1 < len(some) <= _MOST_NAMED:
            marks = [*map(str, {"grade": Grade, "level": Level}.get(name, ()))]
            places = {value: marks.index(value) if value in marks else len(marks) for value in some}
            ordered = sorted(some, key=lambda value: (places[value], int(value) if value.isdecimal() else 0, value))
            found[name] = {value: _tally(some[value]) for value in ordered}
    return found


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

    Answers are read as `engine.answer_reading` does; a choice of boards is no answer. An answer to a puzzle of several
    solutions is right if it satisfies all rules. Steps are proven as `engine.check_steps` does.

    CatalogueError for a file that cannot be read, an answer to a puzzle that is not among the puzzles, and a puzzle
    without a solution.
    """
    path = Path(request.answers)
    puzzles = Asked(path, _puzzles(request), request.rules)
    rows: list[CheckedAnswer] = []
    judges: set[int] = set()
    answers = [*formats.answers.answers_in(path, puzzles.size, len(puzzles))]
    for answer in answers:
        judge = puzzles.judge(answer, len(rows))
        if request.results is not None and id(judge) in judges:
            raise CatalogueError(f"{path}: line {answer.line} answers a puzzle again: results have one answer for each")
        judges.add(id(judge))
        rows.append(judge.checked(answer))
        request.on_progress(len(rows), len(answers))
    if not rows:
        raise CatalogueError(f"{path}: no answer in it")
    report = CheckReport(_tally(rows), _grouped(rows), rows)
    if request.results is not None:
        _keep(request, report, len(puzzles))
    return report


def _keep(request: CheckRequest, report: CheckReport, puzzles: int) -> None:
    """Add the result of a name to a file, or replace it, and write its pages; a puzzle without an answer is not solved.

    CatalogueError for a file with results of another data set, and if Jinja2 is missing.
    """
    path, folder = Path(str(request.results)), Path(str(request.dataset))
    try:
        from ..pages.results import pages_of
    except ModuleNotFoundError:
        raise CatalogueError("the page of results needs jinja2; pip install 'board-catalogue[web]'") from None
    try:
        stored = json.loads((folder / "dataset.json").read_bytes())
        hashes = {name: said for name, said in stored["report"]["hashes"].items() if request.split in (None, name)}
        about = {"benchmark": stored.get("benchmark"), "hashes": hashes, "puzzles": puzzles}
        known = json.loads(path.read_bytes()) if path.exists() else {**about, "results": []}
        others = [each for each in known.pop("results") if each["name"] != request.name]
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise CatalogueError(f"{path} holds no results, or {folder} no data set with hashes: {error!r}") from None
    if known != about:
        raise CatalogueError(f"{path} has results of other puzzles; name another file")
    least, most = runs.analysis.share_interval(report.total.solved, puzzles)
    mine = {**report.data(), "name": request.name, "share": report.total.solved / puzzles, "least": least, "most": most}
    about["results"] = sorted([*others, mine], key=lambda each: (-each["solved"], each["name"]))
    pages = {path: (json.dumps(about, indent=2) + "\n").encode(), **dict(pages_of(path, about))}
    for each, content in pages.items():
        write_whole(each, content, replace=True)


# --- Answers beside their puzzles -------------------------------------------------------------------------------------


GROUPS = ("split", "size", "kind", "grade", "level", "clues", "hardest")
"""Columns of puzzles by which answers are counted apart."""


@dataclass(frozen=True, slots=True)
class CheckedAnswer:
    """How good one answer is. Counts are None for an answer that cannot be read."""

    line: int
    """Where ANSWERS has it."""
    puzzle: str
    answer: str | None
    """The board that was read; None if there is none."""
    solved: bool
    right_cells: int | None
    """Cells that hold the digit of the solution, clues included; None too for a puzzle of several solutions."""
    broken_clues: int | None
    broken_units: int | None
    """Rows, columns and blocks, and other houses of its rules, that lack a digit."""
    reading: str
    """The rule by which the answer was read, or why it was not: `engine.reading.answers.AnswerReading.rule`."""
    groups: Mapping[str, str]
    """The columns of the puzzle among GROUPS."""
    steps: int | None = None
    """How many steps the answer has; None if it gives none."""
    right_steps: int | None = None
    first_wrong: int | None = None
    """The number of the first wrong step, from 1; None if there is none."""
    why_wrong: str | None = None
    """Why that step is wrong."""

    def data(self) -> dict[str, object]:
        """Return the row for programs."""
        return {name: getattr(self, name) for name in (*COLUMNS, *OF_STEPS)}


COLUMNS = ("line", "puzzle", "answer", "solved", "right_cells", "broken_clues", "broken_units", "reading")
"""The columns of answers as rows."""

OF_STEPS = ("steps", "right_steps", "first_wrong", "why_wrong")
"""Further columns of answers with steps."""


class Judge:
    """Knows the solution of a puzzle, and compares answers with it."""

    def __init__(self, given: Given) -> None:
        """Solve the puzzle. CatalogueError if it has no solution."""
        self.given, self.cells = given, engine.boards.from_lines([given.puzzle])[0]
        self._units = [house.cells for house in given.variant.rules.houses] if given.variant else given.shape.units
        self._how: dict[str, Any] = {} if given.variant else {"blocks": given.shape.blocks}
        found = engine.solve(for_engine(given), limit=2, **self._how)
        if not found.counts:
            raise CatalogueError(f"line {given.line} of the puzzles has no solution: {given.puzzle}")
        self.solution = None if found.counts > 1 else found.solutions.reshape(-1)
        known = {"size": given.size, "clues": len(given.puzzle) - given.puzzle.count("."), **given.columns}
        self.groups = {name: str(known[name]) for name in GROUPS if str(known.get(name, ""))}

    def checked(self, answer: formats.answers.Answer) -> CheckedAnswer:
        """Compare an answer, and prove its steps if it has some."""
        checked = self._compared(answer)
        if answer.steps is None:
            return checked
        found = engine.check_steps(for_engine(self.given), answer.steps, **self._how)
        wrong = next(((number, step.why) for number, step in enumerate(found, 1) if not step.is_right), (None, None))
        right = sum(step.is_right for step in found)
        return replace(checked, steps=len(found), right_steps=right, first_wrong=wrong[0], why_wrong=wrong[1])

    def _compared(self, answer: formats.answers.Answer) -> CheckedAnswer:
        size = self.given.size
        board, rule = engine.answer_reading(answer.answer, size, clues=self.given.puzzle.replace(".", "0"))
        if board is None or rule == CHOICE:
            return CheckedAnswer(answer.line, self.given.puzzle, None, False, None, None, None, rule, self.groups)
        right = None if self.solution is None else int((board == self.solution).sum())
        broken = int((board != self.cells)[self.cells != 0].sum())
        units = sum(len(set(board[list(unit)].tolist()) - {0}) < size for unit in self._units if len(unit) == size)
        is_solved = right == len(board) if self.solution is not None else not broken and self._holds(board)
        (line,) = engine.boards.as_lines(board[None])
        return CheckedAnswer(answer.line, self.given.puzzle, line, is_solved, right, broken, units, rule, self.groups)

    def _holds(self, board: engine.boards.Boards) -> bool:
        filled = self.given.variant.with_givens(board.tolist()) if self.given.variant else board
        return bool(board.all()) and int(engine.count_solutions(filled, limit=1, **self._how)) == 1


class Asked:
    """The puzzles that were asked, by their place and by their cells."""

    def __init__(self, path: Path, puzzles: Iterable[Given], rules: str | None) -> None:
        """Take the file of answers, for errors, the puzzles, and the rules of those that answers name."""
        self._path, self._all, self._rules = path, list(map(_usual, puzzles)), rules
        self._by_text: dict[str, Given] = {}
        self._shared: set[str] = set()
        """Cells of several puzzles, such as none in a clue."""
        for given in self._all:
            for name in (given.puzzle, given.written, given.columns.get("puzzle_id", given.puzzle)):
                if self._by_text.setdefault(name, given).written != given.written:
                    self._shared.add(name)
        self._judges: dict[str, Judge] = {}
        sizes = sorted({given.size for given in self._all})
        if len(sizes) > 1:
            raise CatalogueError(f"puzzles of several sizes, {', '.join(map(str, sizes))}: check one size at a time")
        self.size = sizes[0] if sizes else 9

    def __len__(self) -> int:
        return len(self._all)

    def judge(self, answer: formats.answers.Answer, place: int) -> Judge:
        """Return what judges an answer, to the puzzle that it names, or else to that at its place."""
        try:
            given = self._named(answer.puzzle) if isinstance(answer.puzzle, str) else self._at(answer.puzzle, place)
        except (ValueError, CatalogueError) as error:
            raise CatalogueError(f"{self._path}: line {answer.line}{error}") from error
        return self._judges.get(given.written) or self._judges.setdefault(given.written, Judge(given))

    def _at(self, named: Any, place: int) -> Given:
        row = place if named is None else int(named)
        if 0 <= row < len(self._all):
            return self._all[row]
        if not self._all:
            raise CatalogueError(" names no puzzle: give --puzzles FILE or --dataset DIR")
        raise CatalogueError(f": no puzzle {row}; there are {len(self._all)}, from 0")

    def _named(self, text: str) -> Given:
        word = text.strip()
        if found := self._by_text.get(word) or self._by_text.get(word.translate(_EMPTY)):
            if found.puzzle in self._shared and word.translate(_EMPTY) in self._shared:
                raise CatalogueError(": several puzzles have these cells: name one by its row from 0 or its puzzle_id")
            return found
        if self._all:
            raise CatalogueError(f": {word[:90]} is not among the puzzles")
        try:
            with opened(word, How(rules=self._rules, in_part=True)) as found_here:
                return _usual(found_here.single())
        except (ValueError, CatalogueError) as error:
            raise CatalogueError(f": {error}") from error


def _usual(given: Given) -> Given:
    """The puzzle. CatalogueError for one whose board has other sides or digits than answers are read with."""
    if given.variant:
        try:
            given.variant.check_square("compared with answers")
        except ValueError as error:
            raise CatalogueError(f"line {given.line} of the puzzles: {error}") from error
    return given


_EMPTY = str.maketrans("0*_-", "....")
