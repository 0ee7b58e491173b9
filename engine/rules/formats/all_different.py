"""Rules of the whole board that a format has no word for, written as the lines of different digits that they mean."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from ..model import House
from ..named.rule import Use
from ..variant import Variant, constraints_of

LINE = "all different"


def spelled_out(variant: Variant, rules: Collection[str]) -> list[Use]:
    """Return the uses of a variant, with each of these rules as lines of different digits.

    ValueError for a rule that says more than which cells differ.
    """
    return list(_spelled_out(variant, variant.uses, rules))


def _spelled_out(variant: Variant, uses: Sequence[Use], rules: Collection[str]) -> Iterator[Use]:
    for use in uses:
        if use.rule in rules:
            yield from _lines(variant, use)
        elif use.alternatives:
            inner = (tuple(_spelled_out(variant, some, rules)) for some in use.alternatives)
            yield replace(use, alternatives=tuple(inner))
        else:
            yield use


def named(variant: Variant, rules: Collection[str]) -> Variant:
    """Return a variant with each of these rules by its name, if all its lines are among the uses; the rest stays."""
    uses = list(variant.uses)
    for rule in rules:
        try:
            wanted = {use.cells for use in _lines(variant, Use(rule))}
        except ValueError:  # the board cannot have it
            continue
        if wanted <= {tuple(sorted(use.cells)) for use in uses if use.rule == LINE}:
            kept = (use for use in uses if use.rule != LINE or tuple(sorted(use.cells)) not in wanted)
            uses = [Use(rule), *kept]
    return variant.with_uses(uses)


def _lines(variant: Variant, use: Use) -> Iterator[Use]:
    for one in constraints_of(variant, use):
        if not isinstance(one, House):
            raise ValueError(f"{use.rule} says more than which cells differ")
        yield Use(LINE, tuple(sorted(one.cells)))
