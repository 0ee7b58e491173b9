"""Requests: frozen records that say what a verb is asked for, and the option that each of their fields has.

A field is declared once, `clues: int | None = None`, and `options.txt` says what it means, its bounds and its
placeholder. Its type says how it is read; `Annotated[int, choice((2, 4))]` says more. The command line makes an option
of it, the library a keyword, the API and the page a field of JSON. A help text names another field in backticks, and
each face writes the name as it does: `clues` is --clues on the command line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields, replace
from enum import EnumMeta
from functools import cache
from os import PathLike
from pathlib import Path
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

from ..runs.how import How
from ..runs.how import ignore as ignore
from .values import GREATEST, one_of, seconds
from .values import whole as read_whole

# --- Options ----------------------------------------------------------------------------------------------------------

Read = Callable[[str], Any]
"""Makes the value of a text that a person writes; ValueError says what is wrong with it."""


@dataclass(frozen=True, kw_only=True)
class Option:
    """The meaning of a field of a request, and its values."""

    help: str = ""
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
    words: Mapping[str, Any] = field(default_factory=dict)
    """Stand in the help for their names in braces, beside the choices and the bounds."""

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


def text(**more: Any) -> Option:
    """A field that takes any text."""
    return Option(**more)


def whole(least: int = 0, greatest: int = GREATEST, metavar: str = "N", **more: Any) -> Option:
    """A field for a whole number within bounds."""
    return Option(read=read_whole(least, greatest), least=least, greatest=greatest, metavar=metavar, **more)


def choice(values: Iterable[object], **more: Any) -> Option:
    """A field for one of some values."""
    known = list(values)
    return Option(read=one_of(known), choices=lambda: known, **more)


_BOUNDS = re.compile(r"(\d+)\.\.(\d*)")


@cache
def _written() -> Mapping[str, tuple[Mapping[str, Any], str]]:
    """The marks and the help of each option in `options.txt`, by its request and its name."""
    found = {}
    _, *sections = Path(__file__).with_name("options.txt").read_text("utf-8").split("\n# ")
    for section in sections:
        owners, _, entries = section.partition("\n")
        for heading, help in re.findall(r"^(\w.*?): (.+\n(?:  .+\n)*)", entries, re.MULTILINE):
            name, *marks = heading.split()
            entry = {key: value for mark in marks for key, value in _marked(mark)}, " ".join(help.split())
            found.update({f"{owner}.{name}": entry for owner in owners.split(", ")})
    return found


def _marked(mark: str) -> Iterator[tuple[str, Any]]:
    """What a word of a heading says of its option."""
    if mark in ("argument", "local", "rare"):
        yield f"is_{mark}", True
    elif bounds := _BOUNDS.fullmatch(mark):
        least, greatest = int(bounds[1]), int(bounds[2] or GREATEST)
        yield from (("least", least), ("greatest", greatest), ("read", read_whole(least, greatest)))
    else:
        yield ("letter" if mark.startswith("-") else "metavar"), mark


def option_of(name: str, owners: Iterable[str], hint: Any, own: Option | None = None) -> Option | None:
    """Return the option of a field of this type, as `options.txt` has it for the first of its owners, or for any.

    None if the field has none; `own` says what its type does not.
    """
    found = next((entry for owner in (*owners, "any") if (entry := _written().get(f"{owner}.{name}"))), None)
    if found is None:
        return own
    marks, help = found
    option = replace(own or _usual(hint), **marks)
    return replace(option, help=help.format_map(_words(option)) if "{" in help else help)


def _words(option: Option) -> dict[str, Any]:
    known = [str(each).rstrip("=") for each in option.choices()] if option.choices else [""]
    either = f"{', '.join(known[:-1])} or {known[-1]}"
    return {**vars(option), "choices": ", ".join(known), "either": either, **option.words}


def _usual(hint: Any) -> Option:
    """The option of a field by its type alone."""
    kinds = set(_kinds(hint))
    if bool in kinds:
        return Option()
    if named := next((kind for kind in kinds if isinstance(kind, EnumMeta)), None):
        return choice(named)
    if kinds & {Path, PathLike} and int not in kinds:
        return Option(read=Path)
    if float in kinds:
        return Option(read=seconds)
    return whole() if int in kinds and str not in kinds else Option()


def _kinds(hint: Any) -> Iterator[Any]:
    yield get_origin(hint) or hint
    for each in get_args(hint):
        yield from _kinds(each)


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


def hints_of(request: Any) -> Mapping[str, Any]:
    """Return the types of the fields of a request, without their options."""
    return {name: _parts(hint)[0] for name, hint in _hints(request).items()}


@cache
def _hints(request: Any) -> Mapping[str, Any]:
    return get_type_hints(request, include_extras=True)


def _parts(hint: Any) -> tuple[Any, Option | None]:
    """The type of a field, and what it says of its option besides."""
    hint, *more = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    return hint, next((one for one in more if isinstance(one, Option)), None)


def options_of(request: Any) -> Mapping[str, Option]:
    """Return the options of a request by name, in the order of its fields; fields without one are left out."""
    return _options_of(request)


@cache
def _options_of(request: Any) -> Mapping[str, Option]:
    owners, hints = [kind.__name__ for kind in request.__mro__], _hints(request)
    found = {
        each.name: option_of(each.name, owners, *_parts(hints[each.name])) for each in fields(request) if each.init
    }
    return {name: option for name, option in found.items() if option}


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
