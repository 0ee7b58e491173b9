"""A catalogue opened to be written to: checked against the request, and made if it is missing."""

import secrets
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from ... import engine
from ...engine.grades import RATING_VERSION
from ...engine.names import check_symmetry
from ...engine.shape import NO_BLOCKS, NoUsualBlocks, Shape
from ..errors import CatalogueError, DifferentCatalogue
from ..puzzles.game import kept_rules, symmetries_ruled
from ..puzzles.settings import Settings
from ..storage.home import Home, database_path
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
    """One of `engine.METHODS`; new catalogue: `engine.default_method` of the size."""
    sampling: str | None = None
    """One of `catalogue.runs.recipe.SAMPLINGS`; new catalogue: "carved"."""
    rules: str | None = None
    """Rules of variants, such as "diagonal,windoku", as `engine.Rulebook.read` takes them; new catalogue: none."""
    files: bool | None = None
    """Whether boards get files; new catalogue: True. The one setting that an existing catalogue can change."""

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
            metrics_version=engine.METRICS_VERSION,
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
    own = database_path(home).resolve() if isinstance(home, Path) else None
    if own is not None and path.resolve() == own:
        raise CatalogueError(f"{own} is the catalogue to import into; name another --home")


_UPGRADE_SECONDS = 10.0  # to wait for another process, which may be upgrading the same catalogue


def upgrade(home: Home) -> None:
    """Give a catalogue the schema of this program. CatalogueError if it cannot be written."""
    Store.write(home, wait=_UPGRADE_SECONDS).close()
