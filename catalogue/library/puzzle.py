"""One puzzle of a catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from catalogue.metrics import PUZZLE_METRICS
from catalogue.puzzle_numbers import number_of, parsed_number
from engine.rating.grades import Grade

if TYPE_CHECKING:
    from engine import Grid, Step


@dataclass(frozen=True)
class Puzzle:
    """A puzzle with what the catalogue knows of it."""

    number: int
    """Of its board."""
    place: int
    """Among the puzzles of its board: 0 for the first."""
    givens: str
    """The cells row by row: 1 .. 9 then A .. P, a full stop where a cell is empty."""
    answer: str
    """The solution, in the same form."""
    blocks: str
    """Rows and columns of a block, such as "3x3", or "none"."""
    metrics: Mapping[str, int]
    """Each of `catalogue.metrics.PUZZLE_METRICS`, by its column."""
    minimal: bool
    """Whether every clue is necessary."""
    pattern: str | None
    """The symmetry of the cells of its clues."""
    rating: float | None
    """On the scale of Sudoku Explainer; None where the puzzle is not rated."""
    grade: Grade | None
    hardest: str | None
    """The hardest technique on its path."""

    @classmethod
    def of_row(cls, row: Mapping[str, Any], blocks: str) -> Puzzle:
        """Make a puzzle of a row of `catalogue.store.reading.queries`, by column."""
        number = parsed_number(str(row["id"]))
        assert number is not None
        return cls(
            number=number.first,
            place=number.place or 0,
            givens=row["givens"],
            answer=row["solution"],
            blocks=blocks,
            metrics={name: row[name] for name in PUZZLE_METRICS},
            minimal=bool(row["minimal"]),
            pattern=row["pattern"],
            rating=row["rating"],
            grade=None if row["grade"] is None else Grade(row["grade"]),
            hardest=row["hardest"],
        )

    @property
    def name(self) -> str:
        """Its number as commands take it: 12, or 12.1 for the second puzzle of board 12."""
        return number_of(self.number, self.place)

    @property
    def clues(self) -> int:
        """How many cells are filled."""
        return self.metrics["clues"]

    @property
    def grid(self) -> Grid:
        """The puzzle as a grid; its clues are locked."""
        from catalogue.formats.digits import grid_of

        return grid_of(self.givens, self.blocks)

    @property
    def solution(self) -> Grid:
        """The solution as a grid."""
        from catalogue.formats.digits import grid_of

        return grid_of(self.answer, self.blocks)

    def steps(self) -> list[Step]:
        """Return the steps that solve it, the easiest first at every point, as `engine.steps` does."""
        import engine

        return list(engine.steps(self.grid))

    def __str__(self) -> str:
        return self.givens

    def _repr_svg_(self) -> str:
        return self.grid._repr_svg_()
