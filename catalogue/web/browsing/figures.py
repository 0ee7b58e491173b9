"""Counts of puzzles for a page, each counted once for a state of the catalogue."""

from collections.abc import Mapping

from catalogue.statistics import Histograms, histograms, technique_counts
from catalogue.store import Store
from catalogue.web.browsing.filters import View
from catalogue.web.site import Site


def histograms_of(site: Site, store: Store, view: View) -> Histograms:
    """The histograms of the puzzles of a view."""
    return site.remembered.get(("histograms", *_key(store, view)), lambda: histograms(store, view.criteria))


def techniques_of(site: Site, store: Store, view: View) -> Mapping[str, int]:
    """How many puzzles of a view use each technique."""
    return site.remembered.get(("techniques", *_key(store, view)), lambda: technique_counts(store, view.criteria))


def _key(store: Store, view: View) -> tuple[object, ...]:
    filters = tuple(sorted((name, tuple(sorted(values))) for name, values in view.filters.items()))
    return filters, store.database.state(store.connection)
