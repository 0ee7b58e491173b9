"""Boards and puzzles made in plain Python, cell by cell."""

import re
from itertools import islice

import numpy as np
import pytest
import reference
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.shapes import fits
from shapes import shapes

from board_catalogue import engine
from board_catalogue.engine import Grid
from board_catalogue.engine.random_numbers import RandomNumbers
from board_catalogue.engine.shape import VALUES
from board_catalogue.engine.teaching.making import CarefulWave, Wave, collapse, removals


@pytest.mark.daily("4-0-30", "9-0-6")
@pytest.mark.parametrize(
    ("size", "seed", "count"), [(4, 0, 30), (4, 7, 30), (9, 0, 6), (9, 2**63 - 1, 30), (16, 0, 4), (25, 0, 1)]
)
def test_it_makes_the_boards_of_the_kernel_in_as_many_attempts(size, seed, count):
    boards, attempts = engine.generate(count, size=size, seed=seed, return_attempts=True)
    for index in range(count):
        waves = list(collapse(size, seed=seed, index=index))
        assert waves[-1].grid == Grid(boards[index])
        assert len(waves) == attempts[index]
        assert [wave.is_settled for wave in waves] == [False] * (len(waves) - 1) + [True]


@given(shapes(12), st.integers(0, 10**6))
@settings(max_examples=20)
def test_it_makes_the_boards_of_the_kernel_at_every_shape(shape, seed):
    (board,), (attempts,) = engine.generate(1, size=shape.size, blocks=shape.blocks, seed=seed, return_attempts=True)
    waves = list(collapse(shape.size, blocks=shape.blocks, seed=seed))
    assert waves[-1].grid == Grid(board, blocks=shape.blocks)
    assert len(waves) == attempts


def test_the_smallest_board_is_made():
    (wave,) = collapse(1, seed=2**63 - 1)
    assert wave.grid.is_solved


@pytest.mark.daily("4-60")
@pytest.mark.parametrize(("size", "count"), [(4, 60), (9, 60)])
def test_a_careful_wave_makes_the_boards_of_the_kernel_at_small_sizes_too(size, count):
    boards, attempts = engine.generate(count, size=size, seed=8, method="wfc+backtrack", return_attempts=True)
    for index in range(count):
        draws, needed = RandomNumbers(8, index), 0
        wave = None
        while wave is None or not wave.is_settled:
            wave, needed = CarefulWave(size), needed + 1
            while not wave.is_settled and not wave.dead_end:
                wave.settle(draws)
        assert (wave.grid, needed) == (Grid(boards[index]), attempts[index])


def test_a_dead_end_is_an_open_cell_into_which_nothing_fits():
    ends = [wave for index in range(30) for wave in collapse(9, seed=1, index=index) if not wave.is_settled]
    assert ends
    for wave in ends:
        row, column = (int(number) - 1 for number in re.fullmatch(r"cell r(\d)c(\d)", wave.dead_end).groups())
        assert wave.grid.get(row, column) == 0
        assert wave.grid.candidates(row, column) == []
        assert wave.grid.is_valid


@pytest.mark.slow
def test_a_dead_end_of_a_careful_wave_may_also_be_a_value_without_a_place():
    _, attempts = engine.generate(200, size=16, seed=5, return_attempts=True)
    waves = [wave for index in np.flatnonzero(attempts > 1)[:5] for wave in collapse(16, seed=5, index=int(index))]
    ends = [wave for wave in waves if wave.dead_end]
    assert len(ends) >= 5
    for wave in ends:
        assert wave.grid.is_valid
        cell = re.fullmatch(r"cell r(\d+)c(\d+)", wave.dead_end)
        if cell:
            assert wave.left[int(cell[1]) - 1, int(cell[2]) - 1] == []
            continue
        symbol, kind, number = re.fullmatch(r"digit (.) of (row|column|block) (\d+)", wave.dead_end).groups()
        unit = reference.units(16)[("row", "column", "block").index(kind) * 16 + int(number) - 1]
        values = {
            value for place in unit for value in wave.left.get(divmod(place, 16), [wave.grid.get(*divmod(place, 16))])
        }
        assert VALUES[symbol] not in values
    assert {wave.dead_end.split()[0] for wave in ends} == {"cell", "digit"}


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
    wave, draws = Wave(9), RandomNumbers(3)
    while not wave.is_settled and not wave.dead_end:
        fewest = min(map(len, wave.left.values()))
        left = {position: list(values) for position, values in wave.left.items()}
        position = wave.settle(draws)
        assert len(left[position]) == fewest
        assert wave.grid.get(*position) in left[position]


@pytest.mark.parametrize("size", [4, 9, 16])
def test_a_wave_remembers_what_it_chose_from(size):
    before, undone = {}, 0

    def watch(wave):
        nonlocal before, undone
        if wave.choice and before:
            cell, candidates, value = wave.choice
            assert list(candidates) == before[cell]
            assert value in candidates
            undone += wave.grid.get(*cell) != value
        before = {cell: values.copy() for cell, values in wave.left.items()}

    *_, wave = collapse(size, seed=3, observer=watch)
    assert wave.is_settled
    assert undone == 0 or size > 9


@pytest.mark.slow_cases("16")
@pytest.mark.parametrize("size", [4, 9, 16])
def test_a_wave_counts_the_candidates_it_asks_for_and_the_choices_it_undoes(size):
    undone = 0
    for index in range(5):
        for wave in collapse(size, seed=6, index=index):
            settled = size**2 - len(wave.left)
            if size <= 9:  # each settled cell asks every cell that is still open
                assert wave.comparisons == sum(size**2 - 1 - number for number in range(settled))
            assert wave.comparisons > 0
            undone += wave.backtracks
    assert (undone > 0) == (size == 16)


def completions(board):
    """All full boards with these clues."""
    if 0 not in board:
        yield board
        return
    cell = board.index(0)
    for digit in range(1, round(len(board) ** 0.5) + 1):
        if fits(board, cell, digit):
            yield from completions([*board[:cell], digit, *board[cell + 1 :]])


@pytest.mark.parametrize(("size", "seed"), [(4, 1), (4, 2), (6, 3)])
def test_clues_go_as_long_as_one_solution_is_left(size, seed):
    (cells,) = engine.carve(engine.generate(1, size=size, seed=seed), seed=seed)
    puzzle = engine.Grid(cells)
    left = engine.solve(cells).tolist()
    steps = list(removals(puzzle, seed=seed))
    assert sorted(step.cell for step in steps) == [(row, column) for row in range(size) for column in range(size)]
    for step in steps:
        cell = size * step.cell[0] + step.cell[1]
        without = [*left[:cell], 0, *left[cell + 1 :]]
        assert step.solutions == len(list(islice(completions(without), 2)))
        assert step.value == left[cell]
        assert step.is_of_puzzle == bool(cells[cell])
        left = left if step.is_of_puzzle else without
        assert step.grid.to_numpy().ravel().tolist() == left
    assert left == cells.tolist()


def test_a_puzzle_with_several_solutions_is_refused():
    with pytest.raises(ValueError, match="the puzzle has not exactly one solution"):
        next(removals(engine.Grid.empty(4), seed=1))
