"""The rules of a variant on a page: drawn as layers of the board, and as a table by which the page checks digits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from markupsafe import Markup

from ...engine import Grid, Variant
from ...engine.people.program import board_of_people
from ...engine.rules.drawing import svg_layers
from ...engine.rules.formats import constraint_text
from ...engine.rules.model import AnyOf, Automaton, Connected, Constraint, House, Mask, Pairs, Relation, Sum
from ...engine.rules.picture import labelled, margin
from ...engine.words import ENGLISH, words_in


class RuleLayers(NamedTuple):
    """The rules of a variant around the cells of a board."""

    margin: int
    """How many cells the clues outside need on each side."""
    mixed: Markup
    """The marks that mix with the cells: lines, cages, numbers."""
    covering: Markup
    """The marks over cells and borders: dots and signs."""
    table: dict[str, Any]
    """As `rule_table` makes it."""


def rule_layers(variant: Variant, language: str = ENGLISH) -> RuleLayers:
    """Return the drawings and the table of a variant's rules. ValueError for a rule that constraint text lacks."""
    mixed, covering = map(Markup, svg_layers(variant))
    return RuleLayers(margin(variant), mixed, covering, rule_table(variant, language))


_ROOM_FOR_TEXT = 0.2


def room_above(puzzle: Grid | Variant) -> float:
    """The part of each cell above its candidates, where rules have texts in corners; `static/grid.css` has it too."""
    return _ROOM_FOR_TEXT if isinstance(puzzle, Variant) and labelled(puzzle) else 0


def rule_table(variant: Variant, language: str = ENGLISH) -> dict[str, Any]:
    """Return the rules as data, which `static/rules.js` reads. ValueError for a rule that constraint text lacks.

    `constraints` is their text. Each of `units` is a name and cells that hold every digit, each of `parts` a name, the
    cells and the checks of a named rule where it holds, such as `["sum", cells, coefficients, total]`. Long lists
    of checks stand once in `tables`. `names` has the names of units and parts that people say otherwise. `implied` has
    those of units that no rule names and that follow, such as the further windows of a windoku. `is_whole` is False if
    the rules have cells of their own, and so no parts.
    """
    rules = variant.with_givens(())
    tables: dict[Sequence[Any], int] = {}
    found: dict[str, Any] = {"constraints": constraint_text.write(rules), "names": {}}
    try:
        board = board_of_people(rules)
    except ValueError:  # cells beside the grid
        lines = [house.cells for house in rules.rules.houses if len(house.cells) == rules.size]
        return {**found, "units": [["", cells] for cells in lines], "parts": [], "tables": [], "is_whole": False}
    parts = [
        [part.name, part.cells, [_check(one, tables) for one in part.constraints]]
        for part in board.parts
        if not part.meets
    ]
    units = [[unit.name, unit.cells] for unit in board.units]
    named = {frozenset(house.cells) for house in rules.rules.houses}
    found["implied"] = [unit.name for unit in board.units if frozenset(unit.cells) not in named]
    words = words_in(language)
    names = [*(unit.name for unit in board.units), *(part.name for part in board.parts)]
    found["names"] = {name: said for name in names if (said := words.unit(name)) != name}
    return {**found, "units": units, "parts": parts, "tables": list(tables), "is_whole": True}


def _check(one: Constraint, tables: dict[Sequence[Any], int]) -> list[Any]:
    def kept(table: Sequence[Any]) -> int:
        return tables.setdefault(table, len(tables))

    match one:
        case House(cells):
            return ["house", cells]
        case Sum(cells, coefficients, total):
            return ["sum", cells, coefficients, total]
        case Relation(first, second, allowed):
            return ["relation", first, second, kept(allowed)]
        case Automaton(cells, arcs, accepting):
            return ["automaton", cells, kept(arcs), accepting]
        case Mask(cell, digits):
            return ["mask", cell, digits]
        case Connected(cells, columns, digits, count):
            return ["connected", cells, columns, digits, count]
        case Pairs(cells, others, values):
            return ["pairs", cells, others, values]
        case AnyOf(alternatives):
            return ["any", [[_check(each, tables) for each in some] for some in alternatives]]
