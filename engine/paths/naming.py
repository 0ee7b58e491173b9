"""Techniques and steps as books name them: titles, meanings, what they are worth, where to look, and groups."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import TypeVar

from ..grades import spelled
from ..shape import Shape, cell_name
from ..tables import TECHNIQUES
from ..words import ENGLISH, capital, words_in
from .people_techniques import OTHER_RULE, PEOPLE_TECHNIQUES, RULES_OF, rule_of_technique
from .record import Step, first_cells

SAME = {
    "full-house": "last-value",
    "naked-triple": "naked-triplet",
    "hidden-triple": "hidden-triplet",
    "naked-quadruple": "naked-quad",
    "hidden-quadruple": "hidden-quad",
    "bug-plus-1": "bug-1",
}
"""Techniques that the two scales call by different names: those of scores, each with that of ratings."""

_SCORED_NAMES = {rated: scored for scored, rated in SAME.items()}


# --- Techniques -------------------------------------------------------------------------------------------------------


def technique_in_words(name: str, language: str = ENGLISH) -> str:
    """A technique of any scale as a book names it, such as "Hidden single in a block" for hidden-single-block.

    One of several scales has one name in words, that of the scores. ValueError for an unknown language; KeyError for an
    unknown technique.
    """
    words, name = words_in(language), _SCORED_NAMES.get(name, name)
    if own := words.tables["techniques"].get(name):
        return own
    rule, further = rule_of_technique(name)
    thing = words.thing(RULES_OF.get(rule, OTHER_RULE).thing)
    return words.say("places", further, thing=thing, Thing=capital(thing))


def meaning_in_words(name: str, language: str) -> str:
    """The meaning of a technique in a sentence, in a language that is not English.

    ValueError for an unknown language, KeyError for an unknown technique.
    """
    words, name = words_in(language), _SCORED_NAMES.get(name, name)
    if own := words.tables["meanings"].get(name):
        return own
    rule, further = rule_of_technique(name)
    said = words.rule_meaning(rule) if rule in words.tables["rules"] else words.tables["meanings"]["rule"]
    return words.say("meanings", further, rule=said) if further else said


_GROUPS: Mapping[str, Sequence[str]] = {
    "Singles": ("full-house", "last-value", "naked-single", "hidden-single*"),
    "Blocks, pairs, triples and quadruples": (
        *("pointing", "claiming", "locked-*", "naked-*", "hidden-pair", "hidden-triple*", "hidden-quad*"),
        "direct-*",
    ),
    "Two places of a digit": (
        *("skyscraper", "two-string-kite", "turbot-fish", "empty-rectangle", "simple-colors-*", "multi-colors-*"),
    ),
    "Basic fish": ("x-wing", "swordfish", "jellyfish"),
    "Wings": ("xy-wing", "xyz-wing", "w-wing", "remote-pair"),
    "Uniqueness": ("uniqueness-*", "unique-*", "hidden-rectangle", "avoidable-rectangle-*", "bug-*"),
    "Fish with fins": (
        "finned-fish",
        *(f"{kind}-{fish}" for kind in ("finned", "sashimi") for fish in ("x-wing", "*fish")),
    ),
    "Chains": (
        *("x-chain", "xy-chain", "x-cycle", "y-cycle", "xy-cycle", "aic", "grouped-*", "*nice-loop"),
        "forcing-chain",
    ),
    "Almost locked sets": ("sue-de-coq", "als-*", "death-blossom", "aligned-*"),
    "Large fish": ("*franken*", "*mutant*", "kraken-*"),
    "Forcing": ("forcing-*", "nishio", "*-chains*", "contradiction-*", "all-rules", "brute-force"),
}
"""The names of the techniques of each group, with * for any letters; large fish go before fish with fins."""

OF_RULES = "Rules of variants"
"""The group of techniques that a rule brings."""

GROUPS = (*_GROUPS, OF_RULES)
"""The groups, in the order of a page."""


def group_of(name: str) -> str:
    """Return the group of a technique of any scale."""
    found = [group for group, names in _GROUPS.items() if any(fnmatchcase(name, each) for each in names)]
    return "Large fish" if "Large fish" in found else found[0] if found else OF_RULES


T = TypeVar("T")


def grouped(named: Iterable[tuple[str, T]]) -> list[tuple[str, list[T]]]:
    """Return things by the group of the technique that each names, without empty groups; their order stays."""
    found: dict[str, list[T]] = {group: [] for group in GROUPS}
    for name, thing in named:
        found[group_of(name)].append(thing)
    return [(group, things) for group, things in found.items() if things]


# --- Steps ------------------------------------------------------------------------------------------------------------


def title_of(step: Step, shape: Shape, language: str = ENGLISH) -> str:
    """The title of a step: its technique as books have it."""
    has_more_houses = shape.kinds != ("row", "column", "block")
    is_hidden = step.technique in ("hidden-single-block", "hidden-single-line")
    return technique_in_words("hidden-single" if is_hidden and has_more_houses else step.technique, language)


def weight_of(step: Step, language: str = ENGLISH) -> str:
    """The weight of a step: its rating, or its score and level."""
    words = words_in(language)
    if step.rating is not None:
        return words.say("results", "rated", rating=words.decimal(spelled(step.rating)))
    score = words.number(step.score or 0)
    return words.say("results", "score", score=score, level=words.say("levels", str(step.level)))


def rating_of(path: Sequence[Step]) -> int | None:
    """Return the highest rating of some steps in tenths, 0 without any; None if a step has no rating."""
    ratings = [step.rating for step in path if step.rating is not None]
    return max(ratings, default=0) if len(ratings) == len(path) else None


def where_to_look(step: Step, size: int, language: str = ENGLISH) -> str:
    """A sentence with the units of the step, or else its cells."""
    words, cells = words_in(language), first_cells(step) or (0,)
    places = [*map(words.unit, step.where)] or [cell_name(*divmod(cell, size)) for cell in cells]
    return words.say("results", "look", places=words.listed(places, "comma"))


def meaning_of(step: Step, language: str = ENGLISH) -> str:
    """The meaning of the technique of a step, in a few words; ValueError for an unknown language."""
    if language != ENGLISH:
        return meaning_in_words(step.technique, language)
    if step.rating is not None:
        return next(each.meaning for each in TECHNIQUES if each.name == step.technique)
    return words_in().tables["meanings"].get(step.technique) or PEOPLE_TECHNIQUES[step.technique].meaning
