"""Puzzles made under rules: a board first, then clues, cages or lines that leave it the only solution.

Puzzle k of a seed depends on nothing else, so any batch and any number of threads make the same.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.boards import Boards, in_pieces
from engine.native import core
from engine.random_numbers import RandomNumbers
from engine.rules.cages import cages
from engine.rules.drawn_lines import DRAWN, draw
from engine.rules.program import program
from engine.rules.solving import solve_under
from engine.rules.variant import Variant
from engine.shape import NO_BLOCKS, Shape


def boards_under(variant: Variant, count: int, *, seed: int = 0, start: int = 0, threads: int = 1) -> Boards:
    """Return full boards that obey the rules of a variant, drawn at random: `uint8 (count, cells)`.

    Boards are not equally likely. ValueError for rules that contradict each other.
    """
    rules = program(variant.rules), np.zeros(1, np.int64), True
    shape = Shape.of(variant.size, NO_BLOCKS)
    boards = np.zeros((count, variant.size**2), np.uint8)
    in_pieces(
        lambda some: core.draw_ruled(shape, boards[some], *rules, seed, start + some.start),
        count,
        threads,
    )
    if count and not boards.all():
        raise ValueError("the rules contradict each other: no board obeys them")
    return boards


def carve_under(variant: Variant, boards: Boards, *, seed: int = 0, start: int = 0, threads: int = 1) -> Boards:
    """Return minimal puzzles whose only solutions under the rules are these full boards: `uint8 (n, cells)`."""
    rules = program(variant.rules), np.zeros(1, np.int64), True
    shape = Shape.of(variant.size, NO_BLOCKS)
    puzzles = np.empty_like(boards)
    in_pieces(
        lambda some: core.carve_ruled(shape, boards[some], *rules, seed, start + some.start, puzzles[some]),
        len(boards),
        threads,
    )
    return puzzles


def make_killer(variant: Variant, index: int, *, seed: int = 0, least: int = 25, most: int = 35) -> Variant:
    """Return puzzle number `index` of a seed: cages that cover the board and leave one solution, and no givens.

    It has `least` to `most` cages at 9x9, where that is settled; rules of the variant hold beside the cages.
    """
    random = RandomNumbers(seed, index)
    board = boards_under(variant, 1, seed=seed, start=index)[0]
    return cages(variant, board, random, least, most)


def make_drawn(variant: Variant, kinds: Sequence[str], index: int, *, seed: int = 0) -> Variant:
    """Return puzzle number `index` of a seed: lines and dots of these kinds, and the givens they need beside them.

    Kinds are names of `engine.rules.drawn_lines.DRAWN`. The puzzle is minimal: without any of its givens or marks it
    has another solution. ValueError for another kind.
    """
    if unknown := [kind for kind in kinds if kind not in DRAWN]:
        raise ValueError(f"rule {unknown[0]!r} cannot be made: {', '.join(DRAWN)} can")
    random = RandomNumbers(seed, index)
    board = boards_under(variant, 1, seed=seed, start=index)[0]
    made = variant.with_uses((*variant.uses, *draw(variant.size, board, kinds, random)))
    made = made.with_givens(carve_under(made, board[None], seed=seed, start=index)[0])
    return _without_idle(made, len(variant.uses))


def _without_idle(made: Variant, fixed: int) -> Variant:
    """Without the marks that the others and the givens imply; the first `fixed` uses are not marks."""
    for use in made.uses[fixed:]:
        fewer = replace(made, uses=tuple(other for other in made.uses if other is not use))
        if solve_under(fewer)[1][0] == 1:
            made = fewer
    return made
