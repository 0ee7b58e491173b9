"""From sentences to meanings: which rule a sentence states, on which marks, in which colours, with which number.

A sentence is understood if the expressions of a pattern of `english.toml` take every word of it that is not known to
change nothing. So a word that no pattern expects leaves the sentence, and with it the puzzle, not understood.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache, reduce
from itertools import combinations
from operator import getitem
from string import digits
from typing import Any, NamedTuple

from ..variant import RULES
from .drawing import LETTER, LINE, Colours
from .sentences import Sentence, colour_names, english, words_of

EDGE, ALL_GIVEN, NOTHING, SUDOKU = "edge", "all given", "nothing", "sudoku"
ALONG = "relation along the line"
ONE_OF = "one of"

MOST_PARTS = 3
"""Clauses into which a sentence is cut, and sentences that are read as one, at most."""
_MOST_CUTS = 8
_MOST_WORDS = 120
_MOST_STRANGE = 12
"""Words of no known effect that a loose reading passes over in a clause, at most: as few as will do."""


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


KROPKI = tuple(
    Meaning(EDGE, ("dot",), frozenset({colour}), relations=((relation, 0),))
    for colour, relation in (("white", "consecutive"), ("black", "ratio"))
)
"""The meanings of Kropki's dots."""
X_AND_V = tuple(Meaning(EDGE, ("sign",), relations=(("sum", sum_),), sign=sign) for sign, sum_ in (("X", 10), ("V", 5)))
_SEVERAL = {
    "kropki": KROPKI,
    "xv": X_AND_V,
    "anti-knight and anti-king": (Meaning("anti-knight"), Meaning("anti-king")),
}


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
            Meaning(row["rule"], tuple(row.get("on", ())), usual=_words(row.get("colours", "")), **rest),
            in_heading=tuple(one.startswith("@") for one in row["needs"]),
            allows=_words(row.get("allows", "")),
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
def _expressions(name: str, part: str) -> dict[str, Expression]:
    """A table of expressions in one of `english.toml`."""
    table = english()[name][part]
    return {one: _compiled((some,) if isinstance(some, str) else tuple(some)) for one, some in table.items()}


@cache
def _known(*path: str) -> frozenset[str]:
    """One of the lists of words in `english.toml`."""
    text: Any = reduce(getitem, path, english())
    return _words(text)


@cache
def _before_colours() -> re.Pattern[str]:
    """A word before the colour of a mark, which says what the mark looks like."""
    return re.compile(_filled(r"(?<!\S)([a-z]+)(?= {colour} (?:{mark})(?!\S))", _phrases()))


def _words(text: str) -> frozenset[str]:
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


def _groups_of(match: re.Match[str]) -> dict[str, str]:
    """What the named groups of a match hold, by their names without the figures at their ends."""
    return {name.rstrip(digits): text for name, text in match.groupdict().items() if text is not None}


# --- Sentences ----------------------------------------------------------------------------------------------------


class Understood(NamedTuple):
    """A sentence, or several that are one, with what it means."""

    text: str
    meanings: tuple[Meaning, ...]


def understand(
    sentences: Sequence[Sentence], size: int, *, loosely: bool = False
) -> tuple[list[Understood], list[str]]:
    """Return sentences with their meanings, and the texts of those that are not understood.

    `loosely`, words that no pattern expects are passed over if they are not among those that change a meaning. Such a
    reading is a guess: something else has to say that it is right.
    """
    found: list[Understood] = []
    left: list[str] = []
    place = 0
    while place < len(sentences):
        for count, strange in [*((n, 0) for n in range(1, MOST_PARTS + 1)), *([(1, _MOST_STRANGE)] if loosely else [])]:
            some = sentences[place : place + count]
            if len(some) < count or some[-1].paragraph != some[0].paragraph:
                continue
            whole = replace(some[0], words=" , ".join(one.words for one in some), strange=strange)
            meanings = _meanings_of(whole, size)
            if meanings is not None:
                found.append(Understood(" ".join(one.text for one in some), meanings))
                place += count
                break
        else:
            if meanings := _with_brackets(sentences[place], size) or _said_again(sentences, place, found, size):
                found.append(Understood(sentences[place].text, meanings))
            else:
                left.append(sentences[place].text)
            place += 1
    return found, left


