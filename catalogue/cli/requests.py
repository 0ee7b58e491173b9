"""Requests on the command line: an option for each field, and the record that the values make."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, fields
from inspect import Parameter
from typing import Annotated, Any, get_args, get_origin

import typer

from ..errors import CatalogueError
from ..requests.option import Option
from ..requests.request import LongRequest, Request, hints_of, made, options_of
from .terminal import notice
from .values import home, in_dashes, parser, usage_errors

ADVANCED = "Advanced"
"""The heading of the options that few need."""


def is_rare(parameter: Any) -> bool:
    """Whether few need an option of a command."""
    return getattr(parameter, "rich_help_panel", None) == ADVANCED


def expanded(parameters: Iterable[Parameter]) -> list[Parameter]:
    """Return the options of a command, with the fields of a request in place of the request.

    A command whose options are themselves a request may add others of its own.
    """
    found: list[Parameter] = []
    for each in parameters:
        own = [one for one in get_args(each.annotation)[1:] if isinstance(one, Option)]
        if is_request(each.annotation):
            found += parameters_of(each.annotation)
        elif own:
            found.append(_parameter(each.name, own[0], get_args(each.annotation)[0], each.default))
        elif each.name not in _FOR_PROGRAMS:
            found.append(each)
    return found


_FOR_PROGRAMS = tuple(each.name for each in fields(LongRequest))


def gathered(options: type, parameters: Mapping[str, Parameter], values: Mapping[str, Any]) -> Any:
    """Make the options of a command of their values, requests first. BadParameter for what a request refuses."""
    found = dict(values)
    for name, parameter in parameters.items():
        if is_request(kind := parameter.annotation):
            found = {key: value for key, value in found.items() if key not in _named_in(kind)}
            found[name] = request_from(kind, values)
    return request_from(options, found) if is_request(options) else options(**found)


def _named_in(request: type[Request]) -> set[str]:
    """The names of the options of a request, those of before too."""
    return {name for own, option in options_of(request).items() for name in (own, option.former) if name}


def is_request(kind: object) -> bool:
    """Whether an annotation is the type of a request."""
    return isinstance(kind, type) and issubclass(kind, Request)


def parameters_of(request: type[Request]) -> list[Parameter]:
    """Return the options that stand for a request, in the order of its fields."""
    defaults = {each.name: each.default for each in fields(request)}
    hints = hints_of(request)
    found = []
    for name, option in options_of(request).items():
        found.append(_parameter(name, option, hints[name], defaults[name]))
        if option.former:
            found.append(Parameter(option.former, Parameter.KEYWORD_ONLY, default=None, annotation=_hidden(option)))
    return found


def _hidden(option: Option) -> Any:
    """The former name of an option, which the help does not list."""
    return Annotated[
        str | None, typer.Option(f"--{option.former}", parser=parser(option.read), hidden=True, help=option.help)
    ]


def request_from(request: type[Request], values: Mapping[str, Any]) -> Request:
    """Make the request of the values of its options; what was not given is by default. BadParameter for a fault."""
    names = {*_named_in(request), *(each.name for each in fields(request))}
    given = {
        name: tuple(value) if isinstance(value, list) else value for name, value in values.items() if name in names
    }
    if issubclass(request, LongRequest):
        given["on_notice"] = notice
    with usage_errors():
        return made(request, given)


def _parameter(name: str, option: Option, hint: Any, default: Any) -> Parameter:
    is_list, is_flag = _is_list(hint) and not option.is_joined, hint is bool or bool in get_args(hint)
    kind: Any = bool | None if is_flag else list[str] | None if is_list else str | None
    if default is MISSING or default is Parameter.empty:
        default, kind = Parameter.empty, list[str] if is_list else str
    elif is_list:
        default = None
    elif is_flag and not option.switches_off:
        kind = bool
    field = _argument(option) if option.is_argument else option_for(name, option, is_flag=is_flag)
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[kind, field])


def _is_list(hint: Any) -> bool:
    kinds = get_args(hint) if get_origin(hint) is not None else ()
    return any(getattr(get_origin(kind) or kind, "__name__", "") in ("Sequence", "tuple") for kind in (hint, *kinds))


def tag_names(context: typer.Context, incomplete: str) -> list[str]:
    """The tags of the catalogue that begin so; none if it cannot be read."""
    from ..verbs.tag import TagsRequest, tags

    try:
        place = home(context.params.get("home") or os.environ.get("CATALOGUE_HOME") or "data")
        return [name for name in tags(place, TagsRequest()).puzzles if name.startswith(incomplete)]
    except (CatalogueError, typer.BadParameter):
        return []


_COMPLETED = {"tag": tag_names, "without_tag": tag_names}
"""Functions that complete the value of an option from the catalogue that the command names."""


def _completed(option: Option) -> Callable[[str], list[str]]:
    """Complete a value, or the last of several with commas between them."""

    def complete(incomplete: str) -> list[str]:
        before, comma, last = incomplete.rpartition(",") if option.is_joined else ("", "", incomplete)
        names = map(str, option.choices()) if option.choices else ()
        return [f"{before}{comma}{name}" for name in names if name.startswith(last)]

    return complete


def _argument(option: Option) -> Any:
    return typer.Argument(help=in_dashes(option.help), metavar=option.metavar, parser=parser(option.read))


def option_for(name: str, option: Option, *, is_flag: bool = False) -> Any:
    """Return the option of the command line that an option of a request makes."""
    long = f"--{(option.name or name).replace('_', '-')}"
    more: dict[str, Any] = {"rich_help_panel": ADVANCED} if option.is_rare else {}
    if is_flag:
        words = f"{long}/--no-{long[2:]}" if option.switches_off else long
        return typer.Option(words, help=in_dashes(option.help), **more)
    if option.default is not None or option.is_joined:
        more["show_default"] = option.default or False
    if option.choices or name in _COMPLETED:
        more["autocompletion"] = _completed(option) if option.choices else _COMPLETED[name]
    metavar = option.metavar or (f"[{'|'.join(map(str, option.choices()))}]" if option.choices else None)
    names = (long, option.letter) if option.letter else (long,)
    return typer.Option(*names, help=in_dashes(option.help), parser=parser(option.read), metavar=metavar, **more)
