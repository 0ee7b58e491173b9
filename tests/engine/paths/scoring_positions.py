"""Positions along the paths of `engine.paths.scored.solving_steps`, as rating_oracle has them."""

from positions import apply, masks
from rating_oracle import position_of

from board_catalogue import engine


def along(puzzle, rules=engine.paths.scores.DEFAULT_RULES):
    """Every position of the puzzle's path with the step that is made there; the position changes as it goes on."""
    position = position_of(puzzle)
    for step in engine.paths.scored.solving_steps(puzzle, table=rules):
        yield position, step
        apply(position, step)


def find(rule, puzzle, position, **options):
    """All steps of a rule in a position of a puzzle."""
    return engine.paths.scored.find_solving_steps(rule, puzzle, position.values, masks(position.candidates), **options)


def hard_positions(count):
    """So many positions without singles along paths, each with its puzzle."""
    for puzzle in engine.carve(engine.generate(count, seed=4), seed=4):
        for position, step in along(puzzle.tolist()):
            if step.technique not in ("full-house", "naked-single", "hidden-single"):
                yield puzzle, position
                count -= 1
                if not count:
                    return
