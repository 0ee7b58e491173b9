"""What a request asks a fill for: the options of `catalogue fill` by their names, as JSON."""

from collections.abc import Mapping
from typing import Any

Wanted = dict[str, Any]

_GREATEST = 2**63 - 1  # what a column of the database holds
NUMBERS = ("count", "total", "clues", "effort", "max_tries", "seed", "size")
NAMES = ("rate", "blocks", "symmetry", "method", "sampling")
LISTS = ("grade", "technique", "pattern")
FLAGS = ("strict", "files", "durable")
"""The options by the kind of their values."""


def wanted_of(body: Mapping[str, Any]) -> Wanted:
    """Return the arguments of `Catalogue.fill`; what is null is left out. ValueError for anything else.

    `count` may be an object that says how many boards of each grade are wanted. Whether names and numbers are possible
    is for the fill to say.
    """
    wanted = {name: value for name, value in body.items() if value is not None}
    for name, value in wanted.items():
        _check(name, value)
    return wanted


def _check(name: str, value: object) -> None:
    if name == "count" and isinstance(value, dict):
        for grade, number in value.items():
            _check_number(f"count of {grade}", number)
    elif name in NUMBERS:
        _check_number(name, value)
    elif name in NAMES:
        _check_is(isinstance(value, str), name, "a name")
    elif name in LISTS:
        _check_is(isinstance(value, list) and all(isinstance(each, str) for each in value), name, "a list of names")
    elif name in FLAGS:
        _check_is(isinstance(value, bool), name, "true or false")
    else:
        known = ", ".join((*NUMBERS, *NAMES, *LISTS, *FLAGS))
        raise ValueError(f"no option of a fill is called {name!r}; the options are {known}")


def _check_number(name: str, value: object) -> None:
    whole = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _GREATEST
    _check_is(whole, name, "a whole number from 0 on")


def _check_is(right: bool, name: str, what: str) -> None:
    if not right:
        raise ValueError(f"{name} has to be {what}")
