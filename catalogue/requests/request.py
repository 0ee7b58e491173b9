"""Requests: frozen records that say what a verb is asked for, and the option that each of their fields has.

A field is declared once, `clues: int | None = None`, and `options.txt` says what it means, its bounds and its
placeholder. Its type says how it is read; `Annotated[int, choice((2, 4))]` says more. The command line makes an option
of it, the library a keyword, the API and the page a field of JSON. A help text names another field in backticks, and
each face writes the name as it does: `clues` is --clues on the command line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields, replace
from enum import EnumMeta
from functools import cache
from math import isclose
from os import PathLike
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

from ...engine.grades import Grade, Level
from ..puzzles.columns import Range, parsed_number
from ..runs.how import How
from ..runs.how import ignore as ignore

# --- Values as people write them --------------------------------------------------------------------------------------

T = TypeVar("T")
Mark = Grade | Level

GREATEST = 2**63 - 1
"""The greatest integer that SQLite stores."""

_NUMBER = re.compile(r"[+-]?(\d+(_\d+)*|\d{1,3}(,\d{3})+)(\.\d+)?(e\+?\d{1,2}|[km])?", re.ASCII | re.IGNORECASE)
_ZEROS = {"k": "e3", "m": "e6"}


def read_whole(least: int = 0, greatest: int = GREATEST) -> Callable[[str], int]:
    """Parse a whole number within bounds; 1e6, 1M, 1000k, 1_000_000 and 1,000,000 are the same."""

    def parse(text: str) -> int:
        from decimal import Decimal  # the list of commands reads no number

        number = Decimal(_plain(str(text))) if _NUMBER.fullmatch(str(text)) else None
        if number is None or number != number.to_integral_value():
            raise ValueError(f"{text!r} is not a whole number")
        if number < least:
            raise ValueError(f"{text} is less than {least}")
        if number > greatest:
            raise ValueError(f"{text} is more than {greatest}")
        return int(number)

    return parse


def _plain(text: str) -> str:
    digits = text.replace(",", "")
    return digits[:-1] + _ZEROS[digits[-1].lower()] if digits[-1].lower() in _ZEROS else digits


def _listed(read: Callable[[str], Iterable[T]]) -> Callable[[str | Sequence[T]], Sequence[T]]:
    """Parse values separated by commas; repeated ones count once. A default is parsed already."""

    def parse(text: str | Sequence[T]) -> Sequence[T]:
        if not isinstance(text, str):
            return text
        return tuple(dict.fromkeys(value for word in text.split(",") for value in read(word.strip())))

    return parse


def spans(least: int, greatest: int) -> Callable[[str | Sequence[int]], Sequence[int]]:
    """Parse whole numbers separated by commas, also spans such as 10-40; repeated ones count once."""
    parse_one = read_whole(least, greatest)

    def parse(word: str) -> Iterable[int]:
        ends = re.fullmatch(r"(\d+)-(\d+)", word, re.ASCII)
        first, last = (parse_one(ends[1]), parse_one(ends[2])) if ends else (parse_one(word),) * 2
        if last < first:
            raise ValueError(f"{word} ends before it begins")
        return range(first, last + 1)

    return _listed(parse)


def several(parse_one: Callable[[str], T]) -> Callable[[str | Sequence[T]], Sequence[T]]:
    """Parse several values separated by commas; repeated ones count once."""
    return _listed(lambda word: [parse_one(word)])


def one_of(values: Iterable[T]) -> Callable[[str], T]:
    """Parse one of some values, written as `str` writes them."""
    named = {str(value): value for value in values}

    def parse(text: str) -> T:
        if str(text) not in named:
            raise ValueError(f"{text!r} is not one of {', '.join(named)}")
        return named[str(text)]

    return parse


def shares(text: str) -> Mapping[str, float]:
    """Parse shares such as train=0.9,test=0.1: names of letters and digits, and numbers above 0 that sum up to 1."""
    found: dict[str, float] = {}
    for word in text.split(","):
        match = re.fullmatch(r"\s*(\w+)=(\d*\.?\d+)\s*", word)
        if not match or not float(match[2]) or match[1] in found:
            raise ValueError(f"{word!r} is not a share such as train=0.9")
        found[match[1]] = float(match[2])
    if not isclose(sum(found.values()), 1):
        raise ValueError(f"the shares sum up to {sum(found.values()):g}, not to 1")
    return found


def share(text: str | float) -> float:
    """Parse a share from 0 to below 1."""
    match = re.fullmatch(r"0?\.\d+|0", str(text), re.ASCII)
    if not match:
        raise ValueError(f"{text!r} is not a share such as 0.05")
    return float(text)


def seconds(text: str) -> float:
    """Parse a time of at least 0 seconds."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not number >= 0:  # nan is not
        raise ValueError(f"{text!r} is not a number of seconds")
    return number


