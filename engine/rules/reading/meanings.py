"""From sentences to meanings: which rule a sentence states, on which marks, in which colours, with which number.

A sentence is understood if the expressions of a pattern take every word of it that is not known to change nothing. So a
word that no pattern expects leaves the sentence, and with it the puzzle, not understood.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from .colours import NAMES, Colours
from .drawing import LETTER, LINE
from .grammar import Expression, Grammar, Pattern, grammar, groups_of
from .sentences import SYMBOLS, Sentence

EDGE, ALL_GIVEN, NOTHING, SUDOKU = "edge", "all given", "nothing", "sudoku"
ONE_OF = "one of"

MOST_PARTS = 3
"""Clauses into which a sentence is cut, and sentences that are read as one, at most."""
_MOST_CUTS = 8
_MOST_WORDS = 120


@dataclass(frozen=True, slots=True)
class Meaning:
    """The meaning of a sentence, or of a part of one."""

    rule: str
    on: tuple[str, ...] = ()
    colours: Colours = frozenset()
    """The colours that it names; none if it names none."""
    usual: Colours = frozenset()
    """Colours that are usual for the rule."""
    value: int | None = None
    flags: frozenset[str] = frozenset()
    relations: tuple[tuple[str, int], ...] = ()
    """Of a mark between two cells: what holds for the two digits, each with its number."""
    sign: str = ""
    """Of a mark between two cells: its letter; of a sign in a cell: its name."""
    circles: int = 0
    diagonal: bool = False
    native: bool = False
    choices: tuple[Meaning, ...] = ()
    """Of which just one holds for each mark."""


KROPKI = tuple(
    Meaning(EDGE, ("dot",), frozenset({colour}), relations=((relation, 0),))
    for colour, relation in (("white", "consecutive"), ("black", "ratio"))
)
"""The meanings of Kropki's dots."""


@dataclass(frozen=True, slots=True)
class Understood:
    """A sentence, or several that are one, with what it means."""

    text: str
    meanings: tuple[Meaning, ...]


def understand(sentences: Sequence[Sentence], size: int) -> tuple[list[Understood], list[str]]:
    """Return sentences with their meanings, and the texts of those that are not understood."""
    found: list[Understood] = []
    left: list[str] = []
    place = 0
    while place < len(sentences):
        for count in range(1, MOST_PARTS + 1):
            some = sentences[place : place + count]
            if len(some) < count or some[-1].paragraph != some[0].paragraph:
                continue
            meanings = _meanings_of(_joined(some), size)
            if meanings is not None:
                found.append(Understood(" ".join(one.text for one in some), meanings))
                place += count
                break
        else:
            left.append(sentences[place].text)
            place += 1
    return found, left


def _joined(some: Sequence[Sentence]) -> Sentence:
    return replace(some[0], words=" , ".join(one.words for one in some))


def _meanings_of(sentence: Sentence, size: int) -> tuple[Meaning, ...] | None:
    """Return the meanings of a sentence, as a whole or clause by clause; None if it is not understood."""
    words = sentence.words.split()
    if len(words) > _MOST_WORDS:
        return None
    whole = _one(sentence, size)
    if whole is not None:
        return KROPKI if whole.rule == "kropki" else (whole,)
    if not grammar().rule_words & set(words) and not any(word[0].isdecimal() for word in words):
        return (Meaning(NOTHING),)
    cuts = [place for place, word in enumerate(words) if word in ("and", ",", "while", "whereas", "but") and place][
        :_MOST_CUTS
    ]
    for count in range(1, MOST_PARTS):
        for places in combinations(cuts, count):
            parts = [words[a + 1 : b] for a, b in zip((-1, *places), (*places, len(words)), strict=True)]
            meanings = _clauses([" ".join(part) for part in parts], sentence, size)
            if meanings:
                return meanings
    return None


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
    if grammar().undoing & set(sentence.heading.split()):
        return None
    for pattern in grammar().patterns:
        meaning = _matched(pattern, sentence, size)
        if meaning:
            return meaning
    return _all_given(sentence.words) or _edge(sentence) or _one_of(sentence, size)


