"""Find a puzzle with the fewest clues on a board, and prove it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated

from ... import engine
from ...engine.grades import why_unrated
from ...engine.shape import Shape
from ..errors import CatalogueError
from ..formats.door import Named, Word, grid_of
from ..requests.named import named_by
from ..requests.option import text, whole
from ..requests.request import LongRequest
from ..requests.shared import BASE, PUZZLE

if TYPE_CHECKING:
    from ...engine.boards import Boards
    from ..storage.home import Home


def _read_resume(value: str) -> str:
    if not re.fullmatch(r"\d{1,9}:\d{1,9}:\d{1,9}", value, re.ASCII):
        raise ValueError(f"`resume` {value!r} is not CLUES:PART:PARTS, three numbers as the search printed them")
    return value


@dataclass(frozen=True, kw_only=True)
class FewestRequest(LongRequest):
    """Which board to search. `on_progress` gets an `engine.Progress` for each part that is done."""

    puzzle: Annotated[Word, PUZZLE] = field(kw_only=False)
    base: Annotated[int | None, BASE] = None
    clues: Annotated[int | None, whole("Ask only for this many clues or fewer.", least=1, greatest=81)] = None
    resume: Annotated[
        str | None,
        text("Continue an earlier search from where it ended.", metavar="CLUES:PART:PARTS", read=_read_resume),
    ] = None


@dataclass(frozen=True)
class FewestReport:
    """A puzzle of few clues, or that there is none."""

    puzzle: Boards | None
    """`uint8 (81,)`; None: no puzzle of the board has so few clues."""
    is_fewest: bool
    """Whether no puzzle of the board has fewer."""

    def data(self) -> dict[str, object]:
        """Return it for programs."""
        line = None if self.puzzle is None else engine.Grid(self.puzzle).line()
        return {"puzzle": line, "is_fewest": self.is_fewest}


class _EndedError(Exception):
    """The search was stopped."""


def fewest(home: Home | None, request: FewestRequest) -> FewestReport:
    """Search all ways to place few clues on the board of a puzzle, which takes from minutes to hours.

    CatalogueError for boards that are not 9x9, for a puzzle without exactly one solution, for a search that `resume`
    does not continue, and for one that was stopped; it says how to continue.
    """
    with named_by(home, request) as found:
        board = _board(found)
    reached: list[engine.Progress] = []

    def watch(here: engine.Progress) -> None:
        reached.append(here)
        request.on_progress(here)
        if request.stop and request.stop.is_set():
            raise _EndedError

    resume = engine.Progress(*map(int, request.resume.split(":"))) if request.resume else None
    try:
        if request.clues:
            puzzle = engine.puzzle_within(board, request.clues, progress=watch, resume=resume)
        else:
            puzzle = engine.fewest_clues(board, progress=watch, resume=resume)
    except _EndedError:
        raise CatalogueError(f"ended early; to continue, add --resume {':'.join(map(str, reached[-1]))}") from None
    except ValueError as error:  # it resumes another search
        raise CatalogueError(str(error)) from error
    return FewestReport(puzzle, not request.clues)


def _board(found: Named) -> Boards:
    """The solution of the puzzle."""
    if not found.is_one():
        found.plain(next(found.each()))  # rules are the first thing that is wrong
    given = found.plain(found.single())
    if reason := why_unrated(given.size):
        raise CatalogueError(f"{found.source}: {reason}")
    if given.shape != Shape.of(9):
        raise CatalogueError(f"{found.source}: the search is for 9x9 boards only, not {given.shape}")
    cells = grid_of(given).to_numpy().reshape(-1)
    if engine.count_solutions(cells) != 1:
        raise CatalogueError(f"{found.source}: a puzzle without exactly one solution has no board to search")
    return engine.solve(cells)
