"""The content of the page where a puzzle is played, from a server and in a site of plain files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...engine import Grid, Variant
from ...engine.rules.formats import constraint_text
from ...engine.rules.model import SIZES
from ...engine.shape import DIGITS, Shape
from ...engine.words import ENGLISH
from .boards import grid_view, legend, rules_in_words, variant_links
from .cards import game_key
from .translating import Translate, translator


def play_values(
    puzzle: Grid | Variant,
    name: str,
    warning: str | None = None,
    about: Mapping[str, Any] | None = None,
    language: str = ENGLISH,
) -> dict[str, Any]:
    """Return the values of play.html: `about` has what a catalogue knows of the puzzle, `warning` why it may be none.

    ValueError for a variant with a rule that constraint text lacks.
    """
    variant = puzzle if isinstance(puzzle, Variant) else None
    shape = puzzle.board_shape
    return {
        "name": name,
        **dict.fromkeys(("number", "level", "about", "next", "day", "place", "start")),
        **(about or {}),
        "grid": grid_view(puzzle, name, language),
        "key": game_key(puzzle),
        "symbols": DIGITS[1 : puzzle.size + 1],
        "legend": legend(language),
        "warning": warning,
        "why_no_hint": _why_no_hint(puzzle.size, warning, translator(language)),
        "is_scored": not variant and shape == Shape.of(9),
        "blocks": None if variant or shape.is_usual else shape.blocks,
        "can_add": False,
        "rules": rules_in_words(variant, language) if variant else None,
        "has_regions": bool(variant and variant.regions),
        "text": constraint_text.write(variant) if variant and not about else None,
        "links": variant_links(variant) if variant else {},
    }


def _why_no_hint(size: int, warning: str | None, translate: Translate) -> str | None:
    if warning:
        return translate("Hints are for puzzles with exactly one solution.")
    if size > SIZES[-1]:
        return translate("Hints are for boards up to {size}.", size=f"{SIZES[-1]}x{SIZES[-1]}")
    return None
