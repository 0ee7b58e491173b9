"""Show a puzzle that a person names, with all that the catalogue knows of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ... import engine
from ...engine.reading.tables import Given
from ...engine.shape import Shape
from .. import storage
from ..errors import CatalogueError
from ..formats.door import Named, Word, for_engine, grid_of
from ..puzzles.numbers import parsed_number
from ..puzzles.stored import from_lines
from ..requests.named import named_by
from ..requests.request import LongRequest
from ..storage.home import Home


@dataclass(frozen=True, kw_only=True)
class ShowRequest(LongRequest):
    """Which puzzle, and whether its solution is wanted."""

    puzzle: Word = field(kw_only=False)
    base: int | None = None
    rules: str | None = None
    solution: bool = False


@dataclass(frozen=True)
class ShowReport:
    """A puzzle, perhaps its solution, and what the catalogue knows of it if it has a number."""

    given: Given
    solution: Sequence[int] | None
    """A digit for each cell, if it was asked for."""
    row: Mapping[str, Any] | None
    """The columns of the catalogue; None for a puzzle that is not of one."""
    class_number: int | None
    origins: Sequence[storage.Origin]
    """The files that have it, the one that brought it first."""

    def data(self) -> dict[str, Any]:
        """Return it for programs."""
        own = {"puzzle": self.given.written, "class": self.class_number}
        return dict(self.row or {}) | own


def show(home: Home | None, request: ShowRequest) -> ShowReport:
    """Read a puzzle, and find its solution if that is wanted.

    CatalogueError for several puzzles, and for one without exactly one solution if it is wanted.
    """
    with named_by(home, request) as found:
        given = found.single()
        if given.number is not None and home is not None:
            return _stored(home, request, given)
        return ShowReport(given, _solution(found, given) if request.solution else None, None, None, ())


def variants_named(home: Home | None, request: ShowRequest) -> Iterator[tuple[engine.Variant, str | None]]:
    """Yield the puzzles that a request names, a file of many too, as formats take those with rules.

    With the solution, if that is wanted. CatalogueError as from `show`.
    """
    with named_by(home, request) as found:
        for given in found.each():
            variant = given.variant or _as_variant(given)
            solution = variant.text_of(_solution(found, given)) if request.solution else None
            yield variant, solution


def _as_variant(given: Given) -> engine.Variant:
    cells = grid_of(given).to_numpy().ravel().tolist()
    return engine.Variant.of(given.size, blocks=given.shape.blocks).with_givens(cells)


def _solution(found: Named, given: Given) -> Sequence[int]:
    blocks = None if given.variant else given.shape.blocks
    answer = engine.solve(for_engine(given), blocks=blocks, limit=2)
    if answer.counts != 1:
        raise CatalogueError(
            f"{found.source}: the puzzle does not have exactly one solution; look at it with: catalogue solve"
        )
    cells: list[int] = answer.solutions.tolist()
    return cells


def _stored(home: Home, request: ShowRequest, given: Given) -> ShowReport:
    number = parsed_number(given.number or "")
    assert number is not None  # it was looked up by this
    with storage.Store.read(home) as store:
        (found,) = storage.numbered(store, [number])
        row = dict(zip(storage.COLUMNS, found, strict=True))
        origins = storage.origins_of(store, number.first, number.place or 0)
    board = from_lines([row["solution"]])
    is_usual = given.variant is None and given.shape == Shape.of(9)
    class_number = int(engine.rank(board)[0]) if is_usual else None
    return ShowReport(given, board[0].tolist() if request.solution else None, row, class_number, origins)
