"""The words of sentences in a language, read from its file in `languages`: templates, units, names and meanings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from .shape import DIGITS, Shape, cell_name

_FOLDER = Path(__file__).parent / "languages"
_PLACE = re.compile(r"(?P<thing>.+) (?P<where>of|around) (?P<cell>r\d+c\d+(?:-r\d+c\d+)?)")

ENGLISH = "en"
"""The language of all names in data, and of every function whose `language` is not given."""

LANGUAGES: tuple[str, ...] = (ENGLISH, *sorted(path.stem for path in _FOLDER.glob("*.toml") if path.stem != ENGLISH))
"""The languages of sentences, by their ISO codes."""


class Words:
    """The words of one language. `words_in` gives them."""

    def __init__(self, language: str, tables: Mapping[str, Mapping[str, str]]) -> None:
        self.language = language
        self.tables = tables
        """The tables of the file: texts by name, by the name of the table."""

    @property
    def name(self) -> str:
        """The language by its own name, such as "Deutsch"."""
        return self.tables["language"]["name"]

    def say(self, table: str, name: str, /, **places: object) -> str:
        """Return a text with its places filled; KeyError for an unknown name or a missing place."""
        return self.tables[table][name].format(**places)

    # --- Lists ---

    def listed(self, words: Iterable[str], conjunction: str = "and") -> str:
        """Words in a row, with a conjunction (`and`, `or` or `clauses`) before the last."""
        *first, last = list(words) or [""]
        if conjunction == "or" and last.startswith(("8", "11")):
            conjunction = "or_eight"
        return self.say("lists", conjunction, first=self._comma.join(first), last=last) if first else last

    @property
    def _comma(self) -> str:
        return self.tables["lists"]["comma"]

    def digits(self, digits: Iterable[int], conjunction: str = "and") -> str:
        """Such as "1, 2 and 3"."""
        return self.listed((DIGITS[digit] for digit in digits), conjunction)

    def cells(self, cells: Iterable[int], shape: Shape, conjunction: str = "and") -> str:
        """Such as "r1c1 and r1c2"."""
        return self.listed((cell_name(*divmod(cell, shape.size)) for cell in cells), conjunction)

    # --- Units and rules ---

    def unit(self, name: str) -> str:
        """A unit, a named rule where it holds, or several of these, by the name that they have in a step.

        Names are those of English: "row 3", "cage 15 of r1c1", "white dot of r1c1-r1c2 and black dot of r1c2-r1c3".
        """
        if own := self.tables["units"].get(name.replace(" ", "_")):
            return own
        if self.language == ENGLISH:
            return name
        if found := _PLACE.fullmatch(name):
            if " and " in found["thing"]:
                return self.listed(map(self.unit, name.split(" and ")))
            return self.say("places", found["where"], thing=self._thing(found["thing"]), cell=found["cell"])
        kind, _, number = name.rpartition(" ")
        if not number.isdecimal():
            return self.thing(name)
        if kind in self.tables["units"]:
            return self.say("units", kind, number=number)
        return self.say("units", "other", kind=self.thing(kind), number=number)

    def at(self, thing: str, places: Iterable[str]) -> str:
        """Things of one kind in several places, such as "white dot of r1c1-r1c2 and r1c4-r1c5"."""
        named = thing if self.language == ENGLISH else self._thing(thing)
        return self.say("places", "of", thing=named, cell=self.listed(places))

    def units(self, names: Iterable[str]) -> str:
        """Units of one kind together, such as "rows 1 and 2"."""
        found = list(names)
        if len(found) == 1:
            return self.unit(found[0])
        kind = found[0].rpartition(" ")[0]
        numbers = self.listed(name.rpartition(" ")[2] for name in found)
        if f"{kind}s" in self.tables["units"]:
            return self.say("units", f"{kind}s", numbers=numbers)
        return self.say("units", "others", kind=self.thing(kind), numbers=numbers)

    def _thing(self, name: str) -> str:
        """A thing or a rule, perhaps with its number or another value, such as "cage 15"."""
        found = _longest((*self.tables["things"], *self.tables["rules"]), name)
        return self.thing(found) + name[len(found) :]

    def thing(self, name: str) -> str:
        """The place where a named rule holds, such as "cage", or the rule itself."""
        if self.language == ENGLISH:
            return name
        return self.tables["things"].get(name) or self.rule_name(name)

    def rule(self, name: str) -> str:
        """A rule, perhaps with its number or another value, such as "modular 4"."""
        if self.language == ENGLISH:
            return name
        found = _longest(self.tables["rules"], name)
        return self.rule_name(found) + name[len(found) :]

    def rule_name(self, rule: str) -> str:
        """The name of a rule: the start of its line, or the name that English has."""
        return self._rule(rule)[0] or rule

    def rule_meaning(self, rule: str) -> str:
        """The meaning of a rule, in a language that is not English."""
        said = self._rule(rule)[1]
        return said[:1].upper() + said[1:]

    def _rule(self, rule: str) -> tuple[str, str]:
        """The name of a rule and what it says, from its line; empty for one without."""
        name, _, said = self.tables.get("rules", {}).get(rule, "").partition(":")
        return name.strip(), said.strip()

    # --- Numbers ---

    def number(self, number: int) -> str:
        """A whole number with its thousands separated."""
        return f"{number:,}".replace(",", self.tables["lists"]["thousands"])

    def decimal(self, written: str) -> str:
        """A number as English writes it, with the sign of the language before its decimals."""
        return written.replace(".", self.tables["lists"]["decimal"])

    # --- Techniques ---

    def technique(self, name: str) -> str:
        """The name of a technique as books have it, in a language that is not English."""
        techniques = self.tables["techniques"]
        if name in techniques:
            return techniques[name]
        for table_name, start, end in (("needed_digit", "digit-of-", ""), ("in_units", "", "-in-units")):
            if name.startswith(start) and name.endswith(end):
                thing = name.removeprefix(start).removesuffix(end)
                return self.say("places", table_name, thing=self._things_by_technique[thing])
        raise KeyError(name)

    @cached_property
    def _things_by_technique(self) -> Mapping[str, str]:
        return {thing.replace(" ", "-"): text for thing, text in self.tables["things"].items()}

    def technique_or_rule(self, name: str) -> str:
        """The reason of a link in a chain: a technique, or a named rule."""
        if self.language == ENGLISH:
            return name
        return self.technique(name) if name in self.tables["techniques"] else self.rule_name(name)


def _longest(known: Iterable[str], name: str) -> str:
    """The longest of some names that another one begins with, or all of it."""
    return max((each for each in known if f"{name} ".startswith(f"{each} ")), key=len, default=name)


@cache
def words_in(language: str = ENGLISH) -> Words:
    """Return the words of a language; ValueError for one without a file."""
    if language not in LANGUAGES:
        raise ValueError(f"no language {language!r}: choose from {', '.join(LANGUAGES)}")
    import tomllib  # takes as long to load as all of this module

    tables: dict[str, Any] = tomllib.loads((_FOLDER / f"{language}.toml").read_text(encoding="utf-8"))
    return Words(language, tables)
