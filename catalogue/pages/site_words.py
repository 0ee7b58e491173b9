"""The words with which a page without a server says its own steps: texts with places, and what each technique is."""

from __future__ import annotations

from typing import Any

from ...engine import SOLVING_TECHNIQUES, SolvingTechnique
from ...engine.paths.examples import meaning_in_words, technique_in_words
from ...engine.words import ENGLISH, Words, words_in
from .translating import translator

OWN_STEPS = (
    *("full-house", "naked-single", "hidden-single"),
    *(f"{kind}-{count}" for kind in ("naked", "hidden") for count in ("pair", "triple", "quadruple")),
)
"""The techniques of static/simple_steps.js."""

_TEXTS = {
    "lists": ("comma", "and", "clauses"),
    "results": ("so", "placed", "removed_one", "removed_many", "removed_too", "sentence", "look"),
    "reasons": ("full_house", "one_left", "no_other_place", "only_in_cells", "only_candidates"),
    "mistakes": ("wrong_digit", "missing_mark"),
}
"""The texts of static/simple_words.js, by the tables of a language."""


def site_words(language: str = ENGLISH) -> dict[str, Any]:
    """Return the texts that the scripts of a site need."""
    words, translate = words_in(language), translator(language)
    tables = words.tables
    return {
        **{table: {name: tables[table][name] for name in names} for table, names in _TEXTS.items()},
        "units": {kind: text for kind, text in tables["units"].items() if "{number}" in text and kind != "other"},
        "none": {"full": translate("the board is full"), "stuck": translate("no technique applies")},
        "no_such": translate("This site has no such puzzle."),
        "next_of_list": translate("Next of the list"),
        "techniques": {each.name: _technique(each, words) for each in SOLVING_TECHNIQUES if each.name in OWN_STEPS},
    }


def _technique(technique: SolvingTechnique, words: Words) -> dict[str, Any]:
    name, level = technique.name, words.say("levels", technique.level)
    meaning = technique.meaning if words.language == ENGLISH else meaning_in_words(name, words.language)
    return {
        "title": technique_in_words(name, words.language),
        "worth": words.say("results", "score", score=words.number(technique.score), level=level),
        "score": technique.score,
        "meaning": meaning.rstrip("."),
    }
