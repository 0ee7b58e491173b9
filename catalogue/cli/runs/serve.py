"""`catalogue serve`: the page and the API."""

import threading

from catalogue.cli.commands.serve import Options
from catalogue.cli.terminal.interruption import leave
from catalogue.errors import CatalogueError


def run(options: Options) -> None:
    """Serve until Ctrl-C."""
    try:
        from catalogue.web.serving import serve
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
    )
    if any(thread is not threading.main_thread() and not thread.daemon for thread in threading.enumerate()):
        leave(0)  # a fill that was started from the page, whose kernels are still at work
