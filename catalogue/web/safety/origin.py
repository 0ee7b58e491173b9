"""Requests that pages of other sites make: refused, unless a person follows a link.

A browser lets any page send requests to 127.0.0.1. Two checks keep them out. `Host` has to be a name of this server, so
a foreign name that suddenly points to this machine (DNS rebinding) does not get in. And what the browser says of the
page that asks (`Origin`, `Sec-Fetch-Site`) has to be this server.
"""

from ipaddress import ip_address
from socket import gethostname

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from catalogue.web.safety.errors import error_response

_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
_READING = frozenset({"GET", "HEAD"})


class OwnPagesOnly:
    """Refuses what the pages of other sites ask for."""

    def __init__(self, app: ASGIApp, host: str) -> None:
        self.app = app
        self.host = host.lower()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] == "http" and (reason := self._refusal(Headers(scope=scope), scope["method"])):
            await error_response(Request(scope), 403, reason)(scope, receive, send)
            return
        await self.app(scope, receive, send)

    def _refusal(self, headers: Headers, method: str) -> str | None:
        """Why a request is refused; None where it is not."""
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not self._is_own(hosts[0]):
            return "the Host of the request is not a name of this server"
        origin = headers.get("origin")
        if origin is not None and origin.lower() not in (f"{scheme}://{hosts[0].lower()}" for scheme in _SCHEMES):
            return "the request comes from a page of another site"
        if headers.get("sec-fetch-site", "none") in ("same-origin", "none"):
            return None
        follows_link = method in _READING and headers.get("sec-fetch-mode") == "navigate"
        return None if follows_link else "the request comes from a page of another site"

    def _is_own(self, host: str) -> bool:
        name = _name(host)
        if name in _LOOPBACK or name == self.host:
            return True
        # Elsewhere than on loopback the server has addresses that it cannot know, but no name points to them falsely.
        return not is_loopback(self.host) and (_is_address(name) or name == gethostname().lower())


_SCHEMES = ("http", "https")


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a server that is bound to the host."""
    return host.lower() == "localhost" or (_is_address(host) and ip_address(host).is_loopback)


def _name(host: str) -> str:
    """A Host without its port."""
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    return host.partition(":")[0].lower()


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
