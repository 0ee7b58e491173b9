"""From sentences to meanings: which rule a sentence states, on which marks, in which colours, with which number.

A sentence is read as a whole, clause by clause, or with the next one.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from ..variant import RULES
from .drawing import LINE
from .patterns import (
    ALL_GIVEN,
    ALONG,
    EDGE,
    MOST_WORDS,
    NOTHING,
    ONE_OF,
    SUDOKU,
    TOGETHER,
    Meaning,
    Rest,
    changes,
    expressions,
    fits_board,
    groups_of,
    known_words,
    matched,
    meaning_of,
    patterns,
    word_set,
)
from .sentences import Sentence, colour_names, english, words_of

MOST_PARTS = 3
"""Clauses into which a sentence is cut, and sentences that are read as one, at most."""
_MOST_CUTS = 8
_MOST_STRANGE = 12
"""Words of no known effect that a loose reading passes over in a clause, at most: as few as will do."""


KROPKI = tuple(
    Meaning(EDGE, ("dot",), frozenset({colour}), relations=((relation, 0),))
    for colour, relation in (("white", "consecutive"), ("black", "ratio"))
)
"""The meanings of Kropki's dots."""
X_AND_V = tuple(Meaning(EDGE, ("sign",), relations=(("sum", sum_),), sign=sign) for sign, sum_ in (("X", 10), ("V", 5)))
_SEVERAL = {
    "euler": (Meaning(SUDOKU, flags=frozenset({"boxes"})), Meaning("colours and digits")),
    "kropki": KROPKI,
    "xv": X_AND_V,
    "anti-knight and anti-king": (Meaning("anti-knight"), Meaning("anti-king")),
}


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
    is_name = any(name.pattern.fullmatch(inner) for name in expressions("names", "of").values())
    if is_name or not any(map(changes, inner.split())):
        return read  # "(GW)", "(anti-knight)"; not "standard (almost) rules"
    more = _meanings_of(replace(sentence, words=inner), size) if _states(inner) else None
    return (*read, *more) if more else ()


@lru_cache(maxsize=4096)
def _meanings_of(sentence: Sentence, size: int) -> tuple[Meaning, ...] | None:
    """Return the meanings of a sentence, as a whole or clause by clause; None if it is not understood."""
    words = sentence.words.split()
    if len(words) > MOST_WORDS:
        return None
    named = _rules_named(sentence, size)
    whole = _one(sentence, size) if len(named) < 2 else None
    if whole is not None:
        return _SEVERAL.get(whole.rule, (whole,))
    if named:
        return named
    if both := _both_of(sentence, size):
        return both
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
    return any(word in known_words("rule_words") or word[0].isdecimal() for word in words.split())


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
            if len(meanings[0].colours) > 1 and meaning.rule != meanings[0].rule:  # one for each colour may be meant
                return None
            meaning = replace(meaning, colours=meanings[0].colours)
        meanings.append(meaning)
    return tuple(meanings)


def _one(sentence: Sentence, size: int) -> Meaning | None:
    """The only meaning of a clause; None where there is none, or where several would do that are not the same."""
    if known_words("undoing") & set(sentence.heading.split()):
        return None
    known = (
        [one for one in patterns() if one.meaning.rule == SUDOKU] if _WITH_SUDOKU.search(sentence.words) else patterns()
    )
    fitting = [pattern for pattern in known if matched(pattern, sentence, size)] if sentence.strange else known
    for strange in range(sentence.strange + 1 if fitting else 0):
        one = replace(sentence, strange=strange)
        for pattern in fitting:
            if meaning := matched(pattern, one, size):
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
    if not _APPLY.search(sentence.words) or not fits_board(sentence.words, size):
        return ()
    found: list[Meaning] = []
    for part in _BETWEEN_NAMES.split(sentence.words):
        bare = " ".join(_AROUND_NAMES.sub(" ", part).split())
        names = [name for name, expression in expressions("names", "of").items() if expression.pattern.fullmatch(bare)]
        if not names and bare:
            return ()
        for name in names:
            found += _SEVERAL.get(name) or (_usual_of(name),)
    heading = set(sentence.heading.split())
    return () if known_words("undoing") & heading or known_words("beware") & heading else tuple(found)


def _usual_of(rule: str) -> Meaning:
    """The meaning of a rule that is only named."""
    known = next(pattern.meaning for pattern in patterns() if pattern.meaning.rule == rule)
    return replace(known, flags=word_set(english()["names"]["flags"].get(rule, "")))


_CHOICE = re.compile(
    r"(?:each|every|all|any) (?:of the )?(?P<what>[a-z ]*?)lines? (?:is|are|must be|represents?)"
    r" (?:either|(?:exactly )?1 of(?: the)?(?: following)?)(?: types?| rules?)?(?:(?: of)? lines?)? ,? ?(?P<rest>.+)"
)
_BETWEEN_CHOICES = re.compile(r" ,? ?or (?:an? )?| , (?=an? )")


def _one_of(sentence: Sentence, size: int) -> Meaning | None:
    """Read a sentence that gives the lines of a colour several rules, of which each line obeys one."""
    match = _CHOICE.fullmatch(sentence.words)
    if not match or set(match["what"].split()) - colour_names() - known_words("filler"):
        return None
    choices = _lines_named(_BETWEEN_CHOICES.split(match["rest"]), sentence, size)
    colours = colour_names().intersection(match["what"].split())
    return Meaning(ONE_OF, (LINE,), colours, choices=choices) if len(choices) > 1 else None


