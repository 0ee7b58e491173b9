"""What every handler of the page needs: the catalogue, the templates, and what the server may do."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from anyio import CapacityLimiter
from jinja2 import Environment, PackageLoader, StrictUndefined
from sqlalchemy import select
from starlette.requests import Request
from starlette.responses import HTMLResponse

from catalogue.home import Home
from catalogue.store.databases.choice import database_at
from catalogue.store.schema import boards
from catalogue.web.experimenting.outcomes import Experiments
from catalogue.web.making.fills import Fills
from catalogue.web.readers import Readers
from catalogue.web.remembered import Remembered

READING = 8
"""Requests that read the catalogue, and are worked on together; others wait for their turn."""

COMPUTING = max(2, os.cpu_count() or 1)
"""Requests that compute, and are worked on together: a place of their own, so that readers need not wait for them."""


@dataclass(frozen=True, kw_only=True)
class Config:
    """What `catalogue serve` is asked for."""

    home: Home
    host: str = "127.0.0.1"
    """The address that the server is bound to."""
    read_only: bool = False
    token: str | None = None
    """What a request to write has to bring; None: nothing, as where only this machine can reach the server."""


class Site:
    """The catalogue behind the page, open to all handlers."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.readers = Readers(config.home)
        self.remembered = Remembered()
        self.fills = Fills(config.home)
        self.experiments = Experiments()
        self.reading = CapacityLimiter(READING)
        self.computing = CapacityLimiter(COMPUTING)
        self.is_ending = False  # read by answers that stay open
        self.templates = Environment(
            loader=PackageLoader("catalogue.web"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )

        self.templates.filters["thousands"] = "{:,}".format

    def page(self, request: Request, template: str, values: Mapping[str, Any], status: int = 200) -> HTMLResponse:
        """Return a page. Every template also knows the `path` of the request and whether the site is `read_only`."""
        common = {"path": request.url.path, "read_only": self.config.read_only}
        return HTMLResponse(self.templates.get_template(template).render({**common, **values}), status)

    def has_boards(self) -> bool:
        """Whether there is a catalogue, with at least one board. CatalogueError for one that cannot be read."""
        if not database_at(self.config.home).exists():
            return False
        with self.readers.store() as store:
            return bool(store.connection.execute(select(boards.c.id).limit(1)).first())

    def end(self) -> None:
        """Have answers that stay open end soon, and the fill that runs."""
        self.is_ending = True
        self.fills.stop()

    def close(self) -> None:
        """Wait for the end of the fill that runs, and close the catalogue."""
        self.fills.close()
        self.readers.close()


def site_of(request: Request) -> Site:
    """The site that a request came to."""
    return cast(Site, request.app.state.site)
