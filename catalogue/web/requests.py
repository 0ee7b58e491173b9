"""Requests in JSON: the schema of a body, and the record that its values make."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, get_args, get_origin

from ..requests.option import Option
from ..requests.request import Request, by_present_names, hints_of, made, options_of
from ..requests.values import GREATEST
from .operation import Schema

R = TypeVar("R", bound=Request)

_WORDS = {"integer": "a whole number from 0 on", "number": "a number", "string": "a name", "boolean": "true or false"}


def schema_of(request: type[Request]) -> Mapping[str, Schema]:
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