_CHOICE = re.compile(
    r"(?:each|every|all|any) (?:of the )?(?P<what>[a-z ]*?)lines? (?:is|are|must be|represents?)"
    r" (?:either|(?:exactly )?1 of(?: the)?(?: following)?)(?: types?| rules?)?(?:(?: of)? lines?)? ,? ?(?P<rest>.+)"
)
_BETWEEN_CHOICES = re.compile(r" ,? ?or (?:an? )?| , (?=an? )")


def _one_of(sentence: Sentence, size: int) -> Meaning | None:
    """Read a sentence that gives the lines of a colour several rules, of which each line obeys one."""
    match = _CHOICE.fullmatch(sentence.words)
    if not match or set(match["what"].split()) - NAMES - grammar().filler:
        return None
    choices = []
    for part in _BETWEEN_CHOICES.split(match["rest"]):
        words = re.sub(r"^an? ", "", part)
        forms = (words, f"{words} line", f"lines {words}")
        found = (_matched(p, replace(sentence, words=w, heading=""), size) for w in forms for p in grammar().patterns)
        choice = next((one for one in found if one and one.on == (LINE,) and not one.colours), None)
        if choice is None:
            return None
        choices.append(choice)
    colours = frozenset(match["what"].split()) & NAMES
    return Meaning(ONE_OF, (LINE,), colours, choices=tuple(choices)) if len(choices) > 1 else None


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
            self.groups = groups_of(match) | self.groups
            self.words = f"{self.words[: match.start()]} | {self.words[match.end() :]}"
        return match is not None

    def take_all(self, expression: Expression) -> None:
        """Take every match away."""
        for _ in range(_MOST_WORDS):
            if not self.take(expression):
                return

    def unknown(self, allowed: frozenset[str]) -> set[str]:
        """Return the words that are neither allowed nor colours."""
        return set(self.words.split()) - allowed - NAMES - {"|"}

    @property
    def colours(self) -> Colours:
        """The colours that are named."""
        return frozenset(self.words.split()) & NAMES


def _matched(pattern: Pattern, sentence: Sentence, size: int) -> Meaning | None:
    rest, table = _Rest(sentence.words), grammar()
    for need, heading_too in zip(pattern.needs, pattern.in_heading, strict=True):
        if not need.search(sentence.words) and not (heading_too and need.search(sentence.heading)):
            return None
        if need.groupindex:
            rest.take(need)
    if not all(one.search(sentence.words) for one in pattern.require):
        return None
    for one in pattern.may:
        rest.take_all(one)
    for need in pattern.needs:
        rest.take_all(need)
    heading = set(sentence.heading.split())
    if rest.unknown(pattern.allows | table.filler | heading | _singular(heading)):
        return None
    if heading & table.beware - pattern.allows and not any(need.search(sentence.heading) for need in pattern.needs):
        return None
    colours = rest.colours or frozenset(heading) & NAMES
    return _meaning(pattern, rest.groups, colours if pattern.on else frozenset(), sentence, size)


def _singular(words: set[str]) -> frozenset[str]:
    """The words of a heading in the form that its sentences use: "Eyes: digits on an eye …"."""
    return frozenset(
        form
        for word in words
        if len(word) > 3
        for form in (word.removesuffix("s"), word.removesuffix("es"), word + "s")
    )


def _meaning(
    pattern: Pattern, groups: dict[str, str], colours: Colours, sentence: Sentence, size: int
) -> Meaning | None:
    """The meaning of a pattern that fits; None where a number contradicts the board."""
    value = int(groups["n"]) if "n" in groups else pattern.value
    if "top" in groups and int(groups["top"]) != size:
        return None
    if "most" in groups and int(groups["most"]) != size:
        return None
    if pattern.rule == SUDOKU and not _fits(sentence.words, size):
        return None
    flags = {name for name in groups if name not in ("n", "top", "most", "kind", "shape", "letter")}
    if pattern.rule == "cage" and "killer" in f"{sentence.heading} {sentence.words}":
        flags.add("unique")
    if pattern.rule == "whispers" and value is None:
        value = 5 if "german" in flags else 4
        if size != 9:
            return None
    on = _kinds(pattern, groups.get("kind", ""))
    if "box" in sentence.words or "region" in sentence.words or "sudoku" in sentence.words:
        flags.add("boxes")
    return Meaning(
        pattern.rule,
        on,
        colours,
        pattern.colours,
        value,
        frozenset(flags),
        circles=pattern.circles,
        diagonal=pattern.diagonal,
        native=pattern.native,
        sign=groups["letter"].upper() if "letter" in groups else _symbol_named(groups.get("kind", "")),
    )


