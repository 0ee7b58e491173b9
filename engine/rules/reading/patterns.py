"""The patterns of `english.toml`, and how one fits the words of a sentence.

A sentence is understood if the expressions of a pattern take every word of it that is not known to change nothing. So
a word that no pattern expects leaves the sentence, and with it the puzzle, not understood.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, reduce
from operator import getitem
from string import digits
from typing import Any, NamedTuple

from ..variant import RULES
from .drawing import LETTER, Colours
from .sentences import Sentence, colour_names, english, words_of

EDGE, ALL_GIVEN, NOTHING, SUDOKU = "edge", "all given", "nothing", "sudoku"
ALONG = "relation along the line"
ONE_OF = "one of"
TOGETHER = "together"
"""The flag of meanings of one sentence that hold for the same marks, whatever their usual colours."""

MOST_WORDS = 120


class Expression:
    """An expression on words, compiled when it is first needed; it keeps its match in the words it was last asked for.

    Many patterns share one, and are tried on the same words one after the other.
    """

    __slots__ = ("_match", "_pattern", "_text", "_words", "has_groups")

    def __init__(self, text: str) -> None:
        self._text, self._words = text, ""
        self._match: re.Match[str] | None = None
        self._pattern: re.Pattern[str] | None = None
        self.has_groups = "(?P<" in text

    @property
    def pattern(self) -> re.Pattern[str]:
        """The expression, compiled."""
        self._pattern = self._pattern or re.compile(self._text)
        return self._pattern

    def search(self, words: str) -> re.Match[str] | None:
        """Return the first match in some words, or None."""
        if words != self._words:
            self._words, self._match = words, self.pattern.search(words)
        return self._match


@dataclass(frozen=True, slots=True)
class Meaning:
    """The meaning of a sentence, or of a part of one."""

    rule: str
    on: tuple[str, ...] = ()
    """The kinds of elements that it is about; none for the whole board."""
    colours: Colours = frozenset()
    usual: Colours = frozenset()
    value: int | None = None
    flags: frozenset[str] = frozenset()
    relations: tuple[tuple[str, int], ...] = ()
    """Of a mark between two cells: what holds for the two digits, each with its number."""
    sign: str = ""
    """Its letter between two cells; its name in a cell."""
    circles: int = 0
    """How many ends of the line have a circle."""
    diagonal: bool = False
    native: bool = False
    """Whether only the program's own marks can be meant."""
    choices: tuple[Meaning, ...] = ()
    """Of which just one holds for each mark."""


# --- The patterns of what setters write ---------------------------------------------------------------------------


class Pattern(NamedTuple):
    """A way to write a rule, as the head of `english.toml` says, and what it means but for what a sentence names."""

    meaning: Meaning
    needs: tuple[Expression, ...]
    in_heading: tuple[bool, ...]
    """Which of `needs` a heading may fulfil."""
    allows: frozenset[str]
    require: tuple[Expression, ...] = ()
    may: tuple[Expression, ...] = ()
    hints: Mapping[str, str] = {}
    under: Mapping[str, str] = {}
    numbers: Mapping[str, int] = {}
    size: int | None = None
    of_board: bool = False
    """Whether it is said of marks, and so not understood, under a heading that names a mark or a colour."""

    @staticmethod
    def of(row: Mapping[str, Any]) -> Pattern:
        """Return a pattern from its table."""

        def known(*names: str) -> dict[str, Any]:
            return {name: row[name] for name in names if name in row}

        expressions: dict[str, Any] = {
            name: tuple(_compiled((one,)) for one in some) for name, some in known("needs", "require", "may").items()
        }
        rest = known("value", "circles", "diagonal", "native")
        return Pattern(
            Meaning(row["rule"], tuple(row.get("on", ())), usual=word_set(row.get("colours", "")), **rest),
            in_heading=tuple(one.startswith("@") for one in row["needs"]),
            allows=word_set(row.get("allows", "")),
            **expressions,
            **known("hints", "under", "numbers", "size", "of_board"),
        )


