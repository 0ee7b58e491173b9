"""The setter's desk: the table of its tools, and drafts, which are puzzles as the page has them.

A draft is JSON: `size`, the `lowest` digit, `regions` (a character for each cell, the same for those of a region, a
full stop for none; "" for no regions), `givens` (a number for each cell, 0 for an empty one, 1 for the lowest digit),
`uses` of rules as in `engine.Use`, and the `groups` of cells beside the grid.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict
from functools import cache
from typing import Any

from ...engine import LEVELS, Grid, Use, Variant
from ...engine.rules.formats import constraint_text
from ...engine.rules.frame import Cells, Frame, Group, with_chaos
from ...engine.rules.named import NamedRule
from ...engine.rules.named.rule import COUNTED, FACTORS, TABLE, Board
from ...engine.rules.texts import named_rules
from ...engine.rules.variant import LINE, RULES, usual_regions
from ...engine.words import ENGLISH, words_in
from .boards import GridView
from .rendering import translator

_FIRST = (
    *("cage", "thermometer", "arrow", "white dot", "black dot", "whispers", "renban"),
    *("little killer", "palindrome", "quadruple"),
)
"""The tools that setters use most."""

_TOGETHER = (
    *("odd", "even", "minimum", "maximum", "counting circles"),
    *("indexing column", "indexing row", "indexing box"),
)
"""Rules whose cells are marked one by one, and are one mark."""

_NO_TOOLS = ("or", "doppelganger", "other values")
"""Rules that no tool draws: the first is made of other marks, the others need a digit more than a row has cells."""

_BESIDE = with_chaos(Frame.square(1)).groups[0]
"""The cells beside the grid that say to which region each cell belongs."""

LETTERS = constraint_text.LETTERS
"""The names of regions."""


@cache
def tools(language: str = ENGLISH) -> list[dict[str, Any]]:
    """Return all rules by the shape of their cells, in the order in which a page offers them.

    Each has its `name`, its `title` and its `words` in the language, `where` as `NamedRule` has it, the `kind` of its
    value ("" for none, "number", "factors", "digits", "word", "pairs" of digits or "counted" digits), what the `value`
    is, whether it is `needed`, whether the mark is `titled`, the group `beside` the grid that it needs, whether
    its cells are marked `together`, the `field` of f-puzzles as its row has it, and as what `tool` it is shown:
    "first", "more" or "none".
    """
    first = [name for name in _FIRST if name in RULES]
    order = [*first, *sorted(RULES.keys() - {*first}, key=lambda name: words_in(language).rule_name(name).lower())]
    return [_tool(RULES[name], language) for name in order]


def _tool(rule: NamedRule, language: str) -> dict[str, Any]:
    words, name = words_in(language), rule.name
    return {
        "name": name,
        "title": words.rule_name(name),
        "words": (words.rule_meaning(name) if language != ENGLISH else "") or rule.words,
        "where": rule.where,
        "kind": _kind(rule),
        "value": rule.value.strip("[]"),
        "titled": rule.takes.titled or name == "automaton",
        "beside": name.startswith("chaos") and {"prefix": _BESIDE.prefix, "label": _BESIDE.label},
        "needed": bool(rule.value) and not rule.value.startswith("["),
        "together": name in _TOGETHER,
        "field": rule.field or None,
        "tool": "first" if name in _FIRST else "none" if name in _NO_TOOLS else "more",
    }


def _kind(rule: NamedRule) -> str:
    named = {id(TABLE): "pairs", id(COUNTED): "counted", id(FACTORS): "factors"}
    if not rule.value:
        return ""
    if rule.takes.read is None:  # a code
        return "word"
    if id(rule.takes) in named:
        return named[id(rule.takes)]
    taken = rule.takes.read("1", Board(9))
    return "number" if isinstance(taken, int) else "word" if isinstance(taken, str) else "digits"


def desk_values(language: str = ENGLISH) -> dict[str, Any]:
    """Return the values of set.html but for `draft`, the one that is opened."""
    grid = GridView(translator(language)("The puzzle that you set"), 9, "none", "." * 81, (), None)
    return {"grid": grid, "tools": tools(language), "levels": LEVELS}


# --- Drafts and puzzles ----------------------------------------------------------------------------------------------


def variant_of(draft: Mapping[str, Any]) -> Variant:
    """Return the puzzle of a draft. Regions that lack cells have no digit twice. ValueError for what is no draft."""
    size, lowest = _whole(draft.get("size"), 4, 16), _whole(draft.get("lowest", 1), 0, 1)
    groups = tuple(_group(each) for each in draft.get("groups") or ())
    frame = Frame(size, size, size, lowest, groups)
    uses = [_use(one, frame.all_cells) for one in draft.get("uses") or ()]
    regions = _regions(str(draft.get("regions") or ""), frame)
    uses += [Use(LINE, region) for region in regions if 1 < len(region) < size]
    givens = [_whole(digit, 0, size) for digit in draft.get("givens") or [0] * frame.cells]
    whole = tuple(region for region in regions if len(region) == size)
    return Variant(size, whole, tuple(uses), frame=frame, givens=tuple(givens))


def _group(one: Mapping[str, Any]) -> Group:
    count, columns = _whole(one.get("count"), 1, 256), _whole(one.get("columns"), 0, 256)
    return Group(str(one.get("prefix")), count, columns, str(one.get("label") or ""))


def _regions(text: str, frame: Frame) -> list[Cells]:
    if text and len(text) != frame.cells:
        raise ValueError(f"the regions have {len(text)} cells, and the board {frame.cells}")
    regions = [tuple(c for c, name in enumerate(text) if name == one) for one in dict.fromkeys(text) if one != "."]
    if large := next((region for region in regions if len(region) > frame.digits), None):
        raise ValueError(
            f"the region of {frame.cell_name(large[0])} has {len(large)} cells: {frame.digits} are the most"
        )
    return regions


def _use(one: Mapping[str, Any], cells: int) -> Use:
    """A rule in use. ValueError for what is none: it comes from a page, or from a file that somebody sends."""
    value = one.get("value")
    if isinstance(value, list):
        value = tuple(_whole(each, -(2**30), 2**30) for each in value)
    elif not isinstance(value, str | None):
        value = _whole(value, -(2**30), 2**30)
    if one.get("rule") not in RULES:
        raise ValueError(f"rule {str(one.get('rule'))[:20]!r} is not known")
    return Use(
        str(one["rule"]),
        _cells(one.get("cells"), cells),
        value,
        tuple(_cells(group, cells) for group in one.get("groups") or ()),
        tuple(tuple(_use(each, cells) for each in some) for some in one.get("alternatives") or ()),
        str(one.get("title") or ""),
    )


def _cells(given: Any, cells: int) -> Cells:
    return tuple(_whole(cell, 0, cells - 1) for cell in given or ())


def _whole(number: Any, least: int, most: int) -> int:
    if type(number) is not int or not least <= number <= most:
        raise ValueError(f"a draft has {str(number)[:20]!r} where a whole number in {least} .. {most} is needed")
    return number


def puzzle_of_draft(draft: Mapping[str, Any]) -> Grid | Variant:
    """Return the puzzle of a draft, a grid if it has no rules but those of Sudoku. ValueError as from `variant_of`."""
    variant = variant_of(draft)
    if variant.uses or not variant.frame.is_square or variant.regions != usual_regions(variant.size):
        return variant
    return Grid(variant.clues)


def draft_of(puzzle: Grid | Variant) -> dict[str, Any]:
    """Return the draft of a puzzle. ValueError for a board that the desk does not have."""
    if isinstance(puzzle, Grid):
        clues = puzzle.to_numpy().ravel().tolist()
        puzzle = Variant(puzzle.size, usual_regions(puzzle.size, puzzle.blocks), givens=tuple(clues))
    frame = puzzle.frame
    if not (frame.rows == frame.columns == frame.digits and frame.lines and frame.lowest < 2 and 4 <= frame.rows <= 16):
        raise ValueError(f"the desk has square boards of 4x4 to 16x16 and their digits from 0 or 1, not {frame.name}")
    regions, uses = ["."] * frame.cells, list(puzzle.uses)
    counts = Counter(cell for region in puzzle.regions for cell in region)
    for name, region in zip(LETTERS, puzzle.regions, strict=False):
        if all(counts[cell] == 1 for cell in region):
            for cell in region:
                regions[cell] = name
        else:
            uses.append(Use(LINE, region))
    return {
        "size": frame.rows,
        "lowest": frame.lowest,
        "regions": "".join(regions) if puzzle.regions else "",
        "givens": puzzle.clues[: frame.cells].tolist(),
        "uses": [asdict(use) for use in uses],
        "groups": [
            {"prefix": each.prefix, "count": each.count, "columns": each.columns, "label": each.label}
            for each in frame.groups
        ],
    }


def described_draft(draft: Mapping[str, Any], language: str = ENGLISH) -> dict[str, Any]:
    """Return the `rules` of a draft in words, and its constraint `text`: None, with `why`, where that lacks a rule."""
    variant = variant_of(draft)
    text, why = None, ""
    try:
        text = constraint_text.write(variant)
    except ValueError as error:
        why = str(error)
    return {"rules": named_rules(variant, language), "text": text, "why": why}
