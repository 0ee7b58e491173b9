"""A catalogue opened to be written to: checked against the request, made if it is missing; how many boards it lacks."""

import secrets
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from itertools import permutations
from math import factorial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import select

from ... import engine
from ...engine.grades import RATING_VERSION
from ...engine.names import CLASSES, check_symmetry
from ...engine.shape import NO_BLOCKS, NoUsualBlocks, Shape
from ..errors import CatalogueError, DifferentCatalogue
from ..puzzles.game import kept_rules, symmetries_ruled
from ..puzzles.settings import Settings
from ..puzzles.stored import from_lines
from ..storage.home import DATABASE, Home
from ..storage.schema import boards as board_table
from ..storage.store import Store, exists
from .recipe import RULED, Order, method_of, sampling_of


@dataclass(frozen=True, kw_only=True)
class Choices:
    """The settings that a caller names. None leaves the choice to a new catalogue, and fits any existing one."""

    size: int | None = None
    """New catalogue: 9, or the size of the blocks."""
    blocks: str | None = None
    """Rows and columns of a block, such as "3x2", or "none"; new catalogue: the usual ones of the size."""
    symmetry: str | None = None
    """One of `engine.SYMMETRIES`; new catalogue: "d4"."""
    method: str | None = None
    """One of `engine.METHODS`; new catalogue: `engine.generation.default_method` of the size."""
    sampling: str | None = None
    """One of `catalogue.runs.recipe.SAMPLINGS`; new catalogue: "carved"."""
    rules: str | None = None
    """Rules of variants, such as "diagonal,windoku", as `engine.Rulebook.read` takes them; new catalogue: none."""
    files: bool | None = None
    """Whether boards get files; new catalogue: True. The one setting that an existing catalogue can change."""

    @property
    def can_be_hard(self) -> bool:
        """Whether a new catalogue can be of `sampling` "hard", as nothing says otherwise."""
        others = (self.blocks, self.method, self.sampling, self.rules)
        return self.size in (None, 9) and not any(others)

    def settings(self, seed: int | None = None) -> Settings:
        """Return the settings of a new catalogue; if no seed is given, a random one (0 for "class-order").

        ValueError for values that do not exist or do not go together.
        """
        rules, shape = kept_rules(self.rules, self.size, self.blocks)
        for name in ("method", "sampling") if rules else ():
            if getattr(self, name) not in (None, RULED, "carved"):
                raise ValueError(f"boards under rules are made in one way: leave out {name}")
        first = 0 if self.method == "class-order" else secrets.randbits(32)  # it says at which class to begin
        found = Settings(
            size=shape.size,
            blocks=shape.blocks,
            symmetry=check_symmetry(self.symmetry or "d4"),
            seed=first if seed is None else seed,
            metrics_version=engine.native.METRICS_VERSION,
            method=RULED if rules else method_of(self.sampling, self.method, shape),
            rating_version=RATING_VERSION,
            files=self.files is not False,
            rules=rules,
        )
        if rules:
            symmetries_ruled(found.game.rulebook, found.symmetry)  # which may be too many
            found.game.boards(1, seed=0, start=0, method=RULED)  # there may be none
        return found

    def check_same(self, home: Home, existing: Settings) -> None:
        """DifferentCatalogue if the catalogue in `home` has other settings, its `files` excepted."""
        for asked, is_, what in self._compared(existing):
            if asked not in (None, is_):
                raise DifferentCatalogue(f"{home} {what} {is_}, not {asked}")

    def _compared(self, existing: Settings) -> Iterator[tuple[object, object, str]]:
        blocks = Shape.of(self.size, self.blocks).blocks if self.blocks else None
        yield self.size, existing.size, "holds boards of size"
        yield blocks, existing.blocks, "holds boards with blocks of"
        if self.rules is not None:
            yield (
                kept_rules(self.rules, existing.size, existing.blocks)[0],
                existing.rules or "none",
                "holds puzzles under the rules",
            )
        yield self.symmetry, existing.symmetry, "compares boards up to"
        yield self.method, existing.method, "generates boards by"
        yield self.sampling, sampling_of(existing.method), "holds puzzles that are"


