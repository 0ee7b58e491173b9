"""Counts of puzzles for a page, each counted once for a state of the catalogue."""

from collections.abc import Mapping
from pathlib import Path

from catalogue.own_files import database_path
from catalogue.store import Store
from catalogue.store.histograms import Histograms, histograms, technique_counts
from catalogue.web.browsing.filters import View
from catalogue.web.site import Site


def histograms_of(site: Site, store: Store, view: View) -> Histograms:
    """The histograms of the puzzles of a view."""
    return site.remembered.get(("histograms", *_key(site, view)), lambda: histograms(store, view.criteria))


def techniques_of(site: Site, store: Store, view: View) -> Mapping[str, int]:
    """How many puzzles of a view use each technique."""
    return site.remembered.get(("techniques", *_key(site, view)), lambda: technique_counts(store, view.criteria))


def _key(site: Site, view: View) -> tuple[object, ...]:
    filters = tuple(sorted((name, tuple(sorted(values))) for name, values in view.filters.items()))
    return filters, _state(site.config.home)


def _state(home: Path) -> tuple[object, ...]:
    """What changes with every commit: the times and sizes of the database and of its log."""
    path = database_path(home)
    files = (path, path.with_name(path.name + "-wal"))
    return tuple((found.st_mtime_ns, found.st_size) for file in files if file.exists() for found in [file.stat()])
