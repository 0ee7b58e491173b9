"""The rules of the puzzles of a call: perhaps none, one set for all, or one for each.

A puzzle is cells, and rules, perhaps none. The functions of the API take both; without rules no module of
`engine.rules` is imported.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeGuard, Union

import numpy as np
from numpy.typing import ArrayLike

from . import rules as variants
from .boards import check_puzzles
from .shape import NO_BLOCKS

AnyRules = Union["variants.Rules", "variants.Variant", str, "Sequence[variants.Rules | variants.Variant | str]"]
"""Rules, a variant with them, or the names of rules of the whole board such as "diagonal,windoku"; or those of each."""

Puzzles = Union[ArrayLike, "variants.Variant", "Sequence[variants.Variant]"]
"""Puzzles as arrays of digits, or variants, which bring their givens and their rules."""


class Ruled(NamedTuple):
    """The arguments of the functions under rules."""

    rules: Any
    """Rules or a variant for all puzzles, or a list with those of each."""
    puzzles: Any
    """`uint8 (n, cells)`; None: the givens of the variants."""
    is_single: bool
    """Whether one puzzle was given, so that the answer has no batch axis either."""

    def variant(self) -> variants.Variant:
        """Return the one puzzle with its rules. ValueError for several puzzles, and for rules without names."""
        if not self.is_single:
            raise ValueError("one puzzle is needed, not several")
        if not isinstance(self.rules, variants.Variant):
            raise ValueError("rules of a path are a variant, or names such as diagonal,windoku")
        return self.rules if self.puzzles is None else self.rules.with_givens(tuple(self.puzzles[0].tolist()))


def ruled(puzzles: Puzzles | None, rules: AnyRules | None, blocks: str | None = None) -> Ruled | None:
    """Return puzzles with their rules; None if they have none. ValueError for rules that cannot be made."""
    if rules is None:
        if is_variant(puzzles):
            return Ruled(puzzles, None, is_single=True)
        if isinstance(puzzles, Sequence) and len(puzzles) and is_variant(puzzles[0]):
            return Ruled([_known(each) for each in puzzles], None, is_single=False)
        return None
    if puzzles is None:
        return Ruled(_made(rules, None, blocks), None, is_single=False)
    cells = check_puzzles(puzzles, NO_BLOCKS)  # type: ignore[arg-type]  # the rules say what blocks there are
    size = round(cells.shape[-1] ** 0.5)
    return Ruled(_made(rules, size, blocks), np.atleast_2d(cells), is_single=cells.ndim == 1)


def is_variant(puzzle: object) -> TypeGuard[variants.Variant]:
    """Whether this is a variant, found without importing what variants are."""
    return hasattr(puzzle, "with_givens")


def _made(rules: Any, size: int | None, blocks: str | None) -> Any:
    if isinstance(rules, str):
        return variants.Rulebook.read(rules, size, blocks).board
    if isinstance(rules, list | tuple):
        return [_made(each, size, blocks) for each in rules]
    return _known(rules)


def _known(rules: Any) -> Any:
    """Rules, or a variant with them. TypeError for anything else."""
    if not isinstance(rules, variants.Rules | variants.Variant):
        raise TypeError(
            "rules are a variant, or names such as diagonal,windoku, for all puzzles, or a list with those of each;"
            f" not {type(rules).__name__}"
        )
    return rules


def model_of(rules: AnyRules, size: int | None = None) -> variants.Rules:
    """Return rules for all boards. TypeError for anything else, ValueError for names of none."""
    made = _made(rules, size, None)
    if isinstance(made, list):
        raise TypeError("rules of one puzzle are needed, not a list")
    model: variants.Rules = getattr(made, "rules", made)
    return model


def board_of(rules: AnyRules, size: int | None = None, blocks: str | None = None) -> variants.Variant:
    """Return rules for all boards as a variant. ValueError for rules that cannot be made, or have no names."""
    made = _made(rules, size, blocks)
    if not is_variant(made):
        raise ValueError("rules of boards are a variant, or names such as diagonal,windoku")
    board: variants.Variant = made
    return board