_AGAIN = re.compile(r"(?:that is|in other words|i e|ie|meaning|which means|this means|so|thus|hence)(?!\S)")


def _said_again(
    sentences: Sequence[Sentence], place: int, found: Sequence[Understood], size: int
) -> tuple[Meaning, ...]:
    """Read a sentence together with the one before it, which already says as much; () where it does not."""
    one, before = sentences[place], sentences[place - 1] if place else None
    if before is None or not found or found[-1].text != before.text or not _AGAIN.match(one.words):
        return ()
    both = _meanings_of(replace(before, words=f"{before.words} , {one.words}"), size)
    return (Meaning(NOTHING),) if both == found[-1].meanings else ()


_BRACKETS = re.compile(r"(.*?)\(([^()]+)\)?(.*)", re.DOTALL)


def _with_brackets(sentence: Sentence, size: int) -> tuple[Meaning, ...]:
    """Read what is in brackets as a sentence of its own; () where it is none, or the rest is none."""
    match = _BRACKETS.fullmatch(sentence.text)
    outer, inner = (words_of(one) for one in (f"{match[1]} {match[3]}", match[2])) if match else ("", "")
    read = _meanings_of(replace(sentence, words=outer), size) if outer and inner else None
    if read is None:
        return ()
    is_name = any(name.pattern.fullmatch(inner) for name in _expressions("names", "of").values())
    if is_name or not any(map(changes, inner.split())):
        return read  # "(GW)", "(anti-knight)"; not "standard (almost) rules"
    more = _meanings_of(replace(sentence, words=inner), size) if _states(inner) else None
    return (*read, *more) if more else ()


@lru_cache(maxsize=4096)
def _meanings_of(sentence: Sentence, size: int) -> tuple[Meaning, ...] | None:
    """Return the meanings of a sentence, as a whole or clause by clause; None if it is not understood."""
    words = sentence.words.split()
    if len(words) > _MOST_WORDS:
        return None
    named = _rules_named(sentence, size)
    whole = _one(sentence, size) if len(named) < 2 else None
    if whole is not None:
        return _SEVERAL.get(whole.rule, (whole,))
    if named:
        return named
    if not _states(sentence.words):
        return (Meaning(NOTHING),)
    between = ("and", ",", "while", "whereas", "but")
    cuts = [place for place, word in enumerate(words) if place and word in between]
    for count in range(1, MOST_PARTS):
        for places in combinations(cuts[:_MOST_CUTS], count):
            parts = [words[a + 1 : b] for a, b in zip((-1, *places), (*places, len(words)), strict=True)]
            meanings = _clauses([" ".join(part) for part in parts], sentence, size)
            if meanings:
                return meanings
    return None


def _states(words: str) -> bool:
    """Whether any word is one of those without which a sentence states no rule."""
    return any(word in _known("rule_words") or word[0].isdecimal() for word in words.split())


def _clauses(parts: Sequence[str], sentence: Sentence, size: int) -> tuple[Meaning, ...] | None:
    meanings: list[Meaning] = []
    for part in parts:
        if not part:
            return None
        heading = "" if meanings else sentence.heading  # a later clause names its marks itself
        meaning = _one(replace(sentence, words=part, heading=heading), size)
        if meaning is None:
            return None
        if meaning.on and not meaning.colours and meanings and meanings[0].on == meaning.on:
            meaning = replace(meaning, colours=meanings[0].colours)
        meanings.append(meaning)
    return tuple(meanings)


