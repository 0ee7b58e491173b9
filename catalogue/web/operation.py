"""An address of the API with all that its description needs, and the description: an OpenAPI document and a page."""

import inspect
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, cast

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ..errors import CatalogueError
from .schemas import Schema, check, check_names, record, text
from .site import SECONDS, answered, json_of, site_of

Work = Callable[[Request], Any]
"""Returns a response, or what is sent as JSON."""

StreamWork = Callable[[Request], Awaitable[Response]]


@dataclass(frozen=True, kw_only=True)
class Operation:
    """An operation that a program can call; the docstring of `work` says what it does."""

    path: str
    work: Work | StreamWork
    answer: Schema
    """Of the JSON that it returns."""
    status: int = 200
    file: str | None = None
    """The type of the file that it returns, in place of JSON."""
    is_stream: bool = False
    """Whether it returns server-sent events, each with such JSON; `work` is then a coroutine."""
    parameters: Mapping[str, Schema] = field(default_factory=dict)
    """In the query of the address, or in its path if `path` names them."""
    body: Schema | None = None
    """Of the JSON that a request brings."""
    example: Mapping[str, Any] = field(default_factory=dict)
    """A body, or parameters, that work on any catalogue of 9x9 with rated puzzles."""
    writes: bool = False
    computes: bool = False
    brings_all: bool = False
    """Whether a request brings all that is needed: what is wrong with it is then no fault of the catalogue."""
    seconds: float = SECONDS

    @property
    def method(self) -> str:
        """POST for what brings JSON."""
        return "GET" if self.body is None else "POST"

    @property
    def name(self) -> str:
        """A name that no other operation has."""
        words = self.path.removeprefix("/api/").replace("{", "").replace("}", "").replace("/", "-")
        return words if self.method == "GET" else f"{self.method.lower()}-{words}"

    def route(self) -> Route:
        """Return its route."""
        if self.is_stream:
            return Route(self.path, self.work, methods=[self.method])
        return answered(
            self.path,
            self._checked,
            methods=[self.method],
            writes=self.writes,
            computes=self.computes,
            seconds=self.seconds,
        )

    def _checked(self, request: Request) -> Response:
        """Answer a request whose names are known, and whose body is as its schema says; ValueError for others."""
        check_names(request.query_params, [name for name in self.parameters if f"{{{name}}}" not in self.path])
        if self.body is not None:
            check(json_of(request), self.body)
        try:
            found = cast(Work, self.work)(request)
        except CatalogueError as error:
            if self.brings_all:
                raise ValueError(str(error)) from error
            raise
        return found if isinstance(found, Response) else JSONResponse(found, self.status)


VERSION = "1"
"""Goes up when an address or a field changes its name or its meaning."""

_ERROR = record({"error": text("What is wrong, in one line.")}, needs=["error"], title="Error")

_ERRORS = {
    400: "A value means nothing here.",
    401: "Writing needs the token that the server prints.",
    403: "The request comes from a page of another site, or the server only reads.",
    404: "The catalogue has no such puzzle.",
    408: "The body did not arrive in time.",
    409: "The catalogue is missing, busy or damaged.",
    413: "The body is too long.",
    415: "The body is not JSON by its type.",
    503: "The work takes too long, or the server works on too many requests.",
}


def document(operations: Sequence[Operation]) -> dict[str, Any]:
    """Return the OpenAPI document of some operations."""
    paths: dict[str, dict[str, Any]] = {}
    for each in operations:
        paths.setdefault(each.path, {})[each.method.lower()] = _described(each)
    shared: dict[str, Any] = {}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Board Catalogue", "version": VERSION},
        "paths": _with_references(paths, shared),
        "components": {
            "schemas": shared,
            "responses": _with_references(
                {
                    _name_of(status): {"description": words, "content": _json(_ERROR)}
                    for status, words in _ERRORS.items()
                },
                shared,
            ),
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _with_references(value: Any, shared: dict[str, Any]) -> Any:
    """The same with a reference in place of each schema that has a title; `shared` gets the schema."""
    if isinstance(value, list | tuple):
        return [_with_references(each, shared) for each in value]
    if not isinstance(value, Mapping):
        return value
    found = {name: _with_references(each, shared) for name, each in value.items()}
    if value.get("type") != "object" or "title" not in value:
        return found
    assert shared.setdefault(value["title"], found) == found, f"two schemas are called {value['title']}"
    return {"$ref": f"#/components/schemas/{value['title']}"}


def _name_of(status: int) -> str:
    return HTTPStatus(status).phrase.title().replace(" ", "")


def _errors_of(operation: Operation) -> list[int]:
    """The statuses of what can go wrong."""
    statuses = {400, 403, 409, 503}
    if operation.body is not None:
        statuses |= {408, 413, 415}
    if operation.writes:
        statuses |= {401}
    if "{" in operation.path or "numbers" in (operation.body or {}).get("properties", {}):
        statuses |= {404}
    return sorted(statuses)


def _described(operation: Operation) -> dict[str, Any]:
    summary, rest = in_words(operation)
    found: dict[str, Any] = {
        "operationId": operation.name,
        "summary": summary,
        **({"description": rest} if rest else {}),
        "parameters": [_parameter(operation, name, schema) for name, schema in operation.parameters.items()],
        "responses": {
            str(operation.status): {"description": "Done.", "content": _answer(operation)},
            **{str(status): {"$ref": f"#/components/responses/{_name_of(status)}"} for status in _errors_of(operation)},
        },
    }
    if operation.body is not None:
        content = _json(operation.body, operation.example)
        found["requestBody"] = {"required": True, "content": content}
    if operation.writes:
        found["security"] = [{}, {"token": []}]  # the token only if the server is not on loopback
    return found


def in_words(operation: Operation) -> tuple[str, str]:
    """Describe an operation: its first sentence, and the rest."""
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
    if operation.file:
        return {operation.file: {"schema": {"type": "string", "format": "binary"}}}
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
