"""Options: what each field of a request means, and which values it has.

A field is declared once, with its meaning, its bounds and its choices: `Annotated[int | None, whole("…", least=1)]`.
The command line makes an option of it, the library a keyword, the API and the page a field of JSON. A help text names
another field in backticks, and each face writes the name as it does: `clues` is --clues on the command line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from .values import GREATEST, one_of
from .values import whole as read_whole

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
