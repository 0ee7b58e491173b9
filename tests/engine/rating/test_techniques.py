import numpy as np
import positions
import pytest
import rating_oracle

import engine


def random_positions(seed, count):
    """Positions of many shapes: as given, thinned a little, and thinned until little is left."""
    random = np.random.default_rng(seed)
    boards = engine.generate(count, seed=seed)
    for puzzle, solution in zip(engine.carve(boards, seed=seed).tolist(), boards, strict=True):
        yield positions.struck(puzzle, solution, random, random.choice([0, 0.2, 0.4, 0.6, 0.8]))


@pytest.mark.parametrize("family", rating_oracle.FAMILIES)
@pytest.mark.parametrize("count", [400, pytest.param(20_000, marks=pytest.mark.fuzz)])
def test_a_family_applies_exactly_where_its_definition_says(family, count):
    oracle, met = rating_oracle.FAMILIES[family], 0
    for position in random_positions(81, count):
        expected, found = oracle(position), positions.found(family, position)
        assert bool(found) == bool(expected)
        assert found <= expected
        met += bool(found)
    assert met or family in ("jellyfish", "hidden-quad")
