"""Server-sent events: an answer that grows while something goes on."""

import json
from collections.abc import AsyncIterator
from typing import Any

from starlette.responses import StreamingResponse

Event = tuple[str, Any]
"""Its name and its data, which is sent as JSON."""


def event_stream(events: AsyncIterator[Event]) -> StreamingResponse:
    """Return the answer that sends these events as they come, and ends with them."""

    async def lines() -> AsyncIterator[str]:
        async for name, data in events:
            yield f"event: {name}\ndata: {json.dumps(data)}\n\n"

    return StreamingResponse(lines(), media_type="text/event-stream")