def _one(sentence: Sentence, size: int) -> Meaning | None:
    """The only meaning of a clause; None where there is none, or where several would do that are not the same."""
    if _known("undoing") & set(sentence.heading.split()):
        return None
    known = (
        [one for one in patterns() if one.meaning.rule == SUDOKU] if _WITH_SUDOKU.search(sentence.words) else patterns()
    )
    fitting = [pattern for pattern in known if _matched(pattern, sentence, size)] if sentence.strange else known
    for strange in range(sentence.strange + 1 if fitting else 0):
        one = replace(sentence, strange=strange)
        for pattern in fitting:
            if meaning := _matched(pattern, one, size):
                return meaning
    return _all_given(sentence.words) or _edge(sentence) or _one_of(sentence, size)


_WITH_SUDOKU = re.compile(r"^(?:(?:normal|standard|classic|regular|usual) )?(?:\d+x\d+ )?sudoku rules apply(?!\S)")
"""The beginning of a sentence that states the rules of Sudoku, whatever else it states."""

_APPLY = re.compile(r"(?<!\S)(?:rules?|appl(?:y|ies)|constraints?)(?!\S)")
_AROUND_NAMES = re.compile(
    r"(?<!\S)(?:rules?|appl(?:y|ies)|constraints?|clues?|normal|standard|usual|ordinary|regular|classic(?:al)?|the|all|also|as|well"
    r"|both|each|of|for|in|effect|here|this|puzzle|grid|following|to|is|are|an?"
    r"|\d+x\d+|(?:marked|indicated|present|given|drawn)(?= |$))(?!\S)"
)
_BETWEEN_NAMES = re.compile(r"(?<!\S)(?:and|with|plus|&|,)(?!\S)")


def _rules_named(sentence: Sentence, size: int) -> tuple[Meaning, ...]:
    """Read a sentence that only names rules, such as "Normal killer, thermo and sudoku rules apply"; () for others."""
    if not _APPLY.search(sentence.words) or not _fits(sentence.words, size):
        return ()
    found: list[Meaning] = []
    for part in _BETWEEN_NAMES.split(sentence.words):
        bare = " ".join(_AROUND_NAMES.sub(" ", part).split())
        names = [name for name, expression in _expressions("names", "of").items() if expression.pattern.fullmatch(bare)]
        if not names and bare:
            return ()
        for name in names:
            found += _SEVERAL.get(name) or (_usual_of(name),)
    heading = set(sentence.heading.split())
    return () if _known("undoing") & heading or _known("beware") & heading else tuple(found)


def _usual_of(rule: str) -> Meaning:
    """The meaning of a rule that is only named."""
    known = next(pattern.meaning for pattern in patterns() if pattern.meaning.rule == rule)
    return replace(known, flags=_words(english()["names"]["flags"].get(rule, "")))


_CHOICE = re.compile(
    r"(?:each|every|all|any) (?:of the )?(?P<what>[a-z ]*?)lines? (?:is|are|must be|represents?)"
    r" (?:either|(?:exactly )?1 of(?: the)?(?: following)?)(?: types?| rules?)?(?:(?: of)? lines?)? ,? ?(?P<rest>.+)"
)
_BETWEEN_CHOICES = re.compile(r" ,? ?or (?:an? )?| , (?=an? )")


def _one_of(sentence: Sentence, size: int) -> Meaning | None:
    """Read a sentence that gives the lines of a colour several rules, of which each line obeys one."""
    match = _CHOICE.fullmatch(sentence.words)
    if not match or set(match["what"].split()) - colour_names() - _known("filler"):
        return None
    choices = []
    for part in _BETWEEN_CHOICES.split(match["rest"]):
        words = re.sub(r"^an? ", "", part)
        forms = (words, f"{words} line", f"lines {words}")
        found = (_matched(p, replace(sentence, words=w, heading=""), size) for w in forms for p in patterns())
        choice = next((one for one in found if one and one.on == (LINE,) and not one.colours), None)
        if choice is None:
            return None
        choices.append(choice)
    colours = colour_names().intersection(match["what"].split())
    return Meaning(ONE_OF, (LINE,), colours, choices=tuple(choices)) if len(choices) > 1 else None


