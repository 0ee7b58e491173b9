import doctest

import pytest

import engine
import engine.collapse
from engine import Grid
from engine.collapse import Wave, collapse
from engine.draws import Draws


@pytest.mark.parametrize("size", [4, 9])
@pytest.mark.parametrize("seed", [0, 7, 2**63 - 1])
def test_it_makes_the_boards_of_the_kernel_in_as_many_attempts(size, seed):
    boards, attempts = engine.generate(30, size=size, seed=seed, return_attempts=True)
    for index in range(30):
        waves = list(collapse(size, seed=seed, index=index))
        assert waves[-1].grid == Grid(boards[index])
        assert len(waves) == attempts[index]
        assert [wave.is_settled for wave in waves] == [False] * (len(waves) - 1) + [True]


@pytest.mark.parametrize("size", [1, 16])
def test_it_makes_boards_of_other_sizes(size):
    *_, last = collapse(size, seed=1)
    assert last.grid.is_solved
    assert last.grid.size == size


def test_a_dead_end_is_an_open_cell_into_which_nothing_fits():
    ends = [wave for index in range(30) for wave in collapse(9, seed=1, index=index) if not wave.is_settled]
    assert ends
    for wave in ends:
        assert wave.grid.get(*wave.dead_end) == 0
        assert wave.grid.candidates(*wave.dead_end) == []
        assert wave.grid.is_valid


def test_the_observer_sees_every_cell_settle_and_what_the_others_have_left():
    settled = []

    def look(wave):
        assert wave.grid.is_valid
        assert wave.left == {cell[:2]: wave.grid.candidates(*cell[:2]) for cell in wave.grid if not cell.value}
        settled.append(81 - len(wave.left))

    waves = list(collapse(9, seed=5, observer=look))
    attempts = [81 - len(wave.left) for wave in waves]
    assert settled == [count for last in attempts for count in range(last + 1)]


def test_a_cell_with_the_fewest_values_left_is_settled():
    wave, draws = Wave(9), Draws(3)
    while not wave.is_settled and not wave.dead_end:
        fewest = min(map(len, wave.left.values()))
        left = {position: list(values) for position, values in wave.left.items()}
        position = wave.settle(draws)
        assert len(left[position]) == fewest
        assert wave.grid.get(*position) in left[position]


def test_the_examples_of_the_documentation_hold():
    result = doctest.testmod(engine.collapse)
    assert result.attempted > 0
    assert result.failed == 0