def _symbol_named(word: str) -> str:
    name = word.removesuffix("s")
    return name if name in SYMBOLS.values() else ""


def _kinds(pattern: Pattern, word: str) -> tuple[str, ...]:
    if _symbol_named(word):
        return (LETTER,)
    if "circle" in word or "spot" in word:
        return ("circle",)
    return ("square", "shaded cell") if any(one in word for one in ("square", "box", "shaded")) else pattern.on


def _fits(words: str, size: int) -> bool:
    """Whether each shape that a sentence names, such as 6x6 or 2x3, is that of the board or of a block."""
    shapes = [(int(high), int(wide)) for high, wide in re.findall(r"(?<!\S)(\d{1,2})x(\d{1,2})(?!\S)", words)]
    tops = [int(top) for top in re.findall(r"(?<!\S)(\d+) (?:different )?digits", words)]
    return all(high == wide == size or high * wide == size for high, wide in shapes) and all(t == size for t in tops)


# --- Marks between two cells --------------------------------------------------------------------------------------


def _edge(sentence: Sentence) -> Meaning | None:
    """Read a sentence about the two digits beside a dot, a square, an X or a V."""
    table, rest = grammar(), _Rest(sentence.words)
    kind = next((name for name, subject in table.edges.subjects.items() if rest.take(subject)), None)
    if kind is None:
        return None
    subject = dict(rest.groups)
    relations: list[tuple[str, int]] = []
    for name, expression in table.edges.relations.items():
        rest.groups = {}
        if rest.take(expression):
            relations.append((name, int(rest.groups.get("n", 0))))
    heading = set(sentence.heading.split())
    rest.groups = {}
    while rest.take(table.edges.subjects[kind]):
        if rest.groups != subject:
            return None  # it speaks of two marks
    if not relations or rest.colours or rest.unknown(table.edges.allows | table.filler | heading | _singular(heading)):
        return None
    if heading & table.beware:
        return None
    on = {"dot": ("dot",), "square": ("square on an edge",), "sign": ("sign",)}[kind]
    colours = frozenset({subject["colour"]}) if "colour" in subject else frozenset()
    return Meaning(EDGE, on, colours, relations=tuple(relations), sign=subject.get("sign", "").upper())


def _all_given(words: str) -> Meaning | None:
    """That all marks of some kind are given, or that not all are."""
    table: Grammar = grammar()
    positive, negative = table.all_given
    for expression, flag in ((negative, "not"), (positive, "all")):
        match = expression.fullmatch(words)
        if match:
            what = groups_of(match).get("what", "")
            kinds = frozenset(_kinds_given(what))
            if what and kinds is not None and set(what.split()) <= _GIVEN_WORDS | NAMES:
                colours = frozenset(what.split()) & NAMES
                return Meaning(ALL_GIVEN, tuple(sorted(kinds)), colours, flags=frozenset({flag}))
            return None if what else Meaning(ALL_GIVEN, flags=frozenset({flag}))
    return None


_GIVEN_WORDS = frozenset(
    {
        "the",
        "of",
        "this",
        "these",
        "those",
        "such",
        "and",
        "or",
        "possible",
        "kind",
        "type",
        ",",
        "dots",
        "dot",
        "kropki",
    }
    | {"xs", "x", "vs", "v", "xv", "xvs", "clues", "pairs", "squares", "square", "circles", "signs", "symbols", "marks"}
    | {"quads", "quadruples"}
)


def _kinds_given(what: str) -> Iterator[str]:
    words = set(what.split())
    if words & {"dots", "dot", "kropki"}:
        yield "dot"
    if words & {"xs", "x"}:
        yield "X"
    if words & {"vs", "v"}:
        yield "V"
    if words & {"xv", "xvs"}:
        yield from ("X", "V")
    if words & {"squares", "square"}:
        yield "square on an edge"
    if words & {"circles"}:
        yield "circle"
    if words & {"quads", "quadruples"}:
        yield "quadruple"
