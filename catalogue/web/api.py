"""The API: each address and its description, the check of what a request brings, the OpenAPI document and its page.

`api.toml` says what an address takes and gives; fields of requests and columns of the catalogue come from their tables.
"""

from __future__ import annotations

import inspect
import re
import tomllib
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from http import HTTPStatus
from pathlib import Path
from typing import Any, TypeVar, cast, get_args, get_origin

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ...engine.grades import Grade, Level
from ...engine.names import SEARCH_RULES
from ...engine.words import LANGUAGES
from ..errors import CatalogueError
from ..puzzles.columns import FORMER_BOUNDS, NUMBER_COLUMNS, TABLE
from ..requests.request import GREATEST, Option, by_present_names, hints_of, made, options_of
from ..requests.request import Request as VerbRequest
from .messages import said_in
from .site import SECONDS, answered, json_of, language_of, site_of

EXAMPLE = "......45..1...8..97.5......4...2..1.....84.........7.624..5.....596....78...1...."
"""A puzzle for examples."""

# --- Schemas, as the file tells them ---

Schema = Mapping[str, Any]

_KINDS: Mapping[str, dict[str, Any]] = {
    "text": {"type": "string"},
    "whole": {"type": "integer"},
    "number": {"type": "number"},
    "flag": {"type": "boolean"},
    "object": {"type": "object"},
    "counts": {"type": "object", "additionalProperties": {"type": "integer"}},
}
_KIND_OF_TYPE = {str: "text", int: "whole", float: "number", bool: "flag", list: "object", dict: "counts"}
_VALUES: Mapping[str, Iterable[str]] = {
    "levels": Level,
    "grades": Grade,
    "languages": LANGUAGES,
    "search_rules": SEARCH_RULES,
    "sorts": NUMBER_COLUMNS,
}
_FIELD = re.compile(
    r"(?P<many>list of )?(?P<kind>\w+)(?P<null> or null)?(?: of (?P<values>\w+))?"
    r"(?: (?P<minimum>\d+)\.\.(?P<maximum>\d+))?(?:: (?P<description>.*))?"
)


@cache
def _file() -> dict[str, Any]:
    text = Path(__file__).with_name("api.toml").read_text(encoding="utf-8")
    return tomllib.loads(text.replace("EXAMPLE", EXAMPLE))


def schema(told: str | Schema) -> dict[str, Any]:
    """The schema of a field as the file tells it, such as "whole 1..100: Puzzles. Default: 1."."""
    if not isinstance(told, str):
        return {**told, "items": schema(told["items"])} if "items" in told else {**told}
    found = _FIELD.fullmatch(told)
    assert found, told
    if found["many"]:
        return {"type": "array", "items": schema(found["kind"]), "description": found["description"]}
    made = _kind(found["kind"])
    if found["description"]:
        made["description"] = found["description"]
    made |= {end: int(found[end]) for end in ("minimum", "maximum") if found[end]}
    if found["values"]:
        made["enum"] = [*_VALUES[found["values"]], *([None] if found["null"] else [])]
    return made | ({"type": [made["type"], "null"]} if found["null"] else {})


def _kind(name: str) -> dict[str, Any]:
    """The schema of a kind of value, of a record, or of a field that others share."""
    if name in _KINDS:
        return {**_KINDS[name]}
    if record := _file()["records"].get(name):
        more = {key: value for key, value in record.items() if key != "fields"}
        return {"type": "object", "properties": fields_of(record["fields"]), **more}
    return schema(_shared()[name])


@cache
def _shared() -> Mapping[str, str | Schema]:
    kinds = {each.name: f"{_KIND_OF_TYPE[each.kind]}{' or null' * each.is_null}" for each in TABLE}
    columns = {each.name: f"{kinds[each.name]}: {each.meaning[0].upper()}{each.meaning[1:]}." for each in TABLE}
    return {**columns, **_file()["fields"]}


Groups = Mapping[str, Mapping[str, Schema]]
"""Fields of requests by a name in capitals."""


def fields_of(told: Any, groups: Groups | None = None) -> dict[str, Schema]:
    """The schemas of fields by name: the file has own ones, and texts with names of fields and of groups."""
    found: dict[str, Schema] = {}
    for each in told if isinstance(told, list) else [told]:
        if not isinstance(each, str):
            found |= {name: schema(one) for name, one in each.items()}
            continue
        for name in each.split():
            if not name.isupper():
                found[name] = schema(name)
            elif name == "COLUMNS":
                listed = [each.name for each in TABLE if not each.is_extra or each.name == "rules"]
                found |= {name: schema(name) for name in (*listed, "constraints") if name not in ("id", "level")}
            else:
                found |= groups[name] if groups and name in groups else fields_of(_file()["groups"][name])
    return found


