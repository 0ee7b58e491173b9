"""Answers of a model beside the puzzles that it was asked: which is right, and what is wrong with the others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from ... import engine
from ...engine.boards import Boards, as_lines, from_lines
from ...engine.reading.tables import Given
from ...engine.shape import Shape
from ..errors import CatalogueError
from ..formats import How
from ..formats.answers import Answer
from ..formats.door import for_engine, opened

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


COLUMNS = ("line", "puzzle", "answer", "solved", "right_cells", "broken_clues", "broken_units")
"""The columns of answers as rows."""

OF_STEPS = ("steps", "right_steps", "first_wrong", "why_wrong")
"""Further columns of answers with steps."""


class Judge:
    """Knows the solution of a puzzle, and compares answers with it."""

    def __init__(self, given: Given) -> None:
        self.given, self.cells = given, from_lines([given.puzzle])[0]
        self._units = _units_of(given)
        self.solution = self._solution()
        shape = {"size": str(given.size), "clues": str(np.count_nonzero(self.cells))}
        columns = {name: str(value) for name, value in given.columns.items() if name in GROUPS and str(value)}
        self.groups = {name: {**shape, **columns}[name] for name in GROUPS if name in {**shape, **columns}}

    def _solution(self) -> Boards | None:
        """The only solution; None if there are several. CatalogueError if there is none."""
        found = engine.solve(for_engine(self.given), limit=2, **self._how)
        if not found.counts:
            raise CatalogueError(f"line {self.given.line} of the puzzles has no solution: {self.given.puzzle}")
        return None if found.counts > 1 else np.asarray(found.solutions).reshape(-1)

    @property
    def _how(self) -> dict[str, Any]:
        return {} if self.given.variant else {"blocks": self.given.shape.blocks}

    def checked(self, answer: Answer) -> CheckedAnswer:
        """Compare an answer, and prove its steps if it has some."""
        checked = self._compared(answer)
        return checked if answer.steps is None else replace(checked, **self._of_steps(answer.steps))

    def _of_steps(self, steps: Any) -> dict[str, Any]:
        found = engine.check_steps(for_engine(self.given), steps, **self._how)
        wrong = next(((number, step.why) for number, step in enumerate(found, 1) if not step.is_right), (None, None))
        right = sum(step.is_right for step in found)
        return {"steps": len(found), "right_steps": right, "first_wrong": wrong[0], "why_wrong": wrong[1]}

    def _compared(self, answer: Answer) -> CheckedAnswer:
        board = engine.read_answer(answer.answer, self.given.size)
        if board is None:
            return CheckedAnswer(answer.line, self.given.puzzle, None, False, None, None, None, self.groups)
        right = None if self.solution is None else int((board == self.solution).sum())
        broken = int((board != self.cells)[self.cells != 0].sum())
        units = sum(len(set(board[unit].tolist()) - {0}) < len(unit) for unit in self._units)
        is_solved = right == len(board) if self.solution is not None else not broken and self._holds(board)
        (line,) = as_lines(board[None])
        return CheckedAnswer(answer.line, self.given.puzzle, line, is_solved, right, broken, units, self.groups)

    def _holds(self, board: Boards) -> bool:
        """Whether a full board satisfies all rules."""
        filled = self.given.variant.with_givens(board.tolist()) if self.given.variant else board
        return bool(board.all()) and int(engine.count_solutions(filled, limit=1, **self._how)) == 1


def _units_of(given: Given) -> list[list[int]]:
    if given.variant is None:
        return [list(unit) for unit in Shape.of(given.size, given.shape.blocks).units]
    return [list(house.cells) for house in given.variant.rules.houses if len(house.cells) == given.size]


class Asked:
    """The puzzles that were asked, by their place and by their cells."""

    def __init__(self, path: Path, puzzles: Iterable[Given], rules: str | None) -> None:
        """Take the file of answers, for errors, the puzzles, and the rules of those that answers name."""
        self._path, self._all, self._rules = path, list(puzzles), rules
        self._by_text = {name: given for given in self._all for name in (given.puzzle, given.written)}
        self._judges: dict[str, Judge] = {}
        sizes = sorted({given.size for given in self._all})
        if len(sizes) > 1:
            raise CatalogueError(f"puzzles of several sizes, {', '.join(map(str, sizes))}: check one size at a time")
        self.size = sizes[0] if sizes else 9

    def __len__(self) -> int:
        return len(self._all)

    def judge(self, answer: Answer, place: int) -> Judge:
        """Return what judges an answer, to the puzzle that it names, or else to that at its place."""
        given = self._named(answer) if isinstance(answer.puzzle, str) else self._at(answer, place)
        return self._judges.get(given.written) or self._judges.setdefault(given.written, Judge(given))

    def _at(self, answer: Answer, place: int) -> Given:
        row = place if answer.puzzle is None else int(answer.puzzle)
        if 0 <= row < len(self._all):
            return self._all[row]
        if not self._all:
            raise CatalogueError(f"{self._where(answer)} names no puzzle: give --puzzles FILE or --dataset DIR")
        raise CatalogueError(f"{self._where(answer)}: no puzzle {row}; there are {len(self._all)}, from 0")

    def _named(self, answer: Answer) -> Given:
        word = str(answer.puzzle).strip()
        if found := self._by_text.get(word) or self._by_text.get(word.translate(_EMPTY)):
            return found
        if self._all:
            raise CatalogueError(f"{self._where(answer)}: {word[:90]} is not among the puzzles")
        try:
            with opened(word, How(rules=self._rules, in_part=True)) as found_here:
                return found_here.single()
        except (ValueError, CatalogueError) as error:
            raise CatalogueError(f"{self._where(answer)}: {error}") from error

    def _where(self, answer: Answer) -> str:
        return f"{self._path}: line {answer.line}"


_EMPTY = str.maketrans("0*_-", "....")
