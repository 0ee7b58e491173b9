"""Inspect a puzzle for its setter: solutions, candidates, level, path, parts that are not needed or that contradict."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, NamedTuple

from ... import engine
from ...engine import LEVELS, paths
from ...engine.reading.tables import Given
from ...engine.rules.model import SIZES
from ...engine.rules.needs import variant_of
from ...engine.words import ENGLISH, LANGUAGES
from ..errors import CatalogueError
from ..formats.door import Named, Word, for_engine
from ..requests.named import Puzzles, Rows, Work, rows_of
from ..requests.request import LongRequest, choice, whole
from ..requests.shared import SIZE
from ..storage.home import Home
from .path import score_of
from .sections import counted

SOLUTIONS = 200
"""Solutions that are counted, unless `limit` says how many."""


@dataclass(frozen=True, kw_only=True)
class InspectRequest(LongRequest):
    """Which puzzles, and how many solutions to count."""

    puzzle: Word = field(kw_only=False)
    size: Annotated[int | None, SIZE] = None
    blocks: str | None = None
    base: int | None = None
    trust: bool = False
    rules: str | None = None
    limit: Annotated[int, whole(1, words={"counted": SOLUTIONS})] = SOLUTIONS
    language: Annotated[str, choice(LANGUAGES)] = ENGLISH


class InspectRow(NamedTuple):
    """A puzzle and what holds of it."""

    line: int
    puzzle: str
    solutions: int
    more: bool
    """Whether there are others than those that were counted."""
    solution: str | None
    """None if there is none, or several."""
    candidates: Sequence[Sequence[int]]
    """For each cell the digits that it has in some solution."""
    needless: Sequence[str] | None
    """The clues and rules each of which can go, alone; None unless there is one solution."""
    contradiction: Sequence[str] | None
    """Clues and rules that exclude all boards, none of them idle; None if there is a solution."""
    level: str | None
    score: int | None
    steps: Sequence[dict[str, Any]]
    """The path as far as it leads; empty without a solution."""

    def words(self) -> Sequence[str]:
        """Return the puzzle, its number of solutions, its level, and what contradicts or is not needed."""
        count = f"more than {self.solutions:,} solutions" if self.more else counted(self.solutions, "solution")
        parts = [("not needed", self.needless), ("contradiction", self.contradiction)]
        return self.puzzle, count, self.level or "", *(f"{title}: {', '.join(some)}" for title, some in parts if some)

    def values(self, format: str) -> Sequence[object]:
        """Return the columns: for programs with all that is known, for tables as texts."""
        if format in ("json", "jsonl"):
            return self
        digits = " ".join(",".join(map(str, some)) or "-" for some in self.candidates)
        parts = (None if some is None else "; ".join(some) for some in (self.needless, self.contradiction))
        techniques = " ".join(step["technique"] for step in self.steps)
        return *self[:5], digits, *parts, self.level, self.score, techniques


def inspect(home: Home | None, request: InspectRequest) -> Rows:
    """Give the solutions, candidates, level and path of each puzzle, and the parts that it can lose or that contradict.

    CatalogueError names the line of a puzzle that cannot be read, or is above 16x16.
    """

    def work(found: Named, some: Sequence[Given], puzzles: Puzzles) -> Sequence[InspectRow]:
        for given in some:
            if given.size not in SIZES:
                problem = f"inspect takes sizes {SIZES[0]} to {SIZES[-1]}, and the puzzle has size {given.size}"
                raise CatalogueError(f"{found.source}: line {given.line}: {problem}")
        return [_row(given, request) for given in some]

    return rows_of(InspectRow._fields, home, request, Work(work, batch=1, with_rules=1))


def _row(given: Given, request: InspectRequest) -> InspectRow:
    variant = variant_of(given.variant or for_engine(given), given.shape.blocks)
    solutions, counts = engine.solve(variant, limit=request.limit + 1)
    count, lowest = int(counts), variant.frame.lowest
    bits = engine.true_candidates(variant)[: variant.frame.cells].tolist()
    score = score_of(given) if count == 1 else None
    if count == 1:
        path = paths.path_of(for_engine(given), given.shape.blocks)
    else:
        path = paths.people_steps(variant, needs_one=False) if count else []
    return InspectRow(
        given.line,
        given.written,
        min(count, request.limit),
        count > request.limit,
        variant.text_of(solutions.tolist()) if count == 1 else None,
        [[digit + lowest for digit in range(variant.size) if one >> digit & 1] for one in bits],
        engine.needless(variant).words(variant) if count == 1 else None,
        None if count else engine.contradiction(variant).words(variant),
        None if score is None else LEVELS[score["level"]],
        None if score is None else int(score["score"]),
        [paths.as_data(step, request.language) for step in path],
    )
