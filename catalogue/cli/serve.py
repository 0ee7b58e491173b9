"""Serve the catalogue as a page for the browser, and as an API.

The server answers this machine alone, unless --host names another address. Then everyone who reaches it can read, and
the address that it prints has a token that lets a browser write. Ctrl-C ends it. catalogue/web/README.md has the rest.

\b
Examples:
  catalogue serve --open
  catalogue serve --home mine --port 8080 --read-only
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Annotated

import typer

from ..errors import CatalogueError
from .options import DEFAULT_HOME, Home, number
from .terminal import leave


@dataclass(frozen=True, kw_only=True)
class Options:
    """The catalogue to serve, and the address."""

    port: Annotated[int, number("Port to listen on; 0 for any free one.", greatest=65_535, metavar="PORT")] = 8000
    host: Annotated[str, typer.Option(help="Address to listen on.", metavar="HOST")] = "127.0.0.1"
    read_only: Annotated[bool, typer.Option("--read-only", help="Refuse to fill, tag or change anything.")] = False
    allow_origin: Annotated[
        list[str] | None,
        typer.Option(
            help="Let pages of this origin, or * for all, read the API. Repeat it to allow several.", metavar="ORIGIN"
        ),
    ] = None
    open: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False
    home: Home = DEFAULT_HOME


def run(options: Options) -> None:
    """Serve until Ctrl-C."""
    try:
        from ..web.serving import serve
    except ModuleNotFoundError as error:
        if error.name not in ("anyio", "jinja2", "starlette", "uvicorn"):
            raise
        raise CatalogueError(
            f"the page needs {error.name}; install it with: pip install 'board-catalogue[web]'"
        ) from None
    serve(
        options.home,
        host=options.host,
        port=options.port,
        read_only=options.read_only,
        open_browser=options.open,
        readers=options.allow_origin or (),
    )
    if any(thread is not threading.main_thread() and not thread.daemon for thread in threading.enumerate()):
        leave(0)  # a fill that was started from the page, whose kernels are still at work