def tenths(text: str) -> int:
    """Parse a rating such as 7.1, in tenths."""
    match = re.fullmatch(r"(\d{1,2})(?:\.(\d))?", text, re.ASCII)
    if not match:
        raise ValueError(f"{text!r} is not a rating such as 7.1")
    return 10 * int(match[1]) + int(match[2] or 0)


def rating(text: str) -> float:
    """Parse a rating such as 7.1."""
    return tenths(text) / 10


class Ranges(tuple[Range, ...]):
    """Ranges in the order in which they are named."""


def number_ranges(text: str) -> Ranges:
    """Parse numbers of puzzles: one, a range of boards such as 10-20, several separated by commas, or all."""
    return Ranges(Range(0, None) if word == "all" else _range(word) for word in text.split(","))


def _range(text: str) -> Range:
    if number := parsed_number(text):
        return number
    match = re.fullmatch(r"(\d{1,19})-(\d{1,19})", text, re.ASCII)
    if not match:
        raise ValueError(f"{text!r} is neither a number nor a range such as 10-20, nor all")
    first, last = int(match[1]), int(match[2])
    if last < first:
        raise ValueError(f"{text} ends before it begins")
    return Range(first, last)


class Goal(NamedTuple):
    """A grade or level that is wanted, perhaps with a number of puzzles."""

    mark: Mark
    number: int | None


def goal(marks: Iterable[Mark]) -> Callable[[str], Goal]:
    """Parse a grade or level such as hard, or with a number such as hard=500."""
    parse_mark, parse_number = one_of(marks), read_whole(1)

    def parse(text: str) -> Goal:
        name, equals, count = text.partition("=")
        return Goal(parse_mark(name), parse_number(count) if equals else None)

    return parse


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
    others: Mapping[str, str] = field(default_factory=dict)
    """Values by the names that they had before."""
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


def choice(values: Iterable[object], *, others: Mapping[str, str] = MappingProxyType({}), **more: Any) -> Option:
    """A field for one of some values, perhaps by the name that it had before."""
    known = list(values)
    return Option(read=lambda text: one_of(known)(others.get(text, text)), choices=lambda: known, others=others, **more)


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
    options = options_of(request)
    present = {option.former: name for name, option in options.items() if option.former}
    others = {name: option.others for name, option in options.items() if option.others}
    if twice := next((name for name in values if present.get(name) in values), None):
        raise ValueError(f"give `{present[twice]}`, or its former name {twice}, not both")
    named = {present.get(name, name): value for name, value in values.items()}
    return {name: others[name].get(value, value) if name in others else value for name, value in named.items()}


R = TypeVar("R", bound=Request)


def made(request: type[R], values: Mapping[str, Any]) -> R:
    """Make a request of the values of its options by name; what is None is by default. ValueError for a fault."""
    given = by_present_names(request, {name: value for name, value in values.items() if value is not None})
    for each in fields(request):
        if each.init and each.name not in given and each.default is MISSING and each.default_factory is MISSING:
            raise ValueError(f"give `{each.name}`")
    return request(**given)
