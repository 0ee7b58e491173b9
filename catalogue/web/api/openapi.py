"""The description of the API: as an OpenAPI document, and as a page."""

import inspect
from collections.abc import Mapping, Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from catalogue.web.api.operation import Operation, Schema
from catalogue.web.handling import answered
from catalogue.web.site import site_of

VERSION = "1"
"""Goes up when an address or a field changes its name or its meaning."""

_ERROR = {"type": "object", "properties": {"error": {"type": "string"}}, "required": ["error"]}


def document(operations: Sequence[Operation]) -> dict[str, Any]:
    """Return the OpenAPI document of some operations."""
    paths: dict[str, dict[str, Any]] = {}
    for each in operations:
        paths.setdefault(each.path, {})[each.method.lower()] = _described(each)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Board Catalogue", "version": VERSION},
        "paths": paths,
        "components": {"securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
    }


def _described(operation: Operation) -> dict[str, Any]:
    summary, rest = in_words(operation)
    found: dict[str, Any] = {
        "operationId": operation.name,
        "summary": summary,
        **({"description": rest} if rest else {}),
        "parameters": [_parameter(operation, name, schema) for name, schema in operation.parameters.items()],
        "responses": {
            str(operation.status): {"description": "Done.", "content": _answer(operation)},
            "default": {"description": "What is wrong, in one line.", "content": _json(_ERROR)},
        },
    }
    if operation.body is not None:
        content = _json(operation.body, operation.example)
        found["requestBody"] = {"required": True, "content": content}
    if operation.writes:
        found["security"] = [{}, {"token": []}]  # the token only where the server is not on loopback
    return found


def in_words(operation: Operation) -> tuple[str, str]:
    """What an operation does: its first sentence, and the rest."""
    summary, _, rest = inspect.cleandoc(operation.work.__doc__ or "").partition("\n\n")
    return summary, " ".join(rest.split())


def _parameter(operation: Operation, name: str, schema: Schema) -> dict[str, Any]:
    in_path = f"{{{name}}}" in operation.path
    plain = {key: value for key, value in schema.items() if key != "description"}
    return {
        "name": name,
        "in": "path" if in_path else "query",
        "required": in_path,
        "description": schema["description"],
        "schema": plain,
        **({"example": operation.example[name]} if name in operation.example else {}),
    }


def _answer(operation: Operation) -> dict[str, Any]:
    if operation.is_stream:
        return {"text/event-stream": {"schema": {"type": "string"}}}
    return _json(operation.answer)


def _json(schema: Schema, example: Mapping[str, Any] | None = None) -> dict[str, Any]:
    return {"application/json": {"schema": schema, **({"example": example} if example else {})}}


def routes_of(operations: Sequence[Operation]) -> list[Route]:
    """The addresses of the document and of the page that describe these operations."""
    whole = document(operations)

    def _document(request: Request) -> Response:
        return JSONResponse(whole)

    def _page(request: Request) -> Response:
        return site_of(request).page(request, "api.html", {"operations": operations, "in_words": in_words})

    return [answered("/api/openapi.json", _document), answered("/api", _page)]
