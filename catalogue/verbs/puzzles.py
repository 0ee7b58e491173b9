"""The puzzles of a catalogue that meet some filters, in some order, and one of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from itertools import islice
from operator import index
from os import PathLike
from typing import TYPE_CHECKING, Annotated, Any, Self, SupportsIndex, overload

from ... import engine
from ...engine.grades import Grade, Level
from .. import formats
from ..errors import CatalogueError
from ..puzzles.columns import TABLE, number_of, parsed_number
from ..puzzles.game import Game
from ..puzzles.kinds import Criteria, board_ranges
from ..puzzles.stored import from_lines, grid_of
from ..requests.request import text
from ..requests.selection import SelectionByClues, chosen
from ..storage.columns import COLUMNS
from ..storage.queries import Choice, check_numbers
from ..storage.store import Store
from .export import ExportRequest, check_shares, sides_of, written

if TYPE_CHECKING:
    import numpy as np
    import pandas
    import pyarrow
    from numpy.typing import NDArray

_METRICS = tuple(each.name for each in TABLE if each.is_metric)


@dataclass(frozen=True)
class Puzzle:
    """A puzzle with what the catalogue knows of it."""

    number: int
    """Of its board."""
    place: int
    """Among the puzzles of its board: 0 for the first."""
    givens: str
    """The cells row by row: 1 .. 9 then A .. P, a full stop if a cell is empty."""
    answer: str
    """The solution, in the same form."""
    blocks: str
    """Rows and columns of a block, such as "3x3", or "none"."""
    metrics: Mapping[str, int]
    """Each count of the reference search, and of the textbook search if that was measured, by its column."""
    minimal: bool
    """Whether every clue is necessary."""
    pattern: str | None
    """The symmetry of the cells of its clues."""
    rating: float | None
    """On the scale of Sudoku Explainer; None if the puzzle is not rated."""
    grade: Grade | None
    hardest: str | None
    """The hardest technique on its path."""
    score: int | None = None
    """On the scale of HoDoKu; None if the puzzle is not rated in full, or not 9x9."""
    level: Level | None = None
    """HoDoKu's."""
    own: str | None = None
    """Its rules besides the ones that all puzzles of the catalogue share, as constraint text."""
    game: Game | None = field(default=None, compare=False, repr=False)
    """The rules that all share."""

    @classmethod
    def of_row(cls, row: Mapping[str, Any], game: Game) -> Puzzle:
        """Make a puzzle of a row of `catalogue.storage.queries`, by column."""
        number = parsed_number(str(row["id"]))
        assert number is not None
        same = ("givens", "pattern", "rating", "hardest", "score")
        return cls(
            **{name: row[name] for name in same},
            number=number.first,
            place=number.place or 0,
            answer=row["solution"],
            blocks=game.blocks,
            metrics={name: row[name] for name in _METRICS if row[name] is not None},
            minimal=bool(row["minimal"]),
            grade=None if row["grade"] is None else Grade(row["grade"]),
            level=None if row["level"] is None else Level(row["level"]),
            own=row["constraints"],
            game=game,
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
    def grid(self) -> engine.Grid:
        """The puzzle as a grid; its clues are locked."""
        return grid_of(self.givens, self.blocks)

    @property
    def solution(self) -> engine.Grid:
        """The solution as a grid."""
        return grid_of(self.answer, self.blocks)

    @property
    def variant(self) -> engine.Variant | None:
        """The puzzle with its rules; None for a plain one."""
        return self.game.variant(self.givens, self.own) if self.game else None

    def steps(self) -> list[engine.Step]:
        """Return the steps that solve it under its rules, the easiest first at every point, as `engine.steps` does."""
        return engine.steps(self.variant or self.grid)

    def __str__(self) -> str:
        return self.givens

    def _repr_svg_(self) -> str:
        return self.grid._repr_svg_()


_SHOWN = 10
_SHOWN_COLUMNS = ("id", "clues", "rating", "grade", "hardest", "pattern", "givens")
"""Rows and columns of a choice in a notebook."""


def _cells(tag: str, values: Iterable[object]) -> str:
    return "".join(f"<{tag}>{'' if value is None else escape(str(value))}</{tag}>" for value in values)


@dataclass(frozen=True, repr=False)
class Puzzles(Choice):
    """A choice of puzzles, read again at each use: iterate over it, count it, or read it as a table.

    `order_by` and `limit` return another choice and leave this one as it is.
    """

    def __iter__(self) -> Iterator[Puzzle]:
        """Iterate over the puzzles; they are read as the iteration goes on."""
        names, game = (*COLUMNS, "constraints"), self.store.settings.game
        return (Puzzle.of_row(dict(zip(names, row, strict=True)), game) for row in self.rows(names))

    @overload
    def __getitem__(self, place: SupportsIndex) -> Puzzle: ...
    @overload
    def __getitem__(self, place: slice) -> list[Puzzle]: ...
    def __getitem__(self, place: SupportsIndex | slice) -> Puzzle | list[Puzzle]:
        """Return the puzzle at a place in this order, from 0, or the puzzles of a slice. IndexError past the end."""
        if isinstance(place, slice):
            places = range(len(self))[place]
            first, end = (min(places), max(places) + 1) if places else (0, 0)
            return list(islice(self._first(end), first, end))[:: places.step]
        number = index(place)
        number += len(self) if number < 0 else 0
        found = next(islice(self._first(number + 1), number, None), None) if number >= 0 else None
        if found is None:
            raise IndexError(f"no puzzle {index(place)} among {len(self):,}")
        return found

    def __repr__(self) -> str:
        """How many there are, where, and in which order."""
        try:
            count = f"{len(self):,}"
        except CatalogueError:
            count = "unknown"
        order = f" by {self.sort}{', greatest first' if self.descending else ''}" if self.sort != "id" else ""
        return f"<Puzzles: {count} of the catalogue in {self.store.home}{order}>"

    def _repr_html_(self) -> str:
        """The first ones as a table, for a notebook."""
        rows = list(islice(self._first(_SHOWN).rows(_SHOWN_COLUMNS), _SHOWN))
        cells = "".join(f"<tr>{_cells('td', row)}</tr>" for row in rows)
        more = f"<p>{len(self):,} puzzles; the first {len(rows)} are shown</p>" if len(self) > len(rows) else ""
        return f"<table><thead><tr>{_cells('th', _SHOWN_COLUMNS)}</tr></thead><tbody>{cells}</tbody></table>{more}"

    def first(self) -> Puzzle | None:
        """Return the first puzzle; None if no puzzle matches."""
        return next(iter(self._first(1)), None)

    def _first(self, most: int) -> Self:
        return self.limit(most if self.most is None else min(most, self.most))

    def to_numpy(self) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """Return puzzles and solutions, both `uint8 (n, S*S)`, row by row, 0 for an empty cell."""
        import numpy as np  # a choice whose rows are printed needs none

        cells = self.store.settings.size**2
        none = np.empty((0, cells), np.uint8), np.empty((0, cells), np.uint8)
        return next(self._batches(None), none)

    def batches(self, size: int) -> Iterator[tuple[NDArray[np.uint8], NDArray[np.uint8]]]:
        """Yield puzzles and solutions as `to_numpy` does, at most `size` at a time: for more than fit into memory.

        ValueError for a size below 1.
        """
        if size < 1:
            raise ValueError(f"a batch of {size} puzzles")
        yield from self._batches(size)

    def _batches(self, size: int | None) -> Iterator[tuple[NDArray[np.uint8], NDArray[np.uint8]]]:
        rows = iter(self.rows(("givens", "solution")))
        while batch := list(islice(rows, size)):
            givens, solutions = zip(*batch, strict=True)
            yield from_lines(givens), from_lines(solutions)

    def split(self, shares: Mapping[str, float]) -> dict[str, tuple[NDArray[np.uint8], NDArray[np.uint8]]]:
        """Return puzzles and solutions as `to_numpy` does, for each share, such as `{"train": 0.9, "test": 0.1}`.

        The side of a puzzle is that of `catalogue export --split`: no puzzle or solution of one side is the image of
        one on another side under any symmetry. ValueError unless the shares are above 0 and sum up to 1.
        """
        import numpy as np

        check_shares(shares)
        puzzles, solutions = self.to_numpy()
        lines = [line for (line,) in self.rows(("solution",))]
        sides = np.array(sides_of(lines, shares, self.store.settings.shape.blocks), np.int64)
        return {name: (puzzles[sides == side], solutions[sides == side]) for side, name in enumerate(shares)}

    def export(self, path: str | PathLike[str], **options: Any) -> int:
        """Write the puzzles to a file as `catalogue export` does, and return how many there are.

        The ending of the path decides the format, also before .gz, unless `format` names one. The other `options` are
        those of the command: `columns`, `solution`, `hints`, `style`, `service`, `split` and `force`; see
        `catalogue.verbs.export.ExportRequest`. With `split`, as in `Puzzles.split`, each share has a file of its own,
        such as NAME-train.csv.

        ValueError for names that do not exist or do not go together, CatalogueError if the file exists, unless
        `force` replaces it, or if it cannot be written.
        """
        request = ExportRequest(output=path, **options)
        return written(self, request, request.target()).puzzles

    def to_arrow(self, columns: Sequence[str] = tuple(COLUMNS)) -> pyarrow.Table:
        """Return a table of the columns, with the types that `export` to Parquet has: int64, float64, bool or text.

        Numbers of puzzles are text, such as "12" or "12.1". CatalogueError without pyarrow:
        `pip install 'board-catalogue[parquet]'`. KeyError for an unknown column.
        """
        found: pyarrow.Table = formats.columns.table(self.rows(columns), columns)
        return found

    def to_pandas(self, columns: Sequence[str] = tuple(COLUMNS)) -> pandas.DataFrame:
        """Return a data frame of the columns. CatalogueError without pandas: `pip install pandas`."""
        try:
            import pandas
        except ImportError:
            raise CatalogueError("a data frame needs pandas; install it with: pip install pandas") from None
        rows = list(self.rows(columns))
        return pandas.DataFrame({name: [row[place] for row in rows] for place, name in enumerate(columns)})


# --- Which puzzles --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class PuzzlesRequest(SelectionByClues):
    """Which puzzles. Any one of several grades, levels, patterns, sources and texts will do."""

    numbers: Annotated[Iterable[int] | None, text()] = None


def puzzles(store: Store, request: PuzzlesRequest) -> Puzzles:
    """Return the puzzles that meet all filters, in the order of their numbers unless `sort` names another.

    TypeError for an unknown keyword, ValueError for an unknown name, CatalogueError if there is no catalogue or it
    cannot be read.
    """
    found, ranges = chosen(store, request), board_ranges(request.numbers)
    return Puzzles(**vars(replace(found, criteria=replace(found.criteria, ranges=ranges))))


def ids_of(store: Store, numbers: Iterable[int | str]) -> list[int]:
    """Return the ids of puzzles by their numbers, such as 12 or "12.1", which a stream may yield."""
    left = iter(numbers)
    some = iter(lambda: list(islice(left, 500)), [])  # so many are looked up together
    return [id for each in some for id in numbered_puzzles(store, each).ids()]


def numbered_puzzles(store: Store, numbers: Iterable[int | str]) -> Puzzles:
    """Return the puzzles with some numbers. ValueError for other text, CatalogueError for one that no puzzle has."""
    ranges = []
    for number in numbers:
        found = parsed_number(str(number))
        if found is None:
            raise ValueError(f"{number!r} is not a number of a puzzle, such as 12 or 12.1")
        ranges.append(found)
    check_numbers(store, ranges)
    return Puzzles(store, Criteria(ranges=ranges))
