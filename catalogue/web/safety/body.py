"""How much a request may bring."""

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from catalogue.web.safety.errors import error_response

MOST_BYTES = 262_144
"""Of a body: the longest selection of puzzles, or a thousand pasted ones."""


class LimitedBody:
    """Refuses a body that is too long, before it has arrived."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        if _announced(Headers(scope=scope)) > MOST_BYTES:
            await error_response(Request(scope), 413, _TOO_LONG)(scope, receive, send)
            return
        seen = 0

        async def counted() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > MOST_BYTES:
                raise HTTPException(413, _TOO_LONG)
            return message

        await self.app(scope, counted, send)


_TOO_LONG = f"a request may bring {MOST_BYTES:,} bytes"


def _announced(headers: Headers) -> int:
    length = headers.get("content-length", "0")
    return int(length) if length.isascii() and length.isdigit() and len(length) < 20 else MOST_BYTES + 1