def record(fields: Mapping[str, Schema], needs: Iterable[str] = ()) -> dict[str, Any]:
    """The schema of an object, which always has the fields that it `needs`."""
    required = list(needs)
    return {"type": "object", "properties": dict(fields), **({"required": required} if required else {})}


# --- Values of an address ---

_TRUTHS = {"1": True, "true": True, "0": False, "false": False}


def truth(query: Mapping[str, str], name: str, *, default: bool = False) -> bool:
    """Whether a parameter says yes. ValueError for a value that says neither yes nor no."""
    value = query.get(name) or str(int(default))
    if value not in _TRUTHS:
        raise ValueError(f"{name} is 1 or 0, not {value!r}")
    return _TRUTHS[value]


def whole_in(query: Mapping[str, str], name: str, usual: int, least: int, greatest: int) -> int:
    """Return the whole number of a name, or the usual one if it is missing or empty; ValueError for another text."""
    text = query.get(name, "").strip()
    if not text:
        return usual
    if not (text.isascii() and text.isdigit() and len(text) < 20 and least <= int(text) <= greatest):
        raise ValueError(f"{name} {text!r} is not a whole number in {least} .. {greatest}")
    return int(text)


# --- Requests ---

R = TypeVar("R", bound=VerbRequest)


def schema_of(request: type[VerbRequest], *names: str) -> dict[str, Schema]:
    """Return the schemas of the fields of a request that other machines may give, by name: some, or all of them."""
    hints = hints_of(request)
    given = {name: option for name, option in options_of(request).items() if not option.is_local}
    return {name: _of_option(given[name], hints[name]) for name in names or given}


def request_in(body: Mapping[str, Any], request: type[R], **own: Any) -> R:
    """Make a request of the values of a body and of our `own`; what is null is by default. ValueError for others."""
    body = by_present_names(request, body)
    check(body, record(schema_of(request)))
    given = {name: tuple(value) if isinstance(value, list) else value for name, value in body.items()}
    return made(request, given | own)


def _of_option(option: Option, hint: Any) -> Schema:
    hints = (hint, *get_args(hint))
    kinds = {getattr(get_origin(each) or each, "__name__", "") for each in hints}
    one: dict[str, Any] = {"type": "number" if "float" in kinds else "string"}
    if "bool" in kinds:
        one = {"type": "boolean"}
    elif "int" in kinds and not kinds & {"Depth", "str"}:
        ends = {"minimum": option.least, "maximum": option.greatest if option.greatest != GREATEST else None}
        one = {"type": "integer", **{name: end for name, end in ends.items() if end is not None}}
    if option.choices and (option.or_file or option.is_closed) and one["type"] == "string":
        one["enum"] = [str(choice) for choice in option.choices()]
    described = {"description": option.help}
    if "Mapping" in kinds:
        return {"type": [one["type"], "object"], "additionalProperties": one, **described}
    if kinds & {"Sequence", "tuple"}:
        of_whole = any(
            getattr(get_origin(each), "__name__", "") == "Sequence" and int in get_args(each) for each in hints
        )
        return {"type": "array", "items": {"type": "integer"} if of_whole else one, **described}
    return one | described


def check(body: Mapping[str, Any], schema: Schema) -> None:
    """ValueError for a field of a body that has no meaning, or another type or value than its schema says."""
    check_names(body, schema["properties"])
    for name, value in body.items():
        if value is not None:
            _check_value(name, value, schema["properties"][name])
    if missing := [name for name in schema.get("required", ()) if body.get(name) is None]:
        raise ValueError(f"give {missing[0]}")


def check_names(given: Iterable[str], known: Iterable[str]) -> None:
    """ValueError for a name that is not known; it says which are."""
    names = list(known)
    if unknown := [name for name in given if name not in names]:
        there_is = f"there is {', '.join(names)}" if names else "it takes no values"
        raise ValueError(f"nothing is called {unknown[0]!r} here; {there_is}")


_TYPES: Mapping[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict,),
}


def _check_value(name: str, value: Any, schema: Schema) -> None:
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    kind = next((each for each in kinds if each != "null" and isinstance(value, _TYPES[each])), None)
    is_bounded = kind != "integer" or schema.get("minimum", 0) <= value <= schema.get("maximum", GREATEST)
    if kind is None or (isinstance(value, bool) and kind != "boolean") or not is_bounded:
        raise ValueError(f"{name} has to be {_in_words(schema, kinds[0])}")
    if kind == "array":
        try:
            for each in value:
                _check_value("", each, schema["items"])
        except ValueError:
            raise ValueError(f"{name} has to be {_in_words(schema, 'array')}") from None
    if "enum" in schema and value not in schema["enum"]:
        raise ValueError(f"{name} {value!r} is not one of {', '.join(map(str, schema['enum']))}")
    if kind == "object" and "additionalProperties" in schema:
        for key, each in value.items():
            _check_value(f"{name} of {key}", each, schema["additionalProperties"])


