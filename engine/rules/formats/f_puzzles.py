"""Variants as f-puzzles keeps them: its names of rules, its JSON, and the link that holds it compressed."""

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from ..frame import name_of
from ..named import NamedRule
from ..named.fields import Field, before, missing
from ..named.rule import Use
from ..texts import LINE_COLOUR, Mark, marks_of, paragraphs
from ..variant import RULES, Variant, spelled_out, usual_regions
from .lz_string import compressed

WORDLESS = tuple(rule.name for rule in RULES.values() if rule.house and not rule.f_puzzles)
"""Rules without a field, written as further regions."""
FIELDS: dict[str, tuple[NamedRule, Field]] = {}
"""The first rule of each field, which reads its marks."""

for _rule in RULES.values():
    if _rule.f_puzzles:
        FIELDS.setdefault(_rule.f_puzzles.name, (_rule, _rule.f_puzzles))


def write(variant: Variant, about: Mapping[str, str] = {}, *, link: bool = True, stating: bool = True) -> str:
    """Return the f-puzzles link of a variant, or its JSON, with what `about` says: its title and author.

    A rule without a field is stated in the rules text and drawn, or refused with ValueError.
    """
    puzzle = {**about, **board_of(variant, stating=stating)}
    text = json.dumps(puzzle, separators=(",", ":"))
    return f"https://f-puzzles.com/?load={quote(compressed(text), safe='')}" if link else text


def board_of(variant: Variant, *, stating: bool = True) -> dict[str, Any]:
    """Return the JSON of a variant as a dictionary. ValueError as from `write`."""
    variant.check_square("written for f-puzzles")
    size = variant.size
    region_of = {cell: number for number, region in enumerate(variant.regions) for cell in region}
    usual = variant.regions == usual_regions(size)
    overlap = len(region_of) < sum(map(len, variant.regions))
    cells: list[dict[str, Any]] = [{} for _ in range(size * size)]
    for cell, one in enumerate(cells):
        if not usual:
            one["region"] = None if overlap else region_of.get(cell)
        if variant.givens and variant.givens[cell]:
            one |= {"value": variant.givens[cell], "given": True}
    puzzle: dict[str, Any] = {"size": size, "grid": [cells[i : i + size] for i in range(0, size * size, size)]}
    extra = [Use("all different", region) for region in variant.regions if overlap]
    stated: list[Use] = []
    for use in (*extra, *spelled_out(variant, WORDLESS)):
        try:
            _add(puzzle, use)
        except ValueError:
            if not stating:
                raise
            stated.append(use)
            for mark in marks_of(use, variant):
                _draw(puzzle, mark, size)
    if stated:
        where = "row, column and region" if variant.regions else "row and column"
        first = f"Every {where} contains the digits 1-{size} once."
        puzzle["ruleset"] = "\n".join([first, *paragraphs(stated, variant)])
    return puzzle


def _draw(puzzle: dict[str, Any], mark: Mark, size: int) -> None:
    """Draw where a stated rule is, in colours and texts that say nothing to the program."""
    match mark:
        case Mark("line", cells):
            line = {"lines": [[name_of(cell, size) for cell in cells]], "outlineC": LINE_COLOUR, "width": 0.2}
            puzzle.setdefault("line", []).append(line | {"isNewConstraint": True})
        case Mark("shade", cells, colour):
            for cell in cells:
                square = {"cells": [name_of(cell, size)], "baseC": colour, "outlineC": colour, "fontC": "#000000"}
                puzzle.setdefault("rectangle", []).append(square | {"width": 1, "height": 1})
        case Mark("label", (cell,), text):
            _write_text(puzzle, name_of(cell, size), text, 0.3)
        case Mark("outside", line, text):
            _write_text(puzzle, before(line, size), text, 0.6)


def _write_text(puzzle: dict[str, Any], name: str, text: str, size: float) -> None:
    puzzle.setdefault("text", []).append({"cells": [name], "value": text, "fontC": "#000000", "size": size})


def _add(puzzle: dict[str, Any], use: Use) -> None:
    field = RULES[use.rule].f_puzzles
    if not field:
        raise missing(use.rule)
    field.add(puzzle, use)
