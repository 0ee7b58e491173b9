"""Puzzles that have several solutions on purpose: for models that should say so.

A puzzle with one solution loses clues, or marks where it has no clue, as long as it keeps few enough solutions.
"""

from __future__ import annotations

from ..boards import Boards
from ..random_numbers import RandomNumbers
from .solving import solutions_ruled, solve_ruled
from .variant import Variant

_PLACE = 1 << 21
"""Added to a position, so that parts go in another order than other uses of the seed draw."""


def with_solutions(
    variant: Variant, least: int, most: int, *, fixed: int = 0, seed: int = 0, position: int = 0
) -> tuple[Variant, list[Boards]] | None:
    """Return a puzzle of `least` to `most` solutions, made of one with fewer, and its solutions in ascending order.

    How many it gets is drawn first. Clues go in an order at random until it has as many; where a puzzle has no clue,
    its marks go: all rules but the first `fixed`. None if it ends with too few solutions. The result depends on the
    puzzle, the seed and the position alone. ValueError unless 1 <= `least` <= `most`.
    """
    if not 1 <= least <= most:
        raise ValueError(f"{least} to {most} solutions are no range")
    random = RandomNumbers(seed, position + _PLACE)
    wanted = least + random.below(most - least + 1)
    clues = variant.clues.nonzero()[0].tolist()
    gone: set[int] = set()
    count, made = _counted(variant, most), variant
    for part in random.shuffled(clues or list(range(fixed, len(variant.uses)))):
        if count >= wanted:
            break
        fewer = _without(variant, gone | {part}, of_clues=bool(clues))
        if (found := _counted(fewer, most)) <= most:
            gone, count, made = gone | {part}, found, fewer
    return (made, list(solutions_ruled(made))) if least <= count <= most else None


def _without(variant: Variant, gone: set[int], *, of_clues: bool) -> Variant:
    """The puzzle without the clues of some cells, or without some of its rules."""
    if of_clues:
        return variant.with_givens([0 if cell in gone else int(clue) for cell, clue in enumerate(variant.clues)])
    return variant.with_uses([use for place, use in enumerate(variant.uses) if place not in gone])


def _counted(variant: Variant, most: int) -> int:
    """How many solutions there are, counted up to one more than `most`."""
    return int(solve_ruled(variant, limit=most + 1)[1][0])