def _lines_named(parts: Sequence[str], sentence: Sentence, size: int) -> tuple[Meaning, ...]:
    """Read the names of rules of lines; () if one is none."""
    choices = []
    for part in parts:
        words = re.sub(r"^an? ", "", part)
        forms = (words, f"{words} line", f"lines {words}")
        found = (matched(p, replace(sentence, words=w, heading=""), size) for w in forms for p in patterns())
        choices.append(next((one for one in found if one and one.on == (LINE,) and not one.colours), None))
    return tuple(filter(None, choices)) if all(choices) else ()


_BOTH = re.compile(
    r"(?:each |every |all |any |both )?(?P<what>[a-z ]*?)lines? (?:is|are|act as) (?:both )?(?P<rest>.+)"
)


def _both_of(sentence: Sentence, size: int) -> tuple[Meaning, ...]:
    """Read a sentence that gives lines two rules at once, such as "Grey lines are entropic and modular"."""
    match = _BOTH.fullmatch(sentence.words)
    parts = match["rest"].split(" and ") if match else []
    if not match or len(parts) != 2 or set(match["what"].split()) - colour_names() - known_words("filler"):
        return ()
    colours = colour_names().intersection(match["what"].split())
    if len(colours) > 1:  # one for each colour may be meant
        return ()
    read = _lines_named(parts, sentence, size)
    return tuple(replace(one, colours=colours, flags=one.flags | {TOGETHER}) for one in read)


MOST_GUESSED = 6
"""The most meanings that a sentence of unknown words may have."""


def guesses(sentence: Sentence, size: int, on: Collection[str]) -> list[Meaning]:
    """Return meanings of marks that an unread sentence has half the expressions of or more, the likeliest first."""
    scored: dict[Meaning, float] = {}
    for pattern in patterns():
        if pattern.meaning.rule not in RULES or not set(on) & {*pattern.meaning.on}:
            continue
        rest = Rest(sentence.words)
        each = zip(pattern.needs, pattern.in_heading, strict=True)
        met = [rest.take(need) or (in_heading and bool(need.search(sentence.heading))) for need, in_heading in each]
        if 2 * sum(met) >= len(met):
            meaning = meaning_of(pattern, rest.groups, rest.colours, sentence, size) or pattern.meaning
            meaning = replace(meaning, flags=meaning.flags | _usual_of(meaning.rule).flags)
            scored[meaning] = max(sum(met) / len(met), scored.get(meaning, 0))
    return sorted(scored, key=lambda meaning: -scored[meaning])[:MOST_GUESSED]


_CONDITION = re.compile(r"\b(?:if|where|when) (?:any|given|present|drawn|shown|it (?:is|has))\b", re.IGNORECASE)


def is_conditional(text: str) -> bool:
    """Whether a sentence says itself that its marks may be missing, as "if any" and "where given" do."""
    return bool(_CONDITION.search(text))


def may_loosen(text: str) -> bool:
    """Whether a sentence that is not understood may change what others say: not one that can only add to it."""
    words, soft = set(words_of(text).split()), known_words("loosening_of_marks")
    return bool(words & known_words("loosening")) or bool(words & soft and words & known_words("rule_words") - soft)


# --- Marks between two cells --------------------------------------------------------------------------------------


_ANY_COLOUR = " of any colour"


def _edge(sentence: Sentence) -> Meaning | None:
    """Read a sentence about the two digits beside a dot, a square, an X or a V, or about neighbours on a line."""
    rest, subjects = Rest(sentence.words), expressions("edges", "subjects")
    heading = set(sentence.heading.split())
    kind = next((name for name, subject in subjects.items() if rest.take(subject)), None)
    if kind is None:  # "White dots: digits are consecutive"
        rest.words = f"{sentence.heading} | {rest.words}"
        kind = next((name for name, subject in subjects.items() if rest.take(subject)), None)
    if kind is None:
        return None
    subject = rest.groups
    unsaid = known_words("edges", "never_of_lines" if kind == "line" else "only_of_lines")
    relations: list[tuple[str, int]] = []
    for name, expression in expressions("edges", "relations").items():
        rest.groups = {}
        if name not in unsaid and rest.take(expression):
            relations.append((name, int(rest.groups.get("n", 0))))
            while not rest.groups and rest.take(expression):
                pass  # "a 1:2 ratio, meaning one is double the other"
    rest.groups = {}
    while rest.take(subjects[kind]):
        if rest.groups != subject:
            return None  # it speaks of two marks
    is_name = any(name.pattern.fullmatch(sentence.heading) for name in expressions("names", "of").values())
    if not relations or rest.colours or (heading & known_words("beware") and not is_name):  # "X or V: ..."
        return None
    if not rest.is_taken(sentence, known_words("edges", "allows"), heading):
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
    for flag, expression in expressions("all_given", "flags").items():
        if match := expression.pattern.fullmatch(words):
            kinds = {kind: known_words("all_given", "kinds", kind) for kind in english()["all_given"]["kinds"]}
            means = english()["all_given"]["means"]
            said = word_set(" ".join(means.get(word, word) for word in groups_of(match).get("what", "").split()))
            if said - known_words("all_given", "words").union(colour_names(), *kinds.values()):
                return None
            on = tuple(sorted(kind for kind, some in kinds.items() if said & some))
            return Meaning(ALL_GIVEN, on, said & colour_names(), flags=frozenset({flag}))
    return None
