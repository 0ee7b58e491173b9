"""Which catalogues can have ratings."""

from catalogue.errors import CatalogueError
from catalogue.store import Store
from engine.rating.stored import why_unrated


def check_ratable(store: Store) -> None:
    """CatalogueError for a catalogue whose puzzles have no rating."""
    if reason := why_unrated(store.settings.size):
        raise CatalogueError(f"{store.home}: {reason}; name another --home")
