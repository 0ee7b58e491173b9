"""Variants in the words of Interactive-Sudoku-Solver: rules without a word there become tables, sums and masks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..coding import constraints_of
from ..model import AnyOf, Constraint, House, Mask, Relation, Sum
from ..named.rule import Use
from ..variant import RULES, Variant
from .constraint_text import write as write_text

OWN_WORDS = {word.name for rule in RULES.values() for word in rule.text if word.own}
"""Words that Interactive-Sudoku-Solver does not know."""


def write(variant: Variant) -> str:
    """Return the constraint text of a variant in words of Interactive-Sudoku-Solver.

    ValueError for digits that do not begin with 0 or 1, and for a rule that cannot be said so.
    """
    if variant.frame.lowest > 1:
        raise ValueError("Interactive-Sudoku-Solver has boards with digits from 0 or 1")
    return write_text(variant.with_uses(tuple(_known(variant, variant.uses, nested=False))))


def _known(variant: Variant, uses: tuple[Use, ...], *, nested: bool) -> Iterator[Use]:
    for use in uses:
        if use.rule == "or":
            inner = (tuple(_known(variant, some, nested=True)) for some in use.alternatives)
            yield replace(use, alternatives=tuple(inner))
        elif _has_a_word(variant, use) and not (nested and _is_of_the_board(use)):
            yield use
        elif same := RULES[use.rule].there:
            yield replace(use, rule=same)
        else:
            for one in constraints_of(variant, use):
                yield from _said(variant, use, one)


def _is_of_the_board(use: Use) -> bool:
    rule = RULES[use.rule]
    return rule.where == "board" or (rule.where == "frame" and not rule.value)


def _has_a_word(variant: Variant, use: Use) -> bool:
    """Whether the program reads what is written of a rule, and means the same."""
    rule, frame = RULES[use.rule], variant.frame
    use = rule.filled(use, variant.size)
    try:
        word = next((word for word in rule.text if word.write and word.write(use, frame)), None)
    except ValueError:
        return False
    if word is None:
        return bool(rule.house)
    return not word.own and (word.same_there is None or word.same_there(use, frame))


def _said(variant: Variant, use: Use, one: Constraint) -> Iterator[Use]:
    """A constraint as the rule that says just this."""
    match one:
        case House(cells):
            yield Use("all different", cells)
        case Relation(first, second, allowed):
            yield Use("table", (first, second), allowed, title=use.rule)
        case Mask(cell, mask):
            yield Use("digits", (cell,), tuple(d for d in variant.values if mask & variant.set_of((d,))))
        case Sum(cells, factors, total):
            shown = total + (variant.frame.lowest - 1) * sum(factors)
            yield Use("sum", cells, (shown, *factors) if set(factors) != {1} else shown)
        case AnyOf(alternatives):
            each = (tuple(said for inner in part for said in _said(variant, use, inner)) for part in alternatives)
            yield Use("or", alternatives=tuple(each))
        case _:
            raise ValueError(f"Interactive-Sudoku-Solver has no words for {use.rule} here")
