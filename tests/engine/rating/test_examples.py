"""For each technique a position where it applies, and the same with one more candidate, where its family finds nothing.

Dynamic and nested chains have only the first: with one more candidate they find another way.
"""

import numpy as np
import positions
import pytest
from technique_examples import EXAMPLES, position_after

import engine


@pytest.mark.parametrize(
    ("technique", "family", "puzzle", "count", "cell", "digit"), EXAMPLES, ids=[example[0] for example in EXAMPLES]
)
def test_a_technique_applies_and_with_one_more_candidate_it_does_not(technique, family, puzzle, count, cell, digit):
    position, made = position_after(puzzle, count)
    assert made.technique == technique
    assert positions.find(family, position) == made
    assert digit not in position.candidates[cell]
    position.candidates[cell].add(digit)
    assert positions.find(family, position) is None


def test_the_last_value_of_a_region_applies_and_with_two_empty_cells_everywhere_it_does_not():
    board = engine.generate(1, seed=98)[0]
    for emptied, technique in (([40], "last-value"), ([40, 41, 49, 50], "hidden-single-block")):
        puzzle = board.copy()
        puzzle[emptied] = 0
        step = engine.find_step("hidden-single", puzzle, np.full(81, 511))
        assert step.placement in {(cell, int(board[cell])) for cell in emptied}
        assert step.technique == technique


def test_every_technique_that_random_puzzles_need_has_an_example():
    rare = {"last-value", "direct-claiming"} | {t.name for t in engine.TECHNIQUES if t.rating >= 85}
    assert {example[0] for example in EXAMPLES} == {technique.name for technique in engine.TECHNIQUES} - rare