def changes(word: str) -> bool:
    """Whether a word may change the meaning of the sentence that it is in: numbers, signs and those that are listed."""
    return not word.isalpha() or bool(_known("changing") & {word, word.removesuffix("s"), word.removesuffix("es")})


MOST_GUESSED = 6
"""The most meanings that a sentence of unknown words may have."""


def guesses(sentence: Sentence, size: int, on: Collection[str]) -> list[Meaning]:
    """Return meanings of marks that an unread sentence has half the expressions of or more, the likeliest first."""
    scored: dict[Meaning, float] = {}
    for pattern in patterns():
        if pattern.meaning.rule not in RULES or not set(on) & {*pattern.meaning.on}:
            continue
        rest = _Rest(sentence.words)
        each = zip(pattern.needs, pattern.in_heading, strict=True)
        met = [rest.take(need) or (in_heading and bool(need.search(sentence.heading))) for need, in_heading in each]
        if 2 * sum(met) >= len(met):
            meaning = _meaning(pattern, rest.groups, rest.colours, sentence, size) or pattern.meaning
            meaning = replace(meaning, flags=meaning.flags | _usual_of(meaning.rule).flags)
            scored[meaning] = max(sum(met) / len(met), scored.get(meaning, 0))
    return sorted(scored, key=lambda meaning: -scored[meaning])[:MOST_GUESSED]


_CONDITION = re.compile(r"\b(?:if|where|when) (?:any|given|present|drawn|shown|it (?:is|has))\b", re.IGNORECASE)


def is_conditional(text: str) -> bool:
    """Whether a sentence says itself that its marks may be missing, as "if any" and "where given" do."""
    return bool(
        re.search(r"\b(?:if|where|when) (?:any|given|present|drawn|shown|it (?:is|has))\b", text, re.IGNORECASE)
    )


def may_loosen(text: str) -> bool:
    """Whether a sentence that is not understood may change what others say: not one that can only add to it."""
    words, soft = set(words_of(text).split()), _known("loosening_of_marks")
    return bool(words & _known("loosening")) or bool(words & soft and words & _known("rule_words") - soft)


# --- One pattern --------------------------------------------------------------------------------------------------


class _Rest:
    """The words of a clause that no expression has taken yet."""

    def __init__(self, words: str) -> None:
        self.words = words
        self.groups: dict[str, str] = {}

    def take(self, expression: Expression) -> bool:
        """Take the first match away, and keep what its groups hold."""
        match = expression.search(self.words)
        if match:
            self.groups = _groups_of(match) | self.groups
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
            allowed, colour_names(), {"|"}, _known("filler"), heading, singular
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


def _matched(pattern: Pattern, sentence: Sentence, size: int) -> Meaning | None:
    words, heading_words = sentence.words, sentence.heading
    for need, heading_too in zip(pattern.needs, pattern.in_heading, strict=True):
        if not need.search(words) and not (heading_too and need.search(heading_words)):
            return None
    rest = _Rest(words)
    for need in pattern.needs:
        if need.has_groups:
            rest.take(need)
    if not all(one.search(sentence.words) for one in pattern.require):
        return None
    for one in (*pattern.may, *pattern.needs):
        for _ in range(_MOST_WORDS):
            if not rest.take(one):
                break
    heading = set(sentence.heading.split())
    if not rest.is_taken(sentence, pattern.allows, heading - _known("beware")):
        return None
    bad = _known("beware") - pattern.allows | (_known("marks") | colour_names() if pattern.of_board else set())
    if heading & bad and not any(need.search(sentence.heading) for need in pattern.needs):
        return None
    colours = rest.colours or colour_names() & heading
    return _meaning(pattern, rest.groups, colours, sentence, size)


