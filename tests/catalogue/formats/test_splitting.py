import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from symmetric_boards import random_image

from board_catalogue import engine
from board_catalogue.catalogue.verbs.export import Split, sides_of
from board_catalogue.engine.boards import as_lines

SHARES = {"train": 0.6, "valid": 0.25, "test": 0.15}


@given(st.integers(0, 2**32), st.sampled_from([4, 9]))
def test_the_images_of_a_board_are_on_its_side(seed, size):
    boards = engine.generate(20, size=size, seed=seed)
    rng = np.random.default_rng(seed)
    images = np.array([random_image(board, rng) for board in boards])
    assert sides_of(as_lines(boards), SHARES) == sides_of(as_lines(images), SHARES)


def test_the_sides_have_their_shares():
    sides = np.bincount(sides_of(as_lines(engine.generate(5_000, seed=3)), SHARES))
    assert np.allclose(sides / 5_000, list(SHARES.values()), atol=0.02)


@pytest.mark.slow
def test_every_row_is_on_one_side_in_its_order():
    solutions = as_lines(engine.generate(5_000, seed=4))
    rows = [(number, solution, solution) for number, solution in enumerate(solutions)]
    with Split(iter(rows), SHARES) as split:
        found = {name: list(split.rows(name)) for name in SHARES}
        assert {name: len(part) for name, part in found.items()} == split.counts
    assert sorted(row for part in found.values() for row in part) == [row[:2] for row in rows]
    assert all(part == sorted(part) for part in found.values())
