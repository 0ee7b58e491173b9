"""The verbs that read and compute, as tools of a language model: a server of the Model Context Protocol on stdio.

A tool is an operation of the API. The application of the page answers it in this process, so what it takes, its bounds
and its answers are those of `api.toml`. Nothing writes.
"""

import asyncio
from collections.abc import Mapping
from importlib.metadata import version
from typing import Any

import httpx2
from mcp.server import Server
from mcp.server.stdio import stdio_server
from mcp_types import (
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    Tool,
    ToolAnnotations,
)

from ..storage.home import Home
from .api import Operation, in_words, record
from .serving import OPERATIONS, check_home, create_app
from .site import Config

TOOLS: Mapping[str, str] = {
    "solve": "post-solve",
    "rate": "post-rate",
    "hint": "post-hint",
    "path": "post-path",
    "create": "post-generate",
    "check": "post-catalogue-check",
    "query": "puzzles",
    "show": "boards-number",
}
"""The operation of the API behind each tool."""

INSTRUCTIONS = (
    "Solves, rates, explains and makes Sudoku puzzles, also variants, and finds puzzles in a catalogue. A puzzle is a"
    " text of one character per cell, . or 0 for an empty cell, or constraint text or a link of f-puzzles or SudokuPad."
)

_HERE = "http://127.0.0.1"


def tools() -> dict[str, Operation]:
    """Return the operation of each tool by its name."""
    by_name = {each.name: each for each in OPERATIONS}
    return {name: by_name[operation] for name, operation in TOOLS.items()}


def _tool(name: str, operation: Operation) -> Tool:
    body = operation.body or {}
    return Tool(
        name=name,
        description=" ".join(in_words(operation)).strip(),
        input_schema=record({**operation.parameters, **body.get("properties", {})}, needed(operation)),
        annotations=ToolAnnotations(read_only_hint=True, open_world_hint=False),
    )


def needed(operation: Operation) -> list[str]:
    """Return the names that a call has to give: those of the path, and what the body needs."""
    in_path = [name for name in operation.parameters if f"{{{name}}}" in operation.path]
    return [*in_path, *(operation.body or {}).get("required", [])]


async def answer(client: httpx2.AsyncClient, operation: Operation, given: Mapping[str, Any]) -> CallToolResult:
    """Call an operation, and return its JSON; an error of the API is an error of the tool, in the same words."""
    if missing := [name for name in needed(operation) if given.get(name) is None]:
        return _told(f"give {missing[0]}", is_error=True)
    path = operation.path.format_map(given)
    if operation.body is None:
        query = {name: each for name, each in given.items() if each is not None and f"{{{name}}}" not in operation.path}
        found = await client.get(path, params=query)
    else:
        found = await client.post(path, json=dict(given))
    if found.is_success:
        return CallToolResult(content=[TextContent(text=found.text)], structured_content=found.json())
    return _told(found.json()["error"], is_error=True)


def _told(text: str, *, is_error: bool) -> CallToolResult:
    return CallToolResult(content=[TextContent(text=text)], is_error=is_error)


def server_of(home: Home) -> tuple[Server[Any], httpx2.AsyncClient]:
    """Return a server of the tools for the catalogue of a home, and the client through which it asks the API."""
    app = create_app(Config(home=home, read_only=True))
    client = httpx2.AsyncClient(transport=httpx2.ASGITransport(app), base_url=_HERE, timeout=None)
    known = tools()

    async def listed(context: Any, params: PaginatedRequestParams | None) -> ListToolsResult:
        return ListToolsResult(tools=[_tool(name, operation) for name, operation in known.items()])

    async def called(context: Any, params: CallToolRequestParams) -> CallToolResult:
        if params.name not in known:
            return _told(f"no tool is called {params.name!r}; there are {', '.join(known)}", is_error=True)
        return await answer(client, known[params.name], params.arguments or {})

    server: Server[Any] = Server(
        "board-catalogue",
        version=version("board-catalogue"),
        instructions=INSTRUCTIONS,
        on_list_tools=listed,
        on_call_tool=called,
    )
    return server, client


def run(home: Home) -> None:
    """Answer on stdin and stdout until stdin ends. OutdatedCatalogue if the catalogue has an older schema."""
    check_home(home)
    asyncio.run(_run(home))


async def _run(home: Home) -> None:
    server, client = server_of(home)
    async with client, stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())