@cache
def patterns() -> tuple[Pattern, ...]:
    """Return all patterns; the first that fits is taken. What rows say of the whole board themselves comes last."""
    pads = ((name, rule.sudokupad) for name, rule in RULES.items() if rule.is_whole and rule.sudokupad)
    said = ({"rule": name, "needs": [re.escape(words_of(pad.says))]} for name, pad in pads)
    return tuple(map(Pattern.of, (*english()["meaning"], *said)))


@cache
def expressions(name: str, part: str) -> dict[str, Expression]:
    """A table of expressions in one of `english.toml`."""
    table = english()[name][part]
    return {one: _compiled((some,) if isinstance(some, str) else tuple(some)) for one, some in table.items()}


@cache
def known_words(*path: str) -> frozenset[str]:
    """One of the lists of words in `english.toml`."""
    text: Any = reduce(getitem, path, english())
    return word_set(text)


@cache
def _before_colours() -> re.Pattern[str]:
    """A word before the colour of a mark, which says what the mark looks like."""
    return re.compile(_filled(r"(?<!\S)([a-z]+)(?= {colour} (?:{mark})(?!\S))", _phrases()))


def word_set(text: str) -> frozenset[str]:
    """Return the words of a text."""
    return frozenset(text.split())


@cache
def _phrases() -> dict[str, str]:
    phrases = {"colour": "|".join(sorted(colour_names()))}
    for name, alternatives in english()["phrases"].items():
        phrases[name] = "|".join(_filled(one, phrases) for one in alternatives)
    return phrases


def _filled(text: str, phrases: Mapping[str, str]) -> str:
    return re.sub(r"\{([a-z_]+)\}", lambda match: f"(?:{phrases[match[1]]})", text)


@cache
def _compiled(alternatives: tuple[str, ...]) -> Expression:
    text = "|".join(_filled(one.removeprefix("@"), _phrases()) for one in alternatives)
    return Expression(rf"(?<!\S)(?:{_numbered(text)})(?!\S)")


def _numbered(text: str) -> str:
    """The expression with the names of its groups made different: n, n2, n3, as a phrase that is used twice needs."""
    seen: Counter[str] = Counter()

    def renamed(match: re.Match[str]) -> str:
        seen[name := match[1].rstrip(digits)] += 1
        return f"(?P<{name}{seen[name]}>"

    return re.sub(r"\(\?P<(\w+)>", renamed, text)


def groups_of(match: re.Match[str]) -> dict[str, str]:
    """Return the text of each named group that a match has; digits at the end of a name are left out."""
    return {name.rstrip(digits): text for name, text in match.groupdict().items() if text is not None}


def changes(word: str) -> bool:
    """Whether a word may change the meaning of the sentence that it is in: numbers, signs and those that are listed."""
    return not word.isalpha() or bool(known_words("changing") & {word, word.removesuffix("s"), word.removesuffix("es")})


# --- One pattern --------------------------------------------------------------------------------------------------


class Rest:
    """The words of a clause that no expression has taken yet."""

    def __init__(self, words: str) -> None:
        self.words = words
        self.groups: dict[str, str] = {}

    def take(self, expression: Expression) -> bool:
        """Take the first match away, and keep what its groups hold."""
        match = expression.search(self.words)
        if match:
            self.groups = groups_of(match) | self.groups
            self.words = f"{self.words[: match.start()]} | {self.words[match.end() :]}"
        return match is not None

    def unknown(self, allowed: frozenset[str], heading: set[str]) -> set[str]:
        """Return the words that are neither allowed nor colours, and that neither the heading has nor any sentence."""
        singular = {
            form
            for word in heading
            if len(word) > 3
            for form in (word.removesuffix("s"), word.removesuffix("es"), word + "s")
        }  # "Eyes: digits on an eye ..."
        unknown = set(self.words.split()).difference(
            allowed, colour_names(), {"|"}, known_words("filler"), heading, singular
        )
        looks = _before_colours().findall(self.words) if unknown else ()  # "stripy blue lines"
        return unknown.difference(word for word in looks if not changes(word))

    def is_taken(self, sentence: Sentence, allowed: frozenset[str], heading: set[str]) -> bool:
        """Whether no more words are unknown than the sentence may have, and none that changes a meaning."""
        unknown = self.unknown(allowed, heading)
        return not unknown or (len(unknown) <= sentence.strange and not any(map(changes, unknown)))

    @property
    def colours(self) -> Colours:
        """The colours that are named."""
        return colour_names().intersection(self.words.split())


