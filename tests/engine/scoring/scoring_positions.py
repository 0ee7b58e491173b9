"""Positions along the paths of `engine.solving_steps`, as rating_oracle has them."""

from positions import apply, masks
from rating_oracle import position_of

import engine


def along(puzzle, rules=engine.DEFAULT_RULES):
    """Every position of the puzzle's path with the step that is made there; the position changes as it goes on."""
    position = position_of(puzzle)
    for step in engine.solving_steps(puzzle, rules=rules):
        yield position, step
        apply(position, step)


def find(rule, puzzle, position, **options):
    """All steps of a rule in a position of a puzzle."""
    return engine.find_solving_steps(rule, puzzle, position.values, masks(position.candidates), **options)
