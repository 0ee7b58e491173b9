"""Requests: frozen records that say what a verb is asked for. Each field has an `Option`."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from functools import cache
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

from .option import Option


@dataclass(frozen=True, kw_only=True)
class Request:
    """The request to a verb. ValueError for a number out of bounds and an unknown name."""

    def __post_init__(self) -> None:
        """Check the values of all fields that have an option."""
        for name, option in options_of(type(self)).items():
            value = getattr(self, name)
            for each in value if isinstance(value, list | tuple | set | frozenset) else (value,):
                if fault := option.fault(each):
                    raise ValueError(f"{option.name or name} {fault}")


def ignore(*_: Any) -> None:
    """Take a report of progress, or a notice, and do nothing."""


@dataclass(frozen=True, kw_only=True)
class LongRequest(Request):
    """The request to a verb that may take long. These fields are for programs: no face has options for them."""

    stop: threading.Event | None = field(default=None, compare=False, repr=False)
    """Setting it ends the work early; what is finished is kept."""
    on_progress: Callable[..., None] = field(default=ignore, compare=False, repr=False)
    """Gets what is done so far, now and then."""
    on_notice: Callable[[str], None] = field(default=ignore, compare=False, repr=False)
    """Gets a line about what may take long, or is waited for."""


def hints_of(request: type) -> Mapping[str, Any]:
    """Return the types of the fields of a request, without their options."""
    return {name: _plain(hint) for name, hint in get_type_hints(request, include_extras=True).items()}


def _plain(hint: Any) -> Any:
    return get_args(hint)[0] if get_origin(hint) is Annotated else hint


def options_of(request: Any) -> Mapping[str, Option]:
    """Return the options of a request by name, in the order of its fields; fields without one are left out."""
    return _options_of(request)


@cache
def _options_of(request: Any) -> Mapping[str, Option]:
    hints = get_type_hints(request, include_extras=True)
    found: dict[str, Option] = {}
    for each in fields(request):
        hint = hints[each.name]
        if get_origin(hint) is Annotated:
            found |= {each.name: option for option in get_args(hint)[1:] if isinstance(option, Option)}  # noqa: B035
    return found


def common(request: Request, record: type) -> dict[str, Any]:
    """Return the values of the fields that a request shares with another record, by name; what is None is left out."""
    names = {each.name for each in fields(record) if each.init}
    values = {each.name: getattr(request, each.name) for each in fields(request) if each.name in names}
    return {name: value for name, value in values.items() if value is not None}


def by_present_names(request: Any, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return values by the names of the options of a request, where some may have the names of before."""
    present = {option.former: name for name, option in options_of(request).items() if option.former}
    return {present.get(name, name): value for name, value in values.items()}


R = TypeVar("R", bound=Request)


def made(request: type[R], values: Mapping[str, Any]) -> R:
    """Make a request of the values of its options by name; what is None is by default. ValueError for a fault."""
    given = by_present_names(request, {name: value for name, value in values.items() if value is not None})
    for each in fields(request):
        if each.init and each.name not in given and each.default is MISSING and each.default_factory is MISSING:
            raise ValueError(f"give `{each.name}`")
    return request(**given)
