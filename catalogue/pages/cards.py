"""A puzzle in a list: its drawing, what it is in a few words, and the key by which a browser knows it again."""

from collections.abc import Mapping, Sequence
from typing import Any
from zlib import crc32

from ...engine import Grid, Variant
from ...engine.rules.drawing import marks_in_words
from ...engine.words import ENGLISH, words_in
from ..puzzles.columns import NUMBER_COLUMNS
from ..puzzles.settings import Settings
from ..puzzles.stored import grid_of
from .boards import blocks_of, constraints_of, line_of, miniature, small_variant
from .translating import translator

CARD_COLUMNS = ("clues", "level", "pattern", "tags", "givens", "rules", "constraints")
"""The columns that a card needs, besides the numbers that its list is about."""

_MOST_MARKS = 3  # kinds of marks that a card counts


def numbers_of_list(sort: str, filters: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the columns of numbers that a list is sorted or bounded by, besides those that every card has."""
    bounded = [name for name in NUMBER_COLUMNS if f"min_{name}" in filters or f"max_{name}" in filters]
    names = dict.fromkeys((sort, *bounded))
    return [NUMBER_COLUMNS[name] for name in names if name not in ("id", "clues")]


def card_of(
    puzzle: Mapping[str, Any], settings: Settings, numbers: Sequence[str], language: str = ENGLISH
) -> dict[str, Any]:
    """Return what the card of a puzzle shows; `puzzle` has CARD_COLUMNS and the columns of `numbers`.

    `what` says what it is, such as "24 clues" or "killer, 31 cages"; `numbers` has pairs of a name and a value.
    """
    variant = settings.game.variant(puzzle["givens"], puzzle["constraints"])
    return {
        **puzzle,
        "drawing": small_variant(variant) if variant else miniature(puzzle["givens"], settings.size),
        "what": _in_words(puzzle, variant, language),
        "pattern": puzzle["pattern"] if puzzle["clues"] else None,  # no clue at all has every symmetry
        "numbers": [(name.replace("_", " "), puzzle[name]) for name in numbers if puzzle[name] is not None],
        "key": game_key(variant or grid_of(puzzle["givens"], settings.shape.blocks)),
    }


def _in_words(puzzle: Mapping[str, Any], variant: Variant | None, language: str) -> str:
    """The kind of a puzzle; how many marks of each rule it has is said in English alone."""
    clues = [translator(language)("{count} clues", count=puzzle["clues"])] if puzzle["clues"] or not variant else []
    rules = list(map(words_in(language).rule, (puzzle["rules"] or "").split(","))) if variant else []
    marks = marks_in_words(variant)[:_MOST_MARKS] if variant and language == ENGLISH else []
    return ", ".join(filter(None, (*rules, *marks, *clues)))


def game_key(puzzle: Grid | Variant) -> str:
    """Return the key of a puzzle in the history that a browser keeps: the same in every catalogue and on every page.

    Sixteen digits of base 16 of its blocks, its clues and its rules; static/history.js makes the same.
    """
    rules = [constraints_of(puzzle)] if isinstance(puzzle, Variant) else []
    text = "/".join([blocks_of(puzzle), line_of(puzzle), *rules])
    return "".join(f"{crc32(each.encode()):08x}" for each in (text, text[::-1]))