Opener = Callable[[Home, Settings], Store]
"""Opens a catalogue for writing; one that is missing is made with the settings."""


def open_to_fill(home: Home, choices: Choices, request: Order, *, opener: Opener, durable: bool = False) -> Store:
    """Open the catalogue for a fill.

    DifferentCatalogue if it exists with other settings, ValueError if it cannot hold what is asked for; then
    nothing is made and nothing changed. Errors as from the `opener`.
    """
    new = choices.settings(request.seed)
    if not exists(home):
        request.check_against(new)
    with ExitStack() as on_error:
        store = on_error.enter_context(opener(home, new))
        settings = store.settings
        choices.check_same(home, settings)
        request.check_against(settings)
        if choices.files not in (None, settings.files):
            store.keep_files(bool(choices.files))
        if durable:
            store.sync_every_commit()
        on_error.pop_all()
    return store


@contextmanager
def opened_to_import(home: Home, choices: Choices, *, opener: Opener, dry_run: bool = False) -> Iterator[Store]:
    """Give the catalogue for an import; for a `dry_run` of a new one, another that is gone at the end.

    Size and blocks of the choices hold for a new catalogue only: `import_puzzles` compares them.
    DifferentCatalogue if the catalogue has another symmetry or other rules.
    """
    is_there = exists(home)
    try:
        new = choices.settings()
    except NoUsualBlocks:
        if not is_there:
            raise
        new = replace(choices, blocks=NO_BLOCKS).settings()  # the catalogue has blocks, or none
    if dry_run and not is_there:
        with tempfile.TemporaryDirectory() as folder, Store.write(Path(folder), new) as store:
            yield store
        return
    with opener(home, new) as store:
        Choices(symmetry=choices.symmetry, rules=choices.rules).check_same(home, store.settings)
        yield store


def check_not_itself(home: Home, path: Path) -> None:
    """CatalogueError if a file to import is the database of the catalogue that it would go into."""
    own = (home / DATABASE).resolve() if isinstance(home, Path) else None
    if own is not None and path.resolve() == own:
        raise CatalogueError(f"{own} is the catalogue to import into; name another --home")


_UPGRADE_SECONDS = 10.0  # to wait for another process, which may be upgrading the same catalogue


def upgrade(home: Home) -> None:
    """Give a catalogue the schema of this program. CatalogueError if it cannot be written."""
    Store.write(home, wait=_UPGRADE_SECONDS).close()


# --- How many different boards there are, and how many of them a fill can add -----------------------------------------

_LARGEST = 6  # of the sizes whose rows are listed
_MOST = 200_000  # boards that are compared
_CHUNK = 2048  # unfinished boards that get their next row together


def distinct_boards(shape: Shape, symmetry: str) -> int | None:
    """Return how many different boards exist if they can be listed or are known, else None: too many to run out of.

    If digits may be renamed it is enough to compare the boards whose first row is 1, 2, 3 ..; if rows may be
    permuted as well, those whose first column ascends within each band, and from band to band.
    """
    if shape == Shape.of(9) and symmetry == "full":
        return CLASSES
    boards = _boards(shape, is_renamed=symmetry != "d4", is_permuted=symmetry == "full")
    if boards is None:
        return None
    return len(np.unique(engine.keys(boards, symmetry=symmetry, blocks=shape.blocks), axis=0))


def boards_left(store: Store, existing: int) -> int | None:
    """Return how many different boards a catalogue with so many boards still lacks; None: too many to run out of."""
    settings = store.settings
    if settings.rules:
        return None
    if settings.method == PERMUTATION:
        return permutation_boards(settings.shape, settings.symmetry) - _permutation_boards_in(store)
    space = distinct_boards(settings.shape, settings.symmetry)
    return None if space is None else space - existing


# --- Boards of the method permutation ------------------------------------------------------------------------------

PERMUTATION = "permutation"


