"""The puzzles of a catalogue that meet some filters, in some order, and one of them."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from board_catalogue.catalogue.errors import CatalogueError
from board_catalogue.catalogue.puzzles.filters import Criteria
from board_catalogue.catalogue.puzzles.numbers import (
    NUMBER_COLUMNS,
    PUZZLE_METRICS,
    RANDOM,
    TEXTBOOK_METRICS,
    Range,
    number_of,
    parsed_number,
)
from board_catalogue.catalogue.storage.columns import COLUMNS, ROW_ID, Row
from board_catalogue.catalogue.storage.queries import count, find, find_shuffled, notes_in
from board_catalogue.catalogue.storage.store import Store
from board_catalogue.engine.grades import Grade, Level

if TYPE_CHECKING:
    import numpy as np
    import pandas
    import pyarrow
    from numpy.typing import NDArray

    from board_catalogue.engine import Grid, Step


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
    """Each of `puzzles.numbers.PUZZLE_METRICS`, and of TEXTBOOK_METRICS if that was measured, by its column."""
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

    @classmethod
    def of_row(cls, row: Mapping[str, Any], blocks: str) -> Puzzle:
        """Make a puzzle of a row of `catalogue.storage.queries`, by column."""
        number = parsed_number(str(row["id"]))
        assert number is not None
        return cls(
            number=number.first,
            place=number.place or 0,
            givens=row["givens"],
            answer=row["solution"],
            blocks=blocks,
            metrics={name: row[name] for name in (*PUZZLE_METRICS, *TEXTBOOK_METRICS) if row[name] is not None},
            minimal=bool(row["minimal"]),
            pattern=row["pattern"],
            rating=row["rating"],
            grade=None if row["grade"] is None else Grade(row["grade"]),
            hardest=row["hardest"],
            score=row["score"],
            level=None if row["level"] is None else Level(row["level"]),
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
        from board_catalogue.catalogue.puzzles.stored import grid_of

        return grid_of(self.givens, self.blocks)

    @property
    def solution(self) -> Grid:
        """The solution as a grid."""
        from board_catalogue.catalogue.puzzles.stored import grid_of

        return grid_of(self.answer, self.blocks)

    def steps(self) -> list[Step]:
        """Return the steps that solve it, the easiest first at every point, as `engine.steps` does."""
        from board_catalogue import engine

        return list(engine.steps(self.grid))

    def __str__(self) -> str:
        return self.givens

    def _repr_svg_(self) -> str:
        return self.grid._repr_svg_()


@dataclass(frozen=True)
class Puzzles:
    """A choice of puzzles, read again at each use: iterate over it, count it, or read it as a table.

    `order_by` and `limit` return another choice and leave this one as it is.
    """

    store: Store
    criteria: Criteria
    sort: str = "id"
    descending: bool = False
    seed: int | None = None
    most: int | None = None

    def order_by(self, name: str, *, descending: bool = False, seed: int | None = None) -> Puzzles:
        """Order by a number of the puzzles, ties by board number, or `random`ly, always the same for the same seed.

        The names are those of `catalogue query --sort`. Puzzles without a rating or score come last when ordered by it.
        ValueError for another name.
        """
        if name not in (*NUMBER_COLUMNS, RANDOM):
            raise ValueError(f"no order is called {name!r}; there are {', '.join((*NUMBER_COLUMNS, RANDOM))}")
        return replace(self, sort=name, descending=descending, seed=seed)

    def limit(self, most: int) -> Puzzles:
        """Keep at most `most` puzzles; ValueError for a negative number."""
        if most < 0:
            raise ValueError(f"limit {most} is below 0")
        return replace(self, most=most)

    def rows(self, columns: Sequence[str] = tuple(COLUMNS)) -> Iterator[Row]:
        """Return rows of the columns, one at a time. KeyError for an unknown column."""
        if self.sort == RANDOM:
            seed = secrets.randbits(32) if self.seed is None else self.seed
            return find_shuffled(self.store, self.criteria, seed=seed, columns=columns, limit=self.most)
        return find(
            self.store,
            self.criteria,
            columns=columns,
            sort=NUMBER_COLUMNS[self.sort],
            descending=self.descending,
            limit=self.most,
        )

    def page(
        self,
        most: int,
        *,
        after: int | str | None = None,
        before: int | str | None = None,
        last: bool = False,
        columns: Sequence[str] = tuple(COLUMNS),
    ) -> list[Row]:
        """Return the first rows in this order, or the `last`, or those directly `after` or `before` a puzzle, as 12.1.

        A page costs the same wherever it is. The limit of `limit` does not count here. ValueError for a random order
        and for text that is not the number of a puzzle, CatalogueError for a number that no puzzle has, KeyError for an
        unknown column.
        """
        from board_catalogue.catalogue.storage.queries import page

        if self.sort == RANDOM:
            raise ValueError("a random order has no pages")
        return page(
            self.store,
            self.criteria,
            limit=most,
            columns=columns,
            sort=NUMBER_COLUMNS[self.sort],
            descending=self.descending,
            after=_numbered(after),
            before=_numbered(before),
            last=last,
        )

    def __iter__(self) -> Iterator[Puzzle]:
        """Iterate over the puzzles; they are read as the iteration goes on."""
        names, blocks = tuple(COLUMNS), self.store.settings.shape.blocks
        return (Puzzle.of_row(dict(zip(names, row, strict=True)), blocks) for row in self.rows(names))

    def __len__(self) -> int:
        """Count the puzzles, without reading them."""
        found = count(self.store, self.criteria)
        return found if self.most is None else min(found, self.most)

    def ids(self) -> list[int]:
        """Return the ids of the puzzles in the database, which other tables refer to."""
        return [id for (id,) in self.rows((ROW_ID,))]

    def first(self) -> Puzzle | None:
        """Return the first puzzle; None if no puzzle matches."""
        return next(iter(self.limit(1)), None)

    def to_numpy(self) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """Return puzzles and solutions, both `uint8 (n, S*S)`, row by row, 0 for an empty cell."""
        import numpy as np  # a choice whose rows are printed needs none

        from board_catalogue.catalogue.puzzles.stored import from_lines

        rows = list(self.rows(("givens", "solution")))
        if not rows:
            cells = self.store.settings.size**2
            return np.empty((0, cells), np.uint8), np.empty((0, cells), np.uint8)
        givens, solutions = zip(*rows, strict=True)
        return from_lines(givens), from_lines(solutions)

    def batches(self, size: int) -> Iterator[tuple[NDArray[np.uint8], NDArray[np.uint8]]]:
        """Yield puzzles and solutions as `to_numpy` does, at most `size` at a time: for more than fit into memory.

        ValueError for a size below 1.
        """
        from board_catalogue.catalogue.puzzles.stored import from_lines

        if size < 1:
            raise ValueError(f"a batch of {size} puzzles")
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

        from board_catalogue.catalogue.verbs.export import check_shares, sides_of

        check_shares(shares)
        puzzles, solutions = self.to_numpy()
        lines = [line for (line,) in self.rows(("solution",))]
        sides = np.array(sides_of(lines, shares, self.store.settings.shape.blocks), np.int64)
        return {name: (puzzles[sides == side], solutions[sides == side]) for side, name in enumerate(shares)}

    def export(
        self,
        path: str | PathLike[str],
        *,
        format: str | None = None,
        columns: Sequence[str] | None = None,
        solution: bool = True,
        hints: bool = False,
        style: str | None = None,
        service: str | None = None,
        split: Mapping[str, float] | None = None,
        force: bool = False,
    ) -> int:
        """Write the puzzles to a file as `catalogue export` does, and return how many there are.

        The ending of the path decides the format, also before .gz, unless `format` names one. The other arguments are
        the options of the command: see `catalogue.verbs.export.Export`. With `split`, as in `Puzzles.split`, each share
        has a file of its own, such as NAME-train.csv.

        ValueError for names that do not exist or do not go together, CatalogueError if the file exists, unless
        `force` replaces it, or if it cannot be written.
        """
        from board_catalogue.catalogue.storage.whole_files import packed_output
        from board_catalogue.catalogue.verbs.export import (
            RULED_COLUMNS,
            Export,
            check_rules,
            check_shares,
            format_of,
            variants_of,
            with_rules,
            write_file,
            write_split,
        )
        from board_catalogue.engine.grades import Style

        file, blocks = Path(path), self.store.settings.shape.blocks
        wanted = Export(
            format=format_of(file, format),
            columns=columns,
            solution=solution,
            hints=hints,
            style=None if style is None else Style(style),
            service=service,
            notes=notes_in(self.store),
            ruled=bool(self.store.settings.rules),
        )
        settings = self.store.settings
        check_rules(wanted.form, settings)
        if settings.rules and (split or hints):
            raise ValueError(f"{'split' if split else 'hints'} is for plain puzzles, not for variants")
        if settings.rules and wanted.form.keeps_rules:
            found = self.rows(RULED_COLUMNS)
            extra = {"service": service} if service else {}
            with packed_output(file, binary=wanted.form.is_binary, force=force) as output:
                wanted.form.write_variants(variants_of(found, settings, solution=solution), output, **extra)
            return len(self)
        if split:
            check_shares(split)
            rows = self.rows([*wanted.asked, "solution"])
            return sum(write_split(file, wanted, rows, blocks, split, force=force).values())
        count = 0

        def counted() -> Iterator[Row]:
            nonlocal count
            for row in with_rules(self.rows(wanted.asked), wanted.asked, settings):
                count += 1
                yield row

        write_file(file, wanted, counted(), blocks, force=force)
        return count

    def to_arrow(self, columns: Sequence[str] = tuple(COLUMNS)) -> pyarrow.Table:
        """Return a table of the columns, with the types that `export` to Parquet has: int64, float64, bool or text.

        Numbers of puzzles are text, such as "12" or "12.1". CatalogueError without pyarrow:
        `pip install 'board-catalogue[parquet]'`. KeyError for an unknown column.
        """
        from board_catalogue.catalogue.formats.columns import table

        found: pyarrow.Table = table(self.rows(columns), columns)
        return found

    def to_pandas(self, columns: Sequence[str] = tuple(COLUMNS)) -> pandas.DataFrame:
        """Return a data frame of the columns. CatalogueError without pandas: `pip install pandas`."""
        try:
            import pandas
        except ImportError:
            raise CatalogueError("a data frame needs pandas; install it with: pip install pandas") from None
        return pandas.DataFrame(self._by_column(columns))

    def _by_column(self, columns: Sequence[str]) -> dict[str, list[Any]]:
        rows = list(self.rows(columns))
        return {name: [row[place] for row in rows] for place, name in enumerate(columns)}


def _numbered(name: int | str | None) -> Range | None:
    if name is None:
        return None
    number = parsed_number(str(name))
    if number is None:
        raise ValueError(f"{name!r} is not a number of a puzzle, such as 12 or 12.1")
    return number
