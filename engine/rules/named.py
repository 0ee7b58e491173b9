"""The table of named rules: each a short function that says which houses and constraints it means."""

from collections.abc import Iterator

from engine.rules import board_rules, cell_rules, dot_rules, line_rules, outside_rules
from engine.rules.model import AnyOf, Constraint, Relation
from engine.rules.named_rule import NamedRule, Table, pair_of
from engine.rules.regular import regular
from engine.rules.uses import Board, Use

_OTHERS = Table()


def constraints_of(board: Board, use: Use) -> Iterator[Constraint]:
    """Yield what a rule means on a board. ValueError for an unknown rule, and for cells or a value not suited to it."""
    rule = RULES.get(use.rule)
    if rule is None:
        raise ValueError(f"rule {use.rule!r} is not known")
    if rule.where in ("line", "outside", "cells") and not use.cells:
        raise ValueError(f"{use.rule} has no cells")
    if rule.where in ("line", "outside") and len(use.cells) < 2:
        raise ValueError(f"{use.rule} has a line of one cell")
    for cell in (*use.cells, *(cell for group in use.groups for cell in group)):
        if not 0 <= cell < board.size**2:
            raise ValueError(f"{use.rule} has cell {cell}, outside the board")
    if rule.value and not rule.value.startswith("[") and use.value is None:
        raise ValueError(f"{use.rule} needs {rule.value}")
    yield from rule.make(board, use)


@_OTHERS.rule("table", "cells", "Two cells hold one of the pairs of a table.", "sets of digits")
def _table(board: Board, use: Use) -> Iterator[Constraint]:
    if not isinstance(use.value, tuple) or len(use.value) != board.size:
        raise ValueError(f"a table needs {board.size} sets of digits")
    yield Relation(*pair_of(use), use.value)


@_OTHERS.rule("regular expression", "cells", "The digits along the line match the expression.", "pattern")
def _regular_expression(board: Board, use: Use) -> Iterator[Constraint]:
    yield regular(board.size, str(use.value), use.cells)


@_OTHERS.rule("or", "alternatives", "At least one of several rules holds.")
def _or(board: Board, use: Use) -> Iterator[Constraint]:
    yield AnyOf(
        tuple(
            tuple(constraint for one in alternative for constraint in constraints_of(board, one))
            for alternative in use.alternatives
        )
    )


RULES: dict[str, NamedRule] = {
    **board_rules.RULES,
    **cell_rules.RULES,
    **dot_rules.RULES,
    **line_rules.RULES,
    **outside_rules.RULES,
    **_OTHERS,
}
"""Every named rule by its name."""