def permutation_boards(shape: Shape, symmetry: str) -> int:
    """Return how many different boards the method makes: one with other digits.

    >>> permutation_boards(Shape.of(9), "d4"), permutation_boards(Shape.of(9), "full")
    (90720, 1)
    """
    if symmetry != "d4":
        return 1
    board = engine.grid.permutation_grid(0, size=shape.size, blocks=shape.blocks).to_numpy()
    images = [board, board[::-1], board[:, ::-1], board[::-1, ::-1]]
    if shape == shape.transposed:
        images += [image.T for image in images]
    renamings = {frozenset(zip(board.flat, image.flat, strict=True)) for image in images}
    return factorial(shape.size) // sum(len(renaming) == shape.size for renaming in renamings)


def _permutation_boards_in(store: Store) -> int:
    """How many boards of a catalogue the method might have made, perhaps imported ones."""
    shape, symmetry = store.settings.shape, store.settings.symmetry
    up_to = "d4+relabel" if symmetry == "d4" else symmetry
    board = engine.grid.permutation_grid(0, size=shape.size, blocks=shape.blocks).to_numpy().reshape(1, -1)
    own = engine.keys(board, symmetry=up_to, blocks=shape.blocks)
    lines = store.connection.execute(select(board_table.c.solution)).scalars()
    return sum(
        int((engine.keys(from_lines(some), symmetry=up_to, blocks=shape.blocks) == own).all(axis=1).sum())
        for some in lines.partitions(_CHUNK)
    )


# --- All boards of a small shape ------------------------------------------------------------------------------------


def _boards(shape: Shape, *, is_renamed: bool, is_permuted: bool) -> NDArray[np.uint8] | None:
    """The boards to compare, `(n, S*S)`, row by row from the rows that are possible; None if they are too many."""
    if shape.size > _LARGEST:
        return None
    rows = np.array(list(permutations(range(1, shape.size + 1))), np.uint8)
    boards = rows[:1] if is_renamed else rows
    for number in range(1, shape.size):
        parts: list[NDArray[np.uint8]] = []
        for longer in _with_another_row(boards, rows, number, shape, is_permuted):
            parts.append(longer)
            if sum(map(len, parts)) > _MOST:
                return None
        boards = np.concatenate(parts)
    return boards


def _with_another_row(
    boards: NDArray[np.uint8], rows: NDArray[np.uint8], number: int, shape: Shape, is_permuted: bool
) -> Iterator[NDArray[np.uint8]]:
    """The boards with each row that breaks no rule as the next one, some at a time."""
    of_rows = _places(rows, shape, number)
    for start in range(0, len(boards), _CHUNK):
        some = boards[start : start + _CHUNK]
        taken = np.zeros((len(some), 2), np.uint64)
        for earlier in range(number):
            digits = some[:, earlier * shape.size : (earlier + 1) * shape.size]
            in_band = earlier // shape.rows == number // shape.rows
            taken |= _places(digits, shape, number) * np.array([1, in_band], np.uint64)
        fits = (taken[:, None, 0] & of_rows[None, :, 0] | taken[:, None, 1] & of_rows[None, :, 1]) == 0
        if is_permuted and (before := _row_before(number, shape)) is not None:
            fits &= some[:, before * shape.size, None] < rows[None, :, 0]
        board, row = np.nonzero(fits)
        yield np.concatenate([some[board], rows[row]], axis=1)


def _row_before(number: int, shape: Shape) -> int | None:
    """The row that has a smaller first digit: the one above in the band, or the first one of the band above."""
    if number % shape.rows:
        return number - 1
    return number - shape.rows if number >= shape.rows else None


def _places(rows: NDArray[Any], shape: Shape, number: int) -> NDArray[np.uint64]:
    """Sets of digits in columns, and of digits in the blocks of a band, of each row: `uint64 (n, 2)`."""
    columns = np.arange(shape.size)
    digits = rows.astype(np.uint64) - 1
    of_columns = (columns * shape.size).astype(np.uint64)
    of_blocks = (columns // shape.columns * shape.size).astype(np.uint64)
    one = np.uint64(1)
    sets = [np.bitwise_or.reduce(one << (digits + places), axis=1) for places in (of_columns, of_blocks)]
    return np.stack(sets, axis=1)
