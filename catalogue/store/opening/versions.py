"""One catalogue, one version of the metrics and one of the rating: what would mix two is refused."""

from sqlalchemy import exists, select, update

import engine
from catalogue.errors import CatalogueError
from catalogue.store.schema import puzzles, settings
from catalogue.store.store import Store
from engine.rating.rater import RATING_VERSION


def check_metrics(store: Store) -> None:
    """CatalogueError where the puzzles were measured by another version of the metrics."""
    version = store.settings.metrics_version
    if version != engine.METRICS_VERSION:
        raise CatalogueError(
            f"the catalogue in {store.home} was measured by version {version} of the metrics,"
            f" not {engine.METRICS_VERSION}; start another one with --home"
        )


def check_rating(store: Store) -> None:
    """CatalogueError where puzzles were rated by another version; where none is rated, record that of this program."""
    version = store.settings.rating_version
    if version == RATING_VERSION:
        return
    if store.connection.execute(select(exists().where(puzzles.c.rating_status.is_not(None)))).scalar():
        raise CatalogueError(
            f"puzzles of the catalogue in {store.home} were rated by version {version} of the rating,"
            f" not {RATING_VERSION}; start another one with --home"
        )
    with store.turn() as connection:
        connection.execute(update(settings).values(rating_version=RATING_VERSION))
    store.commit()
