"""The server: where it listens, what it prints, how it ends."""

import socket
import threading
import webbrowser
from contextlib import suppress
from typing import Any

import uvicorn

from catalogue.errors import CatalogueError
from catalogue.home import Home
from catalogue.store import Store, database_at
from catalogue.web.app import create_app
from catalogue.web.safety.origin import is_loopback
from catalogue.web.safety.writing import new_token
from catalogue.web.site import Config

_CONNECTIONS = 100  # open together; one more gets status 503
_SECONDS_TO_END = 2  # for requests under way after Ctrl-C


def serve(home: Home, *, host: str, port: int, read_only: bool, open_browser: bool) -> None:
    """Serve the page of a catalogue until Ctrl-C; port 0 is any free one.

    CatalogueError where it cannot listen there. OutdatedCatalogue where the catalogue has an older schema.
    """
    if database_at(home).exists():
        Store.read(home).close()  # says now what is wrong with it
    token = None if is_loopback(host) or read_only else new_token()
    config = Config(home=home, host=host, read_only=read_only, token=token)
    with _listening(host, port) as listener:
        address = _address(host, listener.getsockname()[1], token)
        print(f"{home}: {address} (Ctrl-C ends the server)", flush=True)
        if open_browser:
            threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()
        settings = uvicorn.Config(
            create_app(config),
            log_level="warning",
            access_log=False,
            server_header=False,
            ws="none",
            limit_concurrency=_CONNECTIONS,
            timeout_graceful_shutdown=_SECONDS_TO_END,
        )
        with suppress(KeyboardInterrupt):
            Server(settings).run(sockets=[listener])


class Server(uvicorn.Server):
    """A server whose site learns of the end before the open connections are waited for."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the server."""
        app: Any = self.config.app
        app.state.site.end()
        await super().shutdown(sockets)


def _listening(host: str, port: int) -> socket.socket:
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family)
    except OSError as error:
        raise CatalogueError(
            f"no server at {host}, port {port}: {error.strerror}; choose another --port or --host"
        ) from error


def _address(host: str, port: int, token: str | None) -> str:
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}/" + (f"enter?token={token}" if token else "")
