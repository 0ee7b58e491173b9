"""Requests: frozen records that say what a verb is asked for, and the option that each of their fields has.

A field is declared once, with its meaning, its bounds and its choices: `Annotated[int | None, whole("…", least=1)]`.
The command line makes an option of it, the library a keyword, the API and the page a field of JSON. A help text names
another field in backticks, and each face writes the name as it does: `clues` is --clues on the command line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, dataclass, fields
from functools import cache
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

from ..runs.how import How
from ..runs.how import ignore as ignore
from .values import GREATEST, one_of
from .values import whole as read_whole

# --- Options ----------------------------------------------------------------------------------------------------------

Read = Callable[[str], Any]
"""Makes the value of a text that a person writes; ValueError says what is wrong with it."""


@dataclass(frozen=True, kw_only=True)
class Option:
    """The meaning of a field of a request, and its values."""

    help: str
    read: Read = str
    metavar: str | None = None
    """The placeholder of a value in the help, such as N."""
    least: int | None = None
    greatest: int | None = None
    choices: Callable[[], Iterable[object]] | None = None
    """Names the values, if these are few; called only when they are needed."""
    is_closed: bool = True
    """Whether no other value than those of `choices` is right, so that the record can check it."""
    former: str | None = None
    """The name that the field had before. Every face still takes it, and none lists it."""
    letter: str | None = None
    """The short name of an option of the command line, such as -n."""
    name: str | None = None
    """The name where it is not that of the field: `class` is a word of Python."""
    default: str | None = None
    """The words of the help for the default, if they are not the value itself."""
    switches_off: bool = False
    """Whether a flag has a word for false too, such as --no-files."""
    or_file: bool = False
    """Whether another value than `choices` names a file, which only a program on this machine may do."""
    is_joined: bool = False
    """Whether one text has all values of a list, with commas between them."""
    is_argument: bool = False
    """Whether the command line takes the value without a name."""
    is_local: bool = False
    """Whether only a program on this machine may give it: files, homes, workers, threads."""
    is_rare: bool = False
    """Whether few need it, so that the help lists it last."""

    def fault(self, value: Any) -> str | None:
        """Say why a value is out of bounds or unknown; None if it is right."""
        if isinstance(value, int) and not isinstance(value, bool):
            if self.least is not None and value < self.least:
                return f"{value} is below {self.least}"
            if self.greatest is not None and value > self.greatest:
                return f"{value} is above {self.greatest}"
        if value is not None and self.choices and self.is_closed:
            known = [str(choice) for choice in self.choices()]
            if str(value) not in known:
                return f"{value!r} is not one of {', '.join(known)}"
        return None


def text(help: str, **more: Any) -> Option:
    """A field that takes any text."""
    return Option(help=help, **more)


def whole(help: str, least: int = 0, greatest: int = GREATEST, metavar: str = "N", **more: Any) -> Option:
    """A field for a whole number within bounds."""
    return Option(help=help, read=read_whole(least, greatest), least=least, greatest=greatest, metavar=metavar, **more)


def choice(help: str, values: Iterable[object], **more: Any) -> Option:
    """A field for one of some values."""
    known = list(values)
    return Option(help=help, read=one_of(known), choices=lambda: known, **more)


def flag(help: str, **more: Any) -> Option:
    """A field that is true or false."""
    return Option(help=help, **more)


# --- Requests ---------------------------------------------------------------------------------------------------------


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


@dataclass(frozen=True, kw_only=True)
class LongRequest(Request, How):
    """The request to a verb that may take long. What `How` adds is for programs: no face has options for it."""


def hints_of(request: type) -> Mapping[str, Any]:
    """Return the types of the fields of a request, without their options."""
    return {name: _plain(hint) for name, hint in _hints(request).items()}


@cache
def _hints(request: Any) -> Mapping[str, Any]:
    return get_type_hints(request, include_extras=True)


def _plain(hint: Any) -> Any:
    return get_args(hint)[0] if get_origin(hint) is Annotated else hint


def options_of(request: Any) -> Mapping[str, Option]:
    """Return the options of a request by name, in the order of its fields; fields without one are left out."""
    return _options_of(request)


@cache
def _options_of(request: Any) -> Mapping[str, Option]:
    hints = _hints(request)
    found: dict[str, Option] = {}
    for each in fields(request):
        hint = hints[each.name]
        if get_origin(hint) is Annotated:
            found |= {each.name: option for option in get_args(hint)[1:] if isinstance(option, Option)}  # noqa: B035
    return found


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