def _in_words(schema: Schema, kind: str) -> str:
    if kind == "integer":
        least, most = schema.get("minimum", 0), schema.get("maximum")
        return f"a whole number from {least} on" if most is None else f"a whole number in {least} .. {most}"
    if kind == "array":
        of = {"string": "texts", "integer": "whole numbers"}.get(str(schema["items"]["type"]), "values")
        return f"a list of {of}"
    return {"number": "a number", "boolean": "true or false", "object": "an object"}.get(kind, "a text")


# --- Operations ---

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

    @classmethod
    def of(cls, path: str, work: Work | StreamWork, told: Mapping[str, Any], groups: Groups | None = None) -> Operation:
        """Return the operation of an address as the file tells it."""
        more = {name: value for name, value in told.items() if name in cls.__dataclass_fields__ and name != "body"}
        gives = fields_of(told.get("gives", []), groups)
        body = record(fields_of(told["body"], groups), told.get("needs", ())) if "body" in told else None
        return cls(
            path=path,
            work=work,
            answer=record(gives, told.get("always", gives)),
            parameters=fields_of(told.get("query", []), groups),
            body=body,
            **more,
        )

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
        given = [FORMER_BOUNDS.get(name, name) for name in request.query_params]
        check_names(given, [name for name in self.parameters if f"{{{name}}}" not in self.path])
        if self.body is not None:
            check(json_of(request), self.body)
        try:
            found = cast(Work, self.work)(request)
        except CatalogueError as error:
            if self.brings_all:
                raise ValueError(str(error)) from error
            raise
        return found if isinstance(found, Response) else JSONResponse(found, self.status)


def described(works: Mapping[str, Work | StreamWork], **groups: Mapping[str, Schema]) -> list[Operation]:
    """Return the operations of addresses such as "GET /api/tags", which the file tells of, by what answers them."""
    return [Operation.of(address.split()[1], work, _file()[address], groups) for address, work in works.items()]


def told_of_verb(name: str) -> dict[str, Any]:
    """What the file tells of a verb."""
    return {**_file()["verbs"].get(name, {})}


# --- The document ---

VERSION = "1"
"""Goes up when an address or a field changes its name or its meaning."""

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
    error = _json(schema("Error"))
    errors = {_name_of(status): {"description": words, "content": error} for status, words in _ERRORS.items()}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Board Catalogue", "version": VERSION},
        "paths": _with_references(paths, shared),
        "components": {
            "schemas": shared,
            "responses": _with_references(errors, shared),
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


def _described(operation: Operation) -> dict[str, Any]:
    summary, rest = in_words(operation)
    statuses = {400, 403, 409, 503} | ({401} if operation.writes else set())
    if operation.body is not None:
        statuses |= {408, 413, 415}
    if "{" in operation.path or "numbers" in (operation.body or {}).get("properties", {}):
        statuses |= {404}
    found: dict[str, Any] = {
        "operationId": operation.name,
        "summary": summary,
        **({"description": rest} if rest else {}),
        "parameters": [_parameter(operation, name, schema) for name, schema in operation.parameters.items()],
        "responses": {
            str(operation.status): {"description": "Done.", "content": _answer(operation)},
            **{str(status): {"$ref": f"#/components/responses/{_name_of(status)}"} for status in sorted(statuses)},
        },
    }
    if operation.body is not None:
        found["requestBody"] = {"required": True, "content": _json(operation.body, operation.example)}
    if operation.writes:
        found["security"] = [{}, {"token": []}]  # the token only if the server is not on loopback
    return found


def in_words(operation: Operation) -> tuple[str, str]:
    """Describe an operation: its first sentence, and the rest."""
    summary, _, rest = inspect.cleandoc(operation.work.__doc__ or "").partition("\n\n")
    return _OF_PYTHON.sub("", summary), _OF_PYTHON.sub("", " ".join(rest.split())).strip()


_OF_PYTHON = re.compile(r"(?:^|(?<=\.) )(?:\w+Error|`on_progress`) .*?\.(?= [A-Z`]|$)")
"""The sentences of a docstring that are for Python programs alone."""


def _parameter(operation: Operation, name: str, schema: Schema) -> dict[str, Any]:
    in_path = f"{{{name}}}" in operation.path
    return {
        "name": name,
        "in": "path" if in_path else "query",
        "required": in_path,
        "description": schema["description"],
        "schema": {key: value for key, value in schema.items() if key != "description"},
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

    def page(request: Request) -> Response:
        values = {"operations": operations, "in_words": in_words, "said": partial(said_in, language_of(request))}
        return site_of(request).page(request, "api.html", values)

    return [answered("/api/openapi.json", lambda request: JSONResponse(whole)), answered("/api", page)]
