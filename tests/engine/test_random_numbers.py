import numpy as np
import reference
from hypothesis import given
from hypothesis import strategies as st

from board_catalogue.engine.random_numbers import RandomNumbers, drawn_below


@given(st.integers(0, 2**63 - 1), st.integers(0, 2**63 - 1), st.lists(st.integers(1, 1000), max_size=20))
def test_draws_are_those_of_the_reference(seed, index, bounds):
    ours, plain = RandomNumbers(seed, index), reference.Random(seed, index)
    assert [ours.below(bound) for bound in bounds] == [plain.below(bound) for bound in bounds]
    assert ours.shuffled(range(20)) == plain.shuffled(20)


def test_a_choice_is_one_of_the_items_and_each_has_its_turn():
    draws = RandomNumbers(1)
    assert {draws.choice("abc") for _ in range(100)} == set("abc")


@given(st.integers(0, 2**63 - 1), st.lists(st.integers(0, 2**63 - 1)), st.integers(1, 2**31 - 1))
def test_draws_for_many_indices_are_those_for_one(seed, indices, bound):
    drawn = drawn_below(bound, seed, np.array(indices, np.int64))
    assert drawn.tolist() == [reference.Random(seed, index).below(bound) for index in indices]