_OF_GROUPS = {"n", "top", "most", "kind", "shape", "letter"}
"""Groups of expressions that set no flag."""


def _meaning(
    pattern: Pattern, groups: dict[str, str], colours: Colours, sentence: Sentence, size: int
) -> Meaning | None:
    """The meaning of a pattern that fits; None where a number contradicts the board."""
    known = pattern.meaning
    sizes = {int(groups[name]) for name in ("top", "most") if name in groups} | {pattern.size or size}
    if sizes != {size} or (known.rule == SUDOKU and not _fits(sentence.words, size)):
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


def _fits(words: str, size: int) -> bool:
    """Whether each shape that a sentence names, such as 6x6 or 2x3, is that of the board or of a block."""
    shapes = [(int(high), int(wide)) for high, wide in re.findall(r"(?<!\S)(\d{1,2})x(\d{1,2})(?!\S)", words)]
    tops = [int(top) for top in re.findall(r"(?<!\S)(\d+) (?:different )?digits", words)]
    return all(high == wide == size or high * wide == size for high, wide in shapes) and all(t == size for t in tops)


# --- Marks between two cells --------------------------------------------------------------------------------------


_ANY_COLOUR = " of any colour"


def _edge(sentence: Sentence) -> Meaning | None:
    """Read a sentence about the two digits beside a dot, a square, an X or a V, or about neighbours on a line."""
    rest, subjects = _Rest(sentence.words), _expressions("edges", "subjects")
    heading = set(sentence.heading.split())
    kind = next((name for name, subject in subjects.items() if rest.take(subject)), None)
    if kind is None:  # "White dots: digits are consecutive"
        rest.words = f"{sentence.heading} | {rest.words}"
        kind = next((name for name, subject in subjects.items() if rest.take(subject)), None)
    if kind is None:
        return None
    subject = rest.groups
    unsaid = _known("edges", "never_of_lines" if kind == "line" else "only_of_lines")
    relations: list[tuple[str, int]] = []
    for name, expression in _expressions("edges", "relations").items():
        rest.groups = {}
        if name not in unsaid and rest.take(expression):
            relations.append((name, int(rest.groups.get("n", 0))))
            while not rest.groups and rest.take(expression):
                pass  # "a 1:2 ratio, meaning one is double the other"
    rest.groups = {}
    while rest.take(subjects[kind]):
        if rest.groups != subject:
            return None  # it speaks of two marks
    is_name = any(name.pattern.fullmatch(sentence.heading) for name in _expressions("names", "of").values())
    if not relations or rest.colours or (heading & _known("beware") and not is_name):  # "X or V: ..."
        return None
    if not rest.is_taken(sentence, _known("edges", "allows"), heading):
        return None
    look = subject.get("colour")
    colours = frozenset({english()["edges"]["looks"].get(look, look)} if look else ())
    return Meaning(
        ALONG if kind == "line" else EDGE,
        (kind.removesuffix(_ANY_COLOUR),),
        colours,
        relations=tuple(relations),
        sign=subject.get("sign", "").upper(),
    )


def _all_given(words: str) -> Meaning | None:
    """That all marks of some kind are given, or that not all are."""
    for flag, expression in _expressions("all_given", "flags").items():
        if match := expression.pattern.fullmatch(words):
            kinds = {kind: _known("all_given", "kinds", kind) for kind in english()["all_given"]["kinds"]}
            means = english()["all_given"]["means"]
            said = _words(" ".join(means.get(word, word) for word in _groups_of(match).get("what", "").split()))
            if said - _known("all_given", "words").union(colour_names(), *kinds.values()):
                return None
            on = tuple(sorted(kind for kind, some in kinds.items() if said & some))
            return Meaning(ALL_GIVEN, on, said & colour_names(), flags=frozenset({flag}))
    return None
