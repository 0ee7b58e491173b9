"""Whether a solution path is sound, complete, and what the rating says."""

import numpy as np
import positions
import rating_oracle

from board_catalogue import engine

NAMES = [technique.name for technique in engine.TECHNIQUES]
SINGLES = {"last-value", "hidden-single-block", "hidden-single-line", "naked-single"}
ONLY_PLACING = SINGLES | {"direct-pointing", "direct-claiming", "direct-hidden-pair", "direct-hidden-triplet"}
"""Sudoku Explainer gives direct steps an empty map of removals: what their patterns rule out stays."""


def check_path(puzzle, solution, rating, board=rating_oracle.NINE):
    """AssertionError unless the path leads to the solution by steps that the rating sums up."""
    counts, made, size = np.zeros(len(NAMES), int), [], board.size
    for position, step in positions.along(puzzle, board):
        technique = engine.TECHNIQUES[NAMES.index(step.technique)]
        assert technique.rating <= step.rating
        assert step.rating <= technique.highest or size > 9 or board.variant  # more houses make longer loops and chains
        assert step.placement is not None or step.eliminations
        assert all(digit in position.candidates[cell] and solution[cell] != digit for cell, digit in step.eliminations)
        if step.placement:
            cell, digit = step.placement
            assert digit in position.candidates[cell] and solution[cell] == digit
        if step.technique in ONLY_PLACING:
            assert step.placement and not step.eliminations
        counts[NAMES.index(step.technique)] += 1
        made.append(step)
    assert position.values == solution
    assert rating["status"] == engine.RatingStatus.RATED
    assert np.array_equal(engine.native.technique_counts(rating), counts)
    hardest = max(made, key=lambda step: step.rating)
    assert (rating["rating"], NAMES[rating["hardest"]]) == (hardest.rating, hardest.technique)
    assert rating["diamond"] == made[0].rating
    first = next(i for i, step in enumerate(made) if step.placement)
    assert rating["pearl"] == max(step.rating for step in made[: first + 1])
    assert rating["more_than_singles"] == any(step.technique not in SINGLES for step in made)
