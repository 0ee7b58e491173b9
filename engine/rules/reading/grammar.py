"""The table of what setters write (`english.toml`, `english_marks.toml`): phrases put in, expressions compiled."""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from .colours import NAMES, Colours

_FILES = ("english.toml", "english_marks.toml")
Expression = re.Pattern[str]


@dataclass(frozen=True, slots=True)
class Pattern:
    """A way to write a rule: expressions that have to match, those that may, and further words that are allowed."""

    rule: str
    on: tuple[str, ...]
    """The kinds of elements that the rule is about; none for the whole board."""
    needs: tuple[Expression, ...]
    in_heading: tuple[bool, ...]
    """Which of `needs` a heading may fulfil."""
    require: tuple[Expression, ...]
    """Expressions that have to be anywhere in the sentence, whether another one takes them or not."""
    may: tuple[Expression, ...]
    allows: frozenset[str]
    colours: Colours
    """Colours that are usual where the sentence names none."""
    value: int | None
    circles: int
    """How many ends of the line have a circle."""
    diagonal: bool
    native: bool
    """Whether only the program's own marks can be meant."""


@dataclass(frozen=True, slots=True)
class Edges:
    """Marks between two cells: their names, and what they say of the two digits."""

    subjects: dict[str, Expression]
    relations: dict[str, Expression]
    allows: frozenset[str]


@dataclass(frozen=True, slots=True)
class Grammar:
    """All of the table."""

    patterns: tuple[Pattern, ...]
    edges: Edges
    all_given: tuple[Expression, Expression]
    """That all marks are given, and that not all are."""
    filler: frozenset[str]
    beware: frozenset[str]
    undoing: frozenset[str]
    """Words of a heading under which nothing is understood."""
    rule_words: frozenset[str]


@cache
def grammar() -> Grammar:
    """Return the table, read once."""
    table, of_marks = (tomllib.loads(Path(__file__).with_name(name).read_text("utf-8")) for name in _FILES)
    phrases = {"colour": "|".join(sorted(NAMES))}
    for name, alternatives in table["phrases"].items():
        phrases[name] = "|".join(_filled(one, phrases) for one in alternatives)
    edges = table["edges"]
    return Grammar(
        patterns=tuple(_pattern(row, phrases) for row in (*table["meaning"], *of_marks["meaning"])),
        edges=Edges(
            subjects={name: _compiled([edges[name]], phrases) for name in ("dot", "square", "sign")},
            relations={name: _compiled(some, phrases) for name, some in edges["relations"].items()},
            allows=_words(edges["allows"]),
        ),
        all_given=(
            _compiled(table["all_given"]["positive"], phrases),
            _compiled(table["all_given"]["negative"], phrases),
        ),
        filler=_words(table["filler"]),
        beware=_words(table["beware"]),
        undoing=_words(table["undoing"]),
        rule_words=_words(table["rule_words"]),
    )


def _filled(text: str, phrases: dict[str, str]) -> str:
    return re.sub(r"\{([a-z_]+)\}", lambda match: f"(?:{phrases[match[1]]})", text)


def _compiled(alternatives: list[str], phrases: dict[str, str]) -> Expression:
    text = "|".join(_filled(one.removeprefix("@"), phrases) for one in alternatives)
    return re.compile(rf"(?<!\S)(?:{_numbered(text)})(?!\S)")


def _numbered(text: str) -> str:
    """The expression with the names of its groups made different: n, n2, n3, as a phrase that is used twice needs."""
    seen: dict[str, int] = {}

    def renamed(match: re.Match[str]) -> str:
        name = match[1].rstrip("0123456789")
        seen[name] = seen.get(name, 0) + 1
        return f"(?P<{name}{seen[name]}>"

    return re.sub(r"\(\?P<(\w+)>", renamed, text)


def _pattern(row: dict[str, Any], phrases: dict[str, str]) -> Pattern:
    return Pattern(
        rule=row["rule"],
        on=tuple(row.get("on", ())),
        needs=tuple(_compiled([one], phrases) for one in row["needs"]),
        in_heading=tuple(one.startswith("@") for one in row["needs"]),
        require=tuple(_compiled([one], phrases) for one in row.get("require", ())),
        may=tuple(_compiled([one], phrases) for one in row.get("may", ())),
        allows=_words(row.get("allows", "")),
        colours=_words(row.get("colours", "")),
        value=row.get("value"),
        circles=row.get("circles", 0),
        diagonal=row.get("diagonal", False),
        native=row.get("native", False),
    )


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def groups_of(match: re.Match[str]) -> dict[str, str]:
    """Return what the named groups of a match hold, by their names without the figures at their ends."""
    return {name.rstrip("0123456789"): text for name, text in match.groupdict().items() if text is not None}
