"""Positions to try techniques on: those of a puzzle's path, and ones with candidates struck out at random."""

from collections.abc import Iterator

import numpy as np
from rating_oracle import FAMILIES, NINE, Position, position_of

from board_catalogue import engine


def apply(position, step):
    """Make a step on a position in place: eliminations first, then the placement and what it takes away."""
    for cell, digit in step.eliminations:
        position.candidates[cell].discard(digit)
    if step.placement:
        cell, digit = step.placement
        position.values[cell], position.candidates[cell] = digit, set()
        for other in position.board.seen[cell]:
            position.candidates[other].discard(digit)


def along(puzzle, board=NINE) -> Iterator[tuple[Position, engine.Step]]:
    """Every position of the puzzle's path with the step that is made there; the position changes as it goes on."""
    position = position_of(puzzle, board)
    variant = board.variant
    steps = engine.steps(variant.with_givens(puzzle)) if variant else engine.steps(puzzle, blocks=board.text)
    for step in steps:
        yield position, step
        apply(position, step)


def struck(puzzle, solution, random, share, board=NINE):
    """The puzzle's first position without a share of the candidates that its solution does not need."""
    position = position_of(puzzle, board)
    for cell, digits in enumerate(position.candidates):
        for digit in sorted(digits - {int(solution[cell])}):
            if random.random() < share:
                digits.remove(digit)
    return position


def masks(candidates):
    """What `engine.find_step` takes."""
    return np.array([sum(1 << (digit - 1) for digit in digits) for digits in candidates], np.uint16)


def find(family, position):
    """What `engine.find_step` says of the position."""
    puzzle = np.array(position.values, np.uint8)
    if position.board.variant:
        return engine.find_step(family, position.board.variant.with_givens(puzzle), masks(position.candidates))
    return engine.find_step(family, puzzle, masks(position.candidates), blocks=position.board.text)


def found(family, position):
    """What a family finds there as the oracle would say it: its placement or its eliminations, if any, never both."""
    step = find(family, position)
    if step is None:
        return set()
    assert not (step.placement and step.eliminations)
    return {step.placement} if step.placement else set(step.eliminations)


def applies(family, position):
    """Whether a family applies; AssertionError where the definition says something else."""
    expected, there = FAMILIES[family](position), found(family, position)
    assert bool(there) == bool(expected)
    assert there <= expected
    return bool(there)
