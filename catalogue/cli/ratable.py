"""Which catalogues can have ratings."""

from catalogue.errors import CatalogueError
from catalogue.store import Store


def check_ratable(store: Store) -> None:
    """CatalogueError for a catalogue whose puzzles have no rating."""
    size = store.settings.size
    if size != 9:
        raise CatalogueError(
            f"the puzzles in {store.home} are of size {size}, and only 9x9 puzzles can be rated; name another --home"
        )
