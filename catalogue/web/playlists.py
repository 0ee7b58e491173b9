"""A list that is played in its order: all puzzles that an address asks for, or those that it names."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from starlette.datastructures import QueryParams

from ...engine.words import words_in
from ..pages.rendering import translator
from ..verbs.looking import Opened
from .downloads import numbers_of
from .listings import total_of, view_of
from .site import Site


@dataclass(frozen=True)
class Place:
    """Where a puzzle stands in a list that is played."""

    words: str
    """Such as "3 of 24"; "of 24" if its place is not known."""
    next: str | None
    """The address of the one after it; None at the end."""
    back: str
    """The address of the list."""


def playlist_in(parameters: Mapping[str, str]) -> dict[str, str]:
    """Read from an address which list is played: `in` has the query of a list, `these` has numbers of puzzles."""
    return {name: parameters[name] for name in ("these", "in") if name in parameters}


def first_of(store: Opened, playlist: Mapping[str, str]) -> str | None:
    """Return the address of the first puzzle of a list; None for an empty one. ValueError for an unknown filter."""
    if "these" in playlist:
        numbers = _numbers(playlist["these"])
        return _address(numbers[0], playlist, 1) if numbers else None
    rows = view_of(QueryParams(playlist["in"])).puzzles(store).page(1, columns=("id",))
    return _address(str(rows[0][0]), playlist, 1) if rows else None


def place_of(
    site: Site, store: Opened, playlist: Mapping[str, str], number: str, at: str | None, language: str
) -> Place:
    """Return where a puzzle stands in a list; `at` is its place as the address has it. ValueError as `first_of`."""
    place = int(at) if at and at.isascii() and at.isdigit() and len(at) < 10 else None
    if "these" in playlist:
        numbers = _numbers(playlist["these"])
        place = numbers.index(number) + 1 if number in numbers else None
        following = numbers[place] if place and place < len(numbers) else None
        total, back = len(numbers), "/puzzles"
    else:
        view = view_of(QueryParams(playlist["in"]))
        rows = view.puzzles(store).page(1, after=number, columns=("id",))
        following = str(rows[0][0]) if rows else None
        total, back = total_of(site, store, view), f"/puzzles?{view.address()}"
    translate, written = translator(language), words_in(language).number
    words = translate("of {total} in the list", total=written(total))
    if place:
        words = translate("{place} of {total} in the list", place=written(place), total=written(total))
    return Place(words, _address(following, playlist, place + 1 if place else None) if following else None, back)


def _numbers(text: str) -> list[str]:
    numbers = [each.strip() for each in text.split(",") if each.strip()]
    numbers_of(numbers)
    return list(dict.fromkeys(numbers))


def _address(number: str, playlist: Mapping[str, str], place: int | None) -> str:
    at = {} if place is None else {"at": str(place)}
    return f"/play?{urlencode({'board': number, **playlist, **at}, safe=',')}"
