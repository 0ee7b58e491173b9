"""Positions to try techniques on: those of a puzzle's path, and ones with candidates struck out at random."""

from collections.abc import Iterator

import numpy as np
import rating_oracle

import engine


def apply(position, step):
    """Make a step on a position in place: eliminations first, then the placement and what it takes away."""
    values, candidates = position
    for cell, digit in step.eliminations:
        candidates[cell].discard(digit)
    if step.placement:
        cell, digit = step.placement
        values[cell], candidates[cell] = digit, set()
        for other in rating_oracle.SEEN[cell]:
            candidates[other].discard(digit)


def along(puzzle) -> Iterator[tuple[tuple, engine.Step]]:
    """Every position of the puzzle's path with the step that is made there; the position changes as it goes on."""
    position = rating_oracle.position_of(puzzle)
    for step in engine.steps(puzzle):
        yield position, step
        apply(position, step)


def struck(puzzle, solution, random, share):
    """The puzzle's first position without a share of the candidates that its solution does not need."""
    values, candidates = rating_oracle.position_of(puzzle)
    for cell, digits in enumerate(candidates):
        for digit in sorted(digits - {int(solution[cell])}):
            if random.random() < share:
                digits.remove(digit)
    return values, candidates


def masks(candidates):
    """What `engine.find_step` takes."""
    return np.array([sum(1 << (digit - 1) for digit in digits) for digits in candidates], np.uint16)


def find(family, position):
    """What `engine.find_step` says of the position."""
    return engine.find_step(family, np.array(position[0], np.uint8), masks(position[1]))


def found(family, position):
    """What a family finds there as the oracle would say it: its placement, or else its eliminations, if any."""
    step = find(family, position)
    if step is None:
        return set()
    return {step.placement} if step.placement else set(step.eliminations)