def matched(pattern: Pattern, sentence: Sentence, size: int) -> Meaning | None:
    """Return what a sentence means by a pattern, None if it does not fit."""
    words, heading_words = sentence.words, sentence.heading
    for need, heading_too in zip(pattern.needs, pattern.in_heading, strict=True):
        if not need.search(words) and not (heading_too and need.search(heading_words)):
            return None
    rest = Rest(words)
    for need in pattern.needs:
        if need.has_groups:
            rest.take(need)
    if not all(one.search(sentence.words) for one in pattern.require):
        return None
    for one in (*pattern.may, *pattern.needs):
        for _ in range(MOST_WORDS):
            if not rest.take(one):
                break
    heading = set(sentence.heading.split())
    if not rest.is_taken(sentence, pattern.allows, heading - known_words("beware")):
        return None
    bad = known_words("beware") - pattern.allows | (
        known_words("marks") | colour_names() if pattern.of_board else set()
    )
    if heading & bad and not any(need.search(sentence.heading) for need in pattern.needs):
        return None
    colours = rest.colours or colour_names() & heading
    return meaning_of(pattern, rest.groups, colours, sentence, size)


_OF_GROUPS = {"n", "top", "most", "kind", "shape", "letter"}
"""Groups of expressions that set no flag."""


def meaning_of(
    pattern: Pattern, groups: dict[str, str], colours: Colours, sentence: Sentence, size: int
) -> Meaning | None:
    """The meaning of a pattern that fits; None where a number contradicts the board."""
    known = pattern.meaning
    sizes = {int(groups[name]) for name in ("top", "most") if name in groups} | {pattern.size or size}
    if sizes != {size} or (known.rule == SUDOKU and not fits_board(sentence.words, size)):
        return None
    flags = groups.keys() - _OF_GROUPS
    flags |= {flag for part, flag in pattern.hints.items() if part in sentence.words}
    flags |= {flag for part, flag in pattern.under.items() if part in sentence.heading}
    value = next((number for flag, number in pattern.numbers.items() if flag in flags), known.value)
    kind = groups.get("kind", "")
    return replace(
        known,
        on=_kinds(known, kind),
        colours=colours if known.on else frozenset(),
        value=int(groups["n"]) if "n" in groups else value,
        flags=frozenset(flags),
        sign=groups["letter"].upper() if "letter" in groups else _symbol_named(kind),
    )


def _symbol_named(word: str) -> str:
    name = word.removesuffix("s")
    return name if name in english()["symbols"] else ""


def _kinds(known: Meaning, word: str) -> tuple[str, ...]:
    if _symbol_named(word):
        return (LETTER,)
    if "circle" in word or "spot" in word:
        return ("circle",)
    return ("square", "shaded cell") if any(one in word for one in ("square", "box", "shaded")) else known.on


def fits_board(words: str, size: int) -> bool:
    """Whether each shape that a sentence names, such as 6x6 or 2x3, is that of the board or of a block."""
    shapes = [(int(high), int(wide)) for high, wide in re.findall(r"(?<!\S)(\d{1,2})x(\d{1,2})(?!\S)", words)]
    tops = [int(top) for top in re.findall(r"(?<!\S)(\d+) (?:different )?digits", words)]
    return all(high == wide == size or high * wide == size for high, wide in shapes) and all(t == size for t in tops)
