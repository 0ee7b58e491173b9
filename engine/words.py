"""The words of a language, read from its file in `languages`: templates, names, meanings, and what fills their places.

A *phrase* is a template with what fills its places, as data: cells, digits, units, other phrases. A language says it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from .shape import DIGITS, Meeting, Place, Shape, Unit, Where, cell_name

_FOLDER = Path(__file__).parent / "languages"

ENGLISH = "en"
"""The language of all names in data, and of every function whose `language` is not given."""

LANGUAGES: tuple[str, ...] = (ENGLISH, *sorted(path.stem for path in _FOLDER.glob("*.toml") if path.stem != ENGLISH))
"""The languages of sentences, by their ISO codes."""


# --- Phrases ----------------------------------------------------------------------------------------------------------


class Phrase(NamedTuple):
    """A template and what fills its places."""

    table: str
    name: str
    places: Mapping[str, Any]
    """By the names of the places: numbers, texts that all languages have, units, phrases, and the records below."""


class Cells(NamedTuple):
    """Cells, such as "r1c1 and r1c2"."""

    cells: Iterable[int]
    conjunction: str = "and"


class Digits(NamedTuple):
    """Digits, such as "1, 2 and 3"."""

    digits: Iterable[int]
    conjunction: str = "and"


class Runs(NamedTuple):
    """The digits of a mask, such as "1-3 and 5"."""

    mask: int
    conjunction: str = "and"


class Together(NamedTuple):
    """Units of one kind, such as "rows 1 and 2"."""

    units: Iterable[Where]


class Thing(NamedTuple):
    """What a rule is called where it holds, such as "cage", perhaps in several places."""

    place: Place
    places: Iterable[str] = ()


class Listed(NamedTuple):
    """Items in a row."""

    items: Iterable[Any]
    conjunction: str = "and"
    """One of the table `lists`; `comma`, `next` and `either` stand between all of them."""


class Capital(NamedTuple):
    """An item that begins a sentence."""

    item: Any


class Fitting(NamedTuple):
    """Ways to say the same: the first that is short enough, else the shortest."""

    ways: Iterable[Phrase]
    longest: int


# --- A language -------------------------------------------------------------------------------------------------------


class Words:
    """The words of one language. `words_in` gives them."""

    def __init__(self, language: str, tables: Mapping[str, Mapping[str, str]]) -> None:
        self.language = language
        self.tables = tables
        """The tables of the file: texts by name, by the name of the table."""
        self._said: dict[Where, str] = {}

    @property
    def name(self) -> str:
        """The language by its own name, such as "Deutsch"."""
        return self.tables["language"]["name"]

    def say(self, table: str, name: str, /, **places: object) -> str:
        """Return a text with its places filled; KeyError for an unknown name or a missing place."""
        return self.tables[table][name].format(**places)

    def text(self, item: Any, size: int) -> str:
        """Say a phrase, or what fills a place, on a board of a size."""
        match item:
            case str() | int():
                return str(item)
            case Phrase(table, name, places):
                said = {place: self.text(each, size) for place, each in places.items()}
                return self.tables[table][name].format_map(said)
            case Cells(cells, conjunction):
                names = _cell_names(size)
                return self.listed([names[cell] for cell in cells], conjunction)
            case Digits(digits, conjunction):
                return self.digits(digits, conjunction)
            case Runs(mask, conjunction):
                return self.listed(self._runs(mask), conjunction)
            case Listed(items, conjunction):
                return self.listed([self.text(each, size) for each in items], conjunction)
            case Together(units):
                return self.units(units)
            case Thing(place, places):
                return self._thing(place, *places)
            case Capital(inner):
                return capital(self.text(inner, size))
            case Fitting(ways, longest):
                return _fitting((self.text(each, size) for each in ways), longest)
            case Unit() | Place() | Meeting():
                return self.unit(item)
        return str(item)

    # --- Lists ---

    def listed(self, words: Iterable[str], conjunction: str = "and") -> str:
        """Words in a row, with a conjunction of the table `lists` before the last; `comma` stands between all."""
        every = list(words)
        if len(every) < 2:
            return every[0] if every else ""
        if conjunction in ("comma", "next", "either"):
            between = self.tables["lists"][conjunction]
            joined = between.join(every)
            return joined.replace(self._comma, between) if conjunction == "either" else joined
        *first, last = every
        if conjunction == "or" and last.startswith(("8", "11")):
            conjunction = "or_eight"
        return self.say("lists", conjunction, first=self._comma.join(first), last=last)

    @property
    def _comma(self) -> str:
        return self.tables["lists"]["comma"]

    def digits(self, digits: Iterable[int], conjunction: str = "and") -> str:
        """Such as "1, 2 and 3"."""
        return self.listed((DIGITS[digit] for digit in digits), conjunction)

    def _runs(self, mask: int) -> Iterable[str]:
        """Three digits or more in a row as such as "5-7"."""
        digits = [digit for digit in range(1, mask.bit_length() + 1) if mask >> digit - 1 & 1]
        while digits:
            run = next((run for run, digit in enumerate(digits) if digit != digits[0] + run), len(digits))
            if run > 2:
                yield self.say("lists", "of_digits", first=DIGITS[digits[0]], last=DIGITS[digits[run - 1]])
            else:
                yield from (DIGITS[digit] for digit in digits[:run])
            del digits[:run]

    def cells(self, cells: Iterable[int], shape: Shape, conjunction: str = "and") -> str:
        """Such as "r1c1 and r1c2"."""
        return self.text(Cells(cells, conjunction), shape.size)

    # --- Units and rules ---

    def unit(self, where: Where) -> str:
        """A unit, a named rule where it holds, or two of these that meet."""
        if where not in self._said:
            self._said[where] = self._unit(where)
        return self._said[where]

    def _unit(self, where: Where) -> str:
        match where:
            case Meeting(one, other):
                return self.listed(map(self.unit, (one, other)))
            case Place(thing, _, cells, is_around):
                if not cells:
                    return self.thing(thing)
                where_it_is = "around" if is_around else "of"
                return self.say("places", where_it_is, thing=self._thing(where), cell="-".join(cells))
        kind, number = where
        units = self.tables["units"]
        if own := units.get(f"{kind}_{number}"):
            return own
        if kind in units:
            return self.say("units", kind, number=number)
        return self.say("units", "other", kind=self.thing(kind), number=number)

    def _thing(self, place: Place, *places: str) -> str:
        """A thing with its value, such as "cage 15", perhaps in several places."""
        named = self.thing(place.thing) + place.value
        return self.say("places", "of", thing=named, cell=self.listed(places)) if places else named

    def technique_or_rule(self, name: str) -> str:
        """The reason of a link in a chain: a technique, or a named rule."""
        return name if self.language == ENGLISH else self.tables["techniques"].get(name) or self.rule_name(name)

    def units(self, units: Iterable[Where]) -> str:
        """Units of one kind together, such as "rows 1 and 2"."""
        every = list(units)
        found = [unit for unit in every if isinstance(unit, Unit)]
        if len(every) == 1 or len(found) < len(every):
            return self.listed(map(self.unit, every))
        kind, numbers = found[0].kind, self.listed(str(unit.number) for unit in found)
        if f"{kind}s" in self.tables["units"]:
            return self.say("units", f"{kind}s", numbers=numbers)
        return self.say("units", "others", kind=self.thing(kind), numbers=numbers)

    def thing(self, name: str) -> str:
        """The place where a named rule holds, such as "cage", or the rule itself."""
        return self.tables.get("things", {}).get(name) or self.rule_name(name)

    def rule(self, rule: str, spelled: str | None = None) -> str:
        """A rule, perhaps as it is spelled with its number or another value, such as "modular 4"."""
        return self.rule_name(rule) + (spelled or rule).removeprefix(rule)

    def rule_name(self, rule: str) -> str:
        """The name of a rule: the start of its line, or the name that English has."""
        return self._line_of(rule).partition(":")[0].strip() or self.tables.get("kinds", {}).get(rule, rule)

    def rule_meaning(self, rule: str) -> str:
        """The meaning of a rule, in a language that is not English: the rest of its line."""
        return capital(self._line_of(rule).partition(":")[2].strip())

    def _line_of(self, rule: str) -> str:
        return self.tables.get("rules", {}).get(rule, "")

    # --- Numbers ---

    def number(self, number: int) -> str:
        """A whole number with its thousands separated."""
        return f"{number:,}".replace(",", self.tables["lists"]["thousands"])

    def decimal(self, written: str) -> str:
        """A number as English writes it, with the sign of the language before its decimals."""
        return written.replace(".", self.tables["lists"]["decimal"])


@cache
def _cell_names(size: int) -> tuple[str, ...]:
    return tuple(cell_name(*divmod(cell, size)) for cell in range(size**2))


def capital(words: str) -> str:
    """Words that begin a sentence."""
    return words[:1].upper() + words[1:]


def _fitting(ways: Iterable[str], longest: int) -> str:
    tried = []
    for words in ways:
        if len(words) <= longest:
            return words
        tried.append(words)
    return min(tried, key=len)


@cache
def words_in(language: str = ENGLISH) -> Words:
    """Return the words of a language; ValueError for one without a file."""
    if language not in LANGUAGES:
        raise ValueError(f"no language {language!r}: choose from {', '.join(LANGUAGES)}")
    import tomllib  # takes as long to load as all of this module

    tables: dict[str, Any] = tomllib.loads((_FOLDER / f"{language}.toml").read_text(encoding="utf-8"))
    return Words(language, tables)
