"""What the page where a puzzle is played shows, from a server and in a site of plain files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from board_catalogue.catalogue.pages.boards import LEGEND, grid_view, rules_in_words, variant_links
from board_catalogue.catalogue.pages.cards import game_key
from board_catalogue.engine import Grid, Variant
from board_catalogue.engine.rules.formats import constraint_text
from board_catalogue.engine.rules.model import SIZES
from board_catalogue.engine.shape import DIGITS, Shape


def play_values(
    puzzle: Grid | Variant, name: str, warning: str | None = None, about: Mapping[str, Any] | None = None
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
        "grid": grid_view(puzzle, name),
        "key": game_key(puzzle),
        "symbols": DIGITS[1 : puzzle.size + 1],
        "legend": LEGEND,
        "warning": warning,
        "why_no_hint": _why_no_hint(puzzle.size, warning),
        "is_scored": not variant and shape == Shape.of(9),
        "blocks": None if variant or shape.is_usual else shape.blocks,
        "can_add": False,
        "rules": rules_in_words(variant) if variant else None,
        "has_regions": bool(variant and variant.regions),
        "text": constraint_text.write(variant) if variant and not about else None,
        "links": variant_links(variant) if variant else {},
    }


def _why_no_hint(size: int, warning: str | None) -> str | None:
    if warning:
        return "Hints are for puzzles with exactly one solution."
    if size > SIZES[-1]:
        return f"Hints are for boards up to {SIZES[-1]}x{SIZES[-1]}."
    return None
