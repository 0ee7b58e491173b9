"""An address of the API and its description: schemas, the request that a body makes, the OpenAPI document, a page."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, TypeVar, cast, get_args, get_origin

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ...engine.words import LANGUAGES
from ..requests.request import Option, by_present_names, hints_of, made, options_of
from ..requests.request import Request as VerbRequest
from ..requests.values import GREATEST
from .site import SECONDS, Work, answered, json_of, site_of

Schema = Mapping[str, Any]
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
    method: str = "GET"
    parameters: Mapping[str, Schema] = field(default_factory=dict)
    """In the query of the address, or in its path if `path` names them."""
    body: Schema | None = None
    """Of the JSON that a request brings."""
    example: Mapping[str, Any] = field(default_factory=dict)
    """A body, or parameters, that work on any catalogue of 9x9 with rated puzzles."""
    writes: bool = False
    computes: bool = False
    seconds: float = SECONDS

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
        """Answer a request with known names alone; ValueError for a parameter or a field that has no meaning."""
        _check_names(request.query_params, [name for name in self.parameters if f"{{{name}}}" not in self.path])
        if self.body is not None:
            _check_names(json_of(request), self.body["properties"])
        return cast(Work, self.work)(request)


def _check_names(given: Iterable[str], known: Iterable[str]) -> None:
    names = list(known)
    for name in given:
        if name not in names:
            raise ValueError(f"nothing is called {name!r} here; {_there_is(names)}")


def _there_is(names: Sequence[str]) -> str:
    return f"there is {', '.join(names)}" if names else "it takes no values"


def text(description: str, **more: Any) -> Schema:
    """The schema of a text."""
    return {"type": "string", "description": description, **more}


def whole(description: str, **more: Any) -> Schema:
    """The schema of a whole number."""
    return {"type": "integer", "description": description, **more}


def number(description: str, **more: Any) -> Schema:
    """The schema of a number."""
    return {"type": "number", "description": description, **more}


def flag(description: str) -> Schema:
    """The schema of true or false."""
    return {"type": "boolean", "description": description}


def several(of: Schema, description: str, **more: Any) -> Schema:
    """The schema of a list."""
    return {"type": "array", "items": of, "description": description, **more}


def counts(description: str) -> Schema:
    """The schema of numbers by name."""
    return {"type": "object", "additionalProperties": {"type": "integer"}, "description": description}


def some_object(description: str) -> Schema:
    """The schema of an object with any fields."""
    return {"type": "object", "description": description}


def record(
    fields: Mapping[str, Schema], *, needs: Sequence[str] = (), description: str = "", title: str = ""
) -> Schema:
    """The schema of an object; it always has the fields that it `needs`. The document has those with a title once."""
    found: dict[str, Any] = {"type": "object", "properties": dict(fields)}
    more = {"required": list(needs), "description": description, "title": title}
    return found | {name: value for name, value in more.items() if value}


def or_null(schema: Schema) -> Schema:
    """The schema of a value that may be null."""
    return {**schema, "type": [schema["type"], "null"]}


EXAMPLE = "......45..1...8..97.5......4...2..1.....84.........7.624..5.....596....78...1...."
"""A puzzle for examples."""

PUZZLE = text("A puzzle in any format of text, such as 81 characters with . or 0 for empty cells.")
BLOCKS = text('Rows and columns of a block, such as "3x2", or "none" for a Latin square. Default: the usual ones.')
CONSTRAINTS = text(
    "Rules of a variant, as constraint text such as .Cage~15~R1C1~R1C2.Diagonal~1. Default: those in the"
    " text of the puzzle, if it is constraint text or a link of f-puzzles or SudokuPad."
)
LANGUAGE = text("Language of the sentences. Default: en.", enum=list(LANGUAGES))
NUMBER = text("The number of a puzzle: 12, or 12.1 for a further puzzle of board 12.", pattern=r"^\d+(\.\d+)?$")

_PLACE = {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}

STEP = record(
    {
        "version": whole("Of these fields."),
        "technique": text("Its name; of a variant perhaps the names of the rules that it follows from."),
        "name": text("Of a variant: the houses and rules that it follows from, such as cage 15 of r1c1."),
        "rating": or_null(number("Its rating, in the style rating; null if it follows from rules.")),
        "score": whole("What it adds to the score, in the style score."),
        "level": text("The least level of a puzzle that needs it, in the style score."),
        "cells": several(whole("Numbered row by row from 0."), "The cells of the pattern."),
        "digits": several(whole("1 to the size."), "The digits of the pattern."),
        "units": several(text('Such as "row 3".'), "The units of the pattern."),
        "links": whole("The length of a chain; else 0."),
        "placement": {"type": ["array", "null"], "items": {"type": "integer"}, "description": "A cell and its digit."},
        "eliminations": several(_PLACE, "Cells, each with a candidate that it loses."),
        "parts": several({"type": "object"}, "The parts of the pattern by their role."),
        "chains": several({"type": "array", "items": {"type": "object"}}, "Every link of every branch."),
        "sentence": text("The step in words."),
        "title": text("The technique in words, if the step is drawn."),
        "worth": text("Its rating, or its score and level, in words, if the step is drawn."),
        "is_single": flag("Whether it can be seen without candidates, if the step is drawn."),
        "drawing": text("An SVG image to lie over the board, if the step is drawn."),
        "branches": several({"type": "object"}, "Its branches in words, if the step is drawn."),
    },
    needs=["version", "technique", "cells", "digits", "units", "placement", "eliminations", "sentence"],
    description="A step, as `catalogue path --format json` writes it.",
    title="Step",
)
"""A step of a path in an answer."""


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


R = TypeVar("R", bound=VerbRequest)

_WORDS = {"integer": "a whole number from 0 on", "number": "a number", "string": "a name", "boolean": "true or false"}


def schema_of(request: type[VerbRequest]) -> Mapping[str, Schema]:
    """Return the schemas of the fields of a request that other machines may give, by name."""
    hints = hints_of(request)
    return {name: _schema(option, hints[name]) for name, option in options_of(request).items() if not option.is_local}


def request_in(body: Mapping[str, Any], request: type[R], **own: Any) -> R:
    """Make a request of the values of a body and of our `own`; what is null is by default. ValueError for others."""
    known, body = schema_of(request), by_present_names(request, body)
    for name, value in body.items():
        if name not in known:
            raise ValueError(f"no option is called {name!r} here; the options are {', '.join(known)}")
        if value is not None:
            _check(name, value, known[name])
    given = {name: tuple(value) if isinstance(value, list) else value for name, value in body.items()}
    return made(request, given | own)


def _schema(option: Option, hint: Any) -> Schema:
    kinds = {getattr(get_origin(kind) or kind, "__name__", "") for kind in (get_args(hint) or (hint,))} | {
        getattr(get_origin(hint) or hint, "__name__", "")
    }
    described: dict[str, Any] = {"description": option.help}
    one = _of_one(option, kinds)
    if option.choices and (option.or_file or option.is_closed) and one["type"] == "string":
        one = one | {"enum": [str(choice) for choice in option.choices()]}
    if kinds & {"Sequence", "tuple"}:
        whole = {"type": "integer"} if _items(hint) is int else one
        return {"type": "array", "items": whole, **described}
    if "Mapping" in kinds:
        return {"type": [one["type"], "object"], **described}
    return one | described


def _items(hint: Any) -> Any:
    """The type of the values of a list; None if there are several."""
    lists = [kind for kind in (hint, *get_args(hint)) if getattr(get_origin(kind), "__name__", "") == "Sequence"]
    return get_args(lists[0])[0] if lists else None


def _of_one(option: Option, kinds: set[str]) -> dict[str, Any]:
    """The schema of one value."""
    if "bool" in kinds:
        return {"type": "boolean"}
    if "int" in kinds and not kinds & {"Depth", "str"}:
        ends = {"minimum": option.least, "maximum": option.greatest if option.greatest != GREATEST else None}
        return {"type": "integer", **{name: end for name, end in ends.items() if end is not None}}
    if "float" in kinds:
        return {"type": "number"}
    return {"type": "string"}


def _check(name: str, value: object, schema: Schema) -> None:
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    if isinstance(value, Mapping) and "object" in kinds:
        for key, number in value.items():
            _check(f"{name} of {key}", number, {"type": kinds[0]})
        return
    if "array" in kinds:
        kind = schema["items"]["type"]
        right = isinstance(value, list) and all(_is(each, kind) for each in value)
        words = "a list of names" if kind == "string" else "a list of whole numbers"
    else:
        right, words = _is(value, kinds[0]), _WORDS[kinds[0]]
    if not right:
        raise ValueError(f"{name} has to be {words}")
    if "enum" in schema and value not in schema["enum"]:
        raise ValueError(f"{name} is not one of {', '.join(schema['enum'])}")


def _is(value: object, kind: str) -> bool:
    if kind == "integer":
        return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= GREATEST
    if kind == "number":
        return isinstance(value, int | float) and not isinstance(value, bool)
    return isinstance(value, bool if kind == "boolean" else str)
