"""A catalogue opened for what is to be written: checked against what it is asked for, and made where it is missing."""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from catalogue.errors import CatalogueError
from catalogue.fill import FillRequest
from catalogue.home import Home
from catalogue.library.new_catalogue import Choices
from catalogue.own_files import database_path
from catalogue.store import Settings, Store
from catalogue.store.databases.choice import database_at

Opener = Callable[[Home, Settings], Store]
"""Opens a catalogue for writing; one that is missing is made with the settings."""


def open_to_fill(home: Home, choices: Choices, request: FillRequest, *, opener: Opener, durable: bool = False) -> Store:
    """Open the catalogue for a fill.

    DifferentCatalogue where it exists with other settings, ValueError where it cannot hold what is asked for; then
    nothing is made and nothing changed. Errors as from the `opener`.
    """
    new = choices.settings(request.seed)
    if not database_at(home).exists():
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

    The size of the choices is that of a new catalogue only: `import_puzzles` compares it. DifferentCatalogue where the
    catalogue has another symmetry.
    """
    new = choices.settings()
    if dry_run and not database_at(home).exists():
        with tempfile.TemporaryDirectory() as folder, Store.write(Path(folder), new) as store:
            yield store
        return
    with opener(home, new) as store:
        Choices(symmetry=choices.symmetry).check_same(home, store.settings)
        yield store


def check_not_itself(home: Home, path: Path) -> None:
    """CatalogueError where a file to import is the database of the catalogue that it would go into."""
    own = database_path(home).resolve() if isinstance(home, Path) else None
    if own is not None and path.resolve() == own:
        raise CatalogueError(f"{own} is the catalogue to import into; name another --home")
