"""What every handler of the page needs: the catalogue, the templates, and what the server may do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from anyio import CapacityLimiter
from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse

from catalogue.home import Home
from catalogue.web.experimenting.outcomes import Experiments
from catalogue.web.making.fills import Fills
from catalogue.web.readers import Readers
from catalogue.web.remembered import Remembered

THREADS = 8
"""Requests that are worked on together; others wait for their turn."""


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
        self.limiter = CapacityLimiter(THREADS)
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
